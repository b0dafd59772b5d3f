"""check.py - a few lines that the tests of the tools share: run the command, count what is wrong."""
import json
import os
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CKPT = os.environ.get("CKPT_TOOL") or os.path.join(os.environ.get("CKPT_BUILD") or os.path.join(SOURCE, "build"), "bin", "ckpt")
failures = []


def ckpt(*arguments, **options):
    return subprocess.run([CKPT, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, **options)


def expect(what, got, wanted):
    if got != wanted:
        failures.append("%s: %r, not %r" % (what, got, wanted))


def holds(what, condition, detail=""):
    if not condition:
        failures.append("%s %s" % (what, detail))


def write(path, data):
    with open(path, "wb") as out:
        out.write(data)
    return path


def shown(path):
    """The image as JSON."""
    done = ckpt("show", "--json", path)
    expect("status of show --json " + path, (done.returncode, done.stderr), (0, b""))
    return json.loads(done.stdout)


def finish():
    for failure in failures:
        print("FAIL", failure)
    print("%d failures" % len(failures))
    sys.exit(1 if failures else 0)
