#!/usr/bin/env python3
"""lists.py - programs with free lists in many styles, written by somebody who had not seen the analysis: each goes on right, or is refused.

usage       lists.py [--sample N | --write] [NAME ...]
            --sample N   N of the programs, each in one of the directions, drawn by the sources' state (draw.py)
            --write      make expected.txt anew of what all do; what is written there is to be judged
Programs    Inputs/NAME.c, or NAME_1.c, NAME_2.c, ...: each prints `visit K` behind its K-th site, and is clean under ASan and UBSan
Directions  a -> b of x86_64, s390x and i386. Chains of each: stopped at every visit, going on there; there and back again, from the first visit to the last.
Verdicts    for each chain that is not right (all of what it prints, joined, is the plain program's output):
              build        ckptcc refuses the program, for all chains, by a finding that it names
              checkpoint   each checkpoint that failed has said why, and the program has gone on to its right end
              restart      status 78
              trap         a signal that the run time has told as what it is: a pointer that leads nowhere
            Anything else (another output, another status, a crash that nothing is said of) is wrong, whatever is expected.
Output      a line per program; status 1 if one differs from expected.txt: `NAME DIRECTION: CHAIN VERDICT, ...`; what is not there is right.
"""
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "matrix"), os.path.join(HERE, "..")]
import draw  # noqa: E402
import lab  # noqa: E402

EXPECTED = os.path.join(HERE, "expected.txt")
DIRECTIONS = ["x86_64 x86_64", "x86_64 s390x", "s390x x86_64", "x86_64 i386", "i386 x86_64"]
GOES_ON = b"failed, the program goes on"
LEADS_NOWHERE = (b"pointed to nothing known", b"led to what this program has not")  # runtime/objects/trap.c


def run(command, directory, **environment):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
    clean.update(environment)
    try:
        done = subprocess.run(command, cwd=directory, env=clean, capture_output=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return 124, b"", b"timeout"
    return done.returncode, done.stdout, done.stderr


def chain(directory, steps, wanted, start):
    """steps: (architecture, visit to stop at or 0); start(architecture): the command. The verdict, "" if right."""
    shutil.rmtree(os.path.join(directory, "images"), ignore_errors=True)
    out, restart = b"", {}
    for arch, visit in steps:
        stop = {"CKPT_AT": str(visit), "CKPT_EXIT": "1"} if visit else {}
        status, printed, err = run(start(arch), directory, CKPT_DIR="images", **stop, **restart)
        out += printed
        if visit and not status and GOES_ON in err and out == wanted:
            return "checkpoint"
        if restart and status == lab.STATUS_INCOMPATIBLE:
            return "restart"
        if restart and (status < 0 or status > 128) and any(said in err for said in LEADS_NOWHERE):
            return "trap"
        if status != (lab.STATUS_STOPPED if visit else 0):
            return "WRONG (status %d on %s: %s)" % (status, arch, err[-300:].decode(errors="replace"))
        restart = {"CKPT_RESTART": "latest"}
    return "" if out == wanted else "WRONG (output)"


def chains(visits, first, second):
    for k in range(1, visits + 1):
        yield "%d" % k, [(first, k), (second, 0)]
    if visits > 1:
        yield "1-%d" % visits, [(first, 1), (second, visits), (first, 0)]
    if visits > 2:
        yield "1-2-3", [(first, 1), (second, 2), (first, 3), (second, 0)]


def one(name, directions, directory):
    """direction -> verdicts of its chains."""
    sources = sorted(glob.glob(os.path.join(HERE, "Inputs", name + ".c")) + glob.glob(os.path.join(HERE, "Inputs", name + "_[0-9].c")))
    lab.run_command(["cc", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize=alignment"] + sources + ["-o", "sane"], cwd=directory)
    lab.run_command(["cc", "-O1", "-w"] + sources + ["-o", "plain"], cwd=directory)
    status, wanted, err = run(["./plain"], directory)
    if status or run(["./sane"], directory, ASAN_OPTIONS="detect_leaks=0") != (0, wanted, b""):
        raise RuntimeError("%s is no good program: %d %s" % (name, status, err.decode(errors="replace")))
    for arch in sorted({arch for direction in directions for arch in direction.split()}):
        how = [] if lab.BY_NAME[arch] is lab.NATIVE else ["--ckpt-cc=%s-gcc" % lab.BY_NAME[arch].triple, "-static"]
        status, _, err = run([lab.CKPTCC, "-O1", "-w"] + how + sources + ["-o", "program." + arch], directory)
        if status:
            said = b"error:" in err and b"[ckpt-" in err and status == 1
            return dict.fromkeys(directions, "all build" if said else "WRONG (ckptcc: %s)" % err[-300:].decode(errors="replace"))
    verdicts = {}
    for direction in directions:
        each = [(tag, chain(directory, steps, wanted, lambda arch: lab.BY_NAME[arch].emulator + ["./program." + arch]))
                for tag, steps in chains(wanted.count(b"visit "), *direction.split())]
        verdicts[direction] = ", ".join("%s %s" % (tag, verdict) for tag, verdict in each if verdict)
    return verdicts


def expected():
    with open(EXPECTED, encoding="ascii") as lines:
        return dict(line.rstrip("\n").split(": ", 1) for line in lines if ": " in line and not line.startswith("#"))


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("--") and not a.isdigit()]
    every = sorted({os.path.basename(p)[:-2].split("_")[0] for p in glob.glob(os.path.join(HERE, "Inputs", "*.c"))})
    choice = random.Random(draw.number())
    chosen = names or every
    sample = "--sample" in sys.argv
    if sample:
        chosen = choice.sample(every, int(sys.argv[sys.argv.index("--sample") + 1]))
    known, lines, wrong = expected(), [], 0
    for name in chosen:
        with tempfile.TemporaryDirectory(prefix="ckpt-lists-") as directory:
            found = one(name, [choice.choice(DIRECTIONS)] if sample else DIRECTIONS, directory)
        bad = [d for d, verdict in found.items() if "WRONG" in verdict or ("--write" not in sys.argv and verdict != known.get("%s %s" % (name, d), ""))]
        for d in bad:
            print("%s %s: %s\n    expected: %s" % (name, d, found[d] or "right", known.get("%s %s" % (name, d), "right")))
        print("%-5s %s" % (name, "; ".join("%s: %s" % (d, v or "right") for d, v in found.items())), flush=True)
        lines += ["%s %s: %s" % (name, d, v) for d, v in found.items() if v]
        wrong += len(bad)
    if "--write" in sys.argv and not names:
        with open(EXPECTED, encoding="ascii") as old:
            head = [line for line in old if line.startswith("#")]
        with open(EXPECTED, "w", encoding="ascii") as out:
            out.write("".join(head) + "\n".join(lines) + "\n")
    print("%d programs, %d directions wrong" % (len(chosen), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
