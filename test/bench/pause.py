#!/usr/bin/env python3
"""pause.py - how long the program stands still at a checkpoint of 1 GiB.

Limits: the pause in mode async at most 0.1 of the one in mode sync, and sync at least 0.7 of the throughput of writing the same bytes with write and
fsync, to the same file system. Below 1 GiB both say more of caches and of the machine's other work than of ours: then it is only seen that a
pause in mode async, the shortest of three, is less than half of the shortest in mode sync.

usage: pause.py [MiB]      (1024)      CKPT_BENCH_DIR: where to write (default: the build directory)
"""
import os
import shutil
import statistics
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "matrix"))
import lab

mib = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
words = mib << 17
where = tempfile.mkdtemp(prefix="pause.", dir=os.environ.get("CKPT_BENCH_DIR") or os.path.join(lab.BUILD, "test"))
program = lab.Program("array", args=[words], root=os.path.join(HERE, "programs"))
plain_program = lab.Program("array", args=[words, os.path.join(where, "plain")], root=os.path.join(HERE, "programs"))
path, plain = lab.build(program), lab.build(program, lab.NATIVE, "plain")


def seconds(result):
    if result.status != 0:
        sys.exit("pause: %s: %s" % (lab.status_text(result.status), lab.tail(result.err)))
    return float(result.out.split()[0])


def once(mode):
    if mode == "write":
        return write_once()
    images = os.path.join(where, "images")
    shutil.rmtree(images, ignore_errors=True)
    with lab.Run(program) as run:
        taken = seconds(run.run(lab.NATIVE, path, {"CKPT_DIR": images, "CKPT_AT": 1, "CKPT_MODE": mode}, timeout=600))
    if len([n for n in os.listdir(images) if n.endswith(".img")]) != 1:
        sys.exit("pause: no image in mode " + mode)
    return taken


def write_once():
    with lab.Run(plain_program) as run:
        taken = seconds(run.run(lab.NATIVE, plain, timeout=600))
    os.unlink(os.path.join(where, "plain"))
    return taken


try:
    times = {"write": [], "sync": [], "async": []}
    for n in range(10):                             # a program that has to wait for a processor in each of three would look stopped
        if n >= 3 and (mib >= 1024 or min(times["async"]) <= 0.5 * min(times["sync"])):
            break
        for mode in times:
            times[mode].append(once(mode))
finally:
    shutil.rmtree(where, ignore_errors=True)
median = {mode: statistics.median(t) for mode, t in times.items()}
pause, throughput = median["async"] / median["sync"], median["write"] / median["sync"]
for mode, t in median.items():
    print("%-6s %8.3f s  %8.0f MiB/s   (%s)" % (mode, t, mib / t, ", ".join("%.3f" % x for x in times[mode])))
if mib >= 1024:
    print("pause async/sync %.4f (at most 0.1); throughput sync/write %.2f (at least 0.7)" % (pause, throughput))
    sys.exit(pause > 0.1 or throughput < 0.7)
shortest = min(times["async"]) / min(times["sync"])
print("pause async/sync %.4f (at most 0.5, of the shortest)" % shortest)
sys.exit(shortest > 0.5)
