#!/usr/bin/env python3
"""size.py - how large images are, with an empty environment: a loop with one counter <= 4 KiB, n doubles <= 8 n + 4 KiB.

usage: size.py
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "matrix"))
import lab

PROGRAMS = os.path.join(HERE, "programs")
failures = 0
for name, n in [("counter", 0)] + [("array", n) for n in (0, 1, 1000, 65536, 1000000)]:
    program = lab.Program(name, args=[n] if name == "array" else [], root=PROGRAMS)
    path = lab.build(program)
    with lab.Run(program) as run:
        done = subprocess.run(["env", "-i", "CKPT_DIR=" + run.images, "CKPT_AT=1", "CKPT_EXIT=1", path] + program.args,
                              cwd=run.directory, capture_output=True)
        if done.returncode != lab.STATUS_STOPPED:
            print("%s %d: FAIL %s %s" % (name, n, lab.status_text(done.returncode), lab.tail(done.stderr)))
            failures += 1
            continue
        size = os.path.getsize(os.path.join(run.images, [n for n in os.listdir(run.images) if n.endswith(".img")][0]))
    limit = 8 * n + 4096
    failures += size > limit
    print("%-8s %8d doubles: %9d bytes, %5d beyond the data, limit %9d %s" % (name, n, size, size - 8 * n, limit,
                                                                            "OVER" if size > limit else ""))
sys.exit(1 if failures else 0)
