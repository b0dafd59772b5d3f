#!/usr/bin/env python3
"""suite.py - MPICH's own test suite under the layer: no new failure against the same suite without it.

usage        suite.py [DIRECTORY or TEST ...] [--mpi mpich,openmpi] [--no-lines] [--no-restarts] [--interval S] [--build-only] [--seed N] [--from K] [--budget S] [--reuse]
TEST         as in a test list: pt2pt/sendrecv2, or "coll/allred 7 -count=10" (or the beginning of that)
--no-lines   CKPT_DIR is set (the layer logs), but no line is asked for
--no-restarts no stops at lines, and no restarts (restarting.py)
--delay      under a shim that delays messages and lets them overtake each other (../delay/), which plain tests are run under, too
--half       each test is stopped under one MPI only, and goes on from its last line under the other only
--interval   seconds between requests of lines (0.05)
--seed       another order, other places to stop at; --from K: begin with the K-th test of that order; --budget: begin no test after so many seconds
--sample N   N tests of sample.txt, drawn by --seed; they have to run, to commit a line each on average, and half of them to be restarted
--build-only see what links
--reuse      take plain outcomes from an earlier run
--resume     leave out what was run with this layer; --resume-any: or has passed with an older one (--table says how many layers its rows are of)
--list       print the tests; --table: of all runs, what came of each directory
--patience   seconds that a test has at least (180); --most: at most, whatever upstream's list says
Output       a line per test: plain, with the layer, where the sites are, lines committed and abandoned, what was stopped and came of its restart; then a summary.
             Status 0: every test that passes plain is built and passes with the layer, and after restarts, but for exclusions.txt. 77: no source, no network.
"""
import argparse
import os
import random
import re
import signal
import sys
import time
import zlib

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import building
import restarting
import results
import running
import shim
from upstream_tests import DIRECTORIES, Exclusions, Makefile, tests

VISITS = (2, 60)                        # at each of the first calls: short tests, which end before their first line, have more of them (site.c)
EXPECTED_TO_FAIL = 20                   # of what the list says that it fails, mostly by hanging


