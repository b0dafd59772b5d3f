"""lab.py - build the example programs for every architecture and run them there.

Purpose     what plain.py, matrix.py, every_visit.py, kill.py and restart.py have in common.
Input       examples/ of the repository; the tools of the build directory (environment CKPT_BUILD, default build/).
Output      programs under BUILD/test/programs/FLAVOUR/ARCH/NAME, built once and again only when something they
            are made of has changed.
Flavours    plain   cc alone: the pragma is unknown to it and ignored
            ckpt    ckptcc
            count   cc, each site turned into a counter: how many visits there are, known without any of our code
Environment TEST_CC=COMPILER, TEST_ANALYSES="--ckpt-no-liveness", TEST_OPT=-O3: the native compiler and the level of all, for runs of the tests with others than cc -O2;
            TEST_PROGRAMS: where the programs are built instead.
Invariants  a program's environment has no CKPT_ variable but CKPT_SPOIL and those a test gives; it runs in a directory of its own.
"""
import fcntl
import hashlib
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SOURCE = os.environ.get("CKPT_SOURCE") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(SOURCE, "test"))
from native import runs_here  # noqa: E402

BUILD = os.environ.get("CKPT_BUILD") or os.path.join(SOURCE, "build")
LONG = bool(os.environ.get("CKPT_LONG"))
JOBS = int(os.environ.get("CKPT_JOBS") or min(2, os.cpu_count() or 1))
CKPTCC = os.path.join(BUILD, "bin", "ckptcc")
CKPT = os.path.join(BUILD, "bin", "ckpt")
TIMEOUT = int(os.environ.get("CKPT_RUN_TIMEOUT") or 120)

ANALYSES_OFF = ["--ckpt-no-liveness", "--ckpt-no-static-liveness", "--ckpt-no-recompute"]
STATUS_STOPPED, STATUS_BAD_IMAGE, STATUS_INCOMPATIBLE = 75, 65, 78


class Arch:
    def __init__(self, name, triple, qemu, flags=()):
        self.name, self.triple, self.flags = name, triple, list(flags)
        self.cc = os.environ.get("TEST_CC", "cc") if name == platform.machine() else triple + "-gcc"
        self.emulator = [] if runs_here(name) else ["qemu-%s-static" % qemu, "-L", "/usr/" + triple]

    @property
    def has_runtime(self):
        return os.path.exists(os.path.join(BUILD, "lib", self.triple, "libckpt.a"))

    def __repr__(self):
        return self.name


ARCHES = [
    Arch("x86_64", "x86_64-linux-gnu", "x86_64"),
    Arch("i386", "i686-linux-gnu", "i386", ["-msse2", "-mfpmath=sse"]),
    Arch("s390x", "s390x-linux-gnu", "s390x"),
    Arch("powerpc", "powerpc-linux-gnu", "ppc"),
    Arch("arm", "arm-linux-gnueabihf", "arm"),
    Arch("aarch64", "aarch64-linux-gnu", "aarch64"),
    Arch("riscv64", "riscv64-linux-gnu", "riscv64"),
]
BY_NAME = {arch.name: arch for arch in ARCHES}
NATIVE = BY_NAME[platform.machine()]

# Floating-point results agree everywhere only without contraction (and with SSE on i386).
CFLAGS = [os.environ.get("TEST_OPT", "-O2"), "-ffp-contract=off", "-Wno-unknown-pragmas"]


class Program:
    """A program and how to run it.

    sources   the .c files, relative to examples/;  library: those that go into a static library first
    args      of an ordinary run;  small: of a run with few visits
    inputs    name -> content of files in its directory;  outputs: files that must come out identical
    stdin     content of the file on standard input, or None
    """

    def __init__(self, name, sources=None, library=(), args=(), small=None, inputs=None, outputs=(), stdin=None,
                 flags=(), libs=("-lm",), root=None):
        self.name, self.args = name, [str(a) for a in args]
        self.small = self.args if small is None else [str(a) for a in small]
        self.root = root or os.path.join(SOURCE, "examples")
        self.sources = [os.path.join(self.root, s) for s in (sources or [name + ".c"])]
        self.library = [os.path.join(self.root, s) for s in library]
        self.inputs, self.outputs, self.stdin = dict(inputs or {}), list(outputs), stdin
        self.flags, self.libs = list(flags), list(libs)

    def __repr__(self):
        return self.name


