"""kernels.py - the NAS kernels as programs of lab.py, and the lists at their heads.

A kernel's head lists, one variable a line, `name bytes why`: under HAND what a careful programmer saves in the main loop, under LEFT OUT
what need not be saved. `bytes` is an expression of C, which the compiler evaluates where the kernel's own declarations are in force: so a
list cannot name what is not there.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "matrix"))
import lab

NAMES = ["cg", "ep", "ft", "is", "lu", "mg"]
SHARED = ["random.c", "elementary.c", "verify.c"]
LINE = re.compile(r"^ \*   (\w+) +(.*?) {2,}(.+)$")


def kernel(name, size="S", args=(), all=False):
    """Examples are called cg and lu, too, so the name of the executable begins with nas-."""
    own = [name + ".c"] + (["lu_equations.c"] if name == "lu" else [])
    return lab.Program("nas-%s-%s%s" % (name, size, "-all" if all else ""), own + SHARED, root=HERE,
                       flags=["-DCLASS=" + size] + ["-DNAS_SAVE_ALL"] * all, args=args)


def head_lists(name):
    """{"HAND": [(variable, expression)], "LEFT OUT": ...} of a kernel's head."""
    lists, entries = {"HAND": [], "LEFT OUT": []}, None
    with open(os.path.join(HERE, name + ".c"), encoding="utf-8") as source:
        for line in source.read().split(" */")[0].splitlines():
            heading, entry = re.match(r"^ \* (HAND|LEFT OUT):", line), LINE.match(line)
            if heading:
                entries = lists[heading.group(1)]
            elif entry and entries is not None:
                entries.append(entry.groups()[:2])
            elif entries is not None:
                raise RuntimeError("%s.c: not a line of the list: %s" % (name, line))
    if not all(lists.values()):
        raise RuntimeError("%s.c: a list is missing" % name)
    return lists


def hand_list(name, size="S"):
    """{variable: bytes} of what is saved by hand. All expressions are compiled, those of the other list, too."""
    lists = head_lists(name)
    entries = lists["HAND"] + lists["LEFT OUT"]
    sizes = evaluate(name, size, [expression for _, expression in entries])
    return dict(list(zip([variable for variable, _ in entries], sizes))[:len(lists["HAND"])])


def evaluate(name, size, expressions):
    """What the expressions are where the kernel's source has been included."""
    program = kernel(name, size)
    text = '#define main kernel_main\n#include "%s.c"\n#undef main\nint main(void)\n{\n' % name
    text += "".join('    printf("%%zu\\n", (size_t)(%s));\n' % e for e in expressions) + "    return 0;\n}\n"
    with tempfile.TemporaryDirectory(prefix="ckpt-nas.") as work:
        source, path = os.path.join(work, "sizes.c"), os.path.join(work, "sizes")
        with open(source, "w", encoding="utf-8") as out:
            out.write(text)
        lab.run_command([lab.NATIVE.cc] + lab.CFLAGS + program.flags + ["-I", HERE, source] + program.sources[1:] + ["-o", path, "-lm"])
        return [int(n) for n in subprocess.run([path], check=True, capture_output=True).stdout.split()]
