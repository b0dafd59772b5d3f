#!/usr/bin/env python3
"""storm.py - random search: Inputs/storm (random message passing that checks itself) stopped at lines, killed, restarted under other MPIs.

Each seed is one job: it is stopped at lines at random visits, or killed at random moments while lines are made, and goes on under an MPI or an
architecture chosen at random, again and again, messages delayed and overtaking each other (delay/), until it ends. It must end with status 0 and the line
that the plan of its messages demands: as many messages as were sent, no errors.

usage     storm.py [--seeds 1-20 | 7,9] [--ranks 3] [--rounds 40] [--on mpich,openmpi] [--delay 0.5] [--kill 0.2] [--seconds S] [--features N]
--on      MPIs of this machine, and architectures (as job.py)
--delay   share of starts under the delaying shim (MPIs of this machine only)
--kill    share of starts that are killed instead of stopped
--discard share of restarts at which early messages are sent again and thrown away, not suppressed
--late    CKPT_MPI_LATE of all starts: drain or receipt;  --identify: CKPT_MPI_IDENTIFY, logging or tagging
--seconds no new seed is begun after so long; at least one is run
--without  a point of the layer (runtime/mpi/protocol/mutants.h) that is taken out: status 0 if that is noticed
--features  of storm.c; all unless told, but with tagging no probes, of any kind, and no synchronous sends: at these most of its lines are abandoned
Output    a line per seed, then what they met (status 1: they have not met everything that they are for); at the first failure its directory, how each start went, and status 1. Everything random comes from the seed.
"""
import argparse
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import job
import shim

HERE = os.path.dirname(os.path.abspath(__file__))
ENOUGH = 400                         # starts of one job
ENOUGH_STOPS = 40                    # that everything crosses one of so many lines


class Storm(job.Job):
    """The program for one MPI or architecture."""

    def build(self, sources, features, trace, layer):
        self.program = os.path.abspath("storm.%s" % self.name)
        flags = [] if features is None else ["-DFEATURES=%d" % features]
        if trace:
            flags.append("-DTRACE")
        subprocess.run([job.CKPTCC, "--ckpt-mpi=" + layer, "--ckpt-cc=" + self.cc, "-O1", "-w"] + flags + sources + ["-o", self.program], check=True)
        self.shim = None
        if self.name in ("mpich", "openmpi"):
            self.shim = shim.build(self.cc, os.path.abspath("delay-%s.so" % self.name))

    def start(self, ranks, args, settings, seconds, kill):
        """(status, output, errors); kill: after so many seconds, or None."""
        clean = {n: v for n, v in os.environ.items() if not n.startswith("CKPT_")}
        clean.update(settings)
        command = self.command(ranks, args)
        process = subprocess.Popen(command, env=clean, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                                   errors="replace", start_new_session=True)
        try:
            out, err = process.communicate(timeout=kill or seconds)
            return process.returncode, out, err
        except subprocess.TimeoutExpired:
            stop_all(process, os.path.basename(self.program))
            out, err = process.communicate()
            return "killed" if kill else "hangs", out, err


def stop_all(process, name):
    """The launcher's session, and ranks that have left it."""
    for found in os.listdir("/proc"):
        if not found.isdigit():
            continue
        try:
            cwd = os.readlink("/proc/%s/cwd" % found)
            with open("/proc/%s/cmdline" % found) as line:
                if cwd == os.getcwd() and name in line.read() and int(found) != os.getpid():
                    os.kill(int(found), signal.SIGKILL)
        except OSError:
            pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass


def describe(settings):
    return " ".join("%s=%s" % (k, v) for k, v in sorted(settings.items()) if k != "LD_PRELOAD")


class Seen:
    """What all jobs together have met: features of the program, and what crossed the lines at which they stopped."""

    def __init__(self):
        self.used, self.crossed, self.stops = {}, dict.fromkeys(("late", "early", "parts of results", "outcomes"), 0), 0

    def ended(self, out):
        for times, feature in re.findall(r"(\d+) ([^,\n]+)", re.search(r"^used.*", out, re.MULTILINE).group(0)):
            self.used[feature] = self.used.get(feature, 0) + int(times)

    def stopped(self, directory):
        self.stops += 1
        with open(max(glob.glob(os.path.join(directory, "line-*.commit")))) as record:
            text = record.read()
        for what in self.crossed:
            self.crossed[what] += sum(map(int, re.findall(r"(\d+) %s" % what, text)))

    def weak(self, tagging):
        """What a search of this length must have met. With tagging lines carry neither results nor outcomes, nor early messages one by one."""
        unused = [feature for feature, times in self.used.items() if not times]
        return unused + [what for what, times in self.crossed.items() if not times and self.stops >= ENOUGH_STOPS and not tagging]

    def __str__(self):
        return "used: %s\ncrossed %d lines: %s" % (", ".join("%d %s" % (times, what) for what, times in self.used.items()), self.stops,
                                                 ", ".join("%d %s" % (times, what) for what, times in self.crossed.items()))


