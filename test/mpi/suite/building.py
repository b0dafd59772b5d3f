"""building.py - MPICH's test programs, plain and with the layer.

Purpose     the framework (util/, dtpools/) and each test, by mpicc and by `ckptcc` with that mpicc. Upstream's files are
            compiled as they are, but for a word (unpun): `configure` is replaced by a mpitestconf.h that says what this machine has, and the sites come in by
            `-include site.h`, whose macros put a call of site.c's function before calls of MPI.
Levels      where sites are: `calls` - before each call that communicates or makes a communicator, in the framework and in the test;
            `framework` - in the framework's own calls only; `none` - nowhere that is reached (the layer logs all the same). A test
            is built at the first that ckptcc takes.
Output      BUILD/test/mpich-suite/MPI/...; built again when something that it is made of has changed.
"""
import functools
import hashlib
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "programs"))
import upstream
from upstream import lab

WORK = os.path.join(lab.BUILD, "test", "mpich-suite")
LEVELS = ["calls", "framework", "none"]
# Debian's Open MPI has what MPI-3.0 removed; the framework uses some of it.
FLAGS = ["-O1", "-Werror=implicit-function-declaration", "-DOMPI_OMIT_MPI1_COMPAT_DECLS=0", "-DOMPI_REMOVED_USE_STATIC_ASSERT=0"]
UTIL = ["util/mtest.c", "util/mtest_common.c", "util/mtest_single.c", "util/dtypes.c"] + [
    "dtpools/src/dtpools%s.c" % part for part in ("", "_misc", "_init_verify", "_desc", "_attr", "_custom")]
# What configure would find on this machine; nothing of RMA, files, spawning, Fortran: not what these directories test.
HAVE = """HAVE_DLFCN_H HAVE_DOUBLE__COMPLEX HAVE_FLOAT__COMPLEX HAVE_GETRUSAGE HAVE_INTTYPES_H HAVE_LONG_DOUBLE HAVE_LONG_DOUBLE__COMPLEX
HAVE_LONG_LONG HAVE_MEMORY_H HAVE_PTHREAD_H HAVE_STDARG_H HAVE_STDINT_H HAVE_STDLIB_H HAVE_MPI_INTEGER16 HAVE_STRDUP HAVE_STRINGS_H HAVE_STRING_H HAVE_SYS_RESOURCE_H
HAVE_SYS_STAT_H HAVE_SYS_TIME_H HAVE_SYS_TYPES_H HAVE_UNISTD_H HAVE_USLEEP HAVE__BOOL STDC_HEADERS HAVE_MEMSET HAVE_LIMITS_H""".split()
# No image carries a union; the suite's are structures for us, once the system's headers have had theirs.
SYSTEM_HEADERS = """assert.h ctype.h errno.h fcntl.h float.h inttypes.h limits.h math.h memory.h pthread.h sched.h signal.h stdarg.h stdbool.h stddef.h
stdint.h stdio.h stdlib.h string.h strings.h sys/resource.h sys/socket.h sys/stat.h sys/time.h sys/types.h sys/wait.h time.h unistd.h wchar.h""".split()
# Callbacks call these as well, and MPI calls callbacks: no sites there.
INQUIRIES = re.compile(r"MPI_(Comm_(rank|size|get_|set_|test_inter|compare|remote|group|call|delete|create_keyval|create_err|free_keyval)|Init|Final"
                       r"|Abort|Type_|Op_|Get_|Wti|Error|Group_|Info_|Attr_|Keyval|Errhandler|Pack|Unpack|Topo|Cart_[cgrs]|Cartdim|Graph_[gn]|Graphdims"
                       r"|Dist_graph_n|Status|Test_cancelled|Is_|Query|Add_|Alloc|Free|Buffer|Reduce_local|Win|File|T_|Grequest|Aint|Address)")


