#!/usr/bin/env python3
"""sweep.py - every system call of the storage path fails once, and for good: at each place, in each mode.

A small program (Inputs/program.c, with inject.c) takes three checkpoints in a directory that already has an image. For each system call
of the runtime's table, each n, and each of some errors the nth call fails (or it and all later ones). Then must hold:

  1. the program ends well and its output is that of an undisturbed run;
  2. what went wrong is said on one line of stderr (where all later calls fail, once for each kind of failure); if nothing is said, nothing was lost: the newest image is that of an undisturbed run;
  3. a restart from `latest`, without faults, ends with the right output, from an image that verified at once;
     (In the test mode inplace a call that fails while the program takes its state back ends it, with 78 and a line that says so.)
  4. no temporary file outlives that restart.

The same for calls that fail during a restart: right output, or status 65 or 78, one line and no output.

usage: sweep.py [--quick]      environment: CKPT_BUILD (default build/), CKPT_JOBS
Last line: `N faults, M wrong`; status 1 if any was wrong or none happened.
"""
import errno
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("CKPT_SOURCE") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("CKPT_BUILD") or os.path.join(ROOT, "build")
JOBS = int(os.environ.get("CKPT_JOBS") or 2)
QUICK = "--quick" in sys.argv[1:]
STEPS = "7"                                  # with CKPT_EVERY=2: checkpoints at 2, 4, 6

# call -> what it is made to fail with
CALLS = {
    "*": ["EIO", "ENOSPC"],
    "open": ["EACCES", "EMFILE"], "write": ["ENOSPC", "short", "EINTR"], "fsync": ["EIO"], "close": ["EIO"], "rename": ["EROFS"],
    "unlink": ["EPERM"], "mkdir": ["EACCES"], "stat": ["EACCES", "ENOENT"], "fstat": ["EIO"], "opendir": ["EMFILE"],
    "readdir": ["EIO"], "closedir": ["EBADF"], "flock": ["EWOULDBLOCK", "ENOLCK"], "pipe": ["EMFILE"], "dup_above": ["EMFILE"],
    "clone": ["EAGAIN", "EINVAL"], "fork": ["EAGAIN"], "waitpid": ["ECHILD"], "kill_timer": ["EAGAIN"], "poll": ["ENOMEM"],
    "read": ["EIO", "short"], "pread": ["EIO"], "pwrite": ["EIO"], "ftruncate": ["EIO"], "seek": ["EINVAL"], "mmap": ["ENOMEM"], "munmap": ["EINVAL"],
    "kill": ["EPERM"], "write_behind": ["EIO"],
}
SAID = ("failed, the program goes on", "no checkpoints can be taken now", "older images stay", "may not survive")


