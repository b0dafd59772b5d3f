#!/usr/bin/env python3
"""many_units.py CKPTCC UNITS [--linear] - a program of so many units, a function in each that calls the next one's, with a site in the last.

What is checked   it says what the plain build says, stopped at each of three visits (with UNITS + 1 live frames) and restarted.
--linear          the processor time of compiling and linking is at most twice that of a tenth of the units, by unit.
"""
import os
import resource
import subprocess
import sys

HEADER = """struct item { int key; struct item *next; double weight; };
struct table { int n; struct item *first[7]; };
extern struct table table;
"""
MAIN = """#include <stdio.h>
struct table table;
int step_0(int n);
int main(void)
{
    for (int n = 0; n < 5; n++) {
        int sum = step_0(n);
        printf("%d %d\\n", sum, table.first[0] ? table.first[0]->key : -1);
    }
    return 0;
}
"""


def unit(k, last):
    following = "" if last else "int step_%d(int n);\n" % (k + 1)
    rest = "#pragma ckpt\n    return calls + i->key;" if last else "int rest = step_%d(n + 1);\n    return (calls + i->key + rest) %% 1000003;" % (k + 1)
    return HEADER + following + """static int calls;
static struct item items[3];
int step_%d(int n);
int step_%d(int n)
{
    struct item *i = &items[n %% 3];
    i->key += n + %d;
    i->weight = i->key / 2.0;
    i->next = n %% 3 ? table.first[%d] : 0;
    table.first[%d] = i;
    calls++;
    %s
}
""" % (k, k, k, k % 7, k % 7, rest)


def spent():
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime


def build(ckptcc, units):
    """Writes and builds it, in a directory of its own. Returns the processor seconds of CKPTCC, by unit."""
    where = "units-%d" % units
    os.makedirs(where)
    names = ["unit%d.c" % k for k in range(units)]
    for k, name in enumerate(names):
        with open(os.path.join(where, name), "w") as f:
            f.write(unit(k, k == units - 1))
    with open(os.path.join(where, "main.c"), "w") as f:
        f.write(HEADER + MAIN)
    subprocess.run(["cc", "-O1", "main.c", *names, "-o", "plain"], cwd=where, check=True)
    before = spent()
    subprocess.run([ckptcc, "-O1", "main.c", *names, "-o", "carried"], cwd=where, check=True)
    return where, (spent() - before) / units


def run(where, program, status=0, **settings):
    result = subprocess.run(["./" + program], cwd=where, env=dict(os.environ, **settings), stdout=subprocess.PIPE, check=False)
    if result.returncode != status:
        sys.exit("%s %s: status %d, not %d" % (program, settings, result.returncode, status))
    return result.stdout


def main():
    ckptcc, units = sys.argv[1], int(sys.argv[2])
    where, cost = build(ckptcc, units)
    want = run(where, "plain")
    for visit in ("1", "3", "5"):
        directory = "run" + visit
        got = run(where, "carried", 75, CKPT_DIR=directory, CKPT_AT=visit, CKPT_EXIT="1")
        got += run(where, "carried", CKPT_DIR=directory, CKPT_RESTART="latest")
        if got != want:
            sys.exit("visit %s: %r, not %r" % (visit, got, want))
    if "--linear" in sys.argv:
        fewer = build(ckptcc, units // 10)[1]
        print("%d units: %.3f s each; %d: %.3f" % (units, cost, units // 10, fewer))
        if cost > 2 * fewer:
            sys.exit("a unit costs more the more there are")


main()
