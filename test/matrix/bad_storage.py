#!/usr/bin/env python3
"""bad_storage.py - the disk is full, CKPT_DIR cannot be written or vanishes: the program goes on, says so once, the last image stays usable.

usage: bad_storage.py
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import lab

INPUTS = os.path.join(lab.SOURCE, "test", "restart", "Inputs")
COUNT = lab.Program("count", root=INPUTS, args=[40, 10])
HELD = ["40", "10", "-", "-", "10"]          # it stops itself after step 10, between two sites
failures = []


def check(name, condition, what):
    print("%-44s %s" % (name, "ok" if condition else "FAIL " + what))
    if not condition:
        failures.append(name + ": " + what)


def complaints(err):
    return [l for l in err.decode(errors="replace").splitlines() if l.startswith("ckpt:") and "has images of an earlier run" not in l]


def went_on(name, result):
    check(name + ", the program goes on", (result.status, result.out) == (0, reference.out),
          "%s, %d bytes: %s" % (lab.status_text(result.status), len(result.out), lab.tail(result.err)))
    check(name + ", said once", len(complaints(result.err)) == 1, "%d times: %r" % (len(complaints(result.err)), result.err[:300]))


def unwritable(run):
    blocker = os.path.join(run.directory, "file")
    open(blocker, "w", encoding="ascii").close()
    for name, where in (("CKPT_DIR is a file", blocker), ("CKPT_DIR is below a file", blocker + "/sub"),
                        ("CKPT_DIR is in /proc", "/proc/self/fdinfo/x")):
        for mode in ("async", "sync"):
            result = run.run(lab.NATIVE, path, {"CKPT_DIR": where, "CKPT_EVERY": 5, "CKPT_MODE": mode})
            went_on("%s (%s)" % (name, mode), result)


def vanishes(run):
    process = run.start(lab.NATIVE, path, {"CKPT_DIR": run.images, "CKPT_EVERY": 3, "CKPT_MODE": "sync"})
    held = run.wait_until_held(process)
    check("CKPT_DIR is there before it vanishes", held and bool(os.listdir(run.images)), str(held))
    shutil.rmtree(run.images, ignore_errors=True)
    open(run.images, "w", encoding="ascii").close()          # it cannot simply be made again
    process.send_signal(signal.SIGCONT)
    out, err = process.communicate(timeout=60)
    went_on("CKPT_DIR vanishes", lab.Result(process.returncode, out, err))
    os.unlink(run.images)


def too_large(run, mode):
    """A limit on the size of files stands for a full disk: write fails with EFBIG, and SIGXFSZ must not kill the program."""
    name = "file size limit (%s)" % mode
    result = subprocess.run(["bash", "-c", 'ulimit -f 1; exec "$@"', "-", big_path, "40"], cwd=run.directory, capture_output=True,
                            env={"CKPT_DIR": run.images, "CKPT_EVERY": "10", "CKPT_MODE": mode, "PATH": os.environ["PATH"]})
    check(name + ", the program goes on", result.returncode == 0, "status %d %r" % (result.returncode, result.stderr[:300]))
    check(name + ", said once", len(complaints(result.stderr)) == 1, repr(result.stderr[:300]))
    left = [n for n in os.listdir(run.images) if n.startswith("ckpt-")] if os.path.isdir(run.images) else []
    check(name + ", nothing left behind", not left, str(left))


def full_disk(run):
    mount = tempfile.mkdtemp(prefix="ckpt-full.")
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount], capture_output=True).returncode:
        print("%-44s not tried: cannot mount" % "full disk")
        os.rmdir(mount)
        return
    try:
        env = {"CKPT_DIR": mount + "/images", "CKPT_AT": 5, "CKPT_MODE": "sync"}
        run.run(lab.NATIVE, path, env)
        image = [n for n in os.listdir(mount + "/images") if n.endswith(".img")]
        filler = os.open(mount + "/filler", os.O_WRONLY | os.O_CREAT)
        try:
            while os.write(filler, bytes(4096)):
                pass
        except OSError:
            os.close(filler)
        result = run.run(lab.NATIVE, path, {"CKPT_DIR": mount + "/images", "CKPT_EVERY": 10})
        went_on("full disk", result)
        left = sorted(n for n in os.listdir(mount + "/images") if n != "undo-id")
        check("full disk, the previous image is kept", left == sorted(image), str(left))
        again = run.run(lab.NATIVE, path, {"CKPT_DIR": mount + "/images", "CKPT_RESTART": "latest"})
        check("full disk, the previous image is usable", again.status == 0 and reference.out.endswith(again.out), lab.tail(again.err))
        os.unlink(mount + "/filler")
        subprocess.run(["mount", "-o", "remount,ro", mount], check=True)
        result = run.run(lab.NATIVE, path, {"CKPT_DIR": mount + "/images", "CKPT_EVERY": 10})
        went_on("read-only", result)
        again = run.run(lab.NATIVE, path, {"CKPT_DIR": mount + "/images", "CKPT_RESTART": "latest"})
        check("read-only, restart from it", again.status == 0 and reference.out.endswith(again.out), lab.tail(again.err))
    finally:
        subprocess.run(["umount", mount], check=False)
        os.rmdir(mount)


reference = lab.Reference(COUNT)
path = lab.build(COUNT)
big_path = lab.build(lab.Program("big", root=INPUTS))
with lab.Run(COUNT) as shared:
    unwritable(shared)
    with lab.Run(COUNT, args=HELD) as held_run:
        vanishes(held_run)
    for mode in ("async", "sync", "inplace"):
        too_large(shared, mode)
    full_disk(shared)
print("%d failures" % len(failures))
sys.exit(1 if failures else 0)
