#!/usr/bin/env python3
"""tutorial.py - docs/tutorial.md, done as it is written.

C in the page whose first line is a comment with a file's name is that file; commands after `$ ` in one block are run in order, ckptcc and
ckpt being those of the build directory; the lines below a command must come out, `...` standing for any number of lines. Commands with a
remark (`# every minute`) are for the reader to adapt and are not run. A status that the text names (CKPT_EXIT: 75) is accepted beside 0.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "matrix"))
import lab

PAGE = os.path.join(lab.SOURCE, "docs", "tutorial.md")


def blocks(text):
    """(language, lines) of each fenced block."""
    return [(m.group(1), m.group(2).splitlines()) for m in re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.M | re.S)]


def steps(lines):
    """(command, lines expected) of a block of commands."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


def comes_out(expected, got):
    """Do the expected lines, with gaps at `...`, stand at the beginning of what came out?"""
    at, gap = 0, False
    for line in expected:
        if line == "...":
            gap = True
            continue
        if gap:
            while at < len(got) and got[at] != line:
                at += 1
        if at >= len(got) or got[at] != line:
            return False
        at, gap = at + 1, False
    return True


def main():
    with open(PAGE, encoding="utf-8") as page:
        text = page.read()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
    environment["PATH"] = os.path.join(lab.BUILD, "bin") + os.pathsep + environment["PATH"]
    run = 0
    with tempfile.TemporaryDirectory(prefix="ckpt-tutorial.") as directory:
        for language, lines in blocks(text):
            named = re.match(r"/\* (\S+\.c) \*/", lines[0]) if lines else None
            if language == "c" and named:
                with open(os.path.join(directory, named.group(1)), "w", encoding="utf-8") as source:
                    source.write("\n".join(lines) + "\n")
                continue
            for command, expected in steps(lines) if not language else []:
                if "#" in command:
                    continue
                done = subprocess.run(["bash", "-c", command], cwd=directory, env=environment, capture_output=True, text=True, timeout=120)
                run += 1
                allowed = (75,) if "CKPT_EXIT" in command else (0,)
                if done.returncode not in allowed or not comes_out(expected, done.stdout.splitlines()):
                    print("FAIL $ %s\nstatus %d\n%s%s" % (command, done.returncode, done.stdout[-2000:], done.stderr[-2000:]))
                    return 1
    print("%d commands of the tutorial do what it says" % run)
    return 0 if run >= 5 else 1


sys.exit(main())