class Suite:
    def __init__(self, options):
        self.o, self.begun = options, time.time()
        os.makedirs(building.WORK, exist_ok=True)
        self.root = building.unpack()
        building.site_header()
        self.exclusions, self.makefiles = Exclusions(), {}
        self.new = []
        self.begin_counting()
        self.results = {mpi: results.Results(mpi, "delayed" if options.delay else "") for mpi in options.mpi.split(",")}
        self.shims = {mpi: shim.build("mpicc." + mpi, os.path.join(building.WORK, "delay-%s.so" % mpi)) for mpi in self.results if options.delay}

    def chosen(self):
        wanted = self.o.what or DIRECTORIES
        all_tests = tests(self.root, DIRECTORIES)
        chosen = [t for t in all_tests if any(t.directory == w or (t.name + " ").startswith(w + " ") for w in wanted)]
        if self.o.sample:
            known = open(os.path.join(building.HERE, "sample.txt")).read().splitlines()
            chosen = random.Random(self.o.seed).sample([t for t in all_tests if t.name in known], self.o.sample)
        if self.o.seed is not None:
            random.Random(self.o.seed).shuffle(chosen)
        return chosen[self.o.begin - 1:]

    def makefile(self, test):
        if test.directory not in self.makefiles:
            self.makefiles[test.directory] = Makefile(self.root, test.directory)
        return self.makefiles[test.directory]

    def limit(self, test):
        return EXPECTED_TO_FAIL if "xfail" in test.marks else min(self.o.most, max(self.o.patience, int(test.marks.get("timeLimit", 0))))

    def delay(self, test, mpi):
        """Variables for the shim, under which each test has its own order of messages; tags do not overtake each other where MPI_ANY_TAG asks for them."""
        if mpi not in self.shims:
            return {}
        sources = self.makefile(test).of(test.program)[0]
        tags = not any(re.search("MPI_ANY_TAG", open(source, encoding="latin-1").read()) for source in sources)
        return dict({"LD_PRELOAD": self.shims[mpi], "CKPT_DELAY_SEED": str(zlib.crc32(("%s %s" % (self.o.seed, test.name)).encode()) % 10 ** 6 + 1)},
                    **({"CKPT_DELAY_TAGS": "1"} if tags else {}))

    def settings(self, directory, visits):
        settings = {"CKPT_DIR": os.path.join(directory, "ckpt"), "SUITE_CALLS": os.path.join(directory, "calls")}
        if not self.o.no_lines:
            settings.update(SUITE_LINE="1", SUITE_VISITS=str(visits), CKPT_INTERVAL=str(self.o.interval))
        return settings

    def plain(self, test, mpi):
        try:
            path = building.builder(self.root, mpi).build(test.directory, test.program, self.makefile(test))
        except building.Unbuilt as error:
            return running.Outcome("not built", str(error))
        if self.o.build_only:
            return running.Outcome("pass", "")
        known = self.results[mpi].plain(test.name, path)
        if self.o.reuse and known:
            return known
        with running.own_directory() as directory:
            outcome = running.run(test, mpi, path, self.delay(test, mpi), self.limit(test), directory)
        self.results[mpi].note_plain(test.name, path, outcome)
        return outcome

    def layer(self, test, mpi, plain, directory):
        """(outcome, level, path)"""
        try:
            level, path = building.with_layer(self.root, mpi, test, self.makefile(test))
        except building.Unbuilt as error:
            calls = building.unsupported(str(error))
            for call in calls:
                self.missing[call] = self.missing.get(call, 0) + 1
            return running.Outcome("unsupported: " + " ".join(calls) if calls else "refused", str(error)), "-", None
        if self.o.build_only:
            return running.Outcome("pass", ""), level, path
        for visits in VISITS:
            outcome = running.run(test, mpi, path, dict(self.settings(directory, visits), **self.delay(test, mpi)), max(self.limit(test), 3 * plain.seconds), directory)
            if outcome.lines or not outcome.passed:
                break
        outcome.calls = calls_in(os.path.join(directory, "calls"))
        return outcome, level, path

    def restarts(self, test, mpi, path, layer, directory):
        """What came of stops and a restart, or of a restart from the last line, under MPIs under which it passes plain; None: not asked for."""
        if self.o.no_restarts or self.o.build_only or self.exclusions.restart_reason(test, mpi):
            return None
        paths = {mpi: path}
        for other in self.others(test, mpi):
            paths[other] = building.with_layer(self.root, other, test, self.makefile(test))[1]
        chance = random.Random("%s %s %s" % (self.o.seed, test.name, mpi))
        restarts = restarting.Restarts(test, paths, {m: self.delay(test, m) for m in paths}, layer.calls, max(self.limit(test), 3 * layer.seconds), chance)
        if layer.lines and not (self.o.half and self.begins(test, mpi)):
            restarts.from_last(directory)
        if self.begins(test, mpi) and restarts.verdict in ("pass", "no line"):
            restarts.stopped(mpi, directory)
        return restarts

    def begins(self, test, mpi):
        """Whether that MPI begins what is stopped: with --half, another one for each test."""
        return not self.o.half or mpi == sorted(self.results)[zlib.crc32(test.name.encode()) % len(self.results)]

    def others(self, test, mpi):
        return [m for m in self.results if m != mpi and not self.exclusions.reason(test, m) and self.plain(test, m).passed]

    def one(self, test, mpi):
        self.count["tests"] += 1
        reason = self.exclusions.reason(test, mpi)
        if reason:
            self.count["excluded"] += 1
            self.note(test, mpi, "-", "excluded")
            return self.row(test, mpi, "-", "excluded: " + reason)
        plain = self.plain(test, mpi)
        if not plain.passed:
            self.note(test, mpi, plain.verdict, "-")
            self.row(test, mpi, plain.verdict, "-")
            return self.quote(plain)
        self.count["plain"] += 1
        with running.own_directory() as directory:
            layer, level, path = self.layer(test, mpi, plain, directory)
            restart = self.restarts(test, mpi, path, layer, directory) if layer.passed else None
        self.row(test, mpi, "pass", layer.verdict, "%s, %d lines, %d abandoned, %.1f s to %.1f s%s" % (
            level, layer.lines, layer.abandoned, plain.seconds, layer.seconds, restart and "; %s: %s" % (restart.how, restart.verdict) or ""))
        self.note(test, mpi, "pass", layer.verdict, layer.lines, layer.seconds, level, restart and restart.verdict)
        self.tally(test, mpi, level, layer, restart)

    def tally(self, test, mpi, level, layer, restart):
        self.count["lines"] += layer.lines
        self.count["with_lines"] += layer.lines > 0
        self.count["abandoned"] += layer.abandoned
        if layer.passed:
            self.count["layer"] += 1
            self.levels[level] = self.levels.get(level, 0) + 1
        else:
            self.count["unbuilt"] += level == "-"
            self.quote(layer)
        if restart and restart.verdict == "pass":
            self.count["restarted"] += 1
        elif restart and restart.verdict != "no line":
            self.quote(restart)
        if not layer.passed or (restart and restart.verdict not in ("pass", "no line")):
            self.new.append("%s (%s)" % (test.name, mpi))

    def note(self, test, mpi, plain, layer, lines=0, seconds=0, level="-", restart=None):
        if not self.o.build_only:
            self.results[mpi].note(test.name, plain, layer, lines, round(seconds, 1), level, restart)

    def quote(self, outcome):
        for line in outcome.output.splitlines()[:200 if self.o.verbose else 8]:
            print("    | " + line, flush=True)

    def row(self, test, mpi, plain, layer, more=""):
        print("%-40s %-8s plain %-10s layer %s%s" % (test.name, mpi, plain, layer, more and "  (%s)" % more), flush=True)

    def summary(self):
        c = self.count
        if self.missing:
            print("what tests need and the layer does not have: " + ", ".join(
                "%s %d" % item for item in sorted(self.missing.items(), key=lambda i: (-i[1], i[0]))))
        print("sites at: " + ", ".join("%s %d" % i for i in self.levels.items()) + "; %d lines committed in %d tests, %d abandoned; %.0f s" % (
            c["lines"], c["with_lines"], c["abandoned"], time.time() - self.begun))
        print("%d tests: plain passed %d, layer passed %d, restarted with the same outcome %d, excluded %d, new failures %d (%d not built)%s" % (
            c["tests"], c["plain"], c["layer"], c["restarted"], c["excluded"], len(self.new), c["unbuilt"],
            ": " + ", ".join(self.new) if self.new else ""))
        return 1 if self.new else 0

    def begin_counting(self):
        self.count = dict.fromkeys(("tests", "plain", "layer", "excluded", "unbuilt", "lines", "abandoned", "with_lines", "restarted"), 0)
        self.missing, self.levels = {}, {}

    def shortage(self):
        """What a sample shows too little of, or None."""
        c, least = self.count, self.o.sample * len(self.results)
        for what, found, wanted in (("passed plain", c["plain"], least), ("lines", c["lines"], least), ("restarted", c["restarted"], least // 2)):
            if found < wanted:
                return "%s: %d, at least %d are expected of a sample of %d" % (what, found, wanted, self.o.sample)
        return None

    def run(self):
        for tries in range(3):                          # a sample on a machine that had other things to do may have been over before its lines
            status = self.once()
            shortage = self.o.sample and not status and not self.o.table and not self.o.list and self.shortage()
            if not shortage:
                return status
            print(shortage)
            self.begin_counting()
        return 1

    def once(self):
        for test in self.chosen() if not self.o.table else []:
            for mpi in self.o.mpi.split(","):
                if self.o.list:
                    print(test.name)
                elif (self.o.resume or self.o.resume_any) and self.results[mpi].is_done(test.name, self.o.resume_any):
                    continue
                elif not self.o.budget or time.time() - self.begun < self.o.budget:
                    self.one(test, mpi)
        if self.o.table:
            results.print_table(self.results, tests(self.root, DIRECTORIES), DIRECTORIES)
        if self.o.list or self.o.table:
            return 0
        return self.summary()


def calls_in(path):
    """The most calls that a rank made, by its own count."""
    return max(map(int, open(path).read().split()), default=0) if os.path.exists(path) else 0


def main():
    p = argparse.ArgumentParser()
    p.add_argument("what", nargs="*")
    p.add_argument("--mpi", default="mpich,openmpi")
    p.add_argument("--interval", default="0.05")
    for flag in ("--no-lines", "--build-only", "--list", "--verbose", "--reuse", "--resume", "--resume-any", "--table", "--no-restarts", "--half", "--delay"):
        p.add_argument(flag, action="store_true")
    p.add_argument("--seed", type=int)
    p.add_argument("--from", type=int, default=1, dest="begin")
    p.add_argument("--sample", type=int, default=0)
    p.add_argument("--budget", type=float)
    p.add_argument("--patience", type=float, default=180)   # as upstream's runtests
    p.add_argument("--most", type=float, default=float("inf"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    return Suite(p.parse_args()).run()


sys.exit(main())
