#!/usr/bin/env python3
"""journeys.py - real programs, unchanged from Debian's source packages, each with a side file of a few lines, stopped in the middle and gone on
with on another architecture and back.

picosat   a SAT solver: clauses shorter than their structure and longer, with a number behind their literals; numbers in pointers; an allocator of
          its own that sees its blocks as structures of bytes. A formula with an answer, and one without.
nec2c     fields of antennas: complex matrices, output files that are open
paml      mcmctree, dates of divergence by Markov chains: arrays in one block, characters behind doubles; it writes one byte behind some blocks
mrbayes   phylogeny by Markov chains: likelihoods in single precision, a file that is begun on one machine and goes on on the other
geng      nauty's generator of graphs: in the middle of its recursion, all graphs behind it and before it are bits of numbers
gnugo     GNU Go, in the middle of reading a fight: recursion through a dozen functions, patterns and caches in static tables, a union with a tag

usage: journeys.py [--all] PROGRAM...      --all: more visits, i386 as well
Output     a line per journey; status 0 if what was written is what the uninterrupted program writes, but for times and memory used;
           77 if the source cannot be had (no network)
"""
import glob
import os
import random
import re
import sys

import upstream
from upstream import lab

ALL = "--all" in sys.argv
S390X, I386 = lab.BY_NAME["s390x"], lab.BY_NAME["i386"]


def read(*path, encoding="latin-1"):
    with open(os.path.join(*path), encoding=encoding) as file:
        return file.read()


def write(text, *path):
    with open(os.path.join(*path), "w", encoding="latin-1") as file:
        file.write(text)


def formula(variables, clauses, seed):
    """Random clauses of three literals, some of four."""
    choice = random.Random(seed)
    lines = ["p cnf %d %d" % (variables, clauses)]
    for i in range(clauses):
        names = choice.sample(range(1, variables + 1), 4 if i % 50 == 0 else 3)
        lines.append(" ".join(str(n * choice.choice((1, -1))) for n in names) + " 0")
    return ("\n".join(lines) + "\n").encode()


class Journey:
    """A program, its side file, what it is run with, and which lines of what it writes are no result."""
    package, sources, flags, libs, sites, ignore, outputs = None, (), (), ("-lm",), "", None, ()

    def prepare(self, tree):
        """What configure would do."""

    def runs(self, tree):
        """[(arguments, {file: content}, visits)]"""
        raise NotImplementedError


class Picosat(Journey):
    package, flags = "picosat", ("-DNDEBUG",)
    sources = ("main.c", "app.c", "picosat.c", "version.c")
    sites = """site name(search) before picosat.c:sat:"if (backtracked)"
type(res, Cls before lits) before picosat.c:new_clause:"res->size = size;"
type(res->lits, Lit *[size]) before picosat.c:new_clause:"res->size = size;"
type(p, Act[1]) before picosat.c:new_clause:"*p = ps->cinc;"
"""
    ignore = re.compile(rb"^c .*(second|[MG]B|\d\.\d)")

    def prepare(self, tree):
        write("".join('#define PICOSAT_%s "%s"\n' % d for d in (("CC", "cc"), ("CFLAGS", ""), ("VERSION", "965"))), tree, "config.h")

    def runs(self, tree):
        return [(["-v", "x.cnf"], {"x.cnf": formula(180, 738, 3)}, (1, 5000)), (["-v", "x.cnf"], {"x.cnf": formula(160, 720, 7)}, (100, 2000))]


class Nec2c(Journey):
    package, flags = "nec2c", ("-DHAVE_CONFIG_H",)
    sites = 'site name(frequency) before main.c:main:"jmp_floop = FALSE;"\n'
    ignore, outputs = re.compile(rb" msec\s*$"), ("out",)

    def prepare(self, tree):
        self.sources = sorted(os.path.basename(s) for s in glob.glob(os.path.join(tree, "*.c")))
        write(re.sub(r"#undef (VERSION|PACKAGE_STRING)\b", r'#define \1 "1"', read(tree, "config.h.in")), tree, "config.h")

    def runs(self, tree):
        deck = b"""CM two dipoles
CE
GW 1 21 0. 0. -2.5 0. 0. 2.5 0.001
GW 2 21 1. 0. -2.4 1. 0. 2.4 0.001
GE 0
EX 0 1 11 0 1. 0.
FR 0 12 0 0 20. 1.
RP 0 10 10 1000 0. 0. 10. 10.
EN
"""
        return [(["-i", "deck", "-o", "out"], {"deck": deck}, (2, 9))]


