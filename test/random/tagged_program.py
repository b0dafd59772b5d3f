"""tagged_program.py - a random program of tagged unions and of structures behind a header, told by its tag.

Input       a random.Random.
Output      C text: types with #pragma ckpt variant, static arrays, heap blocks, a graph of nodes, locals by value; it changes them by a
            generator of its own, passes sites, and prints hashes of all that can be reached.
Invariants  no undefined behaviour; the same output on all our architectures (numbers fit in 31 bits, reals are exact).
"""

SCALARS = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long", "_Bool",
           "float", "double", "long double", "enum colour"]


class Member:
    """A member of some type: its declaration, how it is set from the number r, how it is hashed; {p} is the way to it."""

    def __init__(self, declaration, store, show):
        self.declaration, self.store, self.show = declaration, store, show


class Program:
    def __init__(self, choice, values=3, kinds=4):
        self.choice, self.types, self.functions, self.serial = choice, [], [], 0
        self.values, self.kinds = [], ["node_%d" % i for i in range(choice.randint(2, kinds))]
        for i in range(choice.randint(1, values)):
            self.value(i)
        self.family()

    def fresh(self, stem):
        self.serial += 1
        return "%s%d" % (stem, self.serial)

    # ---- members

    def scalar(self, name):
        kind = self.choice.choice(SCALARS)
        if kind in ("float", "double", "long double"):
            return Member("%s %s" % (kind, name), "{p}.%s = (%s)((int)(r %% 4096) - 2048) / 8;" % (name, kind),
                          "mix((long long)({p}.%s * 8))" % name)
        bits = {"signed char": "(int)(r % 256) - 128", "short": "(int)(r % 65536) - 32768", "_Bool": "r & 1",
                "enum colour": "(enum colour)(r % 3)"}.get(kind, "(r & 0x7fffffff)")
        return Member("%s %s" % (kind, name), "{p}.%s = (%s)(%s);" % (name, kind, bits), "mix((long long){p}.%s)" % name)

    def member(self, name, pointers=True):
        kind = self.choice.choice(["scalar"] * 5 + ["text", "numbers", "struct"] + (["node", "value", "literal", "function"] if pointers else []))
        if kind == "text":
            n = self.choice.randint(2, 9)
            return Member("char %s[%d]" % (name, n), "for (int k = 0; k < %d; k++) {p}.%s[k] = (char)('a' + (r >> k) %% 26);" % (n, name),
                          "mix_bytes({p}.%s, %d)" % (name, n))
        if kind == "numbers":
            n = self.choice.randint(2, 5)
            return Member("long %s[%d]" % (name, n), "for (int k = 0; k < %d; k++) {p}.%s[k] = (long)(r >> k & 0xffffff);" % (n, name),
                          "".join(["(0"] + ["^ mix({p}.%s[%d] + %d)" % (name, k, k) for k in range(n)]) + ")")
        if kind == "struct":
            a, b = self.scalar("a"), self.scalar("b")
            join = lambda text: text.replace("{p}", "{p}." + name)
            return Member("struct { %s; %s; } %s" % (a.declaration, b.declaration, name), join(a.store) + " " + join(b.store),
                          "(%s * 3 ^ %s)" % (join(a.show), join(b.show)))
        if kind == "node":
            return Member("struct node *%s" % name, "{p}.%s = some_node(r);" % name, "show_node({p}.%s, depth - 1)" % name)
        if kind == "value" and self.values:
            v = self.choice.choice(self.values)
            return Member("struct %s *%s" % (v, name), "{p}.%s = r %% 5 ? &all_%s[r %% COUNT] : 0;" % (name, v),
                          "({p}.%s ? mix({p}.%s - all_%s) : 7)" % (name, name, v))
        if kind == "literal":
            return Member("const char *%s" % name, '{p}.%s = r & 1 ? "odd one" : "even";' % name, "mix_bytes({p}.%s, 4)" % name)
        if kind == "function":
            return Member("int (*%s)(int)" % name, "{p}.%s = r & 1 ? twice : negative;" % name, "mix({p}.%s(3))" % name)
        return self.scalar(name)

    # ---- unions

    def tag(self, name):
        """(members that hold the tag, tag-expression, how `{t}` is stored in {p})"""
        n = name
        return self.choice.choice([
            ("int %s;" % n, n, "{p}.%s = {t};" % n),
            ("unsigned char %s;" % n, n + " & 0x1f", "{p}.%s = (unsigned char)({t} | (r & 7) << 5);" % n),
            ("unsigned low%s : 3, %s : 6;" % (n, n), n, "{p}.%s = (unsigned){t} & 63; {p}.low%s = r & 7;" % (n, n)),
            ("struct { short a; int t; } %s;" % n, n + ".t - 100", "{p}.%s.a = (short)(r & 255); {p}.%s.t = {t} + 100;" % (n, n)),
            ("unsigned char %s[3];" % n, n + "[2] >> 2", "{p}.%s[2] = (unsigned char)({t} << 2 | (r & 3));" % n),
            ("long long %s;" % n, "(int)-%s" % n, "{p}.%s = -{t};" % n)])

    def arms(self, paths, with_void=True):
        """[(values, path or None)] and the pragma's text for them; the last may be the default."""
        numbers = self.choice.sample(range(1, 31), 30)
        arms, text = [], []
        for i, path in enumerate(paths):
            values = [numbers.pop() for _ in range(self.choice.choice([1, 1, 2]))]
            label = ", ".join(map(str, values))
            if i == len(paths) - 1 and self.choice.random() < 0.3:
                label, values = "default", values + [numbers.pop()]
            arms.append((values, path))
            text.append("%s: %s" % (label, path))
        if with_void and not text[-1].startswith("default"):
            arms.append(([0], None))
            text.append("0: void")
        self.choice.shuffle(text)
        return arms, ", ".join(text)

    def value(self, number):
        """A structure with a union, its pragma, and the functions set_ and show_."""
        name, choice = "value_%d" % number, self.choice
        nameless, nested = choice.random() < 0.4, choice.random() < 0.5
        holder, expression, store_tag = self.tag("tag")
        members = [self.member(self.fresh("m")) for _ in range(choice.randint(1, 4))]
        inner = [self.member(self.fresh("n")) for _ in range(2)] if nested else []
        way = "" if nameless else "u."
        declared = ["%s;" % m.declaration for m in members]
        paths = [way + word_of(m) for m in members]
        if choice.random() < 0.4: # a structure without a name
            a, b = self.scalar(self.fresh("x")), self.scalar(self.fresh("x"))
            declared.append("struct { %s; %s; };" % (a.declaration, b.declaration))
            members.append(Member("", a.store + " " + b.store, "(%s ^ %s * 5)" % (a.show, b.show)))
            paths.append(way + word_of(choice.choice([a, b])))
        pragmas, extra, inner_code = [], "", None
        if nested:
            extra, inner_expression, store_inner = self.tag("sub")
            declared.append("union { %s; %s; } in;" % (inner[0].declaration, inner[1].declaration))
            paths.append(way + "in")
            inner_arms, text = self.arms([way + "in." + word_of(m) for m in inner])
            pragmas.append("#pragma ckpt variant(struct %s, %s, %s)" % (name, inner_expression, text))
            inner_code = (inner_expression, store_inner, inner_arms)
            members.append(None)
        arms, text = self.arms(paths)
        pragmas.append("#pragma ckpt variant(struct %s, %s, %s)" % (name, expression, text))
        union = "union { %s }%s;" % (" ".join(declared), "" if nameless else " u")
        parts = [holder, union, "long before;"] + ([extra] if extra else [])
        choice.shuffle(parts)
        self.types.append("struct %s { %s };\n%s" % (name, " ".join(parts), "\n".join(pragmas)))
        at = "(*v)" if nameless else "v->u"
        self.set_and_show(name, arms, members, expression, store_tag, at, inner, inner_code)
        self.values.append(name)

    def set_and_show(self, name, arms, members, expression, store_tag, at, inner, inner_code):
        of = lambda text: text.replace("{p}", "(*v)")
        tag_now = "(" + reading(expression) + ")"
        store, show, cases = [], [], 0
        for (values, path), member in zip(arms, members + [False]):
            labels = "".join("case %d: " % v for v in values)
            if member is None:
                inner_store, inner_show, inner_cases = [], [], 0
                for (inner_values, _), m in zip(inner_code[2], inner + [False]):
                    one = "".join("case %d: " % v for v in inner_values)
                    for v in inner_values:
                        inner_store.append("case %d: %s %s break;" % (inner_cases, of(inner_code[1].replace("{t}", str(v))),
                                                                     m.store.replace("{p}", at + ".in") if m else ""))
                        inner_cases += 1
                    inner_show.append("%s h ^= %s; break;" % (one, m.show.replace("{p}", at + ".in") if m else "3"))
                body = "switch (r / 64 %% %d) { %s }" % (inner_cases, " ".join(inner_store))
                seen = "switch (%s) { %s }" % (reading(inner_code[0]), " ".join(inner_show))
            else:
                body = member.store.replace("{p}", at) if member else ""
                seen = "h ^= %s;" % (member.show.replace("{p}", at) if member else "5")
            for v in values:
                store.append("case %d: %s %s break;" % (cases, of(store_tag.replace("{t}", str(v))), body))
                cases += 1
            show.append("%s %s break;" % (labels, seen))
        first = of(inner_code[1].replace("{t}", str(inner_code[2][0][0][0]))) if inner_code else ""
        self.functions.append(
            "static void set_%s(struct %s *v, unsigned r)\n{\n    memset(v, 0, sizeof *v); %s\n    v->before = (long)(r & 0xffff);\n"
            "    switch (r %% %d) {\n    %s\n    }\n}\n" % (name, name, first, cases, "\n    ".join(store)))
        self.functions.append(
            "static unsigned long long show_%s(const struct %s *v, int depth)\n{\n    unsigned long long h = mix(v->before);\n    if (depth < 0) return 1;\n"
            "    switch (%s) {\n    %s\n    }\n    return mix((long long)h + (int)%s);\n}\n" % (name, name, tag_now, "\n    ".join(show), tag_now))

    # ---- structures behind a header

    def family(self):
        choice = self.choice
        embedded = choice.random() < 0.5
        holder, expression, store_tag = self.tag("kind")
        head = "%s short id;" % holder
        arms, text = self.arms(["struct " + k for k in self.kinds], with_void=False)
        self.types.append("struct node { %s };" % head)
        make, show = [], []
        for number, ((values, _), kind) in enumerate(zip(arms, self.kinds)):
            members = [self.member(self.fresh("f")) for _ in range(choice.randint(0, 4))]
            declared = ["%s;" % m.declaration for m in members]
            stores = [m.store.replace("{p}", "(*n)") for m in members]
            shows = [m.show.replace("{p}", "(*n)") for m in members]
            for v in choice.sample(self.values, choice.randint(0, len(self.values))):
                count, at = choice.randint(1, 3), self.fresh("v")
                declared.append("struct %s %s[%d];" % (v, at, count))
                stores.append("for (int k = 0; k < %d; k++) set_%s(&n->%s[k], next());" % (count, v, at))
                shows.append("".join(["(0"] + [" ^ show_%s(&n->%s[%d], depth - 1) * %d" % (v, at, k, k + 3) for k in range(count)]) + ")")
            flexible = choice.choice([None, None, "struct node *", "struct %s " % choice.choice(self.values), "char "])
            size = "sizeof(struct %s)" % kind
            if flexible:
                declared += ["short length;", "%stail[];" % flexible]
                size += " + (size_t)(r %% 4) * sizeof(((struct %s *)0)->tail[0])" % kind
                each = {"c": "n->tail[k] = (char)('a' + k);", "n": "n->tail[k] = some_node(next());"}.get(
                    "c" if flexible == "char " else "n" if "node *" in flexible else "", "set_%s(&n->tail[k], next());" % flexible[7:].strip())
                stores.append("n->length = (short)(r %% 4); for (int k = 0; k < n->length; k++) %s" % each)
                seen = "n->tail[k]" if flexible == "char " else "show_node(n->tail[k], depth - 1)" if "node *" in flexible else \
                    "show_%s(&n->tail[k], depth - 1)" % flexible[7:].strip()
                shows.append("({ unsigned long long s = 1; for (int k = 0; k < n->length; k++) s = s * 31 + (unsigned long long)%s; s; })" % seen)
            begin = "struct node head;" if embedded else head
            self.types.append("struct %s { %s %s };" % (kind, begin, " ".join(declared)))
            typed = choice.random() < 0.5
            new = "malloc(%s)" % size if typed else "get(%s)" % size
            make.append("case %d: {\n        struct %s *n = %s;\n        memset(n, 0, %s);\n        struct node *h = (struct node *)n;\n        %s\n"
                        "        h->id = (short)(r & 1023);\n        %s\n        return h;\n    }"
                        % (number, kind, new, size, store_tag.replace("{p}", "(*h)").replace("{t}", str(choice.choice(values))), "\n        ".join(stores)))
            show.append("%s {\n        const struct %s *n = (const struct %s *)h;\n        (void)n;\n        s ^= %s;\n        break;\n    }"
                        % (" ".join("case %d:" % v for v in values), kind, kind, " ^ ".join(shows) or "9"))
        self.types.append("#pragma ckpt variant(struct node, %s, %s)" % (expression, text))
        self.make = "static struct node *new_node(unsigned r)\n{\n    switch (r / 8 %% %d) {\n    %s\n    }\n    return 0;\n}\n" % (
            len(self.kinds), "\n    ".join(make))
        self.show = ("static unsigned long long show_node(const struct node *h, int depth)\n{\n    unsigned long long s = 11;\n"
                     "    if (!h || depth < 0)\n        return 2;\n    %s\n    switch (%s) {\n    %s\n    }\n    return mix((long long)s + h->id);\n}\n"
                     % ("#pragma ckpt if(depth == DEPTH)\n    " if choice.random() < 0.8 else "", reading(expression).replace("(*v)", "(*h)"),
                        "\n    ".join(show)))

    # ---- the whole

    def text(self):
        values = self.values
        lines = ["#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>", "enum { COUNT = 5, NODES = 6, DEPTH = 4 };",
                 "enum colour { RED, GREEN, BLUE };", "struct node;"]
        lines += self.types
        lines += ["static struct %s all_%s[COUNT];" % (v, v) for v in values] + ["static struct %s *block_%s;" % (v, v) for v in values]
        lines += ["static struct node *nodes[NODES];", "static unsigned state = %d;" % self.choice.randint(1, 1 << 30), SUPPORT]
        lines += self.functions_declared() + self.functions + [self.make, self.show]
        lines += [self.recursion(v) for v in values] + [self.main()]
        return "\n".join(lines) + "\n"

    def functions_declared(self):
        return ["static unsigned long long show_node(const struct node *h, int depth);"]

    def recursion(self, v):
        return ("static unsigned long long deep_%s(struct %s by, int n)\n{\n    struct %s local, *where = n & 1 ? &local : &by;\n"
                "    set_%s(&local, next());\n    if (n > 0) {\n        unsigned long long below = deep_%s(local, n - 1);\n        #pragma ckpt\n"
                "        return mix((long long)(below ^ show_%s(where, 2) ^ show_%s(&by, 1)));\n    }\n    #pragma ckpt\n    return show_%s(&local, 2);\n}\n"
                % ((v,) * 8))

    def main(self):
        v = self.values
        return ("int main(void)\n{\n    for (int i = 0; i < COUNT; i++) {\n        %s\n    }\n    %s\n"
                "    for (int step = 0; step < 12; step++) {\n        int at = (int)(next() %% NODES);\n        nodes[at] = new_node(next());\n"
                "        #pragma ckpt\n        %s\n        unsigned long long sum = 0;\n        for (int i = 0; i < NODES; i++)\n"
                "            sum = sum * 31 + show_node(nodes[i], DEPTH);\n        #pragma ckpt\n        for (int i = 0; i < COUNT; i++) {\n            %s\n        }\n"
                "        %s\n        printf(\"%%d %%llx\\n\", step, sum);\n    }\n    return 0;\n}\n"
                % ("\n        ".join("set_%s(&all_%s[i], next());" % (n, n) for n in v),
                   "\n    ".join("block_%s = calloc(COUNT, sizeof *block_%s);\n    for (int i = 0; i < COUNT; i++) set_%s(&block_%s[i], next());" % ((n,) * 4) for n in v),
                   "\n        ".join("at = (int)(next() %% COUNT);\n        set_%s(&all_%s[at], next());\n        set_%s(&block_%s[at], next());" % ((n,) * 4) for n in v),
                   "\n            ".join("sum = sum * 31 + show_%s(&all_%s[i], 2) + show_%s(&block_%s[i], 2);" % ((n,) * 4) for n in v),
                   "\n        ".join("sum ^= deep_%s(all_%s[0], step %% 4);" % (n, n) for n in v)))


SUPPORT = """
static unsigned next(void) { state = state * 1664525u + 1013904223u; return state >> 4; }
static unsigned long long mix(long long x) { return ((unsigned long long)x + 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull >> 3; }
static unsigned long long mix_bytes(const char *s, int n)
{
    unsigned long long h = 1;
    for (int i = 0; i < n; i++)
        h = h * 31 + (unsigned char)s[i];
    return h;
}
static void *get(size_t size) { return calloc(1, size); }
static struct node *some_node(unsigned r) { return nodes[r % NODES]; }
static int twice(int x) { return 2 * x; }
static int negative(int x) { return -x; }
"""


def word_of(member):
    """The name that a declaration declares."""
    text = member.declaration
    if "(*" in text:
        return text[text.index("(*") + 2:text.index(")")]
    return text.split("[")[0].split()[-1].lstrip("*")


def reading(expression):
    """A tag-expression as the program reads it, of *v."""
    at = 0
    while not (expression[at].isalpha() and (at == 0 or not expression[at - 1].isalnum()) and expression[at:].startswith(("tag", "sub", "kind"))):
        at += 1
    return expression[:at] + "(*v)." + expression[at:]