def one_job(seed, storms, o, expected, took, seen):
    chance = random.Random(seed * 7919 + o.ranks)
    directory = os.path.abspath("lines")
    shutil.rmtree(directory, ignore_errors=True)
    history, stops, kills, args = [], 0, 0, [str(seed), str(o.rounds)]
    for start in range(ENOUGH):
        storm = storms[chance.randrange(len(storms))]
        settings = {"CKPT_DIR": directory, "CKPT_MPI_IDENTIFY": o.identify, "CKPT_MPI_LATE": o.late}
        kill = None
        if o.without:
            settings["CKPT_MPI_MUTANT"] = o.without
        if start:
            settings["CKPT_RESTART"] = "latest"
        if chance.random() < o.kill and start < ENOUGH // 2:
            settings["CKPT_EVERY"] = str(chance.randrange(1, 20))
            kill = took * (0.2 + 1.2 * chance.random())      # whatever else the machine does
        else:
            settings.update(CKPT_AT=",".join(str(v) for v in [chance.randrange(1, 60)] + list(range(60, 400, 30))), CKPT_EXIT="1")
        if start and chance.random() < o.discard and o.identify == "logging":
            settings["CKPT_MPI_EARLY"] = "discard"
        if storm.shim and chance.random() < o.delay:
            settings.update(LD_PRELOAD=storm.shim, CKPT_DELAY_SEED=str(chance.randrange(1, 1000000)))
        status, out, err = storm.start(o.ranks, args, settings, o.patience, kill)
        if o.trace:
            with open("trace.%d" % start, "w") as trace:
                trace.write(err)
        history.append("%s %s -> %s" % (storm.name, describe(settings), status))
        if status == 0 and "storm %d:" % seed in out:
            found = re.search(r"storm .*", out).group(0)
            if found == expected:
                seen.ended(out)
                return "%d stops, %d kills" % (stops, kills), None
            return None, "%s\nexpected: %s\ngot:      %s\n%s" % ("\n".join(history), expected, found, err[-3000:])
        if status == job.STOPPED:
            stops += 1
            seen.stopped(directory)
        elif status == "killed":
            kills += 1
        else:
            return None, "%s\n%s\n%s" % ("\n".join(history), out[-1000:], err[-3000:])
    return None, "%s\ndoes not end" % "\n".join(history[-20:])


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seeds", default="1-10")
    p.add_argument("--ranks", type=int, default=3)
    p.add_argument("--rounds", type=int, default=30)
    p.add_argument("--on", default="mpich,openmpi")
    p.add_argument("--delay", type=float, default=0.5)
    p.add_argument("--kill", type=float, default=0.2)
    p.add_argument("--identify", default="logging")
    p.add_argument("--late", default="drain")
    p.add_argument("--discard", type=float, default=0.5)
    p.add_argument("--seconds", type=float, default=0)
    p.add_argument("--patience", type=float, default=120)
    p.add_argument("--features", type=int)
    p.add_argument("--without", help="a point of the layer that is taken out")
    p.add_argument("--trace", action="store_true", help="what each rank saw in start N: the file trace.N")
    o = p.parse_args()
    if o.identify == "tagging" and o.features is None:
        o.features = 2 + 4 + 8 + 16 + 32 + 64
    if "-" in o.seeds:
        first, last = o.seeds.split("-")
        seeds = list(range(int(first), int(last) + 1))
    else:
        seeds = [int(s) for s in o.seeds.split(",")]
    sources = sorted(glob.glob(os.path.join(HERE, "Inputs", "storm", "*.c")))
    storms = [Storm(name) for name in o.on.split(",")]
    for storm in storms:
        storm.build(sources, o.features, o.trace, "mutants" if o.without else "lines")
    begun, seen = time.monotonic(), Seen()
    for at, seed in enumerate(seeds):
        if at and o.seconds and time.monotonic() - begun > o.seconds:
            print("%d of %d seeds in the time there is" % (at, len(seeds)))
            break
        at_start = time.monotonic()
        status, out, err = storms[0].start(o.ranks, [str(seed), str(o.rounds)], {}, o.patience, None)
        expected = re.search(r"storm .*", out)
        if status or not expected:
            sys.exit("seed %d, uninterrupted: status %s\n%s\n%s" % (seed, status, out, err))
        seen.ended(out)
        good, bad = one_job(seed, storms, o, expected.group(0), time.monotonic() - at_start, seen)
        if bad and o.without:
            print("without %s: noticed at seed %d, after %d stops" % (o.without, seed, seen.stops))
            return
        if bad:
            print("seed %d FAILS:\n%s" % (seed, bad))
            sys.exit(1)
        print("seed %d: %s: %s" % (seed, good, expected.group(0)), flush=True)
    print(seen)
    if o.without:
        sys.exit("without %s: not noticed" % o.without)
    if seen.weak(o.identify == "tagging"):
        sys.exit("a weak search: of these there was nothing: " + ", ".join(seen.weak(o.identify == "tagging")))


if __name__ == "__main__":
    main()