class Paml(Journey):
    package, flags = "paml", ("-fcommon",)
    sources = ("src/mcmctree.c", "src/tools.c")
    sites = """site name(sample) before mcmctree.c:MCMC:"if (ir == 0 || (nround >= 100 && mcmc.burnin >= 200"
type(com.conPin[0], double[]) before mcmctree.c:GetMem:"com.conPin[1] = com.conPin[0] + com.sconP / sizeof(double);"
type(mcmc.accept, char[]) after mcmctree.c:GetMem:"mcmc.accept = (char*)(mcmc.Pjump + mcmc.nsteplength);"
"""
    ignore, outputs = re.compile(rb"Time used|\d:\d\d"), ("mcmc.txt", "out", "FigTree.tre")

    def runs(self, tree):
        control = re.sub(r"seed = -1", "seed = 12345", read(tree, "mcmctree.ctl").replace("\r", "").replace("examples/DatingSoftBound/", ""))
        control = re.sub(r"burnin = \d+", "burnin = 40", re.sub(r"nsample = \d+", "nsample = 40", control))
        files = {n: read(tree, "examples", "DatingSoftBound", n).encode("latin-1") for n in ("mtCDNApri123.txt", "mtCDNApri.trees")}
        return [(["mcmctree.ctl"], {"mcmctree.ctl": control.encode("latin-1"), **files}, (70, 20))]


class MrBayes(Journey):
    package, flags = "mrbayes", ("-DHAVE_CONFIG_H",)
    sites = 'site name(generation) before mcmc.c:RunChain:"if (currentCPUTime - previousCPUTime > 10 * CLOCKS_PER_SEC)"\n'
    ignore, outputs = re.compile(rb"MCMC stamp|\[ID: |-- \d:|completed in|CPU time|^\s*$"), tuple("primates.nex" + end for end in (".mcmc", ".run1.p", ".run2.p", ".run1.t", ".run2.t"))

    def prepare(self, tree):
        self.sources = sorted(os.path.relpath(s, tree) for s in glob.glob(os.path.join(tree, "src", "*.c")))
        write('#define PACKAGE_NAME "MrBayes"\n#define PACKAGE_VERSION "3.2.7"\n#define HOST_CPU "any"\n#define UNIX_VERSION 1\n', tree, "src", "config.h")

    def runs(self, tree):
        commands = b"""#NEXUS
begin mrbayes;
set autoclose=yes nowarn=yes seed=12345 swapseed=678;
execute primates.nex;
lset nst=6 rates=gamma;
mcmcp ngen=600 printfreq=100 samplefreq=50 diagnfreq=200 nruns=2 nchains=3;
mcmc;
end;
"""
        return [(["run.nex"], {"run.nex": commands, "primates.nex": read(tree, "examples", "primates.nex").encode("latin-1")}, (130, 420))]


class Geng(Journey):
    package, flags = "nauty", ("-DMAXN=WORDSIZE", "-DWORDSIZE=32")
    sources = ("geng.c", "gtools.c", "nauty.c", "nautil.c", "naugraph.c", "schreier.c", "naurng.c")
    sites = 'site name(extend) before geng.c:genextend:"genextend(gx,nx,degx,ne+xc,rigidx,xlbx,xubx)"\n'
    ignore = re.compile(rb"generated in|^>A ")

    def prepare(self, tree):
        sizes = {"int": "__SIZEOF_INT__", "long": "__SIZEOF_LONG__", "long_long": "__SIZEOF_LONG_LONG__", "voidp": "__SIZEOF_POINTER__"}
        others = {"PACKAGE_VERSION": "2.8.6", "sort_prog": "sort", "ac_cv_sys_file_offset_bits": "64", "edit_msg": "", "configure_input": "", "use_tls": "", "ac_cv_tls": ""}
        off = re.compile(r"have_(hw|mm|popcnt|clz|ansi)|default_wordsize|tls_supported|is_ARM64|allow_interrupt")

        def value(found):
            name = found.group(1)
            if name.startswith("ac_cv_sizeof_"):
                return sizes.get(name[len("ac_cv_sizeof_"):], "0")
            return others.get(name, "0" if off.match(name) else "1")

        for header in ("nauty", "gtools", "naututil"):
            write(re.sub(r"@(\w+)@", value, read(tree, header + "-h.in")), tree, header + ".h")

    def runs(self, tree):
        return [(["-cq", "9", "9:12"], {}, (300, 1)), (["-q", "8"], {}, (900, 40))]


