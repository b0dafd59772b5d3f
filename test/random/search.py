"""search.py - what the random searches share: a program is compiled for several architectures, stopped, and goes on elsewhere.

Input       CKPT_RANDOM_COUNT programs, from seed CKPT_RANDOM_SEED (default: drawn, ../draw.py, so that each state of the sources has others); or
            the seeds as arguments.
Output      a pass table; status 1 if an output differs, a program crashes, or more than 2 % are refused.
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "matrix"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import draw  # noqa: E402
import lab  # noqa: E402

LONG = bool(os.environ.get("CKPT_LONG"))


def run(command, directory, env=None, timeout=60):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
    environment.update({"CKPT_SPOIL": "1", "CKPT_EXTREMES": "numbers"}, **(env or {})) # the greatest long of a random program is a number
    try:
        done = subprocess.run(command, cwd=directory, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=timeout)
        return done.returncode, done.stdout, done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return "timeout", b"", ""


def in_directory(one):
    """one(seed, directory) in a folder of its own that is gone afterwards."""
    def call(seed):
        directory = tempfile.mkdtemp(prefix="ckpt-random.")
        try:
            return one(seed, directory)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
    return call


stops = []      # live frames at each stop


def note_frames(directory):
    """How deep the newest image's call stack is."""
    status, out, _ = run([lab.CKPT, "show", "--frames", "images"], directory)
    if status == 0:
        stops.append(sum(line.startswith(b"  #") for line in out.split(b"\n")))


def stop_and_go_on(choice, directory, source, flags, wanted, visits=(1, 2, 3, 5, 10, 30, 100), arches=()):
    """(verdict, what happened): run, stopped twice at random visits, on up to three architectures (arches: of these only). One program in eight has
    ckptcc's analyses off, and has to do the same."""
    among = [a for a in arches or lab.ARCHES if a.has_runtime] or [lab.NATIVE]
    first, second, third = choice.choice([lab.NATIVE if lab.NATIVE in among else among[0], choice.choice(among)]), choice.choice(among), choice.choice(among)
    if choice.random() < 1 / 8:
        flags = flags + lab.ANALYSES_OFF
    for arch in {first, second, third}:
        status, _, err = run([lab.CKPTCC, "--ckpt-cc=" + arch.cc] + flags + arch.flags + [source, "-o", "p." + arch.name], directory, timeout=300)
        if status:
            kind = "refused" if "error:" in err and "ckptg_" not in err else "crash"
            return kind, "%s: %s" % (arch, "\n".join(l for l in err.split("\n") if "error" in l)[:600])
    visit = choice.choice(visits)
    env = {"CKPT_DIR": "images", "CKPT_EXIT": "1", "CKPT_MODE": choice.choice(["sync", "async", "inplace"])}
    story, printed = [], b""
    for step, arch in enumerate([first, second, third]):
        env["CKPT_AT"] = str(visit)
        env.update({"CKPT_RESTART": "latest"} if step and os.path.isdir(os.path.join(directory, "images")) else {})
        if step == 2:
            env.pop("CKPT_AT")
        status, out, err = run(arch.emulator + ["./p." + arch.name], directory, env, timeout=120)
        story.append("%s at %s: %s" % (arch, env.get("CKPT_AT", "-"), status))
        printed += out
        if status == 75:
            note_frames(directory)
            visit += choice.choice([1, 2, 7, 50])
            continue
        if status == 0:
            if printed != wanted or "failed" in err:
                return "DIFFERENT", "; ".join(story) + "\n" + printed.decode(errors="replace") + wanted.decode(errors="replace") + err[-600:]
            return ("passed" if step else "unstopped"), "; ".join(story)
        return "crash", "; ".join(story) + "\n" + err[-600:]
    return "crash", "did not end: " + "; ".join(story)


def search(one, count, deep=0.0):
    """Call one(seed) for all seeds and print the table. deep: the share of stops that have to have more than one live frame."""
    first = int(os.environ.get("CKPT_RANDOM_SEED") or draw.number() % 1000000)
    count = int(os.environ.get("CKPT_RANDOM_COUNT") or count)
    seeds = [int(s) for s in sys.argv[1:]] or list(range(first, first + count))
    verdicts = lab.parallel(one, seeds)
    table = {}
    for seed, (verdict, story) in zip(seeds, verdicts):
        table[verdict] = table.get(verdict, 0) + 1
        if verdict in ("DIFFERENT", "crash", "refused") or len(sys.argv) > 1:
            print("seed %d: %s: %s" % (seed, verdict, story))
    print("seeds %d to %d: %s" % (seeds[0], seeds[-1], ", ".join("%s %d" % item for item in sorted(table.items()))))
    several = sum(n > 1 for n in stops)
    print("%d stops, %d with more than one live frame" % (len(stops), several))
    tried = len(seeds) - table.get("skipped", 0)
    bad = table.get("DIFFERENT", 0) + table.get("crash", 0)
    if several < deep * len(stops):
        sys.exit("too few stops have more than one live frame")
    if bad or not table.get("passed") or table.get("refused", 0) > 0.02 * tried + 0.5:
        sys.exit(1)
