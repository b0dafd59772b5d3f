#!/usr/bin/env python3
"""shared_files.py PROGRAM [--mpi mpich] [--kinds KIND,...] [--ranks 3] - a file that several ranks write is after a kill and a restart what it is without.

PROGRAM     programs/shared.c, built with the layer
How         each kind runs once without a kill. Then the job makes lines, a rank kills itself in some round, and the job is restarted from the newest line, or
            from its beginning: the file's lines (in order, where the kind's ranks write in turn) and the output must be the same. Some restart must have begun at a
            line, and where nearly all lines would be torn (kind torn) some line must have been abandoned for the file.
            With CKPT_MPI_MUTANT in the environment a restart must go wrong.
"""
import argparse
import os
import shutil
import subprocess
import sys

RUN = {"mpich": ["mpiexec.mpich"], "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"]}
IN_TURN = ("log", "offsets", "late", "apart", "header", "inner")
ROUNDS = 20
SLOW = (1, 4, 16)                                       # where no line comes to be in time, with longer rounds
TORN = "which changed between their checkpoints"


def run(args, program, kind, die, settings=(), slow=1):
    os.path.exists("dir") or os.mkdir("dir")
    if die:
        open(os.path.join("dir", "die"), "w").close()
    command = RUN[args.mpi] + ["-n", str(args.ranks), program, str(ROUNDS), kind, str(die), str(slow)]
    result = subprocess.run(command, cwd="dir", env=dict(os.environ, **dict(settings)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100)
    if die:
        os.remove(os.path.join("dir", "die"))
    return result.returncode, result.stdout, result.stderr.decode(errors="replace")


def files(kind):
    both = []
    for name in ("shared.txt", "new.txt"):
        path = os.path.join("dir", name)
        lines = open(path).read().splitlines() if os.path.exists(path) else []
        both.append(lines if kind in IN_TURN else sorted(lines))
    return both


def committed():
    return [name for name in os.listdir("dir/run") if name.endswith(".commit")]


def killed(args, program, kind, die, every, slow):
    """A job in which a rank is killed, with longer rounds until something has come of a line. Returns what it says."""
    for longer in SLOW[SLOW.index(slow):]:
        shutil.rmtree("dir", ignore_errors=True)
        status, _, errors = run(args, program, kind, die, {"CKPT_DIR": "run", "CKPT_EVERY": every}, longer)
        if not status:
            sys.exit("%s, killed in round %d: it was not" % (kind, die))
        if committed() or TORN in errors:
            break
    return errors, longer


def sweep(args, program, slow):
    """All kinds. Returns how many restarts began at a line, how many jobs abandoned one for the file, and how many came out wrong."""
    wrong = from_line = abandoned = 0
    for kind in args.kinds.split(","):
        shutil.rmtree("dir", ignore_errors=True)
        status, output, errors = run(args, program, kind, 0)
        plain = files(kind)
        if status or not plain[0]:
            sys.exit("%s: the plain run: status %d %s" % (kind, status, errors))
        for die in map(int, args.die.split(",")):
            for every in ("1", "3"):
                errors, longer = killed(args, program, kind, die, every, slow)
                abandoned += TORN in errors
                from_line += bool(committed())
                status, again, errors = run(args, program, kind, 0, {"CKPT_DIR": "run", "CKPT_EVERY": every, "CKPT_RESTART": "latest"}, longer)
                if status or again != output or files(kind) != plain:
                    wrong += 1
                    if args.mutant:
                        return from_line, abandoned, wrong
                    print("%s, killed in round %d, a line every %s: status %d %s" % (kind, die, every, status, errors[-300:] if status else files(kind)))
    return from_line, abandoned, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--mpi", default="mpich")
    parser.add_argument("--kinds", default="log,offsets,late,apart,places,free,skewed,torn,header")
    parser.add_argument("--die", default="9,16")
    parser.add_argument("--ranks", type=int, default=3)
    args = parser.parse_args()
    args.mutant = os.environ.get("CKPT_MPI_MUTANT")
    for slow in SLOW + SLOW if args.mutant else SLOW[:1]:
        from_line, abandoned, wrong = sweep(args, os.path.abspath(args.program), slow)
        print("%d restarts from a line, %d abandoned, %d wrong" % (from_line, abandoned, wrong))
        if args.mutant and wrong:
            print("noticed: %s" % args.mutant)
            return
    if args.mutant:
        sys.exit("nothing went wrong without " + args.mutant)
    if wrong or (not from_line and args.kinds != "torn") or ("torn" in args.kinds and not abandoned):
        sys.exit(1)


main()
