"""explain_agrees.py - what --ckpt-explain=json calls saved is what the tables of the emitted C have.

usage    explain_agrees.py CKPTCC FILE.c ...
Output   status 1 at the first difference. Compared are the locals of each resume point with some that are saved, in order, and the variables
         with static storage.
"""
import json
import re
import subprocess
import sys

LOCALS = re.compile(r"static const ckptg_local ckptg_fn(\d+)_l(\d+)\[\] = \{\n(.*?)\};", re.S)
FUNCTION = re.compile(r"static const ckptg_function ckptg_fn(\d+) = \{ \"(\w+)\"")
VARIABLES = re.compile(r"static const ckptg_var ckptg_vars\[\] = \{\n(.*?)\};", re.S)


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit("%s\n%s" % (" ".join(command), done.stderr.decode()))
    return done.stdout.decode()


def names(rows, without):
    """The names in rows of a table that have none of those flags."""
    return [re.match(r'\s*\{ "([^"]*)"', row).group(1) for row in rows.splitlines() if row.strip() and not any(w in row for w in without)]


def emitted(text):
    functions = dict(FUNCTION.findall(text))
    frames = {}
    for number, point, rows in LOCALS.findall(text):
        frames.setdefault(functions[number], []).append((int(point), names(rows, ["CKPTG_L_EXCLUDED"])))
    frames = {f: [saved for _, saved in sorted(points) if saved] for f, points in frames.items()}
    variables = VARIABLES.search(text)
    return {f: points for f, points in frames.items() if points}, sorted(names(variables.group(1), ["CKPTG_V_CONST", "CKPTG_V_EXCLUDED", "CKPTG_V_DEAD"]) if variables else [])


def explained(objects):
    frames, variables, last = {}, [], None
    for o in objects:
        if o["kind"] == "static":
            variables += [o["variable"]] if o["saved"] else []
            continue
        place = json.dumps(o["place"])
        if place != last:
            frames.setdefault(o["place"]["function"], []).append([])
        last = place
        if o["saved"]:
            frames[o["place"]["function"]][-1].append(o["variable"])
    frames = {f: [saved for saved in points if saved] for f, points in frames.items()}
    return {f: points for f, points in frames.items() if points}, sorted(variables)


compared = 0
for source in sys.argv[2:]:
    there = emitted(run(sys.argv[1], "--ckpt-emit-c", "-w", source))
    here = explained(json.loads(run(sys.argv[1], "--ckpt-explain=json", "-w", source)))
    bare = [re.sub(r"#\d+$", "", v) for v in there[1]]
    if there[0] != here[0] or sorted(bare) != here[1]:
        sys.exit("%s:\nthe tables  %s\nexplained   %s" % (source, there, here))
    compared += sum(map(len, here[0].values()))
if not compared:
    sys.exit("nothing was compared")
