#!/usr/bin/env python3
"""lines.py - every MPI program, a line at every k-th visit, restarts from each under the same MPI, the other, s390x and i386.

The output must be the uninterrupted run's. Messages are delayed and overtake each other (delay/) in half of the starts, and some jobs are stopped at a second
line before they end.

usage     lines.py [--every 7] [--most 6] [--ranks 3] [--to mpich,openmpi,s390x,i386] [--all] [--seconds S] [--seed N] [--late receipt] [program ...]
--every   k, from a visit below it that is drawn;  --most: lines of a program;  --all: from each line on all targets, otherwise on one of them by turns
--anywhere first starts are on all targets, not on this machine only
--seconds no program is begun after so long; which come first is drawn by --seed (../draw.py, unless told)
--late    CKPT_MPI_LATE: late messages are drained, or copied as the program receives them
Output    a line per program: its lines, and on each target how many restarts from them were the same; failures with what makes them again; status 1
          if there are any, if a target had no restart, if none of many delayed starts had a message that overtook another, or if a program had no line at all
          in many starts (but for programs.LINELESS)
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time

import job
import programs
import shim

sys.path.insert(0, os.path.join(programs.SOURCE, "test"))
import draw  # noqa: E402

NATIVE = ("mpich", "openmpi")
TRIES = 3       # starts to have a line at a visit: a job may be over before it is committed
MANY = 12       # starts of a program, or delayed ones of all, that show something


class Target(job.Job):
    """A program built for one MPI or architecture."""

    shims = {}

    def build(self, source):
        self.program = os.path.abspath("%s.%s" % (os.path.splitext(os.path.basename(source))[0], self.name))
        real = ["-msse2", "-mfpmath=sse"] if self.name == "i386" else [] # the others do not compute with 80 bits
        done = subprocess.run([job.CKPTCC, "--ckpt-cc=" + self.cc, "-O2", "-w", "-ffp-contract=off", *real, source, "-o", self.program, "-lm"], capture_output=True, text=True)
        return done.stderr if done.returncode else None

    def delayed_run(self, ranks, args, settings):
        """As run; the shim goes under the program alone where that runs in an emulator."""
        if not self.emulator or "LD_PRELOAD" not in settings:
            return self.run(ranks, args, settings)
        emulator, settings = self.emulator, dict(settings)
        self.emulator = emulator + ["-E", "LD_PRELOAD=" + settings.pop("LD_PRELOAD")]
        try:
            return self.run(ranks, args, settings)
        finally:
            self.emulator = emulator

    def shim(self):
        if self.name not in self.shims:
            self.shims[self.name] = shim.build(self.cc, os.path.abspath("delay-%s.so" % self.name))
        return self.shims[self.name]


class Lab:
    def __init__(self, o, chance):
        self.o, self.chance = o, chance
        self.bad, self.same = 0, dict.fromkeys(o.to, 0)
        self.delayed, self.overtook = dict.fromkeys(o.to, 0), dict.fromkeys(o.to, 0)     # starts under the shim, messages

    def settings(self, target, name, more):
        settings = dict(more, CKPT_DIR=os.path.abspath("lines"), CKPT_MPI_LATE=self.o.late)
        if self.chance.random() < 0.5:
            settings.update(LD_PRELOAD=target.shim(), CKPT_DELAY_REPORT="1", CKPT_DELAY_SEED=str(self.chance.randrange(1, 10 ** 6)))
            if not programs.uses_any_tag(name):
                settings["CKPT_DELAY_TAGS"] = "1"
        return settings

    def run(self, target, name, more):
        settings = self.settings(target, name, more)
        status, out, err = target.delayed_run(programs.RANKS.get(name, self.o.ranks), programs.ARGUMENTS.get(name, []), settings)
        told = re.findall(r"^delay: rank \d+: .* (\d+) overtook$", err, re.M)
        self.delayed[target.name] += bool(told)
        self.overtook[target.name] += sum(map(int, told))
        self.history.append("%s: %s -> %d" % (target.name, " ".join("%s=%s" % s for s in sorted(settings.items())), status))
        return status, out, err

    def stop(self, first, name, visit, expected):
        """The output until the line, which is in lines.0 then; None: no line came to be; False: neither."""
        shutil.rmtree("lines", ignore_errors=True)
        shutil.rmtree("lines.0", ignore_errors=True)
        self.history = []
        status, out, err = self.run(first, name, {"CKPT_AT": "%d" % visit, "CKPT_EXIT": "1"})
        if status == job.STOPPED:
            os.rename("lines", "lines.0")
            return out
        return None if status == 0 and out == expected else self.tell(name, visit, status, out, expected, err)

    def go_on(self, then, name, visit, out, expected):
        """Is the whole output of a restart from lines.0 what it should be? None: refused, as it may be."""
        shutil.rmtree("lines", ignore_errors=True)
        shutil.copytree("lines.0", "lines", symlinks=True)
        again, status, before = self.chance.random() < 0.3, job.STOPPED, list(self.history)
        while status == job.STOPPED:
            more = {"CKPT_RESTART": "latest"}
            if again:
                more.update(CKPT_AT=str(self.chance.randrange(1, 30)), CKPT_EXIT="1")
                again = False
            status, rest, err = self.run(then, name, more)
            out += rest
        if status == job.REFUSED and name in programs.REFUSED and programs.REFUSED[name] in err:
            self.history = before
            return None
        good = status == 0 and out == expected or self.tell(name, visit, status, out, expected, err)
        self.history = before
        return good

    def tell(self, name, visit, status, out, expected, err):
        print("FAIL %s at visit %d:\n  %s\n  status %d\n--- output\n%s--- expected\n%s--- errors\n%s" %
              (name, visit, "\n  ".join(self.history), status, out[-1500:], expected[-1500:], err[-1500:]), flush=True)
        return False

    def program(self, name):
        targets = [Target(t) for t in self.o.to if t in NATIVE or t not in programs.HANGS.get(name, ())]
        for target in targets:
            problem = target.build(programs.ALL[name])
            if problem:
                print("%-24s not built for %s: %s" % (name, target.name, " ".join(problem.split())[:300]), flush=True)
                self.bad += 1
                return
        first = targets[0]
        status, expected, err = first.run(programs.RANKS.get(name, self.o.ranks), programs.ARGUMENTS.get(name, []), {})
        if status:
            print("%-24s uninterrupted: status %d: %s" % (name, status, err[-500:]))
            self.bad += 1
            return
        misses = refused = starts = 0
        begin = 1 + self.chance.randrange(self.o.every)
        same, turn = dict.fromkeys([t.name for t in targets], 0), self.chance.randrange(len(targets))
        for line in range(self.o.most):
            visit = begin + line * self.o.every
            for _ in range(TRIES):
                out = self.stop(self.chance.choice([t for t in targets if t.name in NATIVE or self.o.anywhere]), name, visit, expected)
                starts += 1
                if out is not None:
                    break
            misses += out is None
            self.bad += out is False
            if isinstance(out, str):
                for then in targets if self.o.all else [targets[(turn + line) % len(targets)]]:
                    good = self.go_on(then, name, visit, out, expected)
                    same[then.name] += good is True
                    refused += good is None
                    self.bad += good is False
        for target, number in same.items():
            self.same[target] += number
        print("%-24s %2d lines, %2d visits without; the same: %s%s" % (name, self.o.most - misses, misses, ", ".join("%s %d" % s for s in same.items()),
                                                                       "; refused %d" % refused if refused else ""), flush=True)
        if misses == self.o.most and starts >= MANY and name not in programs.LINELESS:
            print("%-24s FAIL: no line in %d starts" % (name, starts), flush=True)
            self.bad += 1


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("programs", nargs="*")
    p.add_argument("--every", type=int, default=7)
    p.add_argument("--most", type=int, default=6)
    p.add_argument("--ranks", type=int, default=3)
    p.add_argument("--to", default="mpich,openmpi,s390x,i386")
    p.add_argument("--all", action="store_true")
    p.add_argument("--anywhere", action="store_true")
    p.add_argument("--seconds", type=float, default=0)
    p.add_argument("--late", default="drain", choices=("drain", "receipt"))
    p.add_argument("--seed", type=int, default=draw.number())
    o = p.parse_args()
    o.to = [t for t in o.to.split(",") if t in NATIVE or os.path.exists(job.Job(t).cc)]
    chance = random.Random(o.seed)
    names = chance.sample(sorted(o.programs or programs.ALL), len(o.programs or programs.ALL))
    lab, begun, done = Lab(o, chance), time.monotonic(), 0
    for name in names:
        if o.seconds and done and time.monotonic() - begun > o.seconds:
            break
        lab.program(name)
        done += 1
    for target, starts in lab.delayed.items():
        if starts:
            print("%s: %d delayed starts, %d messages overtook others" % (target, starts, lab.overtook[target]))
    if sum(lab.delayed.values()) >= MANY and not any(lab.overtook.values()):
        print("FAIL: the shim let no message overtake another")
        lab.bad += 1
    print("%d of %d programs; the same: %s; %d bad (seed %d)" % (done, len(names), ", ".join("%s %d" % n for n in lab.same.items()), lab.bad, o.seed))
    return 1 if lab.bad or not (any if o.programs else all)(lab.same.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
