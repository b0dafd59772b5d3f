#!/usr/bin/env python3
"""mpi.py - what recovery lines cost: the comparison of the Event Logging paper, section 6, made again.

Four programs (examples/mpi, written from the paper's description), two ranks, each in three sizes: the paper's of matmul, a quarter of
the paper's of gauss_jordan; the paper's neurons vary the ranks, ours the neurons; its hard disks have no numbers. Modes, as the paper calls them:
  source       built by the MPI's own compiler
  again        the same executable once more: what the machine alone makes of two runs
  protocol     built by ckptcc, lines could be made (CKPT_DIR), none is
  checkpoint   four lines in a run at places spread over it (hard_disks: by time, as in the paper)
  expected     the paper's cost model (section 4.1): source time + messages x cost of logging one + checkpoints x cost of one line,
               the costs measured by a program that does nothing else. (The model's third part, identification, takes 0.2 us for each
               envelope of a line by hashing, mpi_identify.c; these programs have a few.)
  tagging      as checkpoint, with identification by Message Tagging (CKPT_MPI_IDENTIFY=tagging); the paper's Figure 8 has matmul
In each round all modes of a program run once, in turned order, in slices of 30 ms by turns (rotation.py): what takes a part of the
machine for longer than that takes the same of all. A mode is compared with the source mode of its round (tagging: with checkpoint): the median of
the relative differences, and the upper end of its one-sided 95 % confidence interval (order statistics; of tagging the lower), of wall time and of processor
time (user and system, of all processes); MPIs wait busily, so the second is the first but for what the host gave to others.

usage     mpi.py [--pairs 15] [--parts 1] [--mpi mpich] [--scale 1.0] [--modes again,protocol,checkpoint,tagging] [--slice 0.03] [--check] [part of a label ...]
--pairs   rounds
--parts   runs of each mode in a round, whose times are added: processes of one program differ, as their pages lie
--scale   of the time that a run takes: 1 is 0.3 to 4 s of each (matmul: 8 to 10 s, gauss_jordan 4000: 35), for four lines have to be
          few of it; two hours in all
--check   status 1 if a limit is exceeded: protocol 1 %, checkpoint 3 %, tagging slower than event logging (matmul; the others send too little to tell)
Output    tables in Markdown, as in docs/performance.md
"""
import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

import rotation

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("CKPT_BUILD") or os.path.join(SOURCE, "build")
LAUNCH = {"mpich": ["mpiexec.mpich"], "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"]}
RANKS = 2
# Where code lies is luck: the inner loop of gauss_jordan takes 10 % more or less by its address. So that lies alike in all builds.
FLAGS = ["-O2", "-w", "-falign-functions=64", "-falign-loops=64", "-falign-jumps=64"]
LIMITS = {"protocol": 1.0, "checkpoint": 3.0}


