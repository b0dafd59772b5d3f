#!/usr/bin/env python3
"""plain.py - the MPI programs, built by the MPIs' own compilers, print the same under every MPI, delayed or not.

Without this, comparing an interrupted run under one MPI with an uninterrupted one under another would prove nothing.
Programs   examples/mpi/*.c and test/mpi/programs/*.c
Runs       each at 2, 3 and 4 ranks under each MPI, without the shim and with it (delay/, several seeds). A program that
           uses MPI_ANY_TAG has only messages to different ranks or on different communicators reordered.
Sample     without CKPT_LONG: plain runs at 2 ranks, as many programs as fit into 25 seconds; which
           programs come first is drawn (../draw.py).
--ours D   beside MPICH's own compiler, those of ckptcc in the build directory D for both MPIs, run without CKPT_DIR: what has no checkpoints is as it was
usage      plain.py [--ours D] [program ...]
"""
import os
import re
import subprocess
import sys
import tempfile
import time

import programs
import shim

sys.path.insert(0, os.path.join(programs.SOURCE, "test"))
import draw  # noqa: E402

SOURCE = programs.SOURCE
LONG = bool(os.environ.get("CKPT_LONG"))
BUDGET = 25
TIMEOUT = 120
FLAGS = ["-O2", "-w", "-ffp-contract=off"]
MPIS = {
    "mpich": ["mpiexec.mpich"],
    "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--mca", "btl", "self,vader"],
}
# Programs whose delayed runs show on stderr that messages did overtake each other.
WITNESS = re.compile(r"^(\d+) overtaken$", re.M)


OURS = os.path.abspath(sys.argv[2]) if sys.argv[1:2] == ["--ours"] else None
if OURS:
    del sys.argv[1:3]
    MPIS = {"mpich": MPIS["mpich"], "mpich.ckpt": MPIS["mpich"], "openmpi.ckpt": MPIS["openmpi"]}


def compiler(mpi):
    real, _, ours = mpi.partition(".")
    return [os.path.join(OURS, "bin", "ckptcc"), "--ckpt-cc=mpicc." + real] if ours else ["mpicc." + real]


def build(mpi, sources, output, more=()):
    run = subprocess.run([*compiler(mpi), "-std=gnu11", *FLAGS, *sources, *more, "-o", output, "-lm"],
                         stderr=subprocess.PIPE, text=True)
    return run.stderr if run.returncode else None


class Lab:
    def __init__(self, directory):
        self.directory = directory
        self.shims, self.built = {}, {}
        for mpi in MPIS:
            os.mkdir(os.path.join(directory, mpi))
            self.shims[mpi] = os.path.join(directory, mpi, "delay.so")
            problem = build(mpi.partition(".")[0], shim.SOURCES, self.shims[mpi], shim.FLAGS)
            if problem:
                sys.exit(problem)

    def program(self, mpi, name):
        path = os.path.join(self.directory, mpi, name)
        if not os.path.exists(path):
            problem = build(mpi, [programs.ALL[name]], path)
            if problem:
                raise RuntimeError(problem)
        return path

    def run(self, mpi, name, ranks, seed=0):
        """-> (what was printed, what went wrong or None, stderr)"""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
        environment["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
        prefix = []
        if seed:
            prefix = ["env", "LD_PRELOAD=" + self.shims[mpi], "CKPT_DELAY_SEED=%d" % seed]
            if not programs.uses_any_tag(name):
                prefix.append("CKPT_DELAY_TAGS=1")
        command = ["timeout", "-k", "5", str(TIMEOUT)] + MPIS[mpi] + ["-n", str(ranks)] + prefix
        command += [self.program(mpi, name)] + programs.ARGUMENTS.get(name, [])
        run = subprocess.run(command, cwd=self.directory, env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        problem = None
        if run.returncode:
            problem = "status %d\n%s" % (run.returncode, run.stderr[-800:])
        return run.stdout, problem, run.stderr


def plan():
    """(ranks, seeds) of each program's runs."""
    if LONG:
        return [(ranks, (0, 1, 2, 3)) for ranks in (2, 3, 4)]
    return [(2, (0,))]


def check(lab, name):
    """-> number of runs, complaints"""
    runs, complaints = 0, []
    for ranks, seeds in plan():
        if ranks != programs.RANKS.get(name, ranks):
            continue
        reference = None
        for seed in seeds:
            for mpi in (m for m in MPIS if m not in programs.HANGS.get(name, ())):
                out, problem, err = lab.run(mpi, name, ranks, seed)
                runs += 1
                what = "%s on %d ranks under %s%s" % (name, ranks, mpi, ", delayed with seed %d" % seed if seed else "")
                if problem:
                    complaints.append("%s: %s" % (what, problem))
                    continue
                witness = WITNESS.search(err)
                if seed and witness and not int(witness.group(1)):
                    complaints.append("%s: nothing was overtaken" % what)
                if reference is None:
                    reference = out
                if out != reference or not out:
                    complaints.append("%s: other output\n%s--- instead of\n%s" % (what, out, reference))
    return runs, complaints


def main():
    names = sys.argv[1:] or sorted(programs.ALL)
    unknown = [n for n in names if n not in programs.ALL]
    if unknown:
        sys.exit("plain.py: no program " + " ".join(unknown))
    first = draw.number() % len(names)
    names = names[first:] + names[:first]
    began, runs, done, bad = time.monotonic(), 0, 0, 0
    with tempfile.TemporaryDirectory() as directory:
        lab = Lab(directory)
        for name in names:
            if not LONG and not sys.argv[1:] and time.monotonic() - began > BUDGET:
                break
            n, complaints = check(lab, name)
            runs, done, bad = runs + n, done + 1, bad + bool(complaints)
            print("%-24s %s" % (name, "FAIL" if complaints else "same in %d runs" % n), flush=True)
            for c in complaints:
                print(c, flush=True)
    print("%d of %d programs, %d runs, %d failed" % (done, len(programs.ALL), runs, bad))
    return 1 if bad or not done else 0


sys.exit(main())
