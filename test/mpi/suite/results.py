"""results.py - what came of the tests, kept between runs, and the table of it.

Purpose     the whole suite takes hours on a small machine: it is run in parts, and the table says what each test's newest run was.
File        BUILD/test/mpich-suite/results-MPI.json, results-MPI-delayed.json (--delay): {"plain": {test: [when built, verdict, output, seconds]}, "layer": {test: [stamp, plain, layer, lines, seconds, level, restart]}}
"""
import fcntl
import json
import os

import building
import running


class Results:
    def __init__(self, mpi, how=""):
        """how: what was put under the tests, or empty."""
        self.path = os.path.join(building.WORK, "results-%s%s.json" % (mpi, how and "-" + how))
        self.stamp = building.layer_stamp(mpi)
        self.load()

    def load(self):
        self.all = json.load(open(self.path)) if os.path.exists(self.path) else {"plain": {}, "layer": {}}

    def put(self, kind, name, value):
        """Another run may be putting, too."""
        with open(self.path + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.load()
            self.all[kind][name] = value
            with open(self.path + ".new", "w") as out:
                json.dump(self.all, out, indent=0)
            os.rename(self.path + ".new", self.path)

    def plain(self, name, path):
        """The outcome of that program, if it was run."""
        when, verdict, output, seconds = self.all["plain"].get(name, [0, "", "", 0])
        return running.Outcome(verdict, output, seconds=seconds) if when == os.path.getmtime(path) else None

    def note_plain(self, name, path, outcome):
        self.put("plain", name, [os.path.getmtime(path), outcome.verdict, outcome.output[:2000], outcome.seconds])

    def note(self, name, plain, layer, lines, seconds, level, restart):
        self.put("layer", name, [self.stamp, plain, layer, lines, seconds, level, restart])

    def is_done(self, name, any_layer):
        """It was run with this layer. any_layer: or has passed, with whatever layer that was, or there is nothing that could."""
        stamp, plain, layer, *_, restart = self.all["layer"].get(name, ["", "", "fail", None])
        return stamp == self.stamp or (any_layer and layer in ("pass", "excluded", "-") and restart in (None, "pass", "no line"))


COLUMNS = [("tests", lambda r: True), ("excluded", lambda r: r and r[2] == "excluded"), ("passed plain", lambda r: r and r[1] == "pass"),
           ("of these with the layer", lambda r: r and r[2] == "pass"), ("with a line", lambda r: r and r[3] > 0), ("lines", lambda r: r and r[3]),
           ("restarted", lambda r: r and r[6] not in (None, "no line")), ("same outcome", lambda r: r and r[6] == "pass")]


def print_table(all_results, tests, directories):
    print("| MPI | directory | %s |\n|---|---%s|" % (" | ".join(name for name, _ in COLUMNS), "|---" * len(COLUMNS)))
    for mpi, results in all_results.items():
        rows = {d: [results.all["layer"].get(t.name) for t in tests if t.directory == d] for d in directories}
        rows["all"] = sum(rows.values(), [])
        for directory, of in rows.items():
            missing = of.count(None)
            print("| %s | %s | %s |%s" % (mpi, directory, " | ".join(str(sum(int(value(r) or 0) for r in of)) for _, value in COLUMNS),
                                          missing and " %d not run" % missing or ""))
        print("%s: by %d builds of the layer; by this one %d" % (mpi, len({r[0] for r in rows["all"] if r}), sum(r[0] == results.stamp for r in rows["all"] if r)))
