#!/usr/bin/env python3
"""kill.py - kill -9 at random moments, checkpoints included; restart each time.

usage: kill.py [--long] [--kills N] [--seed S] [example ...]      (200 kills with --long, 60 otherwise)
A job is a program with CKPT_RESTART=latest and checkpoints every few visits. It is killed after a random time, alone or with
all that runs in its directory (its writer is a child, under QEMU a grandchild), and started again in the same directory until it ends by itself. Then its files must be those of an
undisturbed run and its last output a tail of the reference. As long as there is no image, it starts afresh. After
each kill every image in the directory must verify: nothing half-written ever bears an image's name.
"""
import argparse
import glob
import os
import random
import signal
import subprocess
import sys
import time

import catalogue
import lab

parser = argparse.ArgumentParser()
parser.add_argument("--long", action="store_true", default=lab.LONG)
parser.add_argument("--kills", type=int)
parser.add_argument("--seed", default=os.environ.get("CKPT_SEED") or "1")
parser.add_argument("examples", nargs="*")
got = parser.parse_args()
kills_wanted = got.kills or (200 if got.long else 60)

BIG = b"".join(b"%d. " % i + line + b"\n" for i, line in enumerate(catalogue.WORDS.splitlines() * 300))
PROGRAMS = [
    (lab.Program("filter", args=["-w", 40, "-l", "log", "-o", "out", "in"], inputs={"in": BIG}, outputs=["out", "log"]),
     {"CKPT_EVERY": 40}),
    (lab.Program("heat", args=[192, 3000, 100]), {"CKPT_INTERVAL": "0.01"}),
    (lab.Program("calc", args=["script"], inputs={"script": b"def fib(n) { if n < 2 { return n } "
                                                  b"return fib(n - 1) + fib(n - 2) } print fib(17)"}),
     {"CKPT_EVERY": 97}),
]


class Job:
    def __init__(self, program, env, arches, dice):
        self.program, self.env, self.arches, self.dice = program, env, arches, dice
        self.kills = self.fresh = self.restarts = self.starts = self.writers = 0

    def images(self, run):
        return sorted(glob.glob(os.path.join(run.images, "ckpt-*.img")))

    def remove_outputs(self, run):
        """A user who starts afresh: an appended log must not be there from the last time."""
        for name in self.program.outputs:
            try:
                os.unlink(os.path.join(run.directory, name))
            except FileNotFoundError:
                pass

    def check_images(self, run):
        for image in self.images(run):
            verdict = subprocess.run([lab.CKPT, "verify", image], capture_output=True, text=True)
            if verdict.returncode and os.path.exists(image):     # an orphan may have taken it away meanwhile
                return "after a kill, %s does not verify: %s%s" % (os.path.basename(image), verdict.stdout,
                                                                  verdict.stderr)
        return None

    def once(self, run):
        """Start, kill or wait. Returns (ended, error)."""
        arch = self.dice.choice(self.arches)
        if not self.images(run):         # afresh only if no orphan is about to leave one
            wait_for_writers(run.directory)
        had_image = bool(self.images(run))
        if had_image:
            self.restarts += 1
        else:
            self.fresh += 1
            self.remove_outputs(run)
        env = dict(self.env, CKPT_DIR=run.images, CKPT_RESTART="latest", CKPT_MODE=self.dice.choice(["async", "sync"]))
        out = open(os.path.join(run.directory, "stdout"), "wb+")
        err = open(os.path.join(run.directory, "stderr"), "wb+")
        with out, err:
            process = run.start(arch, lab.build(self.program, arch, "ckpt"), env, stdout=out, stderr=err)
            group = self.dice.random() < 0.5
            limit = self.dice.uniform(0.0, 0.12 if not arch.emulator else 0.6)
            self.starts += 1
            if self.kills >= kills_wanted:
                limit = 120
            try:
                process.wait(limit)
            except subprocess.TimeoutExpired:
                kill(process.pid)
                if group:
                    self.writers += kill_all(run.directory, process.pid)
                process.wait()
                self.kills += 1
            out.seek(0)
            err.seek(0)
            text, messages = out.read(), err.read()
        if process.returncode == -signal.SIGKILL:
            if text not in self.reference.out:
                return False, "killed run wrote what does not belong there: %r" % text[-200:]
            return False, self.check_images(run)
        if process.returncode != self.reference.status:
            return True, "%s (%s image) on %s: %s" % (lab.status_text(process.returncode),
                                                     "with" if had_image else "no", arch, lab.tail(messages))
        if not self.reference.out.endswith(text):
            return True, "last output is not a tail of the reference: %r" % text[-200:]
        files = run.files()
        for name, content in self.reference.files.items():
            if files[name] != content:
                return True, "file %s differs: %s" % (name, lab.first_difference(files[name] or b"", content))
        return True, None

    def run(self):
        """One job to its end, or to the first error."""
        self.reference = lab.Reference(self.program)
        with lab.Run(self.program) as run:
            while True:
                ended, error = self.once(run)
                if error:
                    keep = os.environ.get("CKPT_KEEP")
                    if keep:
                        subprocess.run(["cp", "-a", run.directory, keep])
                    return error
                if ended:
                    return None
                time.sleep(self.dice.uniform(0, 0.01))


def inhabitants(directory):
    """All processes whose working directory that is: what writes an image need not be a child of what was killed, nor ours."""
    directory, found = os.path.realpath(directory), []
    for link in glob.glob("/proc/[0-9]*/cwd"):
        try:
            if os.readlink(link) == directory:
                found.append(int(link.split("/")[2]))
        except OSError:                  # gone, or a zombie
            pass
    return found


def wait_for_writers(directory):
    for _ in range(2000):
        if not inhabitants(directory):
            return
        time.sleep(0.01)


def kill_all(directory, job):
    """Until none is left: one that is listed may have forked before it was killed. Returns how many there were but the job."""
    seen = set()
    while left := inhabitants(directory):
        seen.update(left)
        for pid in left:
            kill(pid)
    return len(seen - {job})


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


dice = random.Random(got.seed)
programs = [(p, e) for p, e in PROGRAMS if not got.examples or p.name in got.examples]
arches = [lab.NATIVE, lab.NATIVE, lab.BY_NAME["i386"], lab.BY_NAME["s390x"]]
arches = [a for a in arches if a.has_runtime]
kills = fresh = restarts = jobs = writers = 0
failures = []
while kills < kills_wanted and len(failures) < 5:
    program, env = programs[jobs % len(programs)]
    job = Job(program, env, arches, dice)
    job.kills = kills
    error = job.run()
    jobs, kills, fresh, restarts = jobs + 1, job.kills, fresh + job.fresh, restarts + job.restarts
    writers += job.writers
    if error:
        failures.append("%s: %s" % (program, error))
    if jobs > 200:
        failures.append("the programs end too soon to be killed")
        break
for failure in failures:
    print("FAIL", failure)
print("seed %s: %d kills in %d jobs (%d writers of images with them), %d starts without an image, %d restarts: %s" % (
    got.seed, kills, jobs, writers, fresh, restarts, "%d failures" % len(failures) if failures else "all identical"))
sys.exit(1 if failures else 0)
