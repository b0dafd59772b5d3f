#!/usr/bin/env python3
"""job.py - stop MPI jobs at a recovery line, go on elsewhere, compare with the run that was not interrupted.

usage       job.py SOURCE [--at 5,20] [--every N] [--args "..."] [--ranks 4] [--runs mpich:mpich,mpich:openmpi,mpich:s390x] [--times 2]
--runs      first job : job that goes on (: job that goes on from that one's next line ...). A job is an MPI of this machine (mpich, openmpi), or an architecture whose MPICH
            scripts/cross-mpi.sh has fetched (run by qemu under this machine's mpiexec.mpich).
--times     stop and go on that often before the end: restarts of restarts
--at        visits of rank 0 at which a line is asked for. A job may end before a line is committed (its last messages never come
            to pass then): it counts only if that is so for all of them.
--going-on  variables of the jobs that go on ("CKPT_MPI_EARLY=discard"); --all: of all jobs
--misses    the share of all starts that may end without a line (0.5): more would hide that lines are no longer made
--refused   what a restart must say that ends with 78, instead of going on; a line that what is refused does not cross is like none: another start
Output      a line per restart with the starts it took; status 0 if all that were possible came out the same, and there was one for each pair.
"""
import argparse
import os
import shutil
import subprocess
import sys
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(SOURCE, "test"))
from native import runs_here  # noqa: E402

BUILD = os.environ.get("CKPT_BUILD") or os.path.join(SOURCE, "build")
CKPTCC = os.path.join(BUILD, "bin", "ckptcc")
TRIPLES = {"s390x": ("s390x-linux-gnu", "s390x"), "i386": ("i686-linux-gnu", "i386"), "aarch64": ("aarch64-linux-gnu", "aarch64"),
           "arm": ("arm-linux-gnueabihf", "arm")}
STOPPED = 75
REFUSED = 78
HUNG = 124
TRIES = 10


class Job:
    """A way to run a program as several processes."""

    def __init__(self, name):
        self.name, self.emulator = name, []
        if name in TRIPLES:
            triple, qemu = TRIPLES[name]
            self.cc = os.path.join(BUILD, "mpi", triple, "mpicc.mpich")
            if not runs_here(name):
                self.emulator = ["qemu-%s-static" % qemu, "-L", "/usr/" + triple]
        else:
            self.cc = "mpicc." + name

    def build(self, source, layer="lines"):
        self.program = os.path.abspath("%s.%s" % (os.path.splitext(os.path.basename(source))[0], self.name))
        subprocess.run([CKPTCC, "--ckpt-mpi=" + layer, "--ckpt-cc=" + self.cc, "-O2", "-ffp-contract=off", source, "-o", self.program], check=True)

    def command(self, ranks, args):
        if self.name == "openmpi":
            launch = ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)]
        else:
            launch = ["mpiexec.mpich", "-n", str(ranks)]
        return launch + self.emulator + [self.program] + args

    def run(self, ranks, args, settings=(), kill_after=None):
        environment = {n: v for n, v in os.environ.items() if not n.startswith("CKPT_")}
        environment.update(settings)
        process = subprocess.Popen(self.command(ranks, args), env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   stdin=subprocess.DEVNULL)
        try:
            out, err = process.communicate(timeout=kill_after or 400)
        except subprocess.TimeoutExpired:
            process.terminate()
            try:
                out, err = process.communicate(timeout=20)
            except subprocess.TimeoutExpired:            # ranks may have taken SIGTERM for a request; they end with the launcher
                process.kill()
                out, err = process.communicate()
            if not kill_after:
                return HUNG, out.decode(), err.decode() + "%s: still running\n" % self.program
        return process.returncode, out.decode(), err.decode()


def committed(directory):
    return os.path.isdir(directory) and any(n.endswith(".commit") for n in os.listdir(directory))


def variables(text):
    return dict(v.split("=", 1) for v in text.split())


def one(chain, at, o):
    """Stop `times` times, or as often as there are jobs that go on, at visits `at`, 2 `at`, ...; True: the same output; None: no line was committed."""
    directory = os.path.abspath("run")
    shutil.rmtree(directory, ignore_errors=True)
    settings = {"CKPT_DIR": directory, "CKPT_AT": ",".join(str(at * (i + 1)) for i in range(40)), "CKPT_EXIT": "1", **variables(o.all)}
    status, output, errors = chain[0].run(o.ranks, o.args, settings)
    if status != STOPPED:
        if status == 0 and not committed(directory):
            return None
        sys.exit("first job: status %d\n%s" % (status, errors))
    times = max(o.times, len(chain) - 1)
    for i in range(times):
        settings = dict(settings, CKPT_RESTART="latest", **variables(o.going_on))
        if i + 1 == times:
            del settings["CKPT_AT"], settings["CKPT_EXIT"]
        status, more, errors = chain[min(i + 1, len(chain) - 1)].run(o.ranks, o.args, settings)
        output += more
        if status == 0 and o.refused and output == o.expected:
            return None                                  # what is to be refused came behind this line, or before it
        if status == 0:
            break
        if status == REFUSED and o.refused and o.refused in errors:
            return True
        if status != STOPPED:
            sys.exit("restart %d from visit %d: status %d\n%s" % (i + 1, at, status, errors))
    if o.refused:
        sys.exit("the restart from visit %d was not refused:\n%s%s" % (at, output, errors))
    return output == o.expected or (print(output), print(errors), False)[-1]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("source")
    p.add_argument("--at", default="5,20")
    p.add_argument("--args", default="")
    p.add_argument("--ranks", type=int, default=4)
    p.add_argument("--runs", default="mpich:mpich")
    p.add_argument("--times", type=int, default=1)
    p.add_argument("--going-on", default="")
    p.add_argument("--all", default="")
    p.add_argument("--refused", default="")
    p.add_argument("--misses", type=float, default=0.5)
    o = p.parse_args()
    o.args = o.args.split()
    pairs = [pair.split(":") for pair in o.runs.split(",")]
    jobs = {name: Job(name) for pair in pairs for name in pair}
    for job in jobs.values():
        job.build(o.source)
    plain = jobs[pairs[0][0]]
    status, o.expected, errors = plain.run(o.ranks, o.args)
    if status or not o.expected:
        sys.exit("uninterrupted: status %d\n%s" % (status, errors))
    starts = misses = 0
    for pair in pairs:
        good = 0
        for at in map(int, o.at.split(",")):
            begun = time.time()
            for tries in range(1, TRIES + 1): # a job may be over before a line is committed: how its ranks are scheduled is up to the machine
                same = one([jobs[name] for name in pair], at, o)
                starts += 1
                misses += same is None
                if same is not None:
                    break
            print("%s at %d: %s (%.1f s, %d tr%s)" % (" -> ".join(pair), at, {True: "refused" if o.refused else "same", False: "DIFFERENT", None: "no line"}[same],
                                                           time.time() - begun, tries, "y" if tries == 1 else "ies"), flush=True)
            if same is False:
                sys.exit(1)
            good += same is True
        if not good:
            sys.exit("%s: no line was ever committed" % " -> ".join(pair))
    print("%d of %d starts ended without a line" % (misses, starts))
    if misses > o.misses * starts and misses >= TRIES:
        sys.exit("more than %g of the starts ended without a line: lines are made too seldom" % o.misses)


if __name__ == "__main__":
    main()
