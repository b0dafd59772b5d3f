#!/usr/bin/env python3
"""triggers.py - what asks an MPI job for a line: CKPT_AT, _EVERY, _INTERVAL, ckpt_request() of any rank, signals to a rank and to the launcher; statuses.

usage       triggers.py [--mpi mpich] [--parts by_request,...]
Output      a line per check; status 0 if all hold.
"""
import argparse
import os
import shutil
import signal
import subprocess
import sys
import time

import job
import kill

RANKS = 3
INPUT = os.path.join(job.SOURCE, "test", "mpi", "Inputs", "triggers.c")
DIRECTORY = os.path.abspath("run")
failures = []


def check(name, condition, what=""):
    print("%-72s %s" % (name, "ok" if condition else "FAIL %s" % (what,)), flush=True)
    if not condition:
        failures.append(name)


def lines():
    names = os.listdir(DIRECTORY) if os.path.isdir(DIRECTORY) else []
    return sorted(int(n[5:-7]) for n in names if n.startswith("line-") and n.endswith(".commit"))


def catches(pid):
    """Are the runtime's handlers in place?"""
    try:
        with open("/proc/%d/status" % pid, encoding="ascii") as text:
            mask = int(next(line for line in text if line.startswith("SigCgt")).split()[1], 16)
    except (OSError, StopIteration):
        return False
    return all(mask >> (number - 1) & 1 for number in (signal.SIGUSR1, signal.SIGTERM))


