#!/usr/bin/env python3
"""bad_images.py - what a restart says to images that are not good, and what it restores from them: nothing.

usage: bad_images.py
Each case: the status it must end with (65: not a good image; 78: good, but not for this program), one line on stderr that begins with
`ckpt:` and has the given word in it, nothing on stdout. `latest` falls back to the newest image that verifies.
"""
import os
import random
import shutil
import sys

import lab

INPUTS = os.path.join(lab.SOURCE, "test", "restart", "Inputs")
COUNT = lab.Program("count", root=INPUTS, args=[8])
failures = []


def expect(name, run, env, status, word="", program=None, out=b"", complaints=1):
    """A restart that must fail in the given way (or, with out, succeed)."""
    result = run.run(lab.NATIVE, lab.build(program or COUNT), dict({"CKPT_DIR": run.images}, **env))
    lines = [l for l in result.err.decode(errors="replace").splitlines() if l]
    problems = []
    if result.status != status:
        problems.append("%s, not %d" % (lab.status_text(result.status), status))
    if result.out != out:
        problems.append("stdout %r, not %r" % (result.out[:80], out[:80]))
    if status and len(lines) != complaints:
        problems.append("%d lines on stderr" % len(lines))
    if not any(l.startswith("ckpt:") and word in l for l in lines) and (status or word):
        problems.append("no line with %r" % word)
    print("%-34s %s %s" % (name, "FAIL" if problems else "ok  ", lines[0] if lines else ""))
    if problems:
        failures.append(name + ": " + "; ".join(problems) + "; stderr: " + " | ".join(lines[:3]))


def images(run):
    return sorted(os.path.join(run.images, n) for n in os.listdir(run.images) if n.endswith(".img"))


def make(run, visit=3, program=COUNT, more=None):
    shutil.rmtree(run.images, ignore_errors=True)
    env = {"CKPT_DIR": run.images, "CKPT_AT": visit, "CKPT_EXIT": 1}
    env.update(more or {})
    result = run.run(lab.NATIVE, lab.build(program), env)
    if result.status != lab.STATUS_STOPPED:
        sys.exit("cannot make an image: %s %s" % (lab.status_text(result.status), result.err.decode()))
    return images(run)[-1], result.out


def damaged(run, image, content):
    with open(image, "wb") as out:
        out.write(content)


