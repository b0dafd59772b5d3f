"""csmith.py - random programs, sites at random places, stopped at random visits, going on elsewhere.

Purpose     proof by search: csmith's programs print a checksum of all their globals, which no stop and restart may change.
            --unions: programs with unions, built with --ckpt-unions=bytes, going on where memory is laid out alike.
Input       CKPT_RANDOM_COUNT programs (default 60, 3000 with --long; with unions 24, 600) from seed CKPT_RANDOM_SEED (default: drawn).
Output      a pass table; status 1 if a checksum differs, a program crashes, or more than 2 % are refused.
Source      csmith, mostly --no-unions: no undefined behaviour, the same checksum on all our architectures but for some programs, which are left out.
"""
import os
import random
import re
import shutil
import subprocess
import sys

from search import LONG, lab, in_directory, run, search, stop_and_go_on

UNIONS = "--unions" in sys.argv
if UNIONS:
    sys.argv.remove("--unions")
MOST = 10 ** 7                   # visits
# Architectures on which memory is laid out alike: each with itself (aarch64 and riscv64, of one byte order and width, are so for most types, not for all).
ALIKE = [[lab.NATIVE]] + [[lab.BY_NAME[name]] for name in ("x86_64", "i386", "s390x", "aarch64", "riscv64")]
DECLARATION = re.compile(r"^(struct|union|const|volatile|static|u?int\d+_t|register)\b")


def with_sites(text, choice):
    """A site before statements picked at random, those that follow a statement of the same block; few of them in main, which mostly adds up
    the checksum."""
    out, inside, sites, often = [], False, 0, 0.25
    for line in text.split("\n"):
        before = out[-1].strip() if out else ""
        if line.startswith("{"):
            inside = True
        if line.startswith("}"):
            inside = False
        if line.startswith("int main"):
            often = 0.002
        word = line.strip()
        if (inside and before.endswith(";") and line.startswith("    ") and word
                and not word.startswith(("{", "}", "#", "else", "lbl", "/*", "*"))
                and not DECLARATION.match(word) and choice.random() < often):
            out.append("#pragma ckpt")
            sites += 1
        out.append(line)
    return "\n".join(out), sites


def generate(seed, directory):
    """csmith's program for a seed."""
    plain = os.path.join(directory, "plain.c")
    subprocess.run(["csmith"] + ([] if UNIONS else ["--no-unions"]) + (["--no-volatiles"] if seed % 2 else []) + ["-s", str(seed), "-o", plain], check=True,
                   stdout=subprocess.DEVNULL, cwd=directory)
    with open(plain, encoding="ascii") as source:
        return source.read()


def count_visits(directory, text, flags):
    """How often the program passes sites."""
    with open(os.path.join(directory, "counted.c"), "w", encoding="ascii") as out:
        out.write("static long site_visits;\n" + text.replace("#pragma ckpt", "site_visits++;") + lab.COUNTER)
    status, _, err = run(["cc"] + flags + ["counted.c", "-o", "counted"], directory)
    if status:
        sys.exit(err)
    report = os.path.join(directory, "visits")
    run(["./counted"], directory, {"SITE_VISITS": report}, timeout=30)
    with open(report, encoding="ascii") as number:
        return int(number.read())


def plain_output(arch, directory, source, flags):
    """What the program prints there, which depends on how memory is laid out; None if it does not end."""
    status, _, err = run([arch.cc] + flags + arch.flags + [source, "-o", "plain." + arch.name], directory)
    if status:
        sys.exit(err)
    status, out, _ = run(arch.emulator + ["./plain." + arch.name], directory, timeout=30)
    return out if status == 0 else None


def is_misaligned(directory, source, flags):
    """Does the program itself use addresses that are not aligned, where machines may trap or not as memory happens to lie?"""
    status, _, err = run(["cc"] + flags + ["-fsanitize=alignment", "-fno-sanitize-recover=alignment", source, "-o", "aligned"], directory)
    if status:
        sys.exit(err)
    status, _, err = run(["./aligned"], directory, timeout=30)
    return status != 0 and "misaligned address" in err


def one(seed, directory):
    """(verdict, what happened) for one program."""
    choice = random.Random(seed)
    text, sites = with_sites(generate(seed, directory), choice)
    if not sites:
        return "skipped", "no place for a site"
    source = os.path.join(directory, "program.c")
    with open(source, "w", encoding="ascii") as out:
        out.write(text)
    flags = ["-w", "-I/usr/include/csmith", choice.choice(["-O0", "-O1", "-O2", "-O3"]), "-fwrapv"]
    status, _, err = run(["cc"] + flags + [source, "-o", "plain"], directory)
    if status:
        return "skipped", "cc: " + err[-200:]
    status, wanted, _ = run(["./plain"], directory, timeout=2)
    if status != 0:
        return "skipped", "the plain program does not end within 2 s"
    visits = count_visits(directory, text, flags)
    if not visits:
        return "unstopped", "no site is passed"
    if visits > MOST:
        return "skipped", "%d visits take too long where machines are emulated" % visits
    if not UNIONS:
        verdict, story = stop_and_go_on(choice, directory, source, flags, wanted, (choice.randint(1, visits),))
        if verdict in ("DIFFERENT", "crash"):    # few programs are not portable: constants with an L, addresses of packed members
            alone = {plain_output(arch, directory, source, flags) for arch in lab.ARCHES if arch.has_runtime}
            if alone != {wanted}:
                return "skipped", "the plain program prints something else on some architectures"
            if is_misaligned(directory, source, flags):
                return "skipped", "the plain program uses an address of a packed member as if it were aligned"
        return verdict, story
    if "union U" not in text:
        return "skipped", "no union"
    arches = choice.choice(ALIKE)
    printed = {arch: plain_output(arch, directory, source, flags) for arch in arches}
    if len(set(printed.values())) > 1 or None in printed.values():
        return "skipped", "the plain program does not end, or prints something else on each of %s" % arches
    verdict, story = stop_and_go_on(choice, directory, source, flags + ["--ckpt-unions=bytes"], printed[arches[0]], (choice.randint(1, visits),), arches)
    if verdict == "refused" and any("*" in body for body in re.findall(r"union U\d+ \{(.*?)\}", text, re.S)):
        return "with addresses", story       # which is refused for a reason
    return verdict, story


if not shutil.which("csmith"):
    sys.exit("csmith.py: csmith is missing; scripts/setup.sh installs it")
if UNIONS:
    search(in_directory(one), 600 if LONG else 24)
else:
    search(in_directory(one), 3000 if LONG else 60, deep=0.8)
