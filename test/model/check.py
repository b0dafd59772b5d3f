#!/usr/bin/env python3
# check.py - run spin on the configurations of programs/ and on the mutants of line.pml; print a table.
#
# usage      check.py [--long] [--out DIR] [filter ...]     filter: part of a row's name
# Input      line.pml, programs/*.pml, runs.txt: a row per run, `program switches expectation mode`
#            switches      comma-separated macros of line.pml, or -
#            expectation   ok, or the name of the assertion that must be violated
#            mode          full: every state; hash: bit-state hashing, five minutes at most; prefix long-: only with --long
# Output     table on stdout; status 1 when a row differs from what it expects. A counterexample's trail stays in DIR.
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY = 3500           # MB, for each run
SECONDS = {False: 300, True: 1800}
COMPILE = ["-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=%d" % MEMORY]
MODES = {"full": ["-O0", "-DCOLLAPSE"], "hash": ["-O2", "-DBITSTATE"]}


def rows(filters, long):
    with open(os.path.join(HERE, "runs.txt")) as runs:
        lines = runs.read().split("\n")
    for line in lines:
        fields = line.split("#")[0].split()
        if not fields:
            continue
        program, switches, expected, mode = fields
        name = program if switches == "-" else program + " " + switches
        if filters and not any(f in name for f in filters):
            continue
        if mode.startswith("long-") and not long:
            continue
        yield name, program, [] if switches == "-" else switches.split(","), expected, mode.replace("long-", "")


def explore(directory, program, switches, mode, seconds):
    """Result (ok, an assertion's name, or what went wrong), states, depth, memory in MB, seconds."""
    spin = ["spin", "-a"] + ["-D" + s for s in switches] + [os.path.join(HERE, "programs", program + ".pml")]
    made = subprocess.run(spin, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if made.returncode or "error" in made.stdout.lower():
        return "spin: " + made.stdout.strip(), 0, 0, 0, 0
    subprocess.run(["cc"] + COMPILE + MODES[mode] + ["-o", "pan", "pan.c"], cwd=directory, check=True)
    pan = ["./pan", "-m100000"] + (["-w32", "-Q5"] if mode == "hash" else [])
    try:
        out = subprocess.run(["timeout", str(seconds)] + pan, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             universal_newlines=True).stdout
    except subprocess.TimeoutExpired:
        out = ""

    def number(pattern):
        found = re.search(pattern, out)
        return float(found.group(1)) if found else 0

    states = int(number(r"([0-9.e+]+) states, stored"))
    depth = int(number(r"depth reached ([0-9]+)"))
    memory, elapsed = number(r"([0-9.]+)\s+total actual memory"), number(r"elapsed time ([0-9.]+)")
    violated = re.search(r"assertion violated \(?([a-z_]+)", out)
    if violated:
        result = violated.group(1)
    elif "errors: 0" in out and "Search not completed" not in out and "max search depth too small" not in out:
        result = "ok"
    elif "errors: 0" in out and mode == "hash":
        result = "ok"
    else:
        result = "incomplete: " + " ".join(l for l in out.split("\n") if l.startswith("pan:") or "error" in l)[:200]
    return result, states, depth, memory, elapsed


def main():
    arguments = sys.argv[1:]
    long = "--long" in arguments or bool(os.environ.get("CKPT_LONG"))
    top = None
    if "--out" in arguments:
        at = arguments.index("--out")
        top = arguments[at + 1]
        del arguments[at:at + 2]
        shutil.rmtree(top, ignore_errors=True)
        os.makedirs(top)
    else:
        top = tempfile.mkdtemp(prefix="ckpt-model-")
    filters = [a for a in arguments if not a.startswith("--")]
    bad = count = 0
    print("%-44s %-5s %10s %6s %6s %6s  %s" % ("configuration", "mode", "states", "depth", "MB", "s", "result"))
    for name, program, switches, expected, mode in rows(filters, long):
        directory = os.path.join(top, "%02d" % count)
        os.makedirs(directory)
        result, states, depth, memory, elapsed = explore(directory, program, switches, mode, SECONDS[long])
        count += 1
        good = result == expected
        bad += not good
        print("%-44s %-5s %10d %6d %6.0f %6.1f  %s" % (name, mode, states, depth, memory, elapsed, result if good else
              "FAILED: %s, expected %s; see %s" % (result, expected, directory)), flush=True)
        if good:
            shutil.rmtree(directory)
    print("%d rows, %d not as expected" % (count, bad))
    return 1 if bad or not count else 0


sys.exit(main())
