"""verify_check.py - `ckpt verify`, and what all commands say to files that are no good images: one line with the reason, 65.

usage: verify_check.py DIRECTORY      (of its own)
"""
import os
import shutil
import sys

import imagelib as I
from check import ckpt, expect, finish, holds, write
from demo import demo

directory = sys.argv[1]
shutil.rmtree(directory, ignore_errors=True)
os.makedirs(directory)
good = demo("s390x").bytes()
good_path = write(os.path.join(directory, "good.img"), good)


def refused(name, data, word=""):
    path = write(os.path.join(directory, "bad.img"), data)
    for command in (["verify", path], ["show", path], ["show", "--json", path], ["diff", good_path, path], ["diff", path, good_path]):
        done = ckpt(*command)
        text = done.stderr.decode()
        ok = done.returncode == 65 and not done.stdout and text.count("\n") == 1 and text.startswith("ckpt: ") and path in text
        holds("%s by %s" % (name, " ".join(command[:-1])), ok and word in text, "%d %r %r" % (done.returncode, done.stdout[:200], text))


def changed(what):
    """The image with a builder changed before it is written."""
    m = demo("s390x")
    what(m)
    return m.bytes()


def damage():
    for size in list(range(0, 60)) + list(range(60, len(good), 97)) + [len(good) - 8, len(good) - 1]:
        refused("cut to %d" % size, good[:size], "empty" if not size else "")
    for at in range(0, len(good), 41):
        refused("bit of byte %d" % at, good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1:])
    refused("something behind", good + b"\0\0\0\0")
    refused("two images", good + good)
    refused("a text", b"hello\n" * 50, "not an image")
    refused("an ELF file", b"\x7fELF" + bytes(300), "not an image")
    refused("zeros", bytes(len(good)), "not an image")
    refused("a newer format", I.join(I.sections(good), version=1 << 16), "newer")


def structure():
    """Checksums are right, what stands in the sections is not."""
    def pointer_to(target, leaf, kind=0):
        m = demo("s390x")
        t = m.type(I.POINTER, "int *", 8, elem=1)
        m.variable("last", t, I.pointer(target, leaf, kind))
        return m.bytes()

    refused("a pointer to no object", pointer_to(99, 0), "last")
    refused("a pointer to no leaf", pointer_to(2, 1), "last")
    refused("a pointer of no kind", pointer_to(2, 0, 3), "last")
    refused("a byte beyond", pointer_to(2, 9, 2), "last")
    refused("no unknown of that number", changed(lambda m: m.variable("u", m.type(I.POINTER, "int *", 8, elem=1), I.unknown(1))), "u")
    refused("a local that is no local", changed(lambda m: m.frame("f", locals=[1])), "frames")
    refused("no frames", changed(lambda m: m.frames.clear()), "frames")
    refused("a local of no object", changed(lambda m: m.frame("f", locals=[1000])), "frames")
    refused("too few types", changed(lambda m: m.types.pop()))
    refused("data too short", changed(lambda m: setattr(m, "data", m.data[:-4])), "objects")
    refused("data too long", changed(lambda m: setattr(m, "data", m.data + bytes(4))), "objects")
    refused("fewer objects", changed(lambda m: setattr(m, "nobjects", m.nobjects - 1)), "objects")
    refused("unknown pointer of no object", changed(lambda m: m.unknowns.append((99, 0, 1))))
    refused("a type in itself", changed(lambda m: m.types.append(dict(m.types[0], kind=I.ARRAY, elem=len(m.types) + 1, count=3))))
    refused("a section missing", I.join([s for s in I.sections(good) if s.tag != b"FRAM"]))
    refused("a section twice", I.join(I.sections(good)[:4] + I.sections(good)[3:]))
    refused("an unknown section", I.join([*I.sections(good)[:3], I.Section(b"WHAT", b"1234"), *I.sections(good)[3:]]), "WHAT")
    refused("compressed rubbish", I.join([*I.sections(good)[:7], I.Section(b"DATA", b"12345678", flags=1, raw=400)]))