def build(where):
    """program.c and inject.c with the plain compiler and libckpt."""
    given = os.environ.get("CKPT_FAULT_PROGRAM")
    if given:
        return given
    triple = subprocess.run(["cc", "-dumpmachine"], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
    library = os.path.join(BUILD, "lib", triple)
    program = os.path.join(where, "program")
    subprocess.run(["cc", "-std=gnu11", "-O2", "-D_GNU_SOURCE", "-I" + os.path.join(ROOT, "runtime"),
                    "-I" + os.path.join(ROOT, "runtime", "include"), os.path.join(HERE, "Inputs", "program.c"), os.path.join(HERE, "Inputs", "inject.c"),
                    "-L" + library, "-lckpt", "-ltirpc", "-lzstd", "-lxxhash", "-lffi", "-ldl", "-lpthread", "-lm", "-o", program],
                   check=True)
    return program


def run(program, directory, **settings):
    environment = {"PATH": "/usr/bin:/bin", "CKPT_DIR": directory, "CKPT_TIMEOUT": "60"}
    environment.update(settings)
    done = subprocess.run([program, STEPS], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=180)
    return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")


def images(directory):
    return sorted(name for name in os.listdir(directory) if name.endswith(".img"))


class Sweep:
    def __init__(self, where):
        self.where, self.count, self.wrong = where, 0, 0
        self.program = build(where)
        plain = subprocess.run([self.program, STEPS], env={}, stdout=subprocess.PIPE, check=True)
        self.expected = plain.stdout.decode()
        self.template = os.path.join(where, "template")
        code, out, err = run(self.program, self.template, CKPT_AT="1")
        if (code, out, err) != (0, self.expected, "") or images(self.template) != ["ckpt-000001.img"]:
            sys.exit("sweep: the program does not work without faults: status %d\n%s%s" % (code, out, err))

    def fresh(self, name):
        directory = os.path.join(self.where, name)
        shutil.copytree(self.template, directory)
        return directory

    def complaints(self, mode, directory, code, out, err):
        """What is not as it must be after a disturbed run."""
        said = [line for line in err.splitlines() if any(words in line for words in SAID)]
        lost = mode.startswith("inplace") and code == 78 and not out and "inplace has no way back" in err
        if not lost and (code != 0 or out != self.expected):
            yield "status %d, output %r" % (code, out)
        if len(said) > (3 if mode.endswith("+") else 1) or any(not line.startswith("ckpt: ") for line in err.splitlines()):
            yield "said more than once"
        if not lost and not said and (images(directory) or ["none"])[-1] != "ckpt-000004.img":
            yield "an image is missing and nothing was said"
        code, out, err = run(self.program, directory, CKPT_RESTART="latest")
        if code != 0 or out != self.expected or err:
            yield "restart: status %d, output %r, %s" % (code, out, err)
        left = [name for name in os.listdir(directory) if name.endswith(".tmp")]
        if left:
            yield "left behind: " + " ".join(left)

    def disturbed_run(self, job):
        mode, call, what, n, later = job
        name = "%s.%s.%s.%d%s" % (mode, "any" if call == "*" else call, what, n, "+" if later else "")
        directory = self.fresh(name)
        hit = directory + ".hit"
        number = what if what == "short" else str(getattr(errno, what))
        fault = "%s:%d%s:%s" % (call, n, "+" if later else "", number)
        settings = {"FAULT": fault, "FAULT_HIT": hit}
        if mode == "restart":
            code, out, err = run(self.program, directory, CKPT_RESTART="latest", **settings)
            complaints = list(self.after_restart(code, out, err))
        else:
            code, out, err = run(self.program, directory, CKPT_EVERY="2", CKPT_MODE=mode, **settings)
            complaints = list(self.complaints(mode + "+" * later, directory, code, out, err))
        happened = os.path.exists(hit)
        if complaints:
            print("%s, FAULT=%s: %s\n%s" % (mode, fault, "; ".join(complaints), err), flush=True)
        shutil.rmtree(directory, ignore_errors=True)
        if happened:
            os.unlink(hit)
        return happened, bool(complaints)

    def after_restart(self, code, out, err):
        if code == 0:
            if out != self.expected:
                yield "restarted, output %r" % out
        elif code not in (65, 78) or out or len(err.splitlines()) != 1 or not err.startswith("ckpt: "):
            yield "restart: status %d, output %r" % (code, out)

    def one_kind(self, kind):
        """n = 1, 2, ... until the program makes fewer such calls."""
        mode, call, what, later = kind
        for n in itertools.count(1):
            happened, wrong = self.disturbed_run((mode, call, what, n, later))
            self.wrong += wrong
            if not happened:
                return
            self.count += 1
            if n > 2000:
                sys.exit("sweep: no end")


def main():
    where = tempfile.mkdtemp(prefix="faults.", dir=os.environ.get("CKPT_FAULT_DIR"))
    try:
        sweep = Sweep(where)
        kinds = [(mode, call, what, later)
                 for mode in ("sync", "async", "inplace", "restart")
                 for call in CALLS for what in CALLS[call] for later in (False, True)
                 if not (what in ("EINTR", "short") and later)
                 and not (QUICK and (mode == "async" or call != "*"))]
        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(sweep.one_kind, kinds))
    finally:
        shutil.rmtree(where, ignore_errors=True)
    print("%d faults, %d wrong" % (sweep.count, sweep.wrong))
    return 1 if sweep.wrong or not sweep.count else 0


sys.exit(main())