def unpack():
    """The suite's directory, as upstream made it, but for the files that configure would make."""
    root = os.path.join(WORK, "source")
    if not os.path.exists(os.path.join(root, ".whole")):
        os.makedirs(root, exist_ok=True)
        tarball = upstream.tarball("mpich", WORK)
        version = re.search(r"_([\d.]+)\.orig", tarball).group(1)
        lab.run_command(["tar", "xf", tarball, "-C", root, "--strip-components=3", "mpich-%s/test/mpi" % version])
        configure(os.path.join(root, "include", "mpitestconf.h"))
        configure(os.path.join(root, "dtpools", "dtpoolsconf.h"))
        unpun(os.path.join(root, "dtpools", "src", "dtpools_attr.c"))
        open(os.path.join(root, ".whole"), "w").close()
    return root


def unpun(path):
    """One word of upstream's is another than it means (a block's length of MPI_Type_create_hindexed_block), and is right only while the union that it
    is in is one."""
    text = open(path).read()
    before, name, after = text.partition("static int construct_blkhindx(")
    after = after.replace("(int64_t) attr->u.blkindx.blklen", "(int64_t) attr->u.blkhindx.blklen", 1)
    with open(path, "w") as out:
        out.write(before + name + after)


def configure(path):
    """NAME.h from NAME.h.in."""
    sizes = {"SIZEOF_INT": 4, "SIZEOF_LONG": 8, "SIZEOF_LONG_LONG": 8, "SIZEOF_SHORT": 2, "SIZEOF_VOID_P": 8, "SIZEOF_MPI_OFFSET": 8,
             "POINTERINT_t": "long", "THREAD_PACKAGE_NAME": "THREAD_PACKAGE_POSIX"}

    def define(m):
        name = m.group(1)
        return "#define %s %s" % (name, sizes.get(name, 1)) if name in HAVE or name in sizes else "/* no %s */" % name
    text = re.sub(r"^#\s*undef (\w+)$", define, open(path + ".in").read(), flags=re.M)
    with open(path, "w") as out:
        out.write(text)


def site_header():
    """Macros that visit the site before a call; made from calls.def."""
    path = os.path.join(WORK, "site.h")
    names = re.findall(r"^\w+ \w+ (MPI_\w+)\(", open(os.path.join(lab.SOURCE, "runtime", "mpi", "calls.def")).read(), re.M)
    text = "#ifndef CKPT_SUITE_SITE\n#define CKPT_SUITE_SITE\n#include <mpi.h>\n" + "".join(
        "#include <%s>\n" % h for h in SYSTEM_HEADERS) + "#define union struct\nvoid ckpt_suite_site(void);\n" + "".join(
        "#define %s(...) (ckpt_suite_site(), %s(__VA_ARGS__))\n" % (n, n) for n in names if not INQUIRIES.match(n)) + "#endif\n"
    if not os.path.exists(path) or open(path).read() != text:
        with open(path, "w") as out:
            out.write(text)
    return path


def layer_stamp(mpi):
    """What the layer is that programs are built with now."""
    return hashlib.sha256(b"".join(map(digest_of, layer_files(mpi)))).hexdigest()


@functools.lru_cache(None)
def digest_of(path):
    return hashlib.sha256(open(path, "rb").read()).digest()


def layer_files(mpi):
    directory = os.path.join(lab.BUILD, "lib", lab.NATIVE.triple)
    return [lab.CKPTCC, os.path.join(WORK, "site.h"), os.path.join(lab.SOURCE, "runtime", "mpi", "include", "mpi.h"), os.path.join(HERE, "site.c")] + [
        os.path.join(directory, name) for name in ("libckpt.a", "libckpt_mpi.a", "libckpt_mpi-%s.a" % mpi)]


class Unbuilt(Exception):
    """A program that cannot be built: what the compiler says."""


