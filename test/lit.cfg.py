# lit.cfg.py - what every test may use.
#
# Tests      *.c, *.test, *.sh files with RUN: lines under test/ (not Inputs/), each cmocka program of test/unit.
# Substitutions
#   %ckptcc %ckpt %cc %FileCheck %not %split-file   tools of build/bin, the native compiler, LLVM's FileCheck and not
#   %root %build %lib                   repository, build directory, build/lib
#   %qemu{ARCH} %cc{ARCH}               emulator ("" for native ones) and cross compiler: %qemu{s390x} ./a.out
# Features   ckptcc, ckpt: the tool is built. x86_64, i386, s390x, ...: its runtime is built. mpicc: both MPIs' compilers.
#            spin: the model checker is installed. long: `check.sh --long`.
# Parameters  long; cc=COMPILER, opt=-O3: native programs are compiled by that instead of cc, at that level (test/matrix/compilers.py). Such a
#            run has a directory of its own for what it makes.
import os
import platform
import shutil
import sys

sys.path.insert(0, os.path.dirname(__file__))
import ckptlit
import native

config.name = "ckpt"
config.test_source_root = os.path.dirname(__file__)
config.test_format = ckptlit.ShellTest(execute_external=True)
config.suffixes = [".c", ".test", ".sh"]
config.excludes = ["Inputs", "check.sh", "lit.cfg.py", "bench", "golden", "delay"]

build, source = config.ckpt_build, config.ckpt_source
bin_dir = os.path.join(build, "bin")
llvm_dir = os.path.dirname(config.filecheck)

# name of the architecture -> (triple of its compiler, name of its emulator)
ARCHES = {
    "x86_64": ("x86_64-linux-gnu", "x86_64"),
    "i386": ("i686-linux-gnu", "i386"),
    "s390x": ("s390x-linux-gnu", "s390x"),
    "powerpc": ("powerpc-linux-gnu", "ppc"),
    "arm": ("arm-linux-gnueabihf", "arm"),
    "aarch64": ("aarch64-linux-gnu", "aarch64"),
    "riscv64": ("riscv64-linux-gnu", "riscv64"),
}


ckptcc = os.path.join(bin_dir, "ckptcc")
compiler, level, analyses = (lit_config.params.get(name, "") for name in ("cc", "opt", "analyses"))
if not analyses:
    config.available_features.add("analyses")
if compiler or level or analyses:
    config.test_exec_root += "-" + os.path.basename(compiler or "cc") + level + "".join(analyses.split())
    ckptcc = ckptlit.other_ckptcc(ckptcc, compiler, " ".join((level, analyses)), config.test_exec_root)
    config.environment["TEST_ANALYSES"] = analyses
    config.environment.update({"TEST_CC": compiler or "cc", "MPICH_CC": compiler or "cc", "OMPI_CC": compiler or "cc", "TEST_OPT": level or "-O2", "TEST_PROGRAMS": os.path.join(config.test_exec_root, "programs")})

for tool in ("ckptcc", "ckpt"):
    if os.access(os.path.join(bin_dir, tool), os.X_OK):
        config.available_features.add(tool)

if shutil.which("mpicc.mpich") and shutil.which("mpicc.openmpi"):
    config.available_features.add("mpicc")

for arch, (triple, emulator) in ARCHES.items():
    compiler = "cc" if arch == platform.machine() else triple + "-gcc"
    emulate = "" if native.runs_here(arch) else "qemu-%s-static -L /usr/%s" % (emulator, triple)
    config.substitutions.append(("%%cc{%s}" % arch, compiler))
    config.substitutions.append(("%%qemu{%s}" % arch, emulate))
    config.substitutions.append(("%%triple{%s}" % arch, triple))
    if os.path.exists(os.path.join(build, "lib", triple, "libckpt.a")):
        config.available_features.add(arch)
if all(arch in config.available_features for arch in ARCHES):
    config.available_features.add("all-arches")
if os.path.exists("/usr/lib/llvm-19/lib/libomp.so"):
    config.available_features.add("libomp")
if shutil.which("spin"):
    config.available_features.add("spin")
if "clang" not in lit_config.params.get("cc", ""):
    config.available_features.add("gcc")     # what only it has, or has in its own way
if lit_config.params.get("long"):
    config.available_features.add("long")

config.substitutions += [
    ("%ckptcc", ckptcc),
    (r"%ckpt\b", os.path.join(bin_dir, "ckpt")),
    (r"%cc\b", "cc"),
    ("%FileCheck", config.filecheck),
    ("%not", os.path.join(llvm_dir, "not")),
    ("%split-file", os.path.join(llvm_dir, "split-file")),
    ("%root", source),
    ("%build", build),
    (r"%lib\b", os.path.join(build, "lib")),
]

# Nothing of the caller's environment may steer a test.
for name in [n for n in os.environ if n.startswith("CKPT_")]:
    config.environment.pop(name, None)
config.environment["LC_ALL"] = "C"
if os.path.realpath(build) != os.path.realpath(os.path.join(source, "build")):
    config.environment["CKPT_BUILD"] = build
config.environment["PATH"] = os.pathsep.join(["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"])
