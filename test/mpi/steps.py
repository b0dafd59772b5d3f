#!/usr/bin/env python3
"""steps.py - SIGKILL of one or several ranks at every numbered step of a line and of a restart (runtime/mpi/protocol/steps.h).

usage       steps.py SOURCE [--args "..."] [--ranks 3] [--every 10] [--mpi mpich] [--steps a,b] [--seconds 20] [--most N] [--seed 1] [--without NAME]
How         for each step, and for one rank, several, rank 0: a job that makes line after line is killed there, by itself; then all its
            committed lines must verify, and CKPT_RESTART=latest must go on, from the newest of them if there is one (what it prints is what
            CKPT_RESTART=N prints, of a copy), to the same output.
            Half of those restarts make lines, too, and are killed at a step of their own before.
--without   a mutant (runtime/mpi/protocol/mutants.h): some line must be half committed without that point
--seconds   stop after so long: a sample;  --most: after so many cases. Without these all cases are run, and a step that was never reached fails.
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
import kill

STEPS = os.path.join(job.SOURCE, "runtime", "mpi", "protocol", "steps.h")
CKPT = os.path.join(job.BUILD, "bin", "ckpt")
DIRECTORY = os.path.abspath("run")


def steps():
    """[(name, who does it)] in order."""
    with open(STEPS, encoding="ascii") as text:
        return re.findall(r"^    S\(\d+, (\w+), (\w+),", text.read(), re.MULTILINE)


def cases(dice, o):
    """(step, who, ranks to kill, occurrence) in a random order. Of each step one is of the first line, for a job may make no other."""
    found = []
    for step, does in steps():
        if o.steps and step not in o.steps.split(","):
            continue
        one = [dice.randrange(1, o.ranks)]
        several = sorted(dice.sample(range(does == "others", o.ranks), dice.randint(2, o.ranks - (does == "others"))))
        for who, ranks in ([("one", [0])] if does == "zero" else [("one", one), ("several", several)]) + [("zero", [0])] * (does != "others"):
            found.append((step, does, who, ranks, 1 if who == "one" or does in ("stop", "restart") else dice.randint(1, 3)))
    dice.shuffle(found)
    return found


def run(j, o, settings):
    """Returns (status, output, messages). A launcher that does not end with its ranks is ended."""
    environment = {n: v for n, v in os.environ.items() if not n.startswith("CKPT_")}
    environment.update({"CKPT_DIR": DIRECTORY, **({"CKPT_MPI_MUTANT": o.without} if o.without else {}), **settings})
    with open("out", "w+b") as out, open("err", "w+b") as err:
        p = subprocess.Popen(j.command(o.ranks, o.args), env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        begun = time.time()
        while p.poll() is None:
            time.sleep(0.02)
            alone = "CKPT_MPI_KILL" in settings and time.time() - begun > 20
            if alone or time.time() - begun > 120:
                p.terminate()
                p.wait()
                if not alone:
                    sys.exit("still running: %s" % settings)
        for pid in kill.processes(j.program):
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass
        out.seek(0)
        err.seek(0)
        return p.returncode, out.read().decode(), err.read().decode(errors="replace")


def verify(o):
    """All lines that have a record are whole. Returns the newest's number."""
    newest = kill.newest(DIRECTORY)
    if newest:
        verdict = subprocess.run([CKPT, "verify", "-q", DIRECTORY], capture_output=True, text=True)
        if verdict.returncode and o.without:
            print("noticed: %s: %s" % (o.without, verdict.stderr.strip()))
            sys.exit(0)
        if verdict.returncode:
            sys.exit("half committed: %s" % verdict.stderr)
    return newest


def rest(j, o, line, name):
    """What a restart from that line prints, none older will do. From a copy: the directory is as it was."""
    shutil.rmtree(DIRECTORY + ".copy", ignore_errors=True)
    shutil.copytree(DIRECTORY, DIRECTORY + ".copy", symlinks=True)
    status, output, messages = run(j, o, {"CKPT_RESTART": str(line), "CKPT_DIR": DIRECTORY + ".copy"})
    if status or not output or not o.expected.endswith(output):
        sys.exit("%s: line %d is committed, and does not restart: status %d\n%s\n%s" % (name, line, status, messages, output))
    return output