class GnuGo(Journey):
    package, flags = "gnugo", ("-DHAVE_CONFIG_H", "-fcommon")
    sites = """site name(command) before gtp.c:gtp_main_loop:"if (!fgets(line"
site name(fight) before owl.c:do_owl_attack:"if (reading_limit_reached(&live_reason"
variant(struct pattern_attribute, type, 0 ... 6: value, 7 ... 10: offset) patterns.h
"""

    def prepare(self, tree):
        lab.run_command(["./configure", "-q", "--without-curses"], cwd=tree)
        lab.run_command(["make", "-j%d" % lab.JOBS, "CFLAGS=-O1 -w -fcommon"], cwd=tree)   # its own programs write the tables of patterns
        write(re.sub(r"SIZEOF_LONG \d", "SIZEOF_LONG __SIZEOF_LONG__", read(tree, "config.h")), tree, "config.h")
        tools = re.compile(r"/(mk\w+|joseki|dfa|extract_fuseki|compress_fuseki|uncompress_fuseki|sgfgen)\.c$")
        found = [s for room in ("engine", "patterns", "sgf", "utils", "interface") for s in sorted(glob.glob(os.path.join(tree, room, "*.c")))]
        self.sources = [os.path.relpath(s, tree) for s in found if not tools.search(s)]
        self.flags = list(self.flags) + ["-I" + os.path.join(tree, room) for room in ("", "engine", "patterns", "sgf", "utils")]

    def runs(self, tree):
        game = "boardsize 9\nkomi 5.5\nplay black e5\n" + "genmove white\ngenmove black\n" * 4 + "showboard\nestimate_score\nquit\n"
        return [(["--mode", "gtp", "--gtp-input", "game", "--seed", "7", "--level", "5"], {"game": game.encode()}, (60, 900))]


def lines(text, ignore):
    return [line.rstrip() for line in (text or b"").split(b"\n") if not (ignore and ignore.search(line))]


def go(journey, name):
    work = os.path.join(lab.BUILD, "test", "journeys", name)
    os.makedirs(work, exist_ok=True)
    tree = upstream.unpack(upstream.tarball(journey.package, work), os.path.join(work, "tree"))
    journey.prepare(tree)
    side = os.path.join(work, "side")
    write(journey.sites, side)
    flags, failures = list(journey.flags) + ["-w", "-I" + tree], 0

    def program(arguments, inputs):
        return lab.Program(name, journey.sources, args=arguments, inputs=inputs, outputs=journey.outputs, root=tree, libs=journey.libs,
                           flags=flags + ["--ckpt-annotations=" + side])

    built = [(S390X, lab.build(program([], {}), S390X)), (lab.NATIVE, lab.build(program([], {}), lab.NATIVE))]
    if ALL:
        built.append((I386, lab.build(program([], {}), I386)))
    plain = lab.build(program([], {}), lab.NATIVE, "plain")
    for arguments, inputs, visits in journey.runs(tree):
        of = program(arguments, inputs)
        with lab.Run(of) as run:
            alone = run.run(lab.NATIVE, plain)
            wanted = [lines(t, journey.ignore) for t in [alone.out] + list(run.files().values())]
        ways = [(a, b) for a in built for b in built if a != b and lab.NATIVE in (a[0], b[0])]
        for k, (a, b) in enumerate(ways):
            for visit in visits if ALL else [visits[k % len(visits)]]:
                with lab.Run(of) as run:
                    one = run.run(*a, {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1})
                    two = run.run(*b, {"CKPT_DIR": run.images, "CKPT_RESTART": "latest"})
                    got = [lines(t, journey.ignore) for t in [one.out + two.out] + list(run.files().values())]
                same = one.status == lab.STATUS_STOPPED and two.status == alone.status and got == wanted and not (one.err or two.err)
                print("%s, visit %d, %s to %s: %s" % (name, visit, a[0], b[0], "identical" if same else "FAIL: %s, %s: %s" % (
                    one.status, two.status, lab.tail(one.err + two.err) or
                    [lab.first_difference(b"\n".join(x), b"\n".join(y)) for x, y in zip(got, wanted) if x != y])))
                failures += not same
    return failures


PROGRAMS = {"picosat": Picosat, "nec2c": Nec2c, "paml": Paml, "mrbayes": MrBayes, "geng": Geng, "gnugo": GnuGo}
chosen = [n for n in sys.argv[1:] if n != "--all"]
if not chosen or not set(chosen) <= set(PROGRAMS):
    sys.exit("usage: journeys.py [--all] %s" % " | ".join(PROGRAMS))
sys.exit(1 if sum(go(PROGRAMS[n](), n) for n in chosen) else 0)
