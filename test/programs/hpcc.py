#!/usr/bin/env python3
"""hpcc.py - a large MPI program: the HPC Challenge benchmark from Debian's orig tarball (48,000 lines of C), unchanged.

HPL, PTRANS, RandomAccess, FFT, STREAM, DGEMM, latency and bandwidth. Built by `make CC="ckptcc ..."` with a side file that puts sites into the main
loops of its benchmarks; a job is stopped at recovery lines and goes on, several times over, until it ends. hpcc checks its own
results: what it says of them (residuals, errors found, tests passed), all that is not a time or a rate, must be what the uninterrupted run says.

usage     hpcc.py [--ranks 2] [--mpi mpich] [--then openmpi] [--every VISITS]
--then    the MPI under which a stopped job goes on; by turns with --mpi
Output    a line per step; status 0 if all is well, 77 if the source or a BLAS cannot be had (no network)
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

import upstream
from upstream import lab

WORK = os.path.join(lab.BUILD, "test", "hpcc")
LAUNCH = {"mpich": ["mpiexec.mpich"], "openmpi": ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"]}
SITES = """# sites in the main loops
site name(hpl)      after HPL_pdgesvK2.c:HPL_pdgesvK2:"n = N - j; jb = Mmin( n, nb );"
site name(ptrans)   before pdtransdriver.c:PTRANS:"mp = (int)time(NULL);"
site name(random)   after MPIRandomAccess.c:AnyNodesMPIRandomAccessUpdate:"while (i < SendCnt) {"
site name(random2)  after MPIRandomAccess.c:Power2NodesMPIRandomAccessUpdate:"while (i < SendCnt) {"
"""
MAKEFILE = """SHELL = /bin/sh
CD = cd
CP = cp
LN_S = ln -s
MKDIR = mkdir
RM = /bin/rm -f
TOUCH = touch
ARCH = $(arch)
TOPdir = ../../..
INCdir = $(TOPdir)/include
BINdir = $(TOPdir)/bin/$(ARCH)
LIBdir = $(TOPdir)/lib/$(ARCH)
HPLlib = $(LIBdir)/libhpl.a
HPL_INCLUDES = -I$(INCdir) -I$(INCdir)/$(ARCH)
HPL_LIBS = $(HPLlib) -lgslcblas -lm
HPL_DEFS = -DHPL_CALL_CBLAS $(HPL_INCLUDES)
CCNOOPT = $(HPL_DEFS)
CCFLAGS = $(HPL_DEFS) -O2 -w -ffp-contract=off
LINKER = $(CC)
LINKFLAGS =
ARCHIVER = ar
ARFLAGS = rc
RANLIB = ranlib
"""
# What is the same in each run: the summary's successes and counts, residuals, errors.
FACTS = re.compile(r"^(Success=.*|.*Failures?=.*|.*_N=.*|.*nb=.*|\|\|Ax-b\|\|.*|.*residual checks.*|Found \d+ errors.*|(?:WALL|CPU).*(?:PASSED|FAILED)|"
                   r"Node\(s\) with error.*|End of .* section\.|Begin of .* section\.)")
TIMES = re.compile(r"(\d+\.\d+ +(PASSED|FAILED)).*|(WALL|CPU).*?(PASSED|FAILED).*")


def build(name, compiler, tarball):
    where = upstream.unpack(tarball, os.path.join(WORK, name))
    with open(os.path.join(where, "hpl/Make.test"), "w") as out:
        out.write(MAKEFILE)
    with open(os.path.join(where, "sites"), "w") as out:
        out.write(SITES)
    with open(os.path.join(where, "make.log"), "w") as log:
        done = subprocess.run(["make", "arch=test", "CC=" + compiler.replace("@", where)], cwd=where, stdout=log, stderr=log)
    if done.returncode or not os.path.exists(os.path.join(where, "hpcc")):
        print("%s: not built: see %s" % (name, os.path.join(where, "make.log")))
        sys.exit(1)
    return os.path.join(where, "hpcc")


def write_input(directory, source):
    """The input that comes with it, with a small system."""
    with open(source) as example:
        lines = example.read().splitlines()
    for at, value in ((5, "400"), (7, "40"), (10, "1"), (11, "2")):
        lines[at] = value + " " * 8 + " ".join(lines[at].split()[1:])
    with open(os.path.join(directory, "hpccinf.txt"), "w") as out:
        out.write("\n".join(lines) + "\n")


def facts(directory):
    with open(os.path.join(directory, "hpccoutf.txt")) as out:
        found = [line.strip() for line in out if FACTS.match(line)]
    return [TIMES.sub(lambda m: m.group(2) or m.group(4), line) for line in found]


class Job:
    def __init__(self, directory, ranks):
        self.directory, self.ranks = directory, ranks

    def run(self, mpi, program, **settings):
        clean = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
        clean.update({k: str(v) for k, v in settings.items()})
        return subprocess.run(LAUNCH[mpi] + ["-n", str(self.ranks), program], cwd=self.directory, env=clean, capture_output=True, text=True,
                              errors="replace", timeout=600)


def stop_and_go(job, first, second, programs, every):
    """Stop and go on until it ends. Returns how often, and the last run."""
    images, stops, mpi = os.path.join(job.directory, "lines"), 0, first
    settings = {"CKPT_DIR": images, "CKPT_AT": every, "CKPT_EXIT": 1}
    while stops < 60:
        done = job.run(mpi, programs[mpi], **settings)
        if done.returncode != lab.STATUS_STOPPED:
            return stops, done
        stops += 1
        mpi = second if mpi == first else first
        settings["CKPT_RESTART"] = "latest"
    return stops, done


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--mpi", default="mpich", choices=LAUNCH)
    parser.add_argument("--then", default="openmpi", choices=LAUNCH)
    parser.add_argument("--every", type=int, default=40)
    options = parser.parse_args()
    os.makedirs(WORK, exist_ok=True)
    tarball = upstream.tarball("hpcc", WORK)
    if not glob.glob("/usr/lib/*/libgslcblas.so"):
        print("hpcc: no BLAS: libgsl-dev is not installed")
        return 77
    plain = build("plain", "mpicc." + options.mpi, tarball)
    programs = {}
    for mpi in {options.mpi, options.then}:
        programs[mpi] = build("ckpt-" + mpi, "%s --ckpt-mpi=preview --ckpt-cc=mpicc.%s --ckpt-annotations=@/sites" % (lab.CKPTCC, mpi), tarball)
    print("hpcc: built unchanged by ckptcc for", ", ".join(sorted(programs)))

    wanted = None
    for name in ("plain", "job"):
        directory = os.path.join(WORK, "run-" + name)
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        write_input(directory, os.path.join(os.path.dirname(plain), "_hpccinf.txt"))
        job = Job(directory, options.ranks)
        if name == "plain":
            done, stops = job.run(options.mpi, plain), 0
        else:
            stops, done = stop_and_go(job, options.mpi, options.then, programs, options.every)
        if done.returncode:
            print("%s: status %d after %d stops: %s" % (name, done.returncode, stops, done.stderr[-1500:]))
            return 1
        found = facts(directory)
        if name == "plain":
            wanted = found
            print("uninterrupted: %d results of its own checks; %s" % (len(found), [f for f in found if f.startswith("Success")]))
        elif found != wanted:
            print("stopped and restarted %d times: FAIL: %s" % (stops, [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:5]))
            return 1
        else:
            print("stopped and restarted %d times (%s, %s): the same %d results" % (stops, options.mpi, options.then, len(found)))
            return 0 if stops else 1
    return 1


if __name__ == "__main__":
    sys.exit(main())