class Builder:
    """One MPI, plain or with the layer at one level."""

    def __init__(self, root, mpi, level=None):
        self.root, self.mpi, self.level = root, mpi, level
        self.where = os.path.join(WORK, mpi, level or "plain")
        os.makedirs(self.where, exist_ok=True)
        self.compiler = ["mpicc." + mpi] if not level else [lab.CKPTCC, "--ckpt-cc=mpicc." + mpi]
        self.flags = FLAGS + ["-I" + os.path.join(root, d) for d in ("include", "dtpools/include", "dtpools", "util")]
        self.util = None

    def sites(self, framework):
        return ["-include", os.path.join(WORK, "site.h")] if self.level == "calls" or (self.level == "framework" and framework) else []

    def stamp(self, sources):
        made_of = sources + [os.path.join(self.root, "include", "mpitestconf.h"), os.path.join(self.root, "dtpools", "dtpoolsconf.h")]
        if self.level:
            made_of += layer_files(self.mpi)
        digest = hashlib.sha256(" ".join(self.compiler + self.flags).encode())
        for path in made_of:
            digest.update(digest_of(path))
        return digest.hexdigest()

    def command(self, words):
        done = subprocess.run(self.compiler + self.flags + words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900,
                              env=dict({k: v for k, v in os.environ.items() if not k.startswith("CKPT_") or k == "CKPT_BUILD"}, LC_ALL="C"))
        if done.returncode:
            raise Unbuilt(done.stdout.decode(errors="replace"))

    def cached(self, path, sources, make):
        """Make `path`, or find it made, or find that it cannot be."""
        key = self.stamp(sources)
        try:
            old, _, why = open(path + ".key", encoding="utf-8").read().partition("\n")
            if old == key and why:
                raise Unbuilt(why)
            if old == key and os.path.exists(path):
                return path
        except FileNotFoundError:
            pass
        why = ""
        try:
            make()
        except Unbuilt as error:
            why = str(error)
        with open(path + ".key", "w", encoding="utf-8") as out:
            out.write(key + "\n" + why)
        if why:
            raise Unbuilt(why)
        return path

    def framework(self):
        """The framework's archive and, with the layer, the site's object."""
        if self.util:
            return self.util
        archive = os.path.join(self.where, "libmtest.a")
        sources = [os.path.join(self.root, s) for s in UTIL]

        def make():
            objects = []
            for source in sources:
                objects.append(os.path.join(self.where, os.path.basename(source)[:-2] + ".o"))
                self.command(self.sites(True) + ["-DDTP_MPI_DATATYPE=MPI_INT", "-c", source, "-o", objects[-1]])
            if os.path.exists(archive):
                os.remove(archive)
            lab.run_command(["ar", "rcs", archive] + objects)
        self.cached(archive, sources, make)
        self.util = [archive]
        if self.level:
            site = os.path.join(self.where, "site.o")
            self.cached(site, [], lambda: self.command(["-c", os.path.join(HERE, "site.c"), "-o", site]))
            self.util = [site, archive]
        return self.util

    def build(self, directory, program, makefile):
        """The program's path. Raises Unbuilt."""
        sources, defines = makefile.of(program)
        path = os.path.join(self.where, directory, program)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        framework = self.framework()
        return self.cached(path, sources, lambda: self.command(defines + self.sites(False) + sources + framework + ["-o", path, "-lm"]))


def with_layer(root, mpi, test, makefile):
    """(level, path) at the first level that can be built. Raises Unbuilt with what was said at the last one, or that calls are unsupported."""
    last = None
    for level in LEVELS:
        try:
            return level, builder(root, mpi, level).build(test.directory, test.program, makefile)
        except Unbuilt as error:
            last = error
            if unsupported(str(error)):
                break
    raise last


def unsupported(text):
    """Names of MPI that the layer does not have, in what a compiler or linker says."""
    return sorted(set(re.findall(r"ckpt_unsupported_(MPI_\w+)", text) + re.findall(r"'(MPIX?_\w+)' undeclared", text) +
                      re.findall(r"unknown type name '(MPIX?_\w+)'", text) + re.findall(r"implicit declaration of function '(MPIX?_\w+)'", text)))


_builders = {}


def builder(root, mpi, level=None):
    if (mpi, level) not in _builders:
        _builders[mpi, level] = Builder(root, mpi, level)
    return _builders[mpi, level]