def run_command(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, **options)
    if done.returncode:
        raise RuntimeError("%s\nfailed with status %d:\n%s" % (" ".join(command), done.returncode,
                                                              done.stdout.decode(errors="replace")))
    return done.stdout.decode(errors="replace")


def _stamp(paths):
    parts = []
    for path in paths:
        try:
            info = os.stat(path)
            parts.append("%s %d %d" % (path, info.st_size, info.st_mtime_ns))
        except OSError:
            parts.append(path + " -")
    return parts


# At the end, for the program chooses by its first lines what headers declare.
COUNTER = """
#include <stdio.h>
#include <stdlib.h>
static __attribute__((destructor)) void site_report(void) { const char *n = getenv("SITE_VISITS"); FILE *f = n ? fopen(n, "a") : 0;
if (f) { fprintf(f, "%ld\\n", site_visits); fclose(f); } }
"""


def condition_of(clauses):
    """The text of if(...) among a site's clauses, or 1."""
    found = re.search(r"\bif\s*\(", clauses)
    if not found:
        return "1"
    depth, start = 1, found.end()
    for at in range(start, len(clauses)):
        depth += {"(": 1, ")": -1}.get(clauses[at], 0)
        if not depth:
            return clauses[start:at]
    return "1"


def counted_source(path, directory):
    """A copy of a source in which every site counts its visits."""
    copy = os.path.join(directory, os.path.basename(path))

    def count(clauses):
        return "if (%s) site_visits++;" % condition_of(clauses)

    with open(path, encoding="utf-8") as source:
        text = source.read()
    text = re.sub(r"^[ \t]*#[ \t]*pragma[ \t]+ckpt\b((?![ \t]*(?:exclude|type|variant|replay|on_restart|on_checkpoint|no_site)\b).*)$",
                  lambda m: count(m.group(1)), text, flags=re.M)
    text = re.sub(r'_Pragma\("ckpt\b([^"]*)"\)', lambda m: count(m.group(1)), text)
    with open(copy, "w", encoding="utf-8") as out:
        out.write('static long site_visits;\n#line 1 "%s"\n' % path + text + COUNTER)
    return copy


