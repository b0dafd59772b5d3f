#!/usr/bin/env python3
"""compile.py - what ckptcc takes to build Lua, against what the compiler alone takes: processor time of all processes.

Lua as test/programs/lua.py builds it (side file, configuration, -O2), each unit with -c, then linked: by cc, and by ckptcc, which compiles the units
again that a site can be reached from. By turns; the ratio is the median of the rounds' ratios.

usage: compile.py [ROUNDS]   (3)   Output: a line per round, then the median; status 1 if it is above the limit, 77 if Lua's source cannot be had
"""
import os
import resource
import shutil
import statistics
import subprocess
import sys

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
    """Processor seconds of compiling and of linking."""
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    begun = spent()
    for source in sources:
        run(compiler + more + flags + ["-c", source], where)
    compiled = spent()
    run(compiler + more + sorted(name for name in os.listdir(where) if name.endswith(".o")) + ["-lm", "-ldl", "-o", "lua"], where)
    return compiled - begun, spent() - compiled


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    where = lua.source()
    side, config, *added = (os.path.join(lua.HERE, name) for name in ("lua.side", "config.h", "stable.c", "tidy.c"))
    sources = lua.sources(where) + added
    flags = ["-O2"] + lua.COMMON + ["-ftrivial-auto-var-init=zero", "-I", os.path.join(where, "src"), "-include", config, "-DANNOTATIONS=0"]
    ratios = []
    for _ in range(rounds):
        plain = build(["cc"], [], sources, flags, os.path.join(lua.WORK, "compile-cc"))
        ours = build([CKPTCC], ["--ckpt-annotations=" + side], sources, flags, os.path.join(lua.WORK, "compile-ckptcc"))
        ratios.append(sum(ours) / sum(plain))
        print("cc %.2f s, ckptcc %.2f + %.2f s: %.2f" % (sum(plain), *ours, ratios[-1]), flush=True)
    median = statistics.median(ratios)
    print("median %.2f, limit %.1f" % (median, LIMIT))
    return 1 if median > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
