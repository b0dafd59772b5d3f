"""changed_program.py - two versions of a random program, and what the second one prints when it goes on from where the first one was stopped.

Purpose     changed.py: structures of numbers, texts, arrays and pointers, in variables, blocks and frames; in the second version their members are in
            another order, of other types and lengths, new, gone, of other names, with and without `#pragma ckpt changed`.
Input       a random.Random.   Output: Pair: texts of both versions, the lines of the second, or that it must be refused.
Invariants  what is printed is computed from the values alone; a version that is to be refused differs from one that is not in one thing.
"""

SIGNED = {"signed char": 8, "short": 16, "int": 32, "long": 32, "long long": 64}
UNSIGNED = {"unsigned char": 8, "unsigned short": 16, "unsigned": 32, "unsigned long": 32, "unsigned long long": 64}
INTEGERS = list(SIGNED) + list(UNSIGNED) + ["_Bool"]
MODES = ["said", "only new", "only gone", "maybe renamed", "too narrow", "too short"]


def bounds(kind, bits):
    """What a field of integers holds wherever it goes: long has 32 bits."""
    if kind == "_Bool":
        return 0, 1
    if kind in SIGNED:
        n = bits or SIGNED[kind]
        return -(1 << n - 1), (1 << n - 1) - 1
    return 0, min((1 << (bits or UNSIGNED[kind])) - 1, (1 << 63) - 1)


class Field:
    """kind: an integer type, float, double, char (a text), struct (a pointer to one) or inside (a pointer to a number in one)."""

    def __init__(self, name, kind, bits=0, length=0, target=None):
        self.name, self.kind, self.bits, self.length, self.target = name, kind, bits, length, target

    def declare(self, version):
        array = "[%d]" % self.length if self.length else ""
        if self.kind == "struct":
            return "struct s%d *%s;" % (self.target, self.name)
        if self.kind == "inside":
            to = version.field_of(*self.target)
            return "%s *%s;" % (to.kind if to else "void", self.name)
        return "%s %s%s%s;" % (self.kind, self.name, array, " : %d" % self.bits if self.bits else "")

    @property
    def is_integer(self):
        return self.kind in INTEGERS


class Version:
    """Structures: fields in order; counts: how many there are of each, where; the identity of a field is its number in `ids`."""

    def __init__(self):
        self.structs, self.counts, self.places, self.pragmas = [], [], [], []

    def field_of(self, struct, ident):
        for number, field in self.structs[struct]:
            if number == ident:
                return field
        return None


