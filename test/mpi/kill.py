#!/usr/bin/env python3
"""kill.py - SIGKILL ranks of a job after some of its lines, while it makes the next; it always goes on from the newest committed one.

usage       kill.py SOURCE [--args "..."] [--ranks 4] [--kills 12] [--lines 6] [--seed N] [--every 20] [--mpi mpich]
--lines     how many lines are committed before a kill, at most
Output      a line per kill. What a restarted job prints must be the end of what the uninterrupted one prints, and just what CKPT_RESTART=N,
            N the newest line, prints: one that begins anew, or at an older line, fails.
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import job


def processes(program):
    """Process numbers of the ranks."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink("/proc/%s/exe" % pid) == program:
                found.append(int(pid))
        except OSError:
            pass
    return found


def newest(directory):
    """The newest committed line; 0: there is none."""
    names = os.listdir(directory) if os.path.isdir(directory) else []
    return max([int(n[5:-7]) for n in names if n.startswith("line-") and n.endswith(".commit")], default=0)


def run_and_kill(j, o, settings, line, delay, how_many):
    """Start, kill some ranks a moment after that line is committed. Returns True if the job had ended by itself."""
    environment = {n: v for n, v in os.environ.items() if not n.startswith("CKPT_")}
    environment.update(settings)
    p = subprocess.Popen(j.command(o.ranks, o.args), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while newest(settings["CKPT_DIR"]) < line and p.poll() is None:
        time.sleep(0.002)
    time.sleep(delay)
    ours = processes(j.program)
    ended = p.poll() is not None
    for pid in random.sample(ours, min(how_many, len(ours))):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    for _ in range(30):                                  # the launcher ends the others, or does not
        if p.poll() is not None:
            break
        time.sleep(0.1)
    for pid in processes(j.program):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    p.terminate()
    p.wait()
    return ended


def main():
    p = argparse.ArgumentParser()
    p.add_argument("source")
    p.add_argument("--args", default="")
    p.add_argument("--ranks", type=int, default=4)
    p.add_argument("--kills", type=int, default=12)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--lines", type=int, default=6)
    p.add_argument("--every", type=int, default=20)
    p.add_argument("--mpi", default="mpich")
    o = p.parse_args()
    o.args = o.args.split()
    random.seed(o.seed)
    j = job.Job(o.mpi)
    j.build(o.source)
    status, expected, errors = j.run(o.ranks, o.args)
    if status:
        sys.exit("uninterrupted: status %d\n%s" % (status, errors))
    from_line = 0
    for kill in range(o.kills):
        directory = os.path.abspath("run")
        shutil.rmtree(directory, ignore_errors=True)
        settings = {"CKPT_DIR": directory, "CKPT_EVERY": str(o.every)}
        ended = run_and_kill(j, o, settings, random.randint(1, o.lines), random.uniform(0, 0.1), random.randint(1, o.ranks))
        lines = sorted(n for n in os.listdir(directory) if n.endswith(".commit")) if os.path.isdir(directory) else []
        wanted = expected
        if lines:                                        # from a copy: the directory is as it was
            shutil.rmtree(directory + ".copy", ignore_errors=True)
            shutil.copytree(directory, directory + ".copy", symlinks=True)
            status, wanted, errors = j.run(o.ranks, o.args, {"CKPT_DIR": directory + ".copy", "CKPT_RESTART": str(newest(directory))})
            if status or not wanted:
                sys.exit("line %d does not restart: status %d\n%s\n%s" % (newest(directory), status, errors, wanted))
        status, output, errors = j.run(o.ranks, o.args, {"CKPT_DIR": directory, "CKPT_RESTART": "latest"})
        print("kill %d: %s, %s, %d of %d bytes again" % (kill, "ended" if ended else "killed", lines or "no line", len(output), len(expected)),
              flush=True)
        # A kill may come between a commit and the removal of the third last.
        if status or output != wanted or not expected.endswith(output) or len(lines) > 3:
            sys.exit("status %d\n%s\n%s" % (status, errors, output))
        from_line += bool(lines)
    if not from_line:
        sys.exit("no line was ever committed")


if __name__ == "__main__":
    main()
