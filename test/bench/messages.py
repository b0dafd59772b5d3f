#!/usr/bin/env python3
"""messages.py - what one message costs by its size: plain, identified by Event Logging, and by Message Tagging, as the paper describes it and joined.

The comparison of the Event Logging paper's Figure 8 without the work between the messages, in which it cannot be told from noise. Two ranks, a ping-pong
(programs/pingpong.c), lines possible (CKPT_DIR), none made. In each round the four run one after the other, in turned order; a size's time in a run is the
least of ten parts. Over the rounds: the median of each, of the differences within a round, and the lower end of the one-sided 95 % confidence interval of
tagging's over event logging's (order statistics).

usage     messages.py [--rounds 15] [--mpi mpich] [--check]
--check   status 1 if event logging is not ahead of tagging at a size (by the median)
Output    a table in Markdown, as in docs/performance.md
"""
import argparse
import statistics
import subprocess
import sys
import tempfile

from mpi import LAUNCH, Programs, environment, upper_bound

MODES = {"source": {}, "logging": {"CKPT_MPI_IDENTIFY": "logging"}, "tagging": {"CKPT_MPI_IDENTIFY": "tagging"},
         "joined": {"CKPT_MPI_IDENTIFY": "tagging-joined"}}


def times(programs, mode):
    """{bytes: nanoseconds one way} of one run."""
    with tempfile.TemporaryDirectory() as images:
        command = LAUNCH[programs.mpi] + ["-n", "2", programs.path("pingpong", mode)]
        settings = {**MODES[mode], "CKPT_DIR": images} if mode != "source" else {}
        done = subprocess.run(command, env=environment(settings), capture_output=True, text=True, timeout=600, check=True)
    return {int(size): float(took) for size, took in (line.split() for line in done.stdout.splitlines())}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--mpi", default="mpich", choices=LAUNCH)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    rounds, behind = [], []
    with tempfile.TemporaryDirectory() as directory:
        programs = Programs(options.mpi, directory)
        for k in range(options.rounds):
            order = list(MODES)[k % len(MODES):] + list(MODES)[:k % len(MODES)]
            rounds.append({mode: times(programs, mode) for mode in order})
    print("| bytes (%s) | plain, ns | event logging, ns more | Message Tagging, ns more | tagging over event logging, %% | joined, ns more |" % options.mpi)
    print("|---:|---:|---:|---:|---:|---:|")
    for size in rounds[0]["source"]:
        plain = [r["source"][size] for r in rounds]
        more = {mode: statistics.median(r[mode][size] - r["source"][size] for r in rounds) for mode in ("logging", "tagging", "joined")}
        over = [100 * (r["tagging"][size] / r["logging"][size] - 1) for r in rounds]
        median, least = statistics.median(over), -upper_bound([-o for o in over])
        print("| %d | %.0f | %+.0f | %+.0f | %+.1f (> %.1f) | %+.0f |" % (size, statistics.median(plain), more["logging"], more["tagging"], median, least, more["joined"]))
        if median <= 0:
            behind.append(size)
    if behind:
        print("\nnot ahead of tagging at: %s" % ", ".join(map(str, behind)))
    return bool(behind) and options.check


if __name__ == "__main__":
    sys.exit(main())