def build(program, arch=NATIVE, flavour="ckpt", extra=(), cc=None):
    """Build a program (if something has changed since it was); returns its path. Raises RuntimeError with the output."""
    directory = os.path.join(os.environ.get("TEST_PROGRAMS") or os.path.join(BUILD, "test", "programs"), flavour, arch.name)
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, program.name)
    flags = CFLAGS + arch.flags + program.flags + list(extra)
    compiler = [cc or arch.cc]
    annotations = [f.split("=", 1)[1] for f in flags if f.startswith("--ckpt-annotations=")]
    made_of = program.sources + program.library + annotations
    if not flavour.startswith("ckpt"):
        flags = [f for f in flags if not f.startswith("--ckpt-")]
    else:
        compiler = [CKPTCC, *os.environ.get("TEST_ANALYSES", "").split(), "--ckpt-cc=" + compiler[0]]
        made_of = made_of + [CKPTCC, os.path.join(BUILD, "lib", arch.triple, "libckpt.a")]
    headers = [os.path.join(d, f) for d in {os.path.dirname(s) for s in made_of if s.endswith(".c")}
               for f in os.listdir(d) if f.endswith(".h")]
    with open(os.path.abspath(__file__), "rb") as me:
        own = hashlib.sha256(me.read()).hexdigest()
    key = "\n".join(compiler + flags + _stamp(made_of + sorted(headers)) + [own])
    with open(path + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            with open(path + ".key", encoding="utf-8") as old:
                if old.read() == key and os.path.exists(path):
                    return path
        except OSError:
            pass
        with tempfile.TemporaryDirectory(prefix="ckpt-build.") as work:
            _compile(program, compiler, flags, work, path, flavour)
        with open(path + ".key", "w", encoding="utf-8") as new:
            new.write(key)
    return path


def _compile(program, compiler, flags, work, path, flavour):
    sources, library = program.sources, program.library
    if flavour == "count":
        flags = flags + [f for d in sorted({os.path.dirname(s) for s in sources + library}) for f in ("-iquote", d)]
        sources = [counted_source(s, work) for s in sources]
        library = [counted_source(s, work) for s in library]
    objects = []
    for source in library:
        objects.append(os.path.join(work, os.path.basename(source)[:-2] + ".o"))
        run_command(compiler + flags + ["-c", source, "-o", objects[-1]])
    archive = []
    if objects:
        archive = [os.path.join(work, "lib%s.a" % program.name)]
        run_command(["ar", "rcs"] + archive + objects)
    new = path + ".new"
    run_command(compiler + flags + sources + archive + ["-o", new] + program.libs)
    os.replace(new, path)


class Result:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err


class Run:
    """A directory in which a program runs, is stopped and goes on."""

    def __init__(self, program, args=None):
        self.program, self.args = program, program.args if args is None else args
        self.directory = tempfile.mkdtemp(prefix="ckpt-run.")
        self.images = os.path.join(self.directory, "images")
        for name, content in program.inputs.items():
            with open(os.path.join(self.directory, name), "wb") as out:
                out.write(content)
        if program.stdin is not None:
            with open(os.path.join(self.directory, "stdin"), "wb") as out:
                out.write(program.stdin)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.directory, ignore_errors=True)

    def start(self, arch, path, env=None, stdout=subprocess.PIPE, stderr=subprocess.PIPE):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
        environment.update(LC_ALL="C", CKPT_SPOIL="1")
        environment.update({k: str(v) for k, v in (env or {}).items()})
        stdin = subprocess.DEVNULL
        if self.program.stdin is not None:
            stdin = open(os.path.join(self.directory, "stdin"), "rb")
        try:
            return subprocess.Popen(arch.emulator + [path] + self.args, cwd=self.directory, env=environment,
                                    stdin=stdin, stdout=stdout, stderr=stderr)
        finally:
            if stdin is not subprocess.DEVNULL:
                stdin.close()

    def run(self, arch, path, env=None, timeout=None):
        process = self.start(arch, path, env)
        try:
            out, err = process.communicate(timeout=timeout or TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return Result("timeout", out, err)
        return Result(process.returncode, out, err)

    @staticmethod
    def wait_until_held(process):
        """Wait until a program that was started has stopped itself (SIGSTOP). False: it has ended instead."""
        return bool(os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT).si_code == os.CLD_STOPPED)

    def files(self):
        """Content of each file the program makes (None: missing)."""
        found = {}
        for name in self.program.outputs:
            try:
                with open(os.path.join(self.directory, name), "rb") as content:
                    found[name] = content.read()
            except OSError:
                found[name] = None
        return found


class Reference:
    """What an uninterrupted, plain run gives (native, where another architecture is not asked for)."""

    def __init__(self, program, args=None, arch=NATIVE):
        with Run(program, args) as run:
            result = run.run(arch, build(program, arch, "plain"))
            self.status, self.out, self.files = result.status, result.out, run.files()
        with Run(program, args) as run:
            counter = os.path.join(run.directory, "visits")
            run.run(NATIVE, build(program, NATIVE, "count"), {"SITE_VISITS": counter})
            with open(counter, encoding="ascii") as counts:
                self.visits = sum(int(line) for line in counts)


def status_text(status):
    if isinstance(status, int) and status < 0:
        return "killed by " + signal.Signals(-status).name
    return "status %s" % status


def tail(text, lines=3):
    return b"\n".join(text.strip().splitlines()[-lines:]).decode(errors="replace")


def first_difference(got, wanted):
    """A line that tells how two outputs differ."""
    if got == wanted:
        return "identical"
    a, b = got.splitlines(), wanted.splitlines()
    for n, (x, y) in enumerate(zip(a, b), 1):
        if x != y:
            return "line %d: %r instead of %r" % (n, x[:100].decode(errors="replace"), y[:100].decode(errors="replace"))
    return "%d lines (%d bytes) instead of %d (%d)" % (len(a), len(got), len(b), len(wanted))


def parallel(work, items, jobs=None):
    """work(item) for all, results in order. Threads do: the work is in other processes."""
    with ThreadPoolExecutor(max_workers=jobs or JOBS) as pool:
        return list(pool.map(work, items))


def build_all(wanted):
    """Build (program, arch, flavour) triples side by side; returns {triple: path or RuntimeError}."""
    def one(item):
        try:
            return item, build(*item)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            return item, RuntimeError(str(error))
    return dict(parallel(one, list(wanted)))
