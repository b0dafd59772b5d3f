#!/usr/bin/env python3
"""policy.py - when checkpoints are taken and what becomes of them: CKPT_AT, _EVERY, _INTERVAL, _EXIT, _RESTART, SIGUSR1, SIGTERM.

usage: policy.py
"""
import os
import shutil
import signal
import stat
import subprocess
import sys
import time

import lab

INPUTS = os.path.join(lab.SOURCE, "test", "restart", "Inputs")
COUNT = lab.Program("count", root=INPUTS, args=[8])
SLOW = lab.Program("count", root=INPUTS, args=[60, 10])
LONG = lab.Program("count", root=INPUTS, args=[12000, 10])  # two minutes: it is stopped when enough was seen
OWN = lab.Program("count", root=INPUTS, args=[20, 10, "-", "own", 5])        # stops itself after step 5, and is sent the signal then
STEPS = lab.Program("count", root=INPUTS, args=[20, 10, "-", "-", 5])
failures = []
path = lab.build(COUNT)
out = lab.Reference(COUNT).out
lines = out.splitlines(keepends=True)


def check(name, condition, what=""):
    print("%-58s %s" % (name, "ok" if condition else "FAIL %s" % (what,)))
    if not condition:
        failures.append("%s: %s" % (name, what))


def images(run):
    return sorted(n for n in os.listdir(run.images) if n != "undo-id") if os.path.isdir(run.images) else []


def fresh(run):
    shutil.rmtree(run.images, ignore_errors=True)


def environment(run):
    result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images})
    check("CKPT_DIR alone writes nothing", result.out == out and not images(run), images(run))
    for mode in ("async", "sync"):
        fresh(run)
        result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_EVERY": 2, "CKPT_MODE": mode})
        check("CKPT_EVERY=2, %s: the last two are kept" % mode, result.out == out and len(images(run)) == 2, images(run))
        names = images(run)
        check("names", all(n.startswith("ckpt-") and n.endswith(".img") and len(n) == 15 for n in names), names)
        modes = {stat.S_IMODE(os.stat(os.path.join(run.images, n)).st_mode) for n in names}
        check("only the owner may read them", modes == {0o600}, modes)
    # visits 2 4 6 8 were saved, the two last remain; each restarts where it should
    newest = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
    check("CKPT_RESTART=latest", newest.out == b"".join(lines[7:]), newest.out)
    number = int(names[0][5:11]) if names else 0
    older = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_RESTART": number})
    check("CKPT_RESTART=<number>", older.out == b"".join(lines[5:]), older.out)
    older = run.run(lab.NATIVE, path, {"CKPT_RESTART": os.path.join(run.images, names[0]) if names else "x"})
    check("CKPT_RESTART=<path>", older.out == b"".join(lines[5:]), older.out)
    fresh(run)
    result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_EVERY": 3, "CKPT_EXIT": 1})
    check("CKPT_EXIT=1 stops with 75", result.status == 75 and result.out == b"".join(lines[:2]), result.out)
    result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest", "CKPT_EVERY": 3, "CKPT_EXIT": 1})
    check("visits count on across restarts", result.status == 75 and result.out == b"".join(lines[2:5]), result.out)
    fresh(run)
    result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_AT": "2,4", "CKPT_MODE": "sync"})
    check("CKPT_AT=2,4 makes two images", len(images(run)) == 2 and result.out == out, images(run))
    fresh(run)
    result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_AT": 8, "CKPT_EXIT": 1})
    check("the last visit", result.status == 75 and result.out == b"".join(lines[:7]), result.out)
    fresh(run)
    result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_AT": 9, "CKPT_EXIT": 1})
    check("beyond the last visit", result.status == 0 and result.out == out and not images(run), result.status)
    result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
    check("latest without an image starts afresh", result.status == 0 and result.out == out,
          "%s %r" % (lab.status_text(result.status), result.err))


def interval():
    with lab.Run(SLOW) as run:
        result = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_INTERVAL": 1000})
        check("CKPT_INTERVAL longer than the run", not images(run) and result.status == 0, images(run))
    # how long a checkpoint takes is the machine's affair, so the third is waited for; that they do not come too often is checked
    with lab.Run(LONG) as run:
        begun = time.monotonic()
        process = run.start(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_INTERVAL": "0.2"}, stdout=subprocess.DEVNULL)
        numbers = []
        while process.poll() is None and time.monotonic() - begun < 60 and not (numbers and numbers[-1] >= 3):
            time.sleep(0.02)
            numbers = [int(n[5:11]) for n in images(run) if n.endswith(".img")]
        most = (time.monotonic() - begun) / 0.2
        process.kill()
        process.communicate()
        check("CKPT_INTERVAL=0.2: a third comes, none before its time", bool(numbers) and 3 <= numbers[-1] <= most, (numbers, most))


def signalled(run, number, env):
    """Sends the signal to a program that has stopped itself between two sites."""
    process = run.start(lab.NATIVE, path, env)
    if not run.wait_until_held(process):
        sys.exit("the program has ended before it was sent a signal")
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    text, err = process.communicate(timeout=60)
    return lab.Result(process.returncode, text, err)


def signals():
    slow_out = lab.Reference(STEPS, args=["20"]).out
    with lab.Run(STEPS) as run:
        result = signalled(run, signal.SIGUSR1, {"CKPT_DIR": run.images})
        check("SIGUSR1: one image, the program goes on", result.status == 0 and result.out == slow_out and len(images(run)) == 1,
              (result.status, images(run)))
        again = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
        check("SIGUSR1: its image restarts", again.status == 0 and slow_out.endswith(again.out) and len(again.out) < len(slow_out),
              again.err)
    with lab.Run(STEPS) as run:
        result = signalled(run, signal.SIGTERM, {"CKPT_DIR": run.images})
        check("SIGTERM: saved, stopped with 75", result.status == 75 and len(images(run)) == 1, (result.status, images(run)))
        again = run.run(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
        check("SIGTERM: goes on to the same output", result.out + again.out == slow_out, lab.first_difference(result.out + again.out, slow_out))
    with lab.Run(OWN) as run:
        result = signalled(run, signal.SIGTERM, {"CKPT_DIR": run.images})
        check("a program's own SIGTERM handler stays its own", result.status == 0 and b"own handler got 15" in result.out and
              not images(run), (result.status, images(run)))
    with lab.Run(STEPS) as run:
        result = signalled(run, signal.SIGTERM, {})
        check("without CKPT_DIR, SIGTERM is what it always was", result.status == -signal.SIGTERM, result.status)


with lab.Run(COUNT) as shared:
    environment(shared)
interval()
signals()
print("%d failures" % len(failures))
sys.exit(1 if failures else 0)
