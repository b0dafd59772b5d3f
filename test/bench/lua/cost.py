#!/usr/bin/env python3
"""cost.py - what the site in Lua's call path costs while no checkpoint is taken: instructions on eight benchmarks, and the time of compiling.

Instructions as callgrind counts them: the difference of a long and a short run, of the interpreter with the site (test/programs/lua.py) and of the plain
one, both configured alike (dispatch by switch); the plain one with computed goto is shown beside it.

usage: cost.py     Output: a table; status 1 if the geometric mean is above the limit, 77 if Lua's source cannot be had
"""
import glob
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "matrix"), os.path.join(HERE, "..", "..", "programs"), os.path.join(HERE, "..")]
import lab
import lua
from callgrind import instructions

LIMIT = 1.08

where = lua.source()
built, plain = lua.build(where, [lab.NATIVE])
alike = lua.build_plain(where, ["-DLUA_USE_JUMPTABLE=0"])
ratios = []
print("%-12s %14s %8s %14s" % ("", "instructions", "site", "computed goto"))
for path in sorted(glob.glob(os.path.join(HERE, "*.lua"))):
    script = lua.Script(path)
    counts = []
    with lab.Run(script) as run:
        for interpreter in (alike, built[lab.NATIVE], plain):
            counts.append(instructions(run, interpreter, [path, 2]) - instructions(run, interpreter, [path, 1]))
    ratios.append(counts[1] / counts[0])
    print("%-12s %14d %8.3f %14.3f" % (script.short, counts[0], ratios[-1], counts[2] / counts[0]), flush=True)
mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
print("geometric mean %.3f, limit %.2f" % (mean, LIMIT))
sys.exit(1 if mean > LIMIT else 0)