class Pair:
    def __init__(self, choice):
        self.choice, self.fresh = choice, 0
        self.mode = choice.choice(MODES[:3] * 2 + MODES[3:])
        self.old, self.new = Version(), Version()
        self.values = {}                  # (struct, element, field) -> value; a list for arrays
        self.begin = {}                   # (struct, field) -> what a new field holds at first
        self.refused = self.mode in MODES[3:]
        self.make_old()
        self.make_values()
        self.make_new()

    # ---- the first version ----

    def name(self, stem):
        self.fresh += 1
        return "%s%d" % (stem, self.fresh)

    def integer(self):
        c = self.choice
        if c.random() < 0.25:
            return Field(self.name("b"), c.choice(["int", "unsigned"]), bits=c.randint(2, 20))
        return Field(self.name("n"), c.choice(INTEGERS), length=c.choice([0, 0, 0, c.randint(1, 5)]))

    def field(self, structs):
        c = self.choice
        roll = c.random()
        if roll < 0.55:
            return self.integer()
        if roll < 0.7:
            return Field(self.name("r"), c.choice(["float", "double"]), length=c.choice([0, 0, c.randint(2, 4)]))
        if roll < 0.82:
            return Field(self.name("t"), "char", length=c.randint(4, 20))
        return Field(self.name("p"), "struct", target=c.randrange(structs))

    def make_old(self):
        c = self.choice
        n = c.randint(1, 4)
        for _ in range(n):
            self.old.structs.append([(k, self.field(n)) for k in range(c.randint(2, 9))])
            self.old.structs[-1].append((100, Field(self.name("end"), "int")))  # no array in last place: it might be of any length
            self.old.counts.append(c.randint(1, 4))
            self.old.places.append(c.choice(["static", "heap", "local"]))
        for s in range(n):
            to = c.randrange(n)
            numbers = [k for k, f in self.old.structs[to] if f.is_integer and not f.bits and not f.length]
            if numbers and c.random() < 0.6:
                self.old.structs[s].insert(0, (200, Field(self.name("q"), "inside", target=(to, c.choice(numbers)))))

    def value(self, field):
        c = self.choice
        if field.is_integer:
            low, high = bounds(field.kind, field.bits)
            return c.choice([0, 1, low, high, c.randint(low, high), c.randint(max(low, -99), min(high, 99))])
        if field.kind in ("float", "double"):
            return c.randint(-4000, 4000) / 4
        if field.kind == "char":
            return "".join(c.choice("abcxyz") for _ in range(c.randint(0, field.length - 1)))
        return c.choice([-1] + list(range(self.old.counts[field.target if field.kind == "struct" else field.target[0]])))

    def make_values(self):
        for s, fields in enumerate(self.old.structs):
            for k in range(self.old.counts[s]):
                for number, field in fields:
                    several = field.length and field.kind != "char"
                    self.values[s, k, number] = [self.value(field) for _ in range(field.length)] if several else self.value(field)

    # ---- the second version ----

    def all_values(self, struct, number):
        found = []
        for k in range(self.old.counts[struct]):
            value = self.values[struct, k, number]
            found += value if isinstance(value, list) else [value]
        return found

    def other_integer(self, struct, number, field):
        """Another type that has room for all values, and is one number for who points to it."""
        c, used = self.choice, self.all_values(struct, number)
        for _ in range(4):
            kind = c.choice(INTEGERS)
            bits = c.randint(2, 20) if field.bits and kind in ("int", "unsigned") else 0
            low, high = bounds(kind, bits)
            if all(low <= v <= high for v in used):
                return Field(field.name, kind, bits, field.length)
        return Field(field.name, field.kind, field.bits, field.length)

    def changed(self, struct, number, field):
        c = self.choice
        new = Field(field.name, field.kind, field.bits, field.length, field.target)
        if field.is_integer and c.random() < 0.5:
            new = self.other_integer(struct, number, field)
        elif field.kind == "float" and c.random() < 0.5:
            new.kind = "double"
        if field.length and c.random() < 0.4:
            new.length += c.randint(1, 9)
        elif field.kind == "char" and c.random() < 0.4:
            new.length = max(1, max(len(v) for v in self.all_values(struct, number))) + 1
        return new

    def make_new(self):
        c = self.choice
        self.new.counts = [n + (c.randint(1, 2) if place == "static" and c.random() < 0.3 else 0) for n, place in zip(self.old.counts, self.old.places)]
        self.new.places = self.old.places
        for s, fields in enumerate(self.old.structs):
            added, removed, renamed, kept = [], [], [], []
            for number, field in fields:
                if number < 100 and self.mode in ("said", "only new", "only gone") and c.random() < 0.2:
                    if self.mode != "only gone":
                        removed.append(field.name)
                    continue
                new = self.changed(s, number, field)
                if self.mode in ("said", "only new") and c.random() < 0.2:
                    new.name = self.name("w")
                    renamed.append("%s = %s" % (new.name, field.name))
                kept.append((number, new))
            if self.mode in ("said", "only new"):
                self.add_new(s, kept, added)
            end = [f for f in kept if f[0] == 100]
            kept = [f for f in kept if f[0] != 100]
            c.shuffle(kept)
            self.new.structs.append(kept + end)
            items = [word + ", ".join(names) for word, names in (("added: ", added), ("removed: ", removed), ("renamed: ", renamed)) if names]
            c.shuffle(items)
            if items:
                self.new.pragmas.append("#pragma ckpt changed(struct s%d, %s)" % (s, ", ".join(items)))
        if self.refused:
            self.spoil()

    def add_new(self, struct, kept, added):
        c = self.choice
        for number in range(300, 300 + c.randint(0, 2)):
            field = self.field(len(self.old.structs))
            said = self.mode == "said"
            begin = 0
            if said and not field.length and (field.is_integer or field.kind == "double") and c.random() < 0.7:
                begin = self.value(field)
                if field.is_integer and begin == -(1 << 63):
                    begin += 1
            if said:
                added.append(field.name + (" = %s%s" % (begin, "LL" if field.is_integer else "") if begin else ""))
            self.begin[struct, number] = begin
            kept.append((number, field))

    def spoil(self):
        """One thing that a restart must not let pass. Where the program has none of it, it is as it was."""
        s = self.choice.randrange(len(self.new.structs))
        fields = self.new.structs[s]
        if self.mode == "maybe renamed":
            fields[-1][1].name = self.name("w")
            return
        for number, field in fields:
            used = self.all_values(s, number)
            if self.mode == "too narrow" and field.is_integer and not field.bits and any(not 0 <= v <= 127 for v in used):
                field.kind = "unsigned char" if min(used) < 0 else "signed char" if max(used) < 256 else "unsigned char"
                return
            if self.mode == "too short" and field.kind == "char" and max(len(v) for v in used) > 1:
                field.length = max(len(v) for v in used) - 1
                return
        self.refused = False

    # ---- texts ----

    def text(self, version, fill):
        n = range(len(version.structs))
        out = ["#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>"]
        out += ["struct s%d;" % s for s in n]
        for s in n:
            out += ["struct s%d { %s };" % (s, " ".join(f.declare(version) for _, f in version.structs[s]))]
        out += version.pragmas
        out += ["static struct s%d *g%d;" % (s, s) for s in n]
        out += ["static struct s%d a%d[%d];" % (s, s, version.counts[s]) for s in n if version.places[s] == "static"]
        out += ["static void fill(void)", "{"] + (self.fill() if fill else []) + ["}"]
        out += ["static void dump(int step)", "{", "    (void)step;"] + self.dump(version) + ["}"]
        out += ["int main(void)", "{"]
        for s in n:
            if version.places[s] == "local":
                out += ["    struct s%d a%d[%d];" % (s, s, version.counts[s]), "    memset(a%d, 0, sizeof a%d);" % (s, s)]
            heap = version.places[s] == "heap"
            out += ["    g%d = %s;" % (s, "calloc(%d, sizeof *g%d)" % (version.counts[s], s) if heap else "a%d" % s)]
        out += ["    fill();", "    for (int step = 0; step < 3; step++) {", "        #pragma ckpt name(step)", "        dump(step);", "    }",
                "    return 0;", "}", ""]
        return "\n".join(out)

    def fill(self):
        out = []
        for (s, k, number), value in sorted(self.values.items()):
            field = self.old.field_of(s, number)
            place = "g%d[%d].%s" % (s, k, field.name)
            if field.kind == "char":
                out.append('strcpy(%s, "%s");' % (place, value))
            elif field.kind == "struct":
                out.append("%s = %s;" % (place, "&g%d[%d]" % (field.target, value) if value >= 0 else "0"))
            elif field.kind == "inside":
                to, inner = field.target
                out.append("%s = %s;" % (place, "&g%d[%d].%s" % (to, value, self.old.field_of(to, inner).name) if value >= 0 else "0"))
            else:
                for i, v in enumerate(value if isinstance(value, list) else [value]):
                    number_text = "%d" % v if v > -(1 << 63) and field.is_integer else "(-9223372036854775807LL - 1)" if field.is_integer else repr(v)
                    out.append("%s%s = %s%s;" % (place, "[%d]" % i if field.length else "", number_text, "LL" if number_text.lstrip("-").isdigit() else ""))
        return ["    " + line for line in out]

    def dump(self, version):
        out = []
        for s, fields in enumerate(version.structs):
            out.append("    for (int k = 0; k < %d; k++) {" % version.counts[s])
            out.append('        printf("s%d[%%d]", k);' % s)
            for _, f in fields:
                place = "g%d[k].%s" % (s, f.name)
                if f.kind == "char":
                    out.append('        printf(" %%s", %s);' % place)
                elif f.kind == "struct":
                    out.append('        printf(" %%d", %s ? (int)(%s - g%d) : -1);' % (place, place, f.target))
                elif f.kind == "inside":
                    if version.field_of(*f.target):
                        out.append('        printf(" %%lld", %s ? (long long)*%s : -77);' % (place, place))
                else:
                    form, cast = ("%lld", "(long long)") if f.is_integer else ("%.17g", "(double)")
                    for i in range(f.length or 1):
                        out.append('        printf(" %s", %s%s%s);' % (form, cast, place, "[%d]" % i if f.length else ""))
            out.append('        printf("\\n");')
            out.append("    }")
        return out

    # ---- what is to come ----

    def shown(self, version, s, k, number, f):
        is_text = f.kind == "char"
        if f.kind == "inside" and not version.field_of(*f.target):
            return []
        if k >= self.old.counts[s]:
            value = -1 if f.kind in ("struct", "inside") else "" if is_text else 0
        elif (s, k, number) in self.values:
            value = self.values[s, k, number]
        else:
            value = -1 if f.kind in ("struct", "inside") else "" if is_text else self.begin[s, number]
        if f.kind == "inside":
            return ["%d" % self.values[f.target[0], value, f.target[1]] if value >= 0 else "-77"]
        if is_text:
            return [value]
        values = (value if isinstance(value, list) else [value] + [0] * ((f.length or 1) - 1))[:f.length or 1]
        values = values + [0] * ((f.length or 1) - len(values))
        return ["%.17g" % v if f.kind in ("float", "double") else "%d" % v for v in values]

    def lines(self, version):
        """What one call of dump prints."""
        out = []
        for s, fields in enumerate(version.structs):
            for k in range(version.counts[s]):
                words = ["s%d[%d]" % (s, k)]
                for number, f in fields:
                    words += self.shown(version, s, k, number, f)
                out.append(" ".join(words))
        return "\n".join(out) + "\n"