def tagged():
    """Unions of which a tag tells the member: format version 2."""
    def image(value, version=2, flags=0, rows=0, bound=True):
        m = demo("s390x")
        m.layout_bound = bound
        n, d = m.type(I.INT, "int", 4), m.type(I.DOUBLE, "double", 8, mant=53)
        u = m.type(I.VARIANT, "struct v.u", 8, fields=[("n", n, 0, 0), ("d", d, 0, 0)]) if value else n
        none = m.type(I.ARRAY, "", 0, elem=u, count=0)
        many = m.type(I.ARRAY, "", 0, elem=none, count=rows)
        s = m.type(I.STRUCT, "struct v", 16, fields=[("tag", n, 0, 0), ("none", many, 4, 0), ("u", u, 8, 0)])
        m.variable("tagged", s, (1, [], value or 5))
        m.variable("held", m.type(I.POINTER, "struct v *", 8, elem=s), I.pointer(m.nobjects + 2, 0))
        m.object(I.HEAP, s, [(1, [], value or 5)], flags=flags)
        return m.bytes(version)

    number, real, nothing = I.u32(1) + I.u32(7) + I.u32(0), I.u32(2) + I.u64(0), bytes(12)
    for name, data in (("a number", image(number)), ("a real", image(real)), ("nothing", image(nothing)), ("by its tag", image(number, flags=I.BY_TAG)),
                       ("by its tag, no union", image(b"", flags=I.BY_TAG)), ("2^50 rows of none", image(number, rows=1 << 50))):
        path = write(os.path.join(directory, "tagged.img"), data)
        for command in (["verify", path], ["show", path], ["show", "--json", path], ["diff", path, path]):
            done = ckpt(*command)
            expect("%s by %s" % (name, command[0]), (done.returncode, done.stderr), (0, b""))
    refused("a member of no number", image(I.u32(3) + bytes(8)), "tagged")
    refused("a member of a negative number", image(I.u32(0xffffffff) + bytes(8)), "tagged")
    refused("something behind a short member", image(I.u32(1) + I.u32(7) + I.u32(1)), "tagged")
    refused("something where nothing is", image(I.u32(0) + I.u32(7) + I.u32(0)), "tagged")
    refused("a union in version 1", image(number, version=1), "version")
    refused("a block by its tag in version 1", image(b"", version=1, flags=I.BY_TAG), "version")
    refused("version 2 without need", image(b""), "version")
    refused("a guessed block in version 2", image(b"", flags=I.GUESSED), "version")
    refused("a guessed block that is not bound to its layout", image(b"", version=3, flags=I.GUESSED, bound=False), "objects")
    refused("version 3 without need", image(number, version=3), "version")


def fields_of_unknown_name():
    m = demo("s390x")
    parts = m.parts()
    record = I.u32(I.STRUCT) + I.u32(0) * 2 + I.u32(9999)  # a name that is not there
    parts[2].payload = I.u32(1) + record + I.u64(4) + I.u32(0) + I.u64(0) + I.u32(0) * 2 + I.u32(1) + I.u32(0) * 6
    parts[2].raw = len(parts[2].payload)
    refused("a type of no name", I.join(parts), "types")
    field = I.u32(9999) + I.u32(1) + I.u64(0) + I.u32(0) * 2
    plain = I.u32(I.INT) + I.u32(1) + I.u32(0) * 2 + I.u64(4) + I.u32(0) + I.u64(0) + I.u32(0) * 3
    parts[2].payload = I.u32(2) + plain + record[:-4] + I.u32(0) + I.u64(4) + I.u32(0) + I.u64(0) + I.u32(0) * 2 + I.u32(2) + field * 2
    parts[2].raw = len(parts[2].payload)
    refused("a field of no name", I.join(parts), "types")