class Running:
    def __init__(self, j, args, settings, wrapper=()):
        environment = {n: v for n, v in os.environ.items() if not n.startswith("CKPT_")}
        environment.update({n: str(v) for n, v in settings.items()}, CKPT_DIR=DIRECTORY)
        command = j.command(RANKS, list(args))
        at = command.index(j.program)
        self.j = j
        self.process = subprocess.Popen(command[:at] + list(wrapper) + command[at:], env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def rank(self, number):
        """Its process, once it runs and catches signals."""
        for _ in range(3000):
            for pid in kill.processes(self.j.program):
                try:
                    with open("/proc/%d/environ" % pid, "rb") as f:
                        words = f.read().split(b"\0")
                except OSError:
                    continue
                if (b"PMI_RANK=%d" % number in words or b"OMPI_COMM_WORLD_RANK=%d" % number in words) and catches(pid):
                    return pid
            time.sleep(0.01)
        sys.exit("rank %d does not run" % number)

    def end(self):
        try:
            out, err = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            sys.exit("still running")
        return self.process.returncode, out.decode(), err.decode()


def record():
    """What the job has written of its lines, for messages."""
    try:
        with open(os.path.join(DIRECTORY, "lines.log"), encoding="utf-8") as log:
            return log.read()
    except OSError:
        return "no lines.log"


def until_a_line(start, least=1):
    """A job that ends before its lines are committed (the machine may have had other things to do) is run again, twice at most.
    start: runs it, and returns (status, out, err)."""
    for tries in range(1, 4):
        status, out, err = start()
        if len(lines()) >= least or status != 0:
            break
        print("  no line in try %d: %s%s" % (tries, record(), err), flush=True)
    return status, out, err


def run(j, args, settings, fresh=True, **more):
    if fresh:
        shutil.rmtree(DIRECTORY, ignore_errors=True)
    return Running(j, args, settings, **more)


def again(j, args, expected, name, before=None):
    """What a restart prints is the rest."""
    status, out, err = run(j, args, {"CKPT_RESTART": "latest"}, fresh=False).end()
    rest = expected.endswith(out) and "afresh" not in err
    check(name + ": goes on to the same output", status == 0 and rest and (before is None or before + out == expected), (status, out, err))


def by_environment(j, expected):
    for settings, least, most in (({"CKPT_AT": "10,25"}, 1, 2), ({"CKPT_EVERY": 8}, 2, 2), ({"CKPT_INTERVAL": "0.1"}, 1, 2)):
        name = " ".join("%s=%s" % one for one in settings.items())
        status, out, err = until_a_line(lambda: run(j, SLOW, settings).end(), least)
        check(name + ": %d to %d lines are there at the end" % (least, most), status == 0 and out == expected and least <= len(lines()) <= most,
              (status, lines(), err))
        again(j, SLOW, expected, name)
    status, out, err = run(j, SLOW, {"CKPT_INTERVAL": 100}).end()
    check("CKPT_INTERVAL longer than the job: none", status == 0 and out == expected and not lines(), (status, lines()))


def by_request(j, expected):
    for rank in range(RANKS):
        status, out, err = until_a_line(lambda: run(j, SLOW + [str(rank), "10"], {}).end())
        check("ckpt_request() of rank %d: one line" % rank, status == 0 and out == expected and lines() == [1], (status, lines(), err))
        again(j, SLOW, expected, "ckpt_request() of rank %d" % rank)


def by_visits(j, expected):
    """It is rank 0's visits that are counted."""
    for rank, at, there in ((0, 200, True), (1, 200, False), (1, 20, True)):
        args = SLOW + ["often", str(rank), "10"]         # 400 visits of that rank, 40 of the others
        for settings in ({"CKPT_AT": at}, {"CKPT_EVERY": at}):
            name = "rank %d passes ten times as often, %s=%d" % (rank, *settings, at)
            status, out, err = until_a_line(lambda: run(j, args, settings).end(), 1 if there else 0)
            check(name + (": a line" if there else ": none"), status == 0 and out == expected and bool(lines()) == there, (status, lines(), err))
            if there:
                again(j, args, expected, name)


def signalled(j, rank, number):
    r = run(j, SLOW, {})
    pid = r.rank(rank)
    time.sleep(0.1)
    try:
        os.kill(pid, number)
    except ProcessLookupError:                          # the job was over before
        pass
    return r.end()


def by_signal(j, expected):
    for rank in (0, RANKS - 1):
        status, out, err = until_a_line(lambda: signalled(j, rank, signal.SIGUSR1))
        check("SIGUSR1 to rank %d: one line, the job goes on" % rank, status == 0 and out == expected and lines() == [1], (status, lines(), err))
        again(j, SLOW, expected, "SIGUSR1 to rank %d" % rank)
        status, out, err = until_a_line(lambda: signalled(j, rank, signal.SIGTERM))
        check("SIGTERM to rank %d: saved, the job stops with 75" % rank, status == job.STOPPED and lines() == [1], (status, lines(), err))
        again(j, SLOW, expected, "SIGTERM to rank %d" % rank, out)


def launcher(j, expected):
    """What a launcher makes of a signal is its own; there must be a line, or the job as it was, never a half."""
    def asked():
        r = run(j, SLOW, {})
        for rank in range(RANKS):
            r.rank(rank)
        time.sleep(0.1)
        r.process.send_signal(signal.SIGUSR1)
        return r.end()
    status, out, err = until_a_line(asked)
    check("SIGUSR1 to the launcher: lines (each rank asks), the job goes on", status == 0 and out == expected and len(lines()) >= 1, (status, lines(), err))
    again(j, SLOW, expected, "SIGUSR1 to the launcher")
    r = run(j, SLOW, {"CKPT_AT": 5})
    while not lines() and r.process.poll() is None:
        time.sleep(0.01)
    r.process.send_signal(signal.SIGTERM)
    status, out, err = r.end()
    # MPICH's may say 0 of ranks that have saved and left.
    check("SIGTERM to the launcher: the job ends (or was over before it came)", expected.startswith(out) and lines(), (status, lines(), out, err))
    for _ in range(100):
        if not kill.processes(j.program):
            break
        time.sleep(0.05)
    again(j, SLOW, expected, "SIGTERM to the launcher")


def statuses(j, expected):
    for name in ("status.%d" % r for r in range(RANKS)):
        if os.path.exists(name):
            os.unlink(name)
    script = 'trap : TERM; "$@"; s=$?; echo $s >status.${PMI_RANK:-$OMPI_COMM_WORLD_RANK}; exit $s'
    status, out, err = until_a_line(lambda: run(j, SLOW, {"CKPT_AT": 10, "CKPT_EXIT": 1}, wrapper=["sh", "-c", script, "sh"]).end())
    ranks = [open("status.%d" % r, encoding="ascii").read().strip() if os.path.exists("status.%d" % r) else None for r in range(RANKS)]
    # Open MPI's launcher kills, a second after the first has left, what is still there: on a loaded machine a rank may not come to its word.
    said = ranks if j.name == "mpich" else [r for r in ranks if r]
    check("CKPT_EXIT=1: every rank leaves with 75", status == job.STOPPED and said and set(said) == {"75"}, (status, ranks, err))
    again(j, SLOW, expected, "CKPT_EXIT=1", out)


def children(j, expected):
    status, out, err = run(j, SLOW + ["child"], {"CKPT_AT": "10"}).end()
    check("a child of the program's: the line is abandoned, the job goes on", status == 0 and out == expected and not lines() and
          "child process of the program's is running" in err, (status, lines(), err))
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    environment = {n: v for n, v in os.environ.items() if not n.startswith("CKPT_")}
    environment.update(CKPT_DIR=DIRECTORY, CKPT_AT="10", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    r = subprocess.run([j.program] + SLOW, env=environment, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    check("without a launcher: what MPI starts in the process is no obstacle", r.returncode == 0 and lines() == [1], (r.returncode, lines(), r.stderr))


p = argparse.ArgumentParser()
p.add_argument("--mpi", default="mpich")
p.add_argument("--parts", default="by_environment,by_request,by_visits,by_signal,launcher,statuses,children")
o = p.parse_args()
SLOW = ["40", "20"]
the = job.Job(o.mpi)
the.build(INPUT)
wanted = the.run(RANKS, SLOW)[1]
for part in o.parts.split(","):
    globals()[part](the, wanted)
print("%d failures" % len(failures))
sys.exit(1 if failures else 0)
