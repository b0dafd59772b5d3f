#!/usr/bin/env python3
"""findings.py - what ckptcc --ckpt-check says of the real programs of this directory, each finding judged.

Each program is unpacked from its source package and checked with the side file that its own test uses. Findings are grouped by id, file and function, so that
lines may move. findings.txt has a verdict for each group; a group without one, one of another number, and a verdict whose findings are gone are failures.

findings.txt    PROGRAM ID FILE:FUNCTION COUNT: VERDICT, why      a line for each group; # begins a comment
                FUNCTION: the function or macro in which the code stands; - outside of both, and in definitions of the old style
                VERDICT: true: somewhere the program goes on otherwise than it would have, or is refused, as the message says; harmless: the message is
                right, and it makes no difference here; false: the message is not right

usage: findings.py [--all] [--show] [PROGRAM...]     --all: those that take long to prepare, too; --show: each finding, with its place and message
Output: a line per program; status 0 if all is as the list says, 77 if a source cannot be had (no network) and what could be had is right
"""
import ast
import collections
import glob
import json
import os
import re
import subprocess
import sys
import types

import upstream
from upstream import lab

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..")]
LIST = os.path.join(HERE, "findings.txt")
WORK = os.path.join(lab.BUILD, "test", "findings")
LONG = ("mrbayes", "gnugo", "hpcc")
VERDICTS = ("true", "harmless", "false", "not judged")
HEAD = re.compile(r"(?:[A-Za-z_][\w\s*]*\W)?(?:[A-Z_]+\s*\(\s*(?!void\b)(\w+)\s*\)|([A-Za-z_]\w*)\s*\()")      # of a function: NAME(, or MACRO(NAME)
VERDICT = re.compile(r"(\S+) (\S+) (\S+) ([0-9]+): (true|harmless|false), (.+)")


def definitions(name):
    """A test's imports, functions, classes and constants, without what it does."""
    def is_constant(node):
        return isinstance(node, ast.Assign) and all(n.id.isupper() for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name))

    path = os.path.join(HERE, name + ".py")
    with open(path, encoding="utf-8") as text:
        tree = ast.parse(text.read())
    tree.body = [n for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)) or is_constant(n)]
    module = types.ModuleType(name)
    module.__file__ = path
    exec(compile(tree, path, "exec"), module.__dict__)
    return module


def unpacked(package, name):
    return upstream.unpack(upstream.tarball(package, WORK), os.path.join(WORK, name))


def side_file(name, text):
    path = os.path.join(WORK, name + ".side")
    with open(path, "w", encoding="ascii") as out:
        out.write(text)
    return path


# ---- each program: its tree, its sources, and the options it is compiled with ----

def lua():
    of, tree = definitions("lua"), unpacked("lua5.4", "lua")
    added = [os.path.join(of.HERE, name) for name in ("stable.c", "tidy.c")]
    return tree, of.sources(tree) + added, of.COMMON + ["-I", os.path.join(tree, "src"), "-include", os.path.join(of.HERE, "config.h"),
                                                        "--ckpt-annotations=" + os.path.join(of.HERE, "lua.side")]


def bzip2():
    of, tree = definitions("bzip2"), unpacked("bzip2", "bzip2")
    sources = ["blocksort.c", "huffman.c", "crctable.c", "randtable.c", "compress.c", "decompress.c", "bzlib.c", "bzip2.c"]
    return tree, sources, ["-D_FILE_OFFSET_BITS=64", "--ckpt-annotations=" + side_file("bzip2", of.SITES + of.SUITE_SITES)]


def minigzip():
    of, tree = definitions("minigzip"), unpacked("zlib", "minigzip")
    lab.run_command(["sh", "./configure", "--static"], cwd=tree)
    sources = sorted(os.path.basename(s) for s in glob.glob(os.path.join(tree, "*.c"))) + ["test/minigzip.c"]
    return tree, sources, ["-D_LARGEFILE64_SOURCE=1", "-DHAVE_HIDDEN", "-I.", "--ckpt-annotations=" + side_file("minigzip", of.SITES + of.SUITE_SITES)]


def sqlite():
    of = definitions("sqlite")
    tree, text = of.amalgamation(), ""
    for name in ("sqlite.side", "queries.side"):
        with open(os.path.join(of.HERE, name), encoding="ascii") as side:
            text += side.read()
    return tree, ["sqlite3.c", os.path.join(of.HERE, "queries.c")], of.OPTIONS + ["-I.", "--ckpt-annotations=" + side_file("sqlite", text)]


def fasttree():
    of, tree = definitions("fasttree"), unpacked("fasttree", "fasttree")
    return tree, ["fasttree.c"], of.FLAGS + ["--ckpt-annotations=" + side_file("fasttree", of.SITES)]


def journey(name):
    of = definitions("journeys").PROGRAMS[name]()
    tree = unpacked(of.package, name)
    of.prepare(tree)
    return tree, list(of.sources), list(of.flags) + ["-w", "-I.", "--ckpt-annotations=" + side_file(name, of.sites)]


