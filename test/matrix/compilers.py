#!/usr/bin/env python3
"""compilers.py - the tests of the language and of restarts with gcc and clang, at -O0, -O2 and -O3, and with ckptcc's analyses off.

usage       compilers.py [--sample N] [COMPILER-LEVEL ...]      as in "gcc-O0 clang-19-O3 gcc-O2-off"; without any: all seven
--sample    one of the seven, drawn by the tree's hash (draw.py), and N of the tests, drawn as well
How         lit runs the same files once more, with its parameters cc, opt and analyses. The other architectures' programs are gcc's at that level.
Output      what lit says of those that fail, a line for each of the seven; status 1 if one fails, or none was run.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(SOURCE, "test"))
import draw  # noqa: E402
import lab  # noqa: E402

OFF = " ".join(lab.ANALYSES_OFF)

BUILD = os.environ.get("CKPT_BUILD") or os.path.join(SOURCE, "build")
LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
DIRECTORIES = ("lang", "restart")
ALL = [(cc, level, "") for cc in ("gcc", "clang-19") for level in ("-O0", "-O2", "-O3")] + [("gcc", "-O2", OFF)]


def tests(directories=DIRECTORIES):
    """Names as lit has them, relative to test/."""
    found = []
    for directory in directories:
        for where, below, files in os.walk(os.path.join(SOURCE, "test", directory)):
            below[:] = [b for b in below if b != "Inputs"]
            found += [os.path.relpath(os.path.join(where, f), os.path.join(SOURCE, "test")) for f in files if f.endswith((".c", ".test"))]
    return sorted(found)


def run(cc, level, names, analyses=""):
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        command = ["/usr/bin/python3", LIT, "-v", "-j2", "--no-progress-bar", "--param", "cc=" + cc, "--param", "opt=" + level, "--param", "analyses=" + analyses, "-o", report.name,
                   "--filter=:: (%s)$" % "|".join(map(re.escape, names)), os.path.join(BUILD, "test")]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ, CKPT_BUILD=BUILD), check=False)
        try:
            codes = [t["code"] for t in json.load(report)["tests"]]
        except ValueError:
            codes = []
    good, bad = sum(c in ("PASS", "XFAIL") for c in codes), sum(c in ("FAIL", "XPASS", "TIMEOUT", "UNRESOLVED") for c in codes)
    if bad or not good:
        print("\n".join(line for line in done.stdout.split("\n") if not line.startswith(("PASS", "UNSUPPORTED"))))
    print("%s %s%s: %d passed, %d failed" % (cc, level, " " + analyses if analyses else "", good, bad), flush=True)
    return good and not bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("which", nargs="*")
    o = parser.parse_args()
    chosen, names = ALL, tests()
    if o.which:
        chosen = [each for each in ALL if "".join(each).replace(OFF, "-off") in o.which]
    elif o.sample:
        by = random.Random(draw.number())
        chosen, names = [by.choice(ALL)], by.sample(names, o.sample)
    results = [run(cc, level, names, analyses) for cc, level, analyses in chosen]
    sys.exit(0 if results and all(results) else 1)


if __name__ == "__main__":
    main()
