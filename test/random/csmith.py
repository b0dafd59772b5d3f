"""csmith.py - random programs, sites at random places, stopped at random visits, going on elsewhere.

Purpose     proof by search: csmith's programs print a checksum of all their globals, which no stop and restart may change.
Input       CKPT_RANDOM_COUNT programs (default 12, 300 with --long) from seed CKPT_RANDOM_SEED (default 1).
Output      a pass table; status 1 if a checksum differs, a program crashes, or more than 2 % are refused.
Source      csmith --no-unions: no undefined behaviour, the same checksum on all our architectures.
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "matrix"))
import lab  # noqa: E402

LONG = bool(os.environ.get("CKPT_LONG"))
COUNT = int(os.environ.get("CKPT_RANDOM_COUNT") or (300 if LONG else 12))
SEED = int(os.environ.get("CKPT_RANDOM_SEED") or 1)
DECLARATION = re.compile(r"^(struct|union|const|volatile|static|u?int\d+_t|register)\b")


def with_sites(text, choice):
    """A site before statements picked at random: those that follow a statement of the same block."""
    out, inside, sites = [], False, 0
    for line in text.split("\n"):
        before = out[-1].strip() if out else ""
        if line.startswith("{"):
            inside = True
        if line.startswith("}"):
            inside = False
        word = line.strip()
        if (inside and before.endswith(";") and line.startswith("    ") and word
                and not word.startswith(("{", "}", "#", "else", "lbl", "/*", "*"))
                and not DECLARATION.match(word) and choice.random() < 0.1):
            out.append("#pragma ckpt")
            sites += 1
        out.append(line)
    return "\n".join(out), sites


def generate(seed, directory):
    """csmith's program for a seed; None if it does not end soon."""
    plain = os.path.join(directory, "plain.c")
    subprocess.run(["csmith", "--no-unions", "--no-volatiles", "-s", str(seed), "-o", plain], check=True,
                   stdout=subprocess.DEVNULL, cwd=directory)
    with open(plain, encoding="ascii") as source:
        return source.read()


def run(command, directory, env=None, timeout=60):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
    environment.update(env or {})
    try:
        done = subprocess.run(command, cwd=directory, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=timeout)
        return done.returncode, done.stdout, done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return "timeout", b"", ""


def one(seed):
    """(verdict, what happened) for one program."""
    choice = random.Random(seed)
    directory = tempfile.mkdtemp(prefix="ckpt-random.")
    try:
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
        return stop_and_go_on(choice, directory, source, flags, wanted)
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def stop_and_go_on(choice, directory, source, flags, wanted):
    arches = [a for a in lab.ARCHES if a.has_runtime]
    first, second, third = choice.choice([lab.NATIVE, choice.choice(arches)]), choice.choice(arches), choice.choice(arches)
    for arch in {first, second, third}:
        status, _, err = run([lab.CKPTCC, "--ckpt-cc=" + arch.cc] + flags + arch.flags + [source, "-o", "p." + arch.name], directory, timeout=300)
        if status:
            kind = "refused" if "error:" in err and "ckptg_" not in err else "crash"
            return kind, "%s: %s" % (arch, "\n".join(l for l in err.split("\n") if "error" in l)[:600])
    visit = choice.choice([1, 2, 3, 5, 10, 30, 100])
    where = first
    env = {"CKPT_DIR": "images", "CKPT_EXIT": "1", "CKPT_MODE": choice.choice(["sync", "async", "inplace"])}
    story = []
    for step, arch in enumerate([first, second, third]):
        env["CKPT_AT"] = str(visit)
        env.update({"CKPT_RESTART": "latest"} if step and os.path.isdir(os.path.join(directory, "images")) else {})
        if step == 2:
            env.pop("CKPT_AT")
        status, out, err = run(arch.emulator + ["./p." + arch.name], directory, env, timeout=120)
        story.append("%s at %s: %s" % (arch, env.get("CKPT_AT", "-"), status))
        if status == 75:
            visit += choice.choice([1, 2, 7, 50])
            continue
        if status == 0:
            stopped = len(story) - 1
            if out != wanted:
                return "DIFFERENT", "; ".join(story) + "\n" + out.decode(errors="replace") + wanted.decode(errors="replace")
            return ("passed" if stopped else "unstopped"), "; ".join(story)
        return "crash", "; ".join(story) + "\n" + err[-600:]
    return "crash", "did not end: " + "; ".join(story)


def main():
    if not shutil.which("csmith"):
        sys.exit("csmith.py: csmith is missing; scripts/setup.sh installs it")
    seeds = [int(s) for s in sys.argv[1:]] or list(range(SEED, SEED + COUNT))
    verdicts = lab.parallel(one, seeds)
    table = {}
    for seed, (verdict, story) in zip(seeds, verdicts):
        table[verdict] = table.get(verdict, 0) + 1
        if verdict in ("DIFFERENT", "crash", "refused") or len(sys.argv) > 1:
            print("seed %d: %s: %s" % (seed, verdict, story))
    print(", ".join("%s %d" % item for item in sorted(table.items())))
    tried = len(seeds) - table.get("skipped", 0)
    bad = table.get("DIFFERENT", 0) + table.get("crash", 0)
    if bad or not table.get("passed") or table.get("refused", 0) > 0.02 * tried + 0.5:
        sys.exit(1)


main()
