#!/usr/bin/env python3
"""hpcc.py - a large MPI program: the HPC Challenge benchmark from Debian's orig tarball (48,000 lines of C), unchanged.

HPL, PTRANS, RandomAccess, FFT, STREAM, DGEMM, latency and bandwidth. Built by `make CC="ckptcc ..."` with a side file that puts sites into the main
loops of its benchmarks; a job is stopped at recovery lines and goes on under the other MPI, several times over, until it ends. hpcc checks its own
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
SITES = """# sites in the main loops, and between the benchmarks
site name(random) if(i % 16384 == 0)   after MPIRandomAccess.c:AnyNodesMPIRandomAccessUpdate:"while (i < SendCnt) {"
site name(random2) if(i % 16384 == 0)  after MPIRandomAccess.c:Power2NodesMPIRandomAccessUpdate:"while (i < SendCnt) {"
site name(lcg) if(i % 16384 == 0)      after MPIRandomAccessLCG.c:HPCC_AnyNodesMPIRandomAccessUpdate_LCG:"while (i < SendCnt) {"
site name(lcg2) if(i % 16384 == 0)     after MPIRandomAccessLCG.c:HPCC_Power2NodesMPIRandomAccessUpdate_LCG:"while (i < SendCnt) {"
site name(ptrans)                      before pdtransdriver.c:PTRANS:"mp = (int)time(NULL);"
site name(ptrans2)                     after pdtransdriver.c:PTRANS:"mp = (int)time(NULL);"
site name(dgemm)                       before hpcc.c:main:"if (params.RunStarDGEMM)"
site name(stream)                      before hpcc.c:main:"if (params.RunStarStream)"
site name(transposed)                  after pzfft1d.c:pztrans:"MPI_Alltoall( a, nn2, p->cmplx"
site name(fft)                         after mpifft.c:MPIFFT0:"HPCC_fftw_mpi( ip, 1, inout, work );"
site name(latency)                     before hpcc.c:main:"if (params.RunLatencyBandwidth)"
site name(hpl)                         after HPL_pdgesvK2.c:HPL_pdgesvK2:"n = N - j; jb = Mmin( n, nb );"
# what the pools of the random access benchmark hold: characters to the pool, structures to those that use it
type(Update_Pool->poolBase, Update_T[])     after buckets.c:HPCC_InitBuckets:"Update_Pool = HPCC_PoolInit"
type(Heap_Pool->poolBase, Heap_Record[])    after heap.c:HPCC_ra_Heap_Init:"Heap_Pool = HPCC_PoolInit"
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

PARTS = {"HPL": ("hpl",), "PTRANS": ("ptrans", "ptrans2"), "RandomAccess": ("random", "random2", "lcg", "lcg2"), "FFT": ("fft", "transposed")}


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
    """Section by section. hpcc appends to a file that it opens by name each time, so what it wrote after its checkpoint stands there twice: the last counts."""
    sections, name = {}, ""
    with open(os.path.join(directory, "hpccoutf.txt")) as out:
        for line in out:
            begun = re.match(r"Begin of (.*) section\.", line)
            if begun:
                name = begun.group(1)
                sections[name] = []
            elif FACTS.match(line):
                sections.setdefault(name, []).append(TIMES.sub(lambda m: m.group(2) or m.group(4), line.strip()))
    return [(name, line) for name, lines in sections.items() for line in lines]


class Job:
    def __init__(self, directory, ranks):
        self.directory, self.ranks = directory, ranks

    def run(self, mpi, program, **settings):
        clean = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
        clean.update({k: str(v) for k, v in settings.items()})
        return subprocess.run(LAUNCH[mpi] + ["-n", str(self.ranks), program], cwd=self.directory, env=clean, capture_output=True, text=True,
                              errors="replace", timeout=600)


def site_of(images):
    """Where rank 0 stopped."""
    newest = max(glob.glob(os.path.join(images, "rank-0000", "*.img")))
    shown = subprocess.run([os.path.join(lab.BUILD, "bin", "ckpt"), "show", newest], capture_output=True, text=True, errors="replace").stdout
    return re.search(r"^at +site (\w+)", shown, re.M).group(1)


def stop_and_go(job, first, second, programs, every):
    """Stop and go on until it ends. Returns where, and the last run."""
    images, stops, mpi = os.path.join(job.directory, "lines"), [], first
    settings = {"CKPT_DIR": images, "CKPT_AT": ",".join(str(every * (i + 1)) for i in range(60)), "CKPT_EXIT": 1}
    while len(stops) < 60:
        done = job.run(mpi, programs[mpi], **settings)
        if done.returncode != lab.STATUS_STOPPED:
            return stops, done
        stops.append(site_of(images))
        mpi = second if mpi == first else first
        settings["CKPT_RESTART"] = "latest"
    return stops, done


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--mpi", default="mpich", choices=LAUNCH)
    parser.add_argument("--then", default="openmpi", choices=LAUNCH)
    parser.add_argument("--every", type=int, default=3)
    options = parser.parse_args()
    os.makedirs(WORK, exist_ok=True)
    for mpi in (options.mpi, options.then):
        if not shutil.which("mpicc." + mpi):
            print("hpcc: no mpicc.%s" % mpi)
            return 77
    tarball = upstream.tarball("hpcc", WORK)
    if not glob.glob("/usr/lib/*/libgslcblas.so"):
        print("hpcc: no BLAS: libgsl-dev is not installed")
        return 77
    plain = build("plain", "mpicc." + options.mpi, tarball)
    programs = {}
    for mpi in {options.mpi, options.then}:
        programs[mpi] = build("ckpt-" + mpi, "%s --ckpt-cc=mpicc.%s --ckpt-annotations=@/sites" % (lab.CKPTCC, mpi), tarball)
    print("hpcc: built unchanged by ckptcc for", ", ".join(sorted(programs)))

    wanted = None
    for name in ("plain", "job"):
        directory = os.path.join(WORK, "run-" + name)
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        write_input(directory, os.path.join(os.path.dirname(plain), "_hpccinf.txt"))
        job = Job(directory, options.ranks)
        if name == "plain":
            done, stops = job.run(options.mpi, plain), []
        else:
            stops, done = stop_and_go(job, options.mpi, options.then, programs, options.every)
        if done.returncode:
            print("%s: status %d after stops at %s: %s" % (name, done.returncode, stops, done.stderr[-1500:]))
            return 1
        found = facts(directory)
        if name == "plain":
            wanted = found
            print("uninterrupted: %d results of its own checks; %s" % (len(found), [line for _, line in found if line.startswith("Success")]))
        elif found != wanted:
            print("stopped at %s: FAIL: %s" % (stops, [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:5]))
            return 1
        else:
            print("stopped at %s, went on under %s and %s by turns: the same %d results" % (", ".join(stops), options.then, options.mpi, len(found)))
            missed = [part for part, sites in PARTS.items() if not set(sites) & set(stops)]
            if missed:
                print("FAIL: never stopped in " + ", ".join(missed))
            return 1 if missed else 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
