#!/usr/bin/env python3
"""mpi.py - what recovery lines cost: the comparison of the Event Logging paper, section 6, made again.

Four programs (examples/mpi, written from the paper's description), two ranks. Modes, as the paper calls them:
  source       built by the MPI's own compiler
  protocol     built by ckptcc, lines could be made (CKPT_DIR), none is
  checkpoint   four lines in a run at places spread over it (hard_disks: by time, as in the paper)
  expected     the paper's cost model (section 4.1): source time + messages x cost of logging one + checkpoints x cost of one line,
               the costs measured by a program that does nothing else
Each mode is compared with source, run for run by turns: the median of the relative differences, and the upper end of its one-sided
95 % confidence interval (order statistics). The paper's other way, Message Tagging (its Figure 8), is not there
to compare with.

usage     mpi.py [--pairs 15] [--mpi mpich] [--scale 1.0] [--modes protocol,checkpoint] [--check] [program ...]
--check   status 1 if a limit is exceeded: protocol 1 %, checkpoint 3 %
Output    tables in Markdown, as in docs/performance.md
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("CKPT_BUILD") or os.path.join(SOURCE, "build")
LAUNCH = {"mpich": ["mpiexec.mpich"], "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"]}
RANKS = 2
LIMITS = {"protocol": 1.0, "checkpoint": 3.0}


class Case:
    """A program with one set of arguments. visits: of rank 0's site in a run; seconds: between lines, instead."""

    def __init__(self, program, args, visits=None, seconds=None, paper="", label=None):
        self.program, self.args, self.visits, self.seconds, self.paper = program, args, visits, seconds, paper
        self.label = label or program

    def settings(self):
        if self.seconds:
            return {"CKPT_INTERVAL": str(self.seconds)}
        return {"CKPT_AT": ",".join(str(self.visits * k // 5) for k in range(1, 5))}


def cases(scale):
    gauss, steps, sweeps = int(1500 * scale ** (1 / 3)), int(4000 * scale), int(600 * scale)
    return [
        Case("gauss_jordan", [gauss], gauss, paper="22.20 / 3.83 / 1.95"),
        Case("neurons", [400, steps, 1000], steps, paper="29.44 / 9.94 / 7.38"),
        Case("hard_disks", [40, sweeps, 200], seconds=0.5, paper="33.15 / 23.83 / 14.32"),
        Case("matmul", [512, 0], 5, paper="2.33", label="matmul 512, messages of 512 KB"),
        Case("matmul", [1024, 0], 5, paper="2.85", label="matmul 1024, 2 MB"),
        Case("matmul", [1024, 4], 257, label="matmul 1024, 4 columns a message (32 KB)"),
    ]


def environment(settings):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
    clean.update(settings)
    return clean


class Programs:
    """The programs, built both ways."""

    def __init__(self, mpi, directory):
        self.mpi, self.directory, self.built = mpi, directory, set()

    def path(self, name, mode):
        plain = mode == "source"
        path = os.path.join(self.directory, name + (".plain" if plain else ".ckpt"))
        if path not in self.built:
            here = os.path.join(SOURCE, "test/bench/programs", name + ".c")
            source = here if os.path.exists(here) else os.path.join(SOURCE, "examples/mpi", name + ".c")
            compiler = ["mpicc." + self.mpi] if plain else [os.path.join(BUILD, "bin/ckptcc"), "--ckpt-mpi=preview", "--ckpt-cc=mpicc." + self.mpi]
            subprocess.run(compiler + ["-O2", "-w", source, "-o", path, "-lm"], check=True)
            self.built.add(path)
        return path

    def seconds(self, case, mode):
        """One run; its output must be that of the others."""
        images = os.path.join(self.directory, "images")
        shutil.rmtree(images, ignore_errors=True)
        settings = {} if mode == "source" else {"CKPT_DIR": images}
        if mode == "checkpoint":
            settings.update(case.settings())
        command = LAUNCH[self.mpi] + ["-n", str(RANKS), self.path(case.program, mode)] + [str(a) for a in case.args]
        start = time.monotonic()
        done = subprocess.run(command, env=environment(settings), capture_output=True, text=True, timeout=600)
        took = time.monotonic() - start
        if done.returncode:
            sys.exit("%s (%s): status %d: %s" % (case.label, mode, done.returncode, done.stderr[-500:]))
        lines = len([f for f in os.listdir(images) if f.endswith(".commit")]) if os.path.isdir(images) else 0
        if settings.get("CKPT_AT") and not lines:
            sys.exit("%s (%s): no line was committed: %s" % (case.label, mode, done.stderr[-500:]))
        return took, done.stdout


class Model:
    """The paper's cost model (section 4.1): what logging a message costs, what a line costs, how many there are of each."""

    LINES = 20

    def __init__(self, programs):
        self.programs = programs
        self.plain, self.logged = (self.message(mode) for mode in ("source", "protocol"))
        idle = Case("selfmsg", [0, 4000 * self.LINES], 5)
        idle.settings = lambda: {"CKPT_EVERY": "4000"}
        without, with_lines = ([programs.seconds(idle, mode)[0] for _ in range(5)] for mode in ("protocol", "checkpoint"))
        self.line = max(0.0, (min(with_lines) - min(without)) / self.LINES)
        self.counter = os.path.join(programs.directory, "count.so")
        subprocess.run(["mpicc." + programs.mpi, "-O2", "-shared", "-fPIC", os.path.join(SOURCE, "test/bench/programs/count.c"),
                        "-o", self.counter], check=True)

    def message(self, mode):
        """Nanoseconds of a zero-byte message to oneself: one send, one receive."""
        with tempfile.TemporaryDirectory() as images:
            command = LAUNCH[self.programs.mpi] + ["-n", "1", self.programs.path("selfmsg", mode), "2000000"]
            settings = {} if mode == "source" else {"CKPT_DIR": images}
            done = subprocess.run(command, env=environment(settings), capture_output=True, text=True, timeout=300, check=True)
        return float(done.stderr.split(" ns a message")[0].split()[-1])

    def calls(self, case):
        """Messages sent, received, and collectives, of one rank."""
        command = LAUNCH[self.programs.mpi] + ["-n", str(RANKS), self.programs.path(case.program, "source")] + [str(a) for a in case.args]
        done = subprocess.run(command, env=environment({"LD_PRELOAD": self.counter}), capture_output=True, text=True, timeout=600, check=True)
        return int(done.stderr.split(" calls")[0].split()[-1]) / RANKS

    def expected(self, case, base):
        """Per cent of the source time."""
        lines = 4 if not case.seconds else base / case.seconds
        return 100 * (self.calls(case) * max(0.0, self.logged - self.plain) / 2 * 1e-9 + lines * self.line) / base


def upper_bound(values):
    """Upper end of the one-sided 95 % confidence interval of the median (Conover, order statistics of the binomial)."""
    values, n, probability, k = sorted(values), len(values), 0.0, 0
    from math import comb
    while k < n:
        probability += comb(n, k) / 2 ** n
        if probability >= 0.95:
            break
        k += 1
    return values[min(k, n - 1)]


def compare(programs, case, base, other, pairs):
    """Relative differences in per cent, run by run by turns."""
    differences, times, said = [], [], set()
    for i in range(pairs + 1):
        order = [base, other] if i % 2 else [other, base]
        took = {}
        for mode in order:
            took[mode], out = programs.seconds(case, mode)
            said.add(out)
        if i:                                        # the first is for the caches
            differences.append(100 * (took[other] / took[base] - 1))
            times.append(took[base])
    if len(said) != 1:
        sys.exit("%s: %s and %s print different results" % (case.label, base, other))
    return statistics.median(differences), upper_bound(differences), statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--mpi", default="mpich", choices=LAUNCH)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--modes", default="protocol,checkpoint")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    modes, bad = options.modes.split(","), []
    print("| program (%s, %d ranks) | source, s | %s | expected, %% | paper, %% |" % (options.mpi, RANKS, " | ".join(m + ", %" for m in modes)))
    print("|---|---:|" + "---:|" * len(modes) + "---:|---:|")
    with tempfile.TemporaryDirectory() as directory:
        programs = Programs(options.mpi, directory)
        model = Model(programs)
        for case in cases(options.scale):
            if options.programs and case.program not in options.programs:
                continue
            cells, base = [], 0
            for mode in modes:
                if mode not in LIMITS:
                    sys.exit("mpi.py: no mode %s" % mode)
                median, upper, base = compare(programs, case, "source", mode, options.pairs)
                cells.append("%+.2f (< %.2f)" % (median, upper))
                if upper > LIMITS[mode]:
                    bad.append("%s, %s: %+.2f %% (< %.2f)" % (case.label, mode, median, upper))
            print("| %s | %.2f | %s | %.2f | %s |" % (case.label, base, " | ".join(cells), model.expected(case, base), case.paper), flush=True)
        print("\nA zero-byte message to oneself: %.0f ns plain, %.0f ns logged (%+.0f ns; limit 60). A line of an idle program: %.1f ms." %
              (model.plain, model.logged, model.logged - model.plain, 1000 * model.line))
        if model.logged - model.plain > 60:
            bad.append("a message to oneself: %+.0f ns" % (model.logged - model.plain))
    for line in bad:
        print("over its limit:", line)
    return bool(bad) and options.check


if __name__ == "__main__":
    sys.exit(main())