def one_image_cases(run):
    image, _ = make(run)
    with open(image, "rb") as f:
        good = f.read()
    dice = random.Random(7)
    for cut in (0, 1, 7, 8, len(good) // 2, len(good) - 4, len(good) - 1):
        damaged(run, image, good[:cut])
        expect("truncated to %d of %d bytes" % (cut, len(good)), run, {"CKPT_RESTART": image}, 65, os.path.basename(image))
    for _ in range(24):
        at, bit = dice.randrange(len(good)), dice.randrange(8)
        damaged(run, image, good[:at] + bytes([good[at] ^ 1 << bit]) + good[at + 1:])
        expect("bit %d of byte %d flipped" % (bit, at), run, {"CKPT_RESTART": image}, 65)
    damaged(run, image, good + b"more")
    expect("something behind the end", run, {"CKPT_RESTART": image}, 65)
    damaged(run, image, b"\x7fELF" + bytes(500))
    expect("an ELF file", run, {"CKPT_RESTART": image}, 65)
    damaged(run, image, b"a text file\n" * 100)
    expect("a text file", run, {"CKPT_RESTART": image}, 65)
    damaged(run, image, bytes(len(good)))
    expect("zeros", run, {"CKPT_RESTART": image}, 65)
    damaged(run, image, good)
    expect("the same image, whole", run, {"CKPT_RESTART": image}, 0, out=references[COUNT].out[len(first_out):])
    expect("a path that is not there", run, {"CKPT_RESTART": image + "x"}, 78, "x")
    expect("a directory", run, {"CKPT_RESTART": run.directory + "/"}, 65)
    expect("a number that is not there", run, {"CKPT_RESTART": "77"}, 78, "77")


def fallback_cases(run):
    shutil.rmtree(run.images, ignore_errors=True)
    run.run(lab.NATIVE, lab.build(COUNT), {"CKPT_DIR": run.images, "CKPT_AT": "2,5", "CKPT_MODE": "sync"})
    kept = images(run)
    if len(kept) != 2:
        failures.append("two checkpoints left %d images" % len(kept))
        return
    wanted = references[COUNT].out.splitlines(keepends=True)
    with open(kept[-1], "r+b") as f:
        f.truncate(os.path.getsize(kept[-1]) // 2)
    expect("latest is truncated: the one before", run, {"CKPT_RESTART": "latest"}, 0, os.path.basename(kept[-1]),
           out=b"".join(wanted[1:]))
    with open(kept[0], "r+b") as f:
        f.truncate(10)
    expect("both are bad", run, {"CKPT_RESTART": "latest"}, 65, complaints=2)


def other_program_cases(run):
    image, _ = make(run)
    for other in ("calc", "heat", "queens"):
        expect("image of another program (%s runs)" % other, run, {"CKPT_RESTART": image}, 78, program=lab.Program(other))


def stream_cases():
    text = b"a b\nc\nd e f\n" * 9
    program = lab.Program("filter", args=["-o", "out", "-l", "log", "in"], inputs={"in": text}, outputs=["out", "log"])
    with lab.Run(program) as run:
        run.run(lab.NATIVE, lab.build(program), {"CKPT_DIR": run.images, "CKPT_AT": 20, "CKPT_EXIT": 1})
        os.rename(os.path.join(run.directory, "in"), os.path.join(run.directory, "moved"))
        before = run.files()
        expect("stream's file is missing", run, {"CKPT_RESTART": "latest"}, 78, "/in", program=program)
        if run.files() != before:
            failures.append("stream's file is missing: the failed restart changed other files")
        os.mkdir(os.path.join(run.directory, "in"))
        expect("stream's file is a directory", run, {"CKPT_RESTART": "latest"}, 78, "/in", program=program)
        os.rmdir(os.path.join(run.directory, "in"))
        with open(os.path.join(run.directory, "in"), "wb") as short:
            short.write(text[:20])
        expect("stream's file has become too short", run, {"CKPT_RESTART": "latest"}, 78, "/in", program=program)
        os.rename(os.path.join(run.directory, "moved"), os.path.join(run.directory, "in"))
        reference = lab.Reference(program)
        expect("put back, it goes on", run, {"CKPT_RESTART": "latest"}, 0, program=program, out=reference.out)
        if run.files() != reference.files:
            failures.append("put back: other files")


def configuration_cases(run):
    for name, value in (("CKPT_MODE", "fast"), ("CKPT_AT", "soon"), ("CKPT_AT", "3,x"), ("CKPT_EVERY", "0x"),
                        ("CKPT_EVERY", "-4"), ("CKPT_INTERVAL", "often"), ("CKPT_EXIT", "maybe"), ("CKPT_STRICT", "??")):
        result = run.run(lab.NATIVE, lab.build(COUNT), {"CKPT_DIR": run.images, name: value})
        message = result.err.decode(errors="replace")
        good = name in message and value in message and message.startswith("ckpt:")
        print("%-34s %s %s" % (name + "=" + value, "ok  " if good else "FAIL", message.strip()))
        if not good or result.status not in (0, 78):
            failures.append("%s=%s: %s, %r" % (name, value, lab.status_text(result.status), message))
    result = run.run(lab.NATIVE, lab.build(COUNT), {"CKPT_AT": 2})
    if result.status == 0 and b"CKPT_DIR" not in result.err:
        failures.append("CKPT_AT without CKPT_DIR: not a word about CKPT_DIR: %r" % result.err)


references = {COUNT: lab.Reference(COUNT)}
with lab.Run(COUNT) as shared:
    _, first_out = make(shared)
    one_image_cases(shared)
    fallback_cases(shared)
    other_program_cases(shared)
    configuration_cases(shared)
stream_cases()
for failure in failures:
    print("FAIL", failure)
print("%d failures" % len(failures))
sys.exit(1 if failures else 0)