class Case:
    """A program with one set of arguments. visits: of rank 0's site in a run; seconds: between lines, instead."""

    def __init__(self, program, args, visits=None, seconds=None, paper="", label=None):
        self.program, self.args, self.visits, self.seconds, self.paper = program, args, visits, seconds, paper
        self.label = label or program

    def settings(self, jobs=1):
        """jobs: so many take turns, while clocks go on."""
        if self.seconds:
            return {"CKPT_INTERVAL": str(self.seconds * jobs)}
        return {"CKPT_AT": ",".join(str(self.visits * k // 5) for k in range(1, 5))}


def cases(scale):
    def gauss(n, paper=""):
        n = int(n * scale ** (1 / 3))
        return Case("gauss_jordan", [n], n, paper=paper, label="gauss_jordan %d" % n)

    def neurons(n, paper=""):
        return Case("neurons", [n, int(10000 * scale), 1000], int(10000 * scale), paper=paper, label="neurons %d" % n)

    def disks(edge, sweeps, seconds, paper=""):
        return Case("hard_disks", [edge, int(sweeps * scale), 200], seconds=seconds * scale, paper=paper, label="hard_disks %d" % edge)

    def matmul(n, unit, times, paper, label):
        times = max(1, round(times * scale))
        units = 4 if not unit else n // unit
        return Case("matmul", [n, unit, times], (units + RANKS - 1) * times, paper=paper, label="matmul %d, %s" % (n, label))

    return [
        gauss(1000, "22.20 (4000)"), gauss(2000, "3.83 (8000)"), gauss(4000, "1.95 (16000)"),
        neurons(1000, "29.44 (4 ranks)"), neurons(4000, "9.94 (8)"), neurons(16000, "7.38 (16)"),
        disks(60, 720, 0.4, "33.15"), disks(120, 180, 0.7, "23.83"), disks(240, 45, 1.4, "14.32"),
        matmul(512, 0, 96, "2.33 (tagging 4.85)", "messages of 512 KB"),
        matmul(1024, 0, 12, "2.85 (tagging 7.40)", "2 MB"),
        matmul(2048, 0, 1, "2.79 (tagging 8.05)", "8 MB"),
        matmul(1024, 4, 12, "", "4 columns a message (32 KB)"),
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
        plain = mode in ("source", "again")
        path = os.path.join(self.directory, name + (".plain" if plain else ".ckpt"))
        if path not in self.built:
            here = os.path.join(SOURCE, "test/bench/programs", name + ".c")
            source = here if os.path.exists(here) else os.path.join(SOURCE, "examples/mpi", name + ".c")
            compiler = ["mpicc." + self.mpi] if plain else [os.path.join(BUILD, "bin/ckptcc"), "--ckpt-cc=mpicc." + self.mpi]
            subprocess.run(compiler + FLAGS + [source, "-o", path, "-lm"], check=True)
            self.built.add(path)
        return path

    def settings(self, case, mode, jobs):
        images = os.path.join(self.directory, "images-" + mode)
        shutil.rmtree(images, ignore_errors=True)
        settings = {} if mode in ("source", "again") else {"CKPT_DIR": images}
        if mode == "checkpoint" or mode == "tagging":
            settings.update(case.settings(jobs))
        if mode == "tagging":
            settings["CKPT_MPI_IDENTIFY"] = "tagging"
        return settings

    def round(self, case, modes, slice_seconds):
        """One run of each, by turns: their wall times and processor times. Their outputs must be the same."""
        turns, outputs = [], set()
        for mode in modes:
            command = LAUNCH[self.mpi] + ["-n", str(RANKS), self.path(case.program, mode)] + [str(a) for a in case.args]
            turns.append(rotation.Turn(command, self.path(case.program, mode), environment(self.settings(case, mode, len(modes)))))
        rotation.rotate(turns, slice_seconds)
        for mode, turn in zip(modes, turns):
            out, err = turn.said()
            outputs.add(out)
            images = os.path.join(self.directory, "images-" + mode)
            if turn.status:
                sys.exit("%s (%s): status %d: %s" % (case.label, mode, turn.status, err[-500:]))
            if mode in ("checkpoint", "tagging") and not [f for f in os.listdir(images) if f.endswith(".commit")]:
                sys.exit("%s (%s): no line was committed: %s" % (case.label, mode, err[-500:]))
        if len(outputs) != 1:
            sys.exit("%s: the modes print different results" % case.label)
        return [turn.seconds for turn in turns], [turn.cpu for turn in turns]

    def seconds(self, case, mode):
        """One run by itself."""
        return self.round(case, [mode], rotation.LIMIT)[0][0]


class Model:
    """The paper's cost model (section 4.1): what logging a message costs, what a line costs, how many there are of each."""

    LINES = 20

    def __init__(self, programs):
        self.programs = programs
        rounds = [[self.message(mode) for mode in ("source", "protocol")] for _ in range(5)]
        self.plain, self.logged = (min(r[i] for r in rounds) for i in (0, 1))       # processes differ by 80 %, why is not known
        idle = Case("selfmsg", [0, 4000 * self.LINES], 5)
        idle.settings = lambda jobs: {"CKPT_EVERY": "4000"}
        without, with_lines = ([programs.seconds(idle, mode) for _ in range(5)] for mode in ("protocol", "checkpoint"))
        self.line = max(0.0, (min(with_lines) - min(without)) / self.LINES)
        self.counter = os.path.join(programs.directory, "count.so")
        subprocess.run(["mpicc." + programs.mpi, "-O2", "-shared", "-fPIC", os.path.join(SOURCE, "test/bench/programs/count.c"),
                        "-o", self.counter], check=True)

    def message(self, mode):
        """Nanoseconds of a zero-byte message to oneself: one send, one receive."""
        with tempfile.TemporaryDirectory() as images:
            command = LAUNCH[self.programs.mpi] + ["-n", "1", self.programs.path("selfmsg", mode), "1000000"]
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


class Measured:
    """What the rounds of one program gave."""

    def __init__(self, programs, case, modes, pairs, parts, slice_seconds):
        programs.round(case, modes, slice_seconds)                # for the caches
        self.wall, self.cpu = {mode: [] for mode in modes}, {mode: [] for mode in modes}
        for pair in range(pairs):
            for mode in modes:
                self.wall[mode].append(0.0)
                self.cpu[mode].append(0.0)
            for part in range(parts):
                first = (pair * parts + part) % len(modes)
                order = modes[first:] + modes[:first]
                for mode, seconds, of_processors in zip(order, *programs.round(case, order, slice_seconds)):
                    self.wall[mode][-1] += seconds
                    self.cpu[mode][-1] += of_processors

    @staticmethod
    def against(times, mode, base):
        """Median of the relative differences in per cent, and its upper bound; of tagging, which is to be slower, the lower one."""
        differences = [100 * (t / b - 1) for t, b in zip(times[mode], times[base])]
        return statistics.median(differences), upper_bound(differences) if mode != "tagging" else -upper_bound([-d for d in differences])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--mpi", default="mpich", choices=LAUNCH)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--modes", default="again,protocol,checkpoint,tagging")
    parser.add_argument("--slice", type=float, default=rotation.SLICE, help="seconds that a job has at a time")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))          # leaves no job behind that is stopped
    modes, bad = options.modes.split(","), []
    print("| program (%s, %d ranks) | source (least), s | %s | expected, %% | paper, %% |" % (options.mpi, RANKS, " | ".join(m + ", %" for m in modes)))
    print("|---|---:|" + "---:|" * len(modes) + "---:|---:|")
    with tempfile.TemporaryDirectory() as directory:
        programs = Programs(options.mpi, directory)
        model = Model(programs)
        for case in cases(options.scale):
            if options.programs and not any(p in case.label for p in options.programs):
                continue
            measured, cells = Measured(programs, case, ["source"] + modes, options.pairs, options.parts, options.slice), []
            for mode in modes:
                to = "checkpoint" if mode == "tagging" else "source"
                median, bound = measured.against(measured.wall, mode, to)
                cells.append(("%+.2f (> %.2f), cpu %+.2f (> %.2f) over event logging" if mode == "tagging" else "%+.2f (< %.2f), cpu %+.2f (< %.2f)") %
                             (median, bound, *measured.against(measured.cpu, mode, to)))
                if mode in LIMITS and bound > LIMITS[mode] or mode == "tagging" and median <= 0 and case.program == "matmul":
                    bad.append("%s, %s: %+.2f %% (%.2f)" % (case.label, mode, median, bound))
            base = min(measured.wall["source"]) / options.parts
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
