#!/usr/bin/env python3
"""draw.py - the number that samples of each check are drawn by: another one for every state of the sources, the same one wherever that is checked.

usage    draw.py [BELOW]     a number, or one below BELOW
Source   git's hash of the tree; outside a repository that of CHANGELOG.md
"""
import os
import subprocess
import sys
import zlib

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def number():
    tree = subprocess.run(["git", "-C", SOURCE, "rev-parse", "HEAD^{tree}"], capture_output=True, text=True, check=False)
    if tree.returncode == 0:
        return int(tree.stdout.strip()[:8], 16)
    with open(os.path.join(SOURCE, "CHANGELOG.md"), "rb") as changes:
        return zlib.crc32(changes.read())


if __name__ == "__main__":
    print(number() % int(sys.argv[1]) if len(sys.argv) > 1 else number())
