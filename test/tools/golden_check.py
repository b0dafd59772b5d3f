"""golden_check.py - images made long ago are still read, shown, compared and restarted; bad ones still refused.

usage: golden_check.py DIRECTORY [TOUR SHAPES TAGGED GUESSED BORROWED PARTS BASE_ONE AT_START TOLD LINKED]      of its own; test/golden's programs, built: restarts too
"""
import glob
import os
import re
import subprocess
import sys

from check import SOURCE, ckpt, expect, finish, holds, shown

GOLDEN = os.path.join(SOURCE, "test", "golden")
directory, programs = sys.argv[1], dict(zip(("tour", "shapes", "tagged", "guessed", "borrowed", "parts", "base_one", "at_start", "told", "linked"), sys.argv[2:]))
os.makedirs(directory, exist_ok=True)
TOUR = b"""5: bridge 12 south 2.00 -> 3.25, 5000000402
6: inn 9 south 3.75 -> 5.75, 5000000402
7: bridge 19 west 1.75 -> 5.50, 5000000415
8: bridge 27 west 3.25 -> 3.75, 5000000919
done: 20 calls, last bridge, 5.75 5.50 3.75
"""
PARTS = b"""first 2 14 2.25
second one 0 0 0
the third 5 35 6
2.5 3 -5000000000 12
"""
ELSEWHERE = re.compile(rb"^ckpt: .*: the program's directory is not here; it goes on in .*\n", re.M)  # what the directory was is a matter of who made the image
TAGGED = b"-7901235381 0.7509765625 1.00098\n"


def images(kind):
    found = sorted(glob.glob(os.path.join(GOLDEN, kind, "*.img")))
    holds("images of test/golden/" + kind, found)
    return found


def restart(program, image):
    done = subprocess.run([programs[program]], env={"CKPT_RESTART": image}, cwd=directory, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    done.stderr = ELSEWHERE.sub(b"", done.stderr)
    return done


def good(path):
    program = os.path.basename(path).split("-")[0]
    expect("verify " + path, ckpt("verify", path).returncode, 0)
    j = shown(path)
    values = {o["name"]: o.get("value") for o in j["objects"] if o["kind"] in ("global", "static")}
    if program == "tour":
        expect("total in " + path, (values["total"], j["visit"], j["site"]), (5000000391, 5, "stop"))
        expect("length in " + path, [v["value"] for v in values["length"]], [0.5, 1.25, 2, 3.75])
        expect("stack of " + path, [f["function"] for f in j["frames"]], ["main", "visit", "visit", "visit"])
    elif program == "tagged":
        expect("values in " + path, [list(v) for v in values["values"][:3]] + [values["values"][7]["(union of n)"]],
               [["tag", "(union of n)", "sub"]] * 3 + [{"in": {"c": {"text": "abc", "size": 3}}}])
        expect("format of " + path, j["format"], 2)
    elif program == "guessed":
        expect("format of " + path, (j["format"], sum(bool(o.get("guessed")) for o in j["objects"])), (3, 1))
    elif program == "borrowed":
        expect("format of " + path, (j["format"], sum(len(o.get("gaps", "")) // 2 for o in j["objects"]), values["mark"]), (3, 7, {"integer": 0x5eadbee0}))
    elif program == "parts":
        expect("format of " + path, (j["format"], values["rows"]["to"].split("[")[0]), (4, "&double *"))
    elif program == "base_one":
        expect("format of " + path, (j["format"], values["rows"]["before"], values["from_three"]["before"]), (5, 1, 3))
    elif program == "at_start":
        expect("format of " + path, (j["format"], sorted((o["name"], o["saved"]) for o in j["objects"] if " (literal " in o.get("name", ""))),
               (6, [("table (literal 1 of 4)", False), ("table (literal 2 of 4)", False), ("table (literal 4 of 4)", True)]))
    elif program == "told":
        expect("format of " + path, (j["format"], sorted(o["type_name"] for o in j["objects"] if o.get("told"))), (7, ["char"] + 3 * ["struct item"]))
    elif program == "linked":
        expect("format of " + path, (j["format"], sorted(o["type_name"] for o in j["objects"] if o.get("on"))), (8, ["struct link"] * 2 + ["void *"] * 3))
    else:
        expect("numbers in " + path, (values["numbers"]["l"], values["numbers"]["ull"]), (-5, str((1 << 64) - 1)))
        expect("compare in " + path, values["compare"]["to"], "shapes.c:order")
    other = ckpt("diff", path, path if program in ("guessed", "borrowed", "parts", "base_one", "at_start", "told", "linked") else os.path.join(GOLDEN, "good", program + "-x86_64.img"))
    expect("diff of " + path, (other.returncode, other.stdout.splitlines()[2:]), (0, [b"no difference"]))
    if program == "guessed" and programs and "x86_64" not in path:
        done = restart(program, path)
        expect("restart of " + path, (done.returncode, done.stdout, b"bytes without a type" in done.stderr), (78, b"", True))
    elif program == "borrowed" and programs and "x86_64" not in path:
        done = restart(program, path)
        expect("restart of " + path, (done.returncode, done.stdout, b"pair: used, but when" in done.stderr), (-11, b"", True))
    elif programs:
        done = restart(program, path)
        expect("restart of " + path, (done.returncode, done.stdout, done.stderr), {"tour": (0, TOUR, b""), "shapes": (7, b"", b""), "tagged": (0, TAGGED, b""),
                                                                                     "guessed": (0, b"3 12 0.625\n", b""), "borrowed": (0, b"1 1 0.1 0.7\n", b""), "parts": (0, PARTS, b""),
                                                                                     "base_one": (0, b"2.75 5 -8 16 1\n", b""), "at_start": (0, b"eins 3 6 5 deux none\n", b""),
                                                                                     "told": (0, b"12 0.5 -2 11 0.25 -1 10 0 0 some text\n", b""),
                                                                                     "linked": (0, b"1.5 1 0.5 0 3 2 1\n", b"")}[program])


def bad(path):
    for command in ("verify", "show"):
        done = ckpt(command, path)
        expect("%s %s" % (command, path), (done.returncode, done.stdout, done.stderr.count(b"\n")), (65, b"", 1))
    if programs:
        done = restart("tour", path)
        expect("restart of " + path, (done.returncode, done.stdout, done.stderr.count(b"\n")), (65, b"", 1))


def odd(path):
    if programs:
        done = restart("tour", path)
        refused = done.returncode in (65, 78) and not done.stdout and done.stderr.count(b"\n") == 1
        holds("restart of " + path, refused or (done.returncode == 0 and done.stdout == TOUR), done)


for path in images("good"):
    good(path)
for path in images("bad"):
    bad(path)
for path in images("odd"):
    odd(path)
finish()