def hpcc():
    of, tree = definitions("hpcc"), unpacked("hpcc", "hpcc")
    room = "hpl/lib/arch/build"
    with open(os.path.join(tree, room, "Makefile.hpcc"), encoding="latin-1") as makefile:
        sources = {os.path.normpath(os.path.join(room, name)) + ".c" for name in re.findall(r"([\w./]+)\.o\b", makefile.read())}
    headers = ["-I" + d for d in ("include", "hpl/include", "FFT", "PTRANS", "RandomAccess", "STREAM", "DGEMM", "src")]
    return tree, sorted(sources), headers + ["--ckpt-cc=mpicc.mpich", "-DHPL_CALL_CBLAS", "-w", "--ckpt-annotations=" + side_file("hpcc", of.SITES)]


PROGRAMS = {"lua": lua, "bzip2": bzip2, "minigzip": minigzip, "sqlite": sqlite, "fasttree": fasttree,
            **{name: lambda name=name: journey(name) for name in ("geng", "mrbayes", "nec2c", "paml", "picosat", "gnugo")}, "hpcc": hpcc}


# ---- what is found ----

def function_of(lines, number):
    """The function or macro around a line: in it if it is indented, by the last head of a function before it, which is not."""
    at = number - 1
    while at > 0 and lines[at - 1].endswith("\\"):
        at -= 1
    macro = re.match(r"\s*#\s*define\s+(\w+)", lines[at])
    if macro:
        return macro.group(1)
    for start in range(number - 1, -1 if lines[number - 1][:1].isspace() else number - 2, -1):
        head = HEAD.match(lines[start])
        if head and head.group(2) not in ("if", "for", "while", "switch") and re.match(r"[^;{]*\{", "\n".join(lines[start:start + 30])):
            return head.group(1) or head.group(2)
    return "-"


def findings_of(name):
    """[(id, file:function, line, message)] of a program."""
    tree, sources, flags = PROGRAMS[name]()
    done = subprocess.run([lab.CKPTCC, "--ckpt-check=json", "-O2"] + flags + sources, cwd=tree, capture_output=True, text=True, errors="replace", timeout=900,
                          env={k: v for k, v in os.environ.items() if not k.startswith("CKPT_") or k == "CKPT_BUILD"})
    try:
        found = json.loads(done.stdout)
    except ValueError:
        found = None
    if found is None or done.returncode not in (0, 1):
        raise RuntimeError("status %d: %s" % (done.returncode, lab.tail(done.stderr.encode())))
    texts, listed = {}, []
    for f in found:
        path = os.path.join(tree, f["file"])
        if path not in texts:
            with open(path, encoding="utf-8", errors="replace") as text:
                texts[path] = text.read().split("\n")
        file = os.path.relpath(path, tree) if os.path.realpath(path).startswith(os.path.realpath(tree) + os.sep) else os.path.basename(path)
        listed.append((f["id"], "%s:%s" % (file, function_of(texts[path], f["line"]) if f["line"] else "-"), f["line"], f["message"]))
    return listed


def verdicts():
    """{(program, id, place): (count, verdict)}"""
    found = {}
    with open(LIST, encoding="ascii") as text:
        for number, line in enumerate(text, 1):
            if line.strip() and not line.startswith("#"):
                parts = VERDICT.fullmatch(line.strip())
                if not parts or parts.groups()[:3] in found:
                    sys.exit("%s:%d: no verdict, or a second one" % (LIST, number))
                found[parts.groups()[:3]] = (int(parts.group(4)), parts.group(5))
    return found


def check(name, listed, show):
    """The program's line, and what is wrong."""
    try:
        found = findings_of(name)
    except RuntimeError as error:
        return "%s: FAIL" % name, [str(error)]
    groups = collections.Counter((name, f[0], f[1]) for f in found)
    wanted = {group: count for group, (count, _) in listed.items() if group[0] == name}
    if show:
        for id_, place, line, message in found:
            print("%s %s %s, line %d: %s" % (name, id_, place, line, message))
    wrong = []
    for group in sorted(set(groups) | set(wanted)):
        if groups[group] != wanted.get(group, 0):
            example = next((" (line %d: %s)" % f[2:] for f in found if f[:2] == group[1:]), "")
            wrong.append("%s: %d found, %d judged%s" % (" ".join(group), groups[group], wanted.get(group, 0), example))
    counts = collections.Counter()
    for group, count in groups.items():
        counts[listed[group][1] if group in listed else "not judged"] += count
    return "%-9s %3d findings%s" % (name, len(found), "".join(", %d %s" % (counts[v], v) for v in VERDICTS if counts[v])), wrong


def main():
    named = [a for a in sys.argv[1:] if not a.startswith("--")]
    if not set(named) <= set(PROGRAMS) or not set(sys.argv[1:]) - set(named) <= {"--all", "--show"}:
        sys.exit("usage: findings.py [--all] [--show] [%s]..." % "|".join(PROGRAMS))
    os.makedirs(WORK, exist_ok=True)
    listed, failures, missing = verdicts(), 0, 0
    unknown = {group[0] for group in listed} - set(PROGRAMS)
    if unknown:
        sys.exit("%s: no such programs: %s" % (LIST, ", ".join(sorted(unknown))))
    for name in named or [n for n in PROGRAMS if "--all" in sys.argv or n not in LONG]:
        try:
            line, wrong = check(name, listed, "--show" in sys.argv)
        except SystemExit as end:
            if end.code != upstream.STATUS_SKIPPED:
                raise
            missing += 1
            continue
        failures += len(wrong)
        print("\n".join([line] + ["  FAIL: " + w for w in wrong]), flush=True)
    sys.exit(1 if failures else upstream.STATUS_SKIPPED if missing else 0)


if __name__ == "__main__":
    main()