def bound():
    """What binds an image to its layout is told by a section of its own, which older readers skip."""
    def image(text, behind=6, flags=2, padding=b"", times=1, of=good):
        parts = I.sections(of)
        return I.join([*parts[:behind], *[I.Section(b"BIND", I.string(text) + padding, flags=flags)] * times, *parts[behind:]])

    path = write(os.path.join(directory, "bound.img"), image("grid.c:end is the end of what it is"))
    for command in (["verify", path], ["show", path], ["show", "--json", path], ["diff", path, path]):
        done = ckpt(*command)
        expect("bound by %s" % command[0], (done.returncode, done.stderr), (0, b""))
        holds("bound is told by %s" % command[0], command[0] in ("verify", "diff") or b"grid.c:end is the end of what it is" in done.stdout, done.stdout[:400])
    for name, data in (("nothing", image("")), ("a line", image("a\nb")), ("DEL", image("a\x7fb")), ("too much", image("a" * 512)), ("two texts", image("a", times=2)), ("more than a text", image("a", padding=bytes(4)))):
        refused("bound by " + name, data, "binds")
    free = changed(lambda m: setattr(m, "layout_bound", False))
    refused("bound by something, and not bound", image("a", of=free), "binds")
    refused("bound, and it may not be skipped", image("a", flags=0), "BIND")
    refused("bound by what comes too early", image("a", behind=5), "BIND")
    refused("bound by what comes too late", image("a", behind=len(I.sections(good))), "BIND")


def accepted():
    done = ckpt("verify", good_path)
    expect("good", (done.returncode, done.stderr), (0, b""))
    holds("good says so", b"good.img: good: " in done.stdout, done.stdout)
    expect("quiet", ckpt("verify", "-q", good_path).stdout, b"")
    optional = I.join([*I.sections(good)[:3], I.Section(b"NEWS", b"1234", flags=2), *I.sections(good)[3:]])
    expect("a section that may be skipped", ckpt("verify", write(os.path.join(directory, "o.img"), optional)).returncode, 0)


def directories():
    images = os.path.join(directory, "images")
    os.mkdir(images)
    expect("a directory without images", ckpt("verify", images).returncode, 65)
    expect("show of such", ckpt("show", images).returncode, 65)
    write(os.path.join(images, "ckpt-000003.img"), demo("x86_64").bytes())
    write(os.path.join(images, "ckpt-000004.img"), good)
    expect("all good", ckpt("verify", images).returncode, 0)
    write(os.path.join(images, "ckpt-000005.img"), good[:-20])
    write(os.path.join(images, ".ckpt-000006.tmp"), b"rubbish")
    done = ckpt("verify", images)
    expect("one bad", (done.returncode, done.stdout.count(b": good"), done.stderr.count(b"\n")), (65, 2, 1))
    done = ckpt("show", images)
    lines = done.stdout.decode().splitlines()
    expect("show of a directory", (done.returncode, done.stderr), (0, b""))
    holds("list", lines[0].startswith("ckpt-000005.img") and "truncated" in lines[0] and lines[1].startswith("ckpt-000004.img") and
          lines[2].startswith("ckpt-000003.img"), lines[:4])
    holds("newest good one", any(l.startswith("image ") and "ckpt-000004.img" in l for l in lines))
    done = ckpt("diff", images, good_path)
    expect("diff of a directory", done.returncode, 0)
    holds("diff says which is bad", b"ckpt-000005.img" in done.stderr)


def command_line():
    for command in ([], ["frobnicate"], ["show"], ["show", "a", "b"], ["show", "--what", "a"], ["verify"], ["diff", "a"],
                    ["diff", "--limit=x", "a", "b"]):
        done = ckpt(*command)
        holds("status of %r" % command, done.returncode == 64 and done.stderr and not done.stdout, done)
    for command in (["--help"], ["show", "--help"], ["verify", "--help"], ["diff", "--help"], ["--version"]):
        done = ckpt(*command)
        holds("status of %r" % command, done.returncode == 0 and done.stdout and not done.stderr, done)
    for path in (directory + "/none", "/dev/null", "/proc/self/mem", ""):
        done = ckpt("verify", path)
        holds("verify %r" % path, done.returncode == 65 and done.stderr.count(b"\n") == 1, done)
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            import subprocess
            from check import CKPT
            done = subprocess.run([CKPT, "show", good_path], stdout=full, stderr=subprocess.PIPE)
        expect("a full disk", done.returncode, 74)


damage()
structure()
tagged()
bound()
fields_of_unknown_name()
accepted()
directories()
command_line()
finish()
