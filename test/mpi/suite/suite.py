#!/usr/bin/env python3
"""suite.py - MPICH's own test suite under the layer: no new failure against the same suite without it.

usage        suite.py [DIRECTORY or TEST ...] [--mpi mpich,openmpi] [--no-lines] [--interval S] [--build-only] [--seed N] [--budget S] [--reuse]
TEST         as in a test list: pt2pt/sendrecv2, or "coll/allred 7 -count=10" (or the beginning of that)
--no-lines   CKPT_DIR is set (the layer logs), but no line is asked for
--interval   seconds between requests of lines (0.05)
--seed       another order; --budget: begin no test after so many seconds
--build-only see what links
--reuse      take plain outcomes from an earlier run
--list       print the tests
Output       a line per test: plain, with the layer, where the sites are, lines committed and abandoned; then a summary.
             Status 0: every test that passes plain passes with the layer, but for exclusions.txt. 77: no source, no network.
"""
import argparse
import json
import os
import random
import sys
import time

import building
import running
from upstream_tests import DIRECTORIES, Exclusions, Makefile, tests

PLAIN_TIMEOUT = 60


class Suite:
    def __init__(self, options):
        self.o, self.begun = options, time.time()
        os.makedirs(building.WORK, exist_ok=True)
        self.root = building.unpack()
        building.site_header()
        self.exclusions, self.makefiles = Exclusions(), {}
        self.count = dict.fromkeys(("tests", "plain", "layer", "excluded", "unlinked", "lines", "abandoned"), 0)
        self.new, self.missing, self.levels = [], {}, {}
        self.memory = os.path.join(building.WORK, "plain.json")
        self.known = json.load(open(self.memory)) if os.path.exists(self.memory) else {}

    def chosen(self):
        wanted = self.o.what or DIRECTORIES
        all_tests = tests(self.root, DIRECTORIES)
        chosen = [t for t in all_tests if any(t.directory == w or (t.name + " ").startswith(w + " ") for w in wanted)]
        if self.o.seed is not None:
            random.Random(self.o.seed).shuffle(chosen)
        return chosen

    def makefile(self, test):
        if test.directory not in self.makefiles:
            self.makefiles[test.directory] = Makefile(self.root, test.directory)
        return self.makefiles[test.directory]

    def settings(self):
        settings = {"CKPT_DIR": "ckpt"}
        if not self.o.no_lines:
            settings["CKPT_INTERVAL"] = str(self.o.interval)
        return settings

    def plain(self, test, mpi):
        try:
            path = building.builder(self.root, mpi).build(test.directory, test.program, self.makefile(test))
        except building.Unbuilt as error:
            return running.Outcome("not built", str(error))
        if self.o.build_only:
            return running.Outcome("pass", "")
        memory = "%s %s %s" % (mpi, test.name, os.path.getmtime(path))
        if self.o.reuse and memory in self.known:
            return running.Outcome(*self.known[memory])
        outcome = running.run(test, mpi, path, {}, PLAIN_TIMEOUT)
        self.known[memory] = outcome.verdict, outcome.output[:2000], 0, 0, outcome.seconds
        with open(self.memory, "w") as out:
            json.dump(self.known, out)
        return outcome

    def layer(self, test, mpi, plain):
        """(outcome, level)"""
        try:
            level, path = building.with_layer(self.root, mpi, test, self.makefile(test))
        except building.Unbuilt as error:
            calls = building.unsupported(str(error))
            for call in calls:
                self.missing[call] = self.missing.get(call, 0) + 1
            return running.Outcome("unsupported: " + " ".join(calls) if calls else "refused", str(error)), "-"
        if self.o.build_only:
            return running.Outcome("pass", ""), level
        return running.run(test, mpi, path, self.settings(), PLAIN_TIMEOUT + 3 * plain.seconds), level

    def one(self, test, mpi):
        self.count["tests"] += 1
        reason = self.exclusions.reason(test, mpi)
        if reason:
            self.count["excluded"] += 1
            return self.row(test, mpi, "-", "excluded: " + reason)
        plain = self.plain(test, mpi)
        if not plain.passed:
            self.row(test, mpi, plain.verdict, "-")
            return self.quote(plain)
        self.count["plain"] += 1
        layer, level = self.layer(test, mpi, plain)
        self.count["lines"] += layer.lines
        self.count["abandoned"] += layer.abandoned
        self.row(test, mpi, "pass", layer.verdict, "%s, %d lines, %d abandoned, %.1f s to %.1f s" % (
            level, layer.lines, layer.abandoned, plain.seconds, layer.seconds))
        if layer.passed:
            self.count["layer"] += 1
            self.levels[level] = self.levels.get(level, 0) + 1
        elif layer.verdict.startswith("unsupported"):
            self.count["unlinked"] += 1
        else:
            self.new.append("%s (%s)" % (test.name, mpi))
            self.quote(layer)

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
        print("sites at: " + ", ".join("%s %d" % i for i in self.levels.items()) + "; %d lines committed, %d abandoned; %.0f s" % (
            c["lines"], c["abandoned"], time.time() - self.begun))
        print("%d tests: plain passed %d, layer passed %d, excluded %d, not linked %d, new failures %d%s" % (
            c["tests"], c["plain"], c["layer"], c["excluded"], c["unlinked"], len(self.new),
            ": " + ", ".join(self.new) if self.new else ""))
        return 1 if self.new else 0

    def run(self):
        for test in self.chosen():
            for mpi in self.o.mpi.split(","):
                if self.o.list:
                    print(test.name)
                elif not self.o.budget or time.time() - self.begun < self.o.budget:
                    self.one(test, mpi)
        return 0 if self.o.list else self.summary()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("what", nargs="*")
    p.add_argument("--mpi", default="mpich,openmpi")
    p.add_argument("--interval", default="0.05")
    for flag in ("--no-lines", "--build-only", "--list", "--verbose", "--reuse"):
        p.add_argument(flag, action="store_true")
    p.add_argument("--seed", type=int)
    p.add_argument("--budget", type=float)
    return Suite(p.parse_args()).run()


sys.exit(main())
