#!/usr/bin/env python3
"""compile.py - what ckptcc takes to build Lua, against what the compiler alone takes: processor time of all processes, and by the clock.

Lua as test/programs/lua.py builds it (side file, configuration, -O2), each unit with -c, then linked: by cc, and by ckptcc, which compiles the units
again that a site can be reached from, two at a time. By turns; the ratios are the medians of the rounds' ratios. The limit is for the time by the clock, what
one waits for with a make that does one thing at a time; the processor time, what one waits for where all cores are busy, is told.

usage: compile.py [ROUNDS]   (3)   Output: a line per round, then the medians; status 1 if the clock's is above the limit, 77 if Lua's source cannot be had
"""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "matrix"), os.path.join(HERE, "..", "..", "programs")]
import lab
import lua

LIMIT = 3.0
CKPTCC = os.path.join(lab.BUILD, "bin", "ckptcc")


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, where):
    done = subprocess.run(command, cwd=where, capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s: %s" % (" ".join(command[:3]), done.stderr[-2000:]))


def build(compiler, more, sources, flags, where):
    """Processor seconds of compiling and of linking; seconds of both by the clock."""
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    clock, begun = time.monotonic(), spent()
    for source in sources:
        run(compiler + more + flags + ["-c", source], where)
    compiled = spent()
    run(compiler + more + sorted(name for name in os.listdir(where) if name.endswith(".o")) + ["-lm", "-ldl", "-o", "lua"], where)
    return compiled - begun, spent() - compiled, time.monotonic() - clock


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    where = lua.source()
    side, config, *added = (os.path.join(lua.HERE, name) for name in ("lua.side", "config.h", "stable.c", "tidy.c"))
    sources = lua.sources(where) + added
    flags = ["-O2"] + lua.COMMON + ["-I", os.path.join(where, "src"), "-include", config, "-DANNOTATIONS=0"]
    ratios, clocks = [], []
    for _ in range(rounds):
        plain = build(["cc"], [], sources, flags, os.path.join(lua.WORK, "compile-cc"))
        ours = build([CKPTCC], ["--ckpt-annotations=" + side], sources, flags, os.path.join(lua.WORK, "compile-ckptcc"))
        ratios.append(sum(ours[:2]) / sum(plain[:2]))
        clocks.append(ours[2] / plain[2])
        print("cc %.2f s, ckptcc %.2f + %.2f s: %.2f; by the clock %.2f and %.2f s: %.2f" % (sum(plain[:2]), *ours[:2], ratios[-1], plain[2], ours[2], clocks[-1]), flush=True)
    clock = statistics.median(clocks)
    print("median by the clock %.2f, limit %.1f; of processor time %.2f" % (clock, LIMIT, statistics.median(ratios)))
    return 1 if clock > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
