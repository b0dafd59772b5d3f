#!/usr/bin/env python3
"""diagnostics.py - the list of findings, from their registry.

Usage       scripts/diagnostics.py [--check]
Input       precompiler/findings/Findings.def
Output      docs/diagnostics/README.md on standard output. --check: nothing, but each difference between the registry, the pages in
            docs/diagnostics and the tests in test/diagnostics in a line, with status 1.
"""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
WHEN = {"Compile": "compiling, linking, `--ckpt-check`", "Link": "linking", "Check": "`--ckpt-check`"}
PARTS = ("## Why", "## Example", "## Way out")
HEAD = """# Findings

What `ckptcc` says of a program, each with its page: what it is, why it does not carry over, an example, the way out. Those of `--ckpt-check` alone are no
obstacle to a checkpoint; they are where a program may go on otherwise than it would have. How to ask for them: [tools.md](../tools.md), "Before a run".

"""


def registry():
    """(id, level, when, text, way out) of each finding; texts as the compiler joins them."""
    text = open(os.path.join(ROOT, "precompiler/findings/Findings.def")).read()
    text = re.sub(r"/\*.*?\*/", lambda m: "\n/*" + m.group(0)[2:-2].strip() + "*/\n" if "CKPT_" not in m.group(0) else "", text, flags=re.S)
    string = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
    row = re.compile(r"/\*(.*?)\*/|CKPT_FINDING\(\w+,\s*" + string + r",\s*(\w+),\s*(\w+),\s*" + string + r",\s*" + string + r"\)", re.S)

    def join(literal):
        return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literal)).replace('\\"', '"')
    group, rows = "", []
    for m in row.finditer(text):
        if m.group(1) is not None:
            group = m.group(1)
        else:
            rows.append((group, join(m.group(2)), m.group(3), m.group(4), join(m.group(5)), join(m.group(6))))
    return rows


def title(name):
    with open(os.path.join(ROOT, "docs/diagnostics", name + ".md")) as page:
        return page.readline()


def index(rows):
    out, group = HEAD, None
    for part, name, level, when, _, _ in rows:
        if part != group:
            group = part
            out += "%s## %s\n\n| id | | said when | |\n|---|---|---|---|\n" % ("" if out == HEAD else "\n", part.rstrip("."))
        about = title(name).partition(": ")[2].strip()
        out += "| [ckpt-%s](%s.md) | %s | %s | %s |\n" % (name, name, about, WHEN[when], level.lower())
    return out


def names(folder, *suffixes):
    found = os.listdir(os.path.join(ROOT, folder))
    return {f[:-len(s)]: os.path.join(ROOT, folder, f) for f in found for s in suffixes if f.endswith(s)}


def differences(rows):
    known = [name for _, name, *_ in rows]
    pages = names("docs/diagnostics", ".md")
    tests = names("test/diagnostics", ".c", ".test")
    pages.pop("README", None)
    for name in sorted(set(known)):
        if known.count(name) > 1:
            yield "%s stands twice in the registry" % name
        if name not in pages:
            yield "%s has no page" % name
        else:
            page = open(pages[name]).read()
            if not page.startswith("# ckpt-%s: " % name) or not all("\n%s\n" % part in page for part in PARTS):
                yield "the page of %s has not the form: title, why, example, way out" % name
        if name not in tests:
            yield "%s has no test" % name
        elif "ckpt-" + name not in open(tests[name]).read():
            yield "the test of %s does not name it" % name
    # Tests of the machinery itself are registered nowhere.
    for name in sorted(set(pages) - set(known)) + sorted(set(tests) - set(known) - {"registry", "form", "mpi-numbers"}):
        yield "%s is not in the registry" % name


if __name__ == "__main__":
    found = list(differences(registry()))
    if sys.argv[1:] == ["--check"] or found:
        print("".join(d + "\n" for d in found), end="", file=sys.stderr)
        sys.exit(1 if found else 0)
    print(index(registry()), end="")