def at(step, ranks, occurrence):
    return {"CKPT_MPI_KILL": ",".join("%d:%s:%d" % (r, step, occurrence) for r in ranks)}


def prefix(output, expected, name):
    """What a killed job has printed, as far as the launcher passed it on, belongs there. (MPICH's says on standard output that it was killed.)"""
    output = re.split(r"^=====", output, maxsplit=1, flags=re.M)[0].rstrip("\n")
    if output not in expected:
        sys.exit("%s: printed what does not belong there:\n%s" % (name, output))


def one(j, o, case, dice):
    """Returns how often it was killed."""
    step, does, who, ranks, occurrence = case
    name = "%s/%s/%d" % (step, who, occurrence)
    lines = {"CKPT_EVERY": str(o.every)}
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    kills = 0
    first = {"CKPT_AT": ",".join(str(o.every * n) for n in range(1, 30)), "CKPT_EXIT": "1"}
    if does == "restart":
        run(j, o, first)
        settings = dict(lines, CKPT_RESTART="latest", **at(step, ranks, 1))
    else:
        settings = dict(first if does == "stop" else lines, **at(step, ranks, occurrence))
    status, output, messages = run(j, o, settings)
    prefix(output, o.expected, name)
    kills += status not in (0, job.STOPPED)
    newest = verify(o)
    if status and dice.random() < 0.5:                   # the restarted job's own lines
        again = dice.choice([s for s, d in steps() if d == "all"])
        before = newest
        status, output, messages = run(j, o, dict(lines, CKPT_RESTART="latest", **at(again, [dice.randrange(o.ranks)], 1)))
        prefix(output, o.expected, name + " " + again)
        kills += status != 0
        newest = verify(o)
        if newest < before:
            sys.exit("%s: line %d was committed, now it is %d" % (name, before, newest))
        name += ", then %s" % again
    wanted = rest(j, o, newest, name) if newest and status else o.expected
    if status:
        status, output, messages = run(j, o, dict(lines, CKPT_RESTART="latest"))
        if output != wanted:
            sys.exit("%s: line %d is committed, and the job has gone on from another place\n%s\n%s" % (name, newest, messages, output))
    if status or not o.expected.endswith(output):
        sys.exit("%s, from line %d: status %s\n%s\n%s" % (name, newest, status, messages, output))
    verify(o)
    print("%-40s %s, from line %d: same" % (name, "killed" if kills else "not reached", newest), flush=True)
    return kills


def main():
    p = argparse.ArgumentParser()
    p.add_argument("source")
    p.add_argument("--args", default="")
    p.add_argument("--ranks", type=int, default=3)
    p.add_argument("--every", type=int, default=10)
    p.add_argument("--mpi", default="mpich")
    p.add_argument("--steps", default="")
    p.add_argument("--seconds", type=float)
    p.add_argument("--most", type=int)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--without", default="")
    o = p.parse_args()
    o.args = o.args.split()
    dice = random.Random(o.seed)
    j = job.Job(o.mpi)
    j.build(o.source, "mutants")
    status, o.expected, errors = j.run(o.ranks, o.args)
    if status or not o.expected:
        sys.exit("uninterrupted: status %d\n%s" % (status, errors))
    begun, reached, tried = time.time(), {}, 0
    for case in cases(dice, o):
        if (o.seconds and time.time() - begun > o.seconds) or (o.most and tried == o.most):
            break
        reached[case[0]] = reached.get(case[0], 0) + bool(one(j, o, case, dice))
        tried += 1
    if o.without:
        sys.exit("nothing went wrong without " + o.without)
    never = sorted(step for step, n in reached.items() if not n)
    print("%d cases; not reached: %s" % (tried, ", ".join(never) or "none"))
    if tried < 3 or (never and not o.seconds and not o.most) or len(never) > len(reached) / 2:
        sys.exit("too little was tried")


main()
