"""statics_program.py - random programs about variables with static storage, and large ones of functions.

In half of them the first thing that main does is to make tables, some of which are changed later, or made of what changes.

Purpose     programs that write and read variables in many half-regular ways, so that an analysis which leaves those out of images that are
            written before they are read has much to be wrong about. Some have external linkage, and some of these another unit knows, too.
Invariants  the text depends on the random numbers only; no undefined behaviour, it ends, and its output depends on what every read gives.
"""

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 6, M = 3 };
enum { L = 64, G = 600 };
struct pair { unsigned x, y; };
struct big { unsigned x, y, pad[L]; };
void outside(unsigned v);
unsigned mix(unsigned v);
void stir(unsigned *row, int n, unsigned v);
unsigned counted(void);
static unsigned sum, state = %dU;
static void see(unsigned v) { sum = sum * 31u + v; }
static unsigned chance(unsigned n) { state = state * 1103515245u + 12345u; return (state >> 16) %% n; }
static unsigned total(const unsigned *row) { unsigned t = 0; for (int i = 0; i < N; i++) t = t * 7u + row[i]; return t; }
static void fill(unsigned *row, unsigned v) { for (int i = 0; i < N; i++) row[i] = v + (unsigned)i; }
static void copy(unsigned *to, const unsigned *from) { for (int i = 0; i < N; i++) to[i] = from[i]; }
static unsigned second(const unsigned *row) { return row[1]; }
static unsigned nested(const unsigned *row) { return chance(2) ? second(row) : total(row); }
static void upto(unsigned *row, int n, unsigned v) { for (int i = 0; i < n; i++) row[i] = v ^ (unsigned)i; }
static void unequal(unsigned *row, unsigned long n) { for (unsigned long i = 0; i != n; ++i) { unsigned v = (unsigned)i * 3u; row[i] = v; } }
static void early(unsigned *row, int n) { if (chance(3) == 0) return; for (int i = 0; i < n; i++) row[i] = 3u; }
static void either(unsigned *row, int n) { if (chance(2)) for (int i = 0; i < n; i++) row[i] = 4u; else for (int i = 0; i < n; i++) row[i] = 5u; }
static void half(unsigned *row, int n) { if (chance(2)) for (int i = 0; i < n; i++) row[i] = 4u; else for (int i = 0; i < N - 1; i++) row[i] = 5u; }
static void left(unsigned *row, int n) { for (int i = 0; i < n; i++) { row[i] = 6u; if (chance(5) == 0) break; } }
static void changed(unsigned *row, int n) { n -= (int)chance(2); for (int i = 0; i < n; i++) row[i] = 7u; }
static void later(unsigned *row, int n) { for (int i = 1; i < n; i++) row[i] = 8u; }
static void own(unsigned *row, int n) { for (int i = 0; i < n; i++) row[i] = row[i] + 9u; }
static void before(unsigned *row, int n) { see(row[2]); for (int i = 0; i < n; i++) row[i] = 10u; }
static void behind(unsigned *row, int n) { for (int i = 0; i < n; i++) row[i] = 11u; see(row[N - 1]); }
static void loops(unsigned *row, int n) { while (chance(3)) for (int i = 0; i < n; i++) row[i] = 12u; }
static void two(unsigned *row, int n, unsigned *other, int m) { for (int i = 0; i < n; i++) row[i] = 13u; for (int i = 0; i < m; i++) other[i] = row[i]; }
static void stopped(unsigned *row, int n)
{
    for (int i = 0; i < n; i++) {
        row[i] = 14u;
        if (i == 3) {
            see(i);
#pragma ckpt
            see(row[5]);
        }
    }
}
static void lent(const unsigned *row)
{
    see(row[0]);
#pragma ckpt
    see(row[5]);
}
static unsigned further(const unsigned *row) { lent(row); return row[1]; }
static void member(struct pair *p) { p->x = p->y + 1u; }
"""


class Program:
    def __init__(self, choice):
        self.choice, self.fresh = choice, 0
        self.scalars = ["s%d" % i for i in range(choice.randint(2, 6))]
        self.arrays = ["a%d" % i for i in range(choice.randint(2, 5))]
        self.pairs = ["p%d" % i for i in range(choice.randint(1, 3))]
        self.tables = ["m%d" % i for i in range(choice.randint(1, 3))]
        self.makes = ["g%d" % i for i in range(choice.randint(1, 5))] if choice.random() < 0.5 else []   # tables, made first
        self.filled = ["q%d" % i for i in range(3)]                            # by a helper, first thing in each round, and read then
        self.functions = ["f%d" % i for i in range(choice.randint(3, 8))]
        self.linkage = choice.choice(["static ", "", "mixed"])
        self.known = []                                                        # to the other unit
        self.within = False                                                    # a function of its own locals
        self.open = [f for f in self.functions if choice.random() < 0.2]       # reached through a pointer

    def storage(self, name):
        """`static `, or nothing. Of the latter the other unit knows some."""
        kind = self.choice.choice(["static ", ""]) if self.linkage == "mixed" else self.linkage
        if not kind and self.choice.random() < 0.25:
            self.known.append(name)
        return kind

    def locals(self):
        pick = self.choice
        return ("    unsigned l0[L]%s, l1[L];\n    struct big b0 = { %s, 2u, { 3u, 4u } };\n    unsigned long w0[40] = { 1u }, w1[70];\n    for (int i = 0; i < 70; i++) w1[i] = depth;\n    for (int i = 0; i < L; i++) l1[i] = depth + (unsigned)i;\n    %s\n" % (
            pick.choice([" = { 5u }", " = { 0u }"]), pick.choice(["depth", "1u"]), pick.choice(["see(l1[7]);", "see(b0.pad[1]);", ""])))

    def local(self):
        """What functions do to large variables of their own."""
        pick = self.choice
        a, b = pick.sample(["l0", "l1"], 2)
        v, i = self.value(), self.name("i")
        head = "for (int %s = 0; %s < L; %s++) " % (i, i, i)
        return pick.choice([head + "%s[%s] = %s;\n" % (a, i, v), head + "%s[%s] = %s[%s];\n" % (a, i, b, i), head + "if (chance(9)) %s[%s] = 2u;\n" % (a, i),
                            "for (int %s = 0; %s < L - 1; %s++) %s[%s] = 3u;\n" % (i, i, i, a, i), head + "{ %s[%s] = 1u; if (chance(40) == 0) break; }\n" % (a, i),
                            "memset(%s, 1, sizeof %s);\n" % (a, a), "if (chance(2)) memset(%s, 2, sizeof %s);\n" % (a, a), "memcpy(%s, %s, sizeof %s);\n" % (a, b, a),
                            "memset(%s, 3, sizeof %s - 4u);\n" % (a, a), "see(%s[%d]);\n" % (a, pick.choice([0, 5, 62, 63])), "see(%s[chance(L)]);\n" % a,
                            "lent(%s);\n" % a, "lent(b0.pad);\n", "see(further(%s));\n" % a, "see(total(%s));\n" % a, "see(nested(%s + 1));\n" % a, "%s[%d] = %s;\n" % (a, pick.randrange(64), v), "fill(%s, %s);\n" % (a, v),
                            pick.choice(["for (int %s = 0; %s < 40; %s++) w0[%s] = 3u;\n", "for (int %s = 0; %s < 70; %s++) w1[%s] = 4u;\n",
                                         "for (int %s = 1; %s < 70; %s++) w1[%s] = 4u;\n"]) % (i, i, i, i),
                            "see((unsigned)(w0[7] + w1[69]));\n", "memset(w1, 0, sizeof w1);\n",
                            "b0 = (struct big){ %s, 2u };\n" % v, "b0.x = %s;\n" % v, "see(b0.pad[chance(3)]);\n", "see(b0.x);\n", "memset(&b0, 1, sizeof b0);\n",
                            "memcpy(b0.pad, %s, sizeof b0.pad);\n" % a, "upto(b0.pad, L, 4u);\n",
                            pick.choice(["upto(%s, L, 7u);\n", "either(%s, L);\n", "early(%s, L);\n", "stopped(%s, L);\n", "half(%s, L);\n", "behind(%s, L);\n", "own(%s, L);\n"]) % a,
                            "{ unsigned in%s[L]; %sin%s[%s] = %s;\n#pragma ckpt\n        see(in%s[%s]); }\n" % (i, head, i, i, v, i, pick.choice(["3", "chance(L)"])),
                            "see((unsigned)memcmp(%s, %s, 16) != 0);\n" % (a, b), "{ unsigned *to = %s; to[chance(L)] = 8u; see(to[5]); }\n" % a])

    def name(self, stem):
        self.fresh += 1
        return "%s%d" % (stem, self.fresh)

    def text(self):
        pick = self.choice
        out = HEAD % pick.randint(1, 1 << 30)
        for s in self.scalars:
            out += "%sunsigned %s%s;\n" % (self.storage(s), s, pick.choice(["", " = 7u"]))
        for a in self.arrays:
            out += "%sunsigned %s[N]%s;\n" % (self.storage(a), a, pick.choice(["", " = { 1u, 2u, 3u }"]))
        for q in self.filled:
            out += "%sunsigned %s[N];\n" % (self.storage(q), q)
        for p in self.pairs:
            out += "%sstruct pair %s;\n" % (self.storage(p), p)
        for m in self.tables:
            out += "%sunsigned %s[M][N];\n" % (self.storage(m), m)
        for g in self.makes:
            out += "%sunsigned %s[G]%s;\n" % (self.storage(g), g, pick.choice(["", " = { 9u, 8u }"]))
        kinds = {f: self.storage(f) for f in self.functions}
        for f in self.functions:
            out += "%svoid %s(unsigned depth);\n" % (kinds[f], f)
        for f in self.open:
            out += "static void (*volatile to_%s)(unsigned) = %s;\n" % (f, f)
        out += "".join(self.maker(at) for at in range(len(self.makes)))
        for at, f in enumerate(self.functions):
            self.within = pick.random() < 0.5
            own = self.locals() if self.within else ""
            body = "".join(self.statement(2, at, False) for _ in range(pick.randint(2, 6)))
            out += "%svoid %s(unsigned depth)\n{\n    unsigned local = depth;\n%s%s    see(local);\n}\n" % (kinds[f], f, own, body)
        self.within, own = True, self.locals()
        body = "".join(self.statement(2, -1, False) for _ in range(pick.randint(3, 8)))
        out += "int main(void)\n{\n    unsigned depth = 0, local = 1;\n" + own + self.begin() + "    for (int round = 0; round < 4; round++) {\n"
        out += "    #pragma ckpt\n" + "".join("        %s        see(%s[%d]);\n" % (self.filler(q), q, pick.choice([0, 3, 5, 5])) for q in self.filled) + body + "        printf(\"%d %u %u\\n\", round, sum, local);\n    }\n"
        return out + "".join(self.statement(1, -1, False) for _ in range(pick.randint(0, 3))) + "    printf(\"%u %u\\n\", sum, depth);\n    return 0;\n}\n"

    def maker(self, at):
        """Functions that make a table, most of them of nothing but itself."""
        pick, g = self.choice, self.makes[at]
        other = self.makes[pick.randrange(at + 1)]
        head = "for (int i = 0; i < G; i++) "
        body = pick.choice([head + "%s[i] = %s[(i * 7 + 1) %% G] * 5u + (unsigned)i;" % (g, other), head + "%s[i] = mix((unsigned)i ^ %s[G - 1 - i]);" % (g, other),
                            "stir(%s, G, 3u);" % g, "unsigned *row = &%s[10]; for (int i = 0; i < G - 10; i++) row[i] += 4u + %s[i];" % (g, other),
                            "for (int i = G - 1; i > 0; i--) { if (i %% 50 == 3) continue; %s[i] = (unsigned)i * %s[i - 1]; }" % (g, other),
                            "static unsigned seed = 77u; " + head + "%s[i] = seed = seed * 69069u + 1u;" % g, "memset(%s, 0, sizeof %s); upto(%s, 20, 6u);" % (g, g, g),
                            "unsigned copy[G]; memcpy(copy, %s, sizeof copy); " % other + head + "%s[i] = copy[(i * 3) %% G] + 1u;" % g,
                            "upto(%s, G, 9u); if (%s[3] > 2u) return; %s[4] = 1u;" % (g, other, g)] * 4 + [
                            head + "%s[i] = chance(9);" % g, head + "%s[i] = counted();" % g, head + "%s[i] = sum + (unsigned)i;" % g,
                            head + "%s[i] = %s;" % (g, pick.choice(self.scalars)), "see(%s[1]); upto(%s, G, 1u);" % (other, g)])
        return "static void make_%s(void) { %s }\n" % (g, body)

    def begin(self):
        pick, out = self.choice, ""
        for g in self.makes:
            out += "    " + pick.choice(["make_%s();\n" % g] * 8 + ["if (chance(2)) make_%s();\n" % g, "upto(%s, G, 2u);\n" % g, "stir(%s, G - 1, 5u);\n" % g,
                                        "make_%s();\n    make_%s();\n" % (g, g), "%s[7] = 3u;\n    make_%s();\n" % (g, g), "for (int i = 0; i < 2; i++) make_%s();\n" % g])
        return out

    def table(self):
        """What is done to such a table later: as a rule it is read."""
        pick, g = self.choice, self.choice.choice(self.makes)
        return pick.choice(["see(%s[chance(G)]);\n" % g] * 12 + ["{ const unsigned *at = &%s[chance(500)]; see(at[3]); }\n" % g, "see(total(%s));\n" % g,
                           "%s[chance(G)] = 2u;\n" % g, "make_%s();\n" % g, "{ unsigned *at = %s; at[5]++; }\n" % g, "stir(%s, 3, 2u);\n" % g])

    def value(self):
        pick = self.choice
        return pick.choice(["local", "depth", "chance(5)", "3u", pick.choice(self.scalars), "%s[chance(N)]" % pick.choice(self.arrays),
                            "%s.x" % pick.choice(self.pairs)]) + pick.choice(["", " + 1u", " ^ local"])

    def statement(self, room, function, inside_loop):
        pick = self.choice
        kinds = [self.read] * 4 + [self.write] * 5 + [self.full_loop] * 4 + [self.odd_loop] * 3 + [self.bytes] * 2 + [self.through_parameter] * 2
        kinds += [lambda: self.call(function)] * 4 + [self.site] * 2
        kinds += [self.local] * 9 if self.within else []
        kinds += [self.table] * 4 if self.makes else []
        kinds += [lambda: "outside(local);\n"] * 2
        if room:
            kinds += [lambda: self.condition(room, function, inside_loop)] * 3 + [lambda: self.loop(room, function)] * 2
            kinds += [lambda: self.switch(room, function, inside_loop), lambda: self.jump(room, function)]
        if inside_loop:
            kinds += [lambda: "if (chance(3) == 0) %s;\n" % pick.choice(["break", "continue"])]
        elif function >= 0:
            kinds += [lambda: "if (chance(6) == 0) return;\n"]
        return "        " + pick.choice(kinds)()

    def block(self, room, function, inside_loop):
        return "{\n" + "".join(self.statement(room - 1, function, inside_loop) for _ in range(self.choice.randint(1, 3))) + "        }\n"

    def site(self):
        return "local += 0u;\n#pragma ckpt\n"

    def read(self):
        pick = self.choice
        return pick.choice(["see(%s);\n" % pick.choice(self.scalars), "see(%s[%d]);\n" % (pick.choice(self.arrays), pick.randrange(6)),
                            "see(total(%s));\n" % pick.choice(self.arrays), "see(%s.y);\n" % pick.choice(self.pairs),
                            "see(%s[%d][chance(N)]);\n" % (pick.choice(self.tables), pick.randrange(3)),
                            "local += sizeof %s + %s;\n" % (pick.choice(self.arrays), pick.choice(self.scalars)),
                            "{ const unsigned *at = &%s[chance(3)]; see(at[1]); }\n" % pick.choice(self.arrays), "{ struct pair *at = &%s; at->x ^= 3u; see(at->y); }\n" % pick.choice(self.pairs),
                            "{ unsigned *row = %s[%d]; row[chance(N)] = 4u; const unsigned *of = row; see(of[2]); }\n" % (pick.choice(self.tables), pick.randrange(3)),
                            "{ unsigned *to = %s; for (int i = 0; i < N; i++) to[i] = 5u; }\n" % pick.choice(self.arrays),
                            "stir(%s, %s, 4u);\n" % (pick.choice(self.arrays), pick.choice(["N", "N - 1"])),
                            "see(nested(%s));\n" % pick.choice(self.arrays), "see(second(%s[%d]));\n" % (pick.choice(self.tables), pick.randrange(3))])

    def write(self):
        pick = self.choice
        (s, other), a, p = pick.sample(self.scalars, 2), pick.choice(self.arrays), pick.choice(self.pairs)
        return pick.choice(["%s = %s;\n" % (s, self.value()), "%s += %s;\n" % (s, self.value()), "%s[%d] = %s;\n" % (a, pick.randrange(6), self.value()),
                            "%s = (struct pair){ %s, 2u };\n" % (p, self.value()), "%s = %s;\n" % (p, pick.choice(self.pairs)),
                            "%s.x = %s;\n" % (p, self.value()), "if (chance(2)) %s = %s;\n" % (s, self.value()),
                            "chance(2) && (%s = %s);\n" % (s, self.value()), "%s = (%s = %s) + 1u;\n" % (s, other, self.value()),
                            "%s = chance(2) ? %s : (%s = 2u);\n" % (other, self.value(), s)])

    def full_loop(self):
        pick, i, j = self.choice, self.name("i"), self.name("j")
        a, m, head = pick.choice(self.arrays), pick.choice(self.tables), "for (int %s = 0; %s < N; %s++) " % (i, i, i)
        rows = "for (int %s = 0; %s < M; %s++) " % (j, j, j)
        both, element = pick.choice([(head + rows), (rows + head)]), "%s[%s][%s]" % (m, j, i)
        return pick.choice([head + "%s[%s] = %s;\n" % (a, i, self.value()), both + element + " = %s;\n" % self.value(),
                            both + "{ %s = %s; see(%s); }\n" % (element, self.value(), element),
                            head + "{ %s[%s] = %s; see(%s[%s]); }\n" % (a, i, self.value(), pick.choice([a, pick.choice(self.arrays)]), i),
                            rows + "memset(%s[%s], 1, sizeof %s[%s]);\n" % (m, j, m, j), head + "%s[%s] = %s[%s];\n" % (a, i, pick.choice(self.arrays), i)])

    def odd_loop(self):
        pick, i = self.choice, self.name("i")
        a, s = pick.choice(self.arrays), pick.choice(self.scalars)
        head, element = "for (int %s = 0; %s < N; %s++) " % (i, i, i), "%s[%s]" % (a, i)
        return pick.choice([head + "{ if (chance(4) == 0) break; %s = 1u; }\n" % element, head + "{ %s = 1u; if (chance(4) == 0) break; }\n" % element,
                            head + "{ if (chance(2)) continue; %s = 2u; }\n" % element, head + "if (chance(2)) %s = 3u;\n" % element,
                            "for (int %s = 1; %s < N; %s++) %s = 4u;\n" % (i, i, i, element), "for (int %s = 0; %s < N - 1; %s++) %s = 5u;\n" % (i, i, i, element),
                            "for (int %s = 0; %s < N; %s += 2) %s = 6u;\n" % (i, i, i, element), head + "%s += 1u;\n" % element,
                            head + "{ see(%s); %s = 8u; }\n" % (element, element), head + "{ %s = 8u; see(%s[N - 1 - %s]); }\n" % (element, a, i),
                            head + "%s[(%s * 2) %% N] = 9u;\n" % (a, i), head + "%s = 2u;\n" % s, "while (chance(3)) %s = 4u;\n" % s,
                            "for (unsigned %s = 0; %s < chance(N); %s++) %s = 5u;\n" % (i, i, i, s),
                            head + "for (int k = 0; k < M; k++) %s[k][k] = 5u;\n" % pick.choice(self.tables)])

    def bytes(self):
        pick, a = self.choice, self.choice.choice(self.arrays)
        return pick.choice(["memset(%s, 2, sizeof %s);\n" % (a, a), "memset(%s, 2, sizeof %s - 4u);\n" % (a, a), "memset(%s, 3, 4 * chance(6));\n" % a,
                            "memcpy(%s, %s, sizeof %s);\n" % (a, pick.choice(self.tables) + "[1]", a), "memset(&%s, 0, sizeof %s);\n" % ((pick.choice(self.pairs),) * 2),
                            "if (chance(2)) memset(%s, 4, sizeof %s);\n" % (a, a), "see((unsigned)memcmp(%s, %s, 8) != 0);\n" % (a, pick.choice(self.arrays))])

    def through_parameter(self):
        pick, a, m = self.choice, self.choice.choice(self.arrays), self.choice.choice(self.tables)
        if pick.random() < 0.6:
            b, count = pick.choice([x for x in self.arrays if x != a]), pick.choice(["N", "N - 1", "3"])
            return pick.choice([self.filler(a)] * 6 + ["upto(&%s[1], N - 1, 2u);\n" % a, "upto(%s + 1, N - 1, 3u);\n" % a, "upto(%s[1], %s, 4u);\n" % (m, count),
                                "two(%s, %s, %s, %s);\n" % (a, count, b, pick.choice(["N", "N - 1"])), "if (chance(2)) upto(%s, N, 5u);\n" % a])
        return pick.choice(["fill(%s, %s);\n" % (a, self.value()), "if (chance(2)) fill(%s, 1u);\n" % a, "fill(%s[%d], 2u);\n" % (m, pick.randrange(3)),
                            "copy(%s, %s);\n" % (a, pick.choice([b for b in self.arrays + [m + "[2]"] if b != a])), "member(&%s);\n" % pick.choice(self.pairs)])

    def filler(self, a):
        """A call that writes all of an array, or not quite."""
        pick = self.choice
        count = pick.choice(["N", "N", "N", "N", "N - 1", "5", "6", "(int)chance(N + 1)"])
        value = self.value().replace("%", "%%") if "chance" not in count else "7u"   # arguments are evaluated in any order
        whole = ["upto(%s, %s, " + value + ");\n", "unequal(%s, %s);\n", "either(%s, %s);\n", "behind(%s, %s);\n"]
        not_quite = ["%s(%%s, %%s);\n" % f for f in ("early", "half", "left", "changed", "later", "own", "before", "loops", "stopped")]
        return pick.choice(whole + not_quite) % (a, count)

    def call(self, function):
        later = self.functions[function + 1:]
        if not later:
            return "if (depth > 1u) return;\n        %s(depth + 1u);\n" % self.functions[function]
        f = self.choice.choice(later)
        if f in self.open and self.choice.random() < 0.5:
            return "to_%s(depth);\n" % f
        if function >= 0 and self.choice.random() < 0.1:
            return self.choice.choice(["if (depth < 2) %s(depth + 1u);\n", "if (depth > 1u) return;\n        %s(depth + 1u);\n"]) % self.functions[function]
        return self.choice.choice(["%s(depth);\n", "%s(depth);\n", "if (chance(2)) %s(depth);\n"]) % f

    def condition(self, room, function, inside_loop):
        text = "if (chance(3)) " + self.block(room, function, inside_loop)
        return text + ("        else " + self.block(room, function, inside_loop) if self.choice.random() < 0.5 else "")

    def loop(self, room, function):
        i, body = self.name("i"), self.block(room, function, True)
        return self.choice.choice(["for (int %s = 0; %s < 3; %s++) %s" % (i, i, i, body),
                                   "for (int %s = 0; chance(3) && %s < 4; %s++) %s" % (i, i, i, body),
                                   "{ int %s = 0; while (%s++ < 2) %s        }\n" % (i, i, body),
                                   "{ int %s = 0; do %s        while (%s++ < 2); }\n" % (i, body, i)])

    def switch(self, room, function, inside_loop):
        cases = "".join("        %s:\n%s%s" % (label, self.statement(room - 1, function, False), self.choice.choice(["", "        break;\n"]))
                        for label in self.choice.sample(["case 0", "case 1", "default", "case 2"], self.choice.randint(2, 4)))
        return "switch (chance(4)) {\n%s        ;\n        }\n" % cases

    def jump(self, room, function):
        label, i = self.name("out"), self.name("i")
        return self.choice.choice([
            "{ for (int %s = 0; %s < N; %s++) { if (chance(5) == 0) goto %s; %s[%s] = 1u; } %s: ; }\n" % (
                i, i, i, label, self.choice.choice(self.arrays), i, label),
            "{ int %s = 0; %s: see(%s); if (%s++ < 2) goto %s; }\n" % (i, label, self.choice.choice(self.scalars), i, label),
            "{ if (chance(2)) goto %s; %s = 3u; %s: see(local); }\n" % (label, self.choice.choice(self.scalars), label)])


    def other(self):
        """The other unit, after text()."""
        pick, out = self.choice, "struct pair { unsigned x, y; };\nvoid outside(unsigned v);\nunsigned mix(unsigned v);\nvoid stir(unsigned *row, int n, unsigned v);\nunsigned counted(void);\n"
        out += "unsigned mix(unsigned v) { return (v ^ v >> 7) * 2654435761u; }\nunsigned counted(void) { static unsigned n; return n++; }\n"
        out += "void stir(unsigned *row, int n, unsigned v) { for (int i = 1; i < n; i++) row[i] = mix(row[i - 1] + v); }\n"
        for name in self.known:
            out += {"s": "extern unsigned %s;\n", "a": "extern unsigned %s[6];\n", "q": "extern unsigned %s[6];\n", "g": "extern unsigned %s[600];\n", "p": "extern struct pair %s;\n",
                    "m": "extern unsigned %s[3][6];\n", "f": "void %s(unsigned depth);\n"}[name[0]] % name
        does = {"s": ["%s += v;", "v = %s;", "%s = v;"], "a": ["%s[2] += v;", "v ^= %s[5];"], "q": ["v ^= %s[1];"], "g": ["v ^= %s[500];", "%s[1] = v;"], "p": ["%s.x += v;", "v += %s.y;"],
                "m": ["v += %s[1][2];", "%s[2][5] = v;"], "f": ["if (v %% 3u == 0u && busy < 2u) %s(v %% 2u);"]}
        body = "".join("    %s\n" % (pick.choice(does[name[0]]) % name) for name in self.known for _ in range(pick.randint(0, 2)))
        return out + "static unsigned busy;\nvoid outside(unsigned v)\n{\n    busy++;\n%s    busy--;\n    (void)v;\n}\n" % body


def program(choice):
    """Its two units."""
    made = Program(choice)
    return made.text(), made.other()
