"""expect.py - what ckptcc --ckpt-check finds in a file, compared with what the file's comments say.

Usage       expect.py CKPTCC FILE [flags for ckptcc ...]
Comments    `expect: ckpt-id ...` on a line: these are found on it, and nothing else; `expect@+1:` for the line after, and so on.
            `expect: ckpt-id => TEXT`: its fix-its make of the line one that begins with TEXT (`\\n` is a new line); `none`: it has none.
            A line without the comment is the negative test: something found there fails.
Output      status 0, or each difference in a line
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
KEYS = {"file": str, "line": int, "column": int, "id": str, "severity": str, "message": str, "way_out": str, "page": str, "notes": list, "fixits": list}
FIX_KEYS = {"file": str, "line": int, "column": int, "end_line": int, "end_column": int, "text": str}
NOTE_KEYS = {"file": str, "line": int, "column": int, "message": str}

problems = []


def check(good, message):
    if not good:
        problems.append(message)


def has_form(thing, keys):
    return set(thing) == set(keys) and all(type(thing[k]) is t for k, t in keys.items())


def expected(lines):
    """(line, id) -> text after the fix, or None; in a list, for one may be found twice on a line."""
    wanted = []
    for number, line in enumerate(lines, 1):
        found = re.search(r"expect(@[+-]\d+)?: (.*?)(\*/|$)", line)
        if not found:
            continue
        where = number + int(found.group(1)[1:] if found.group(1) else 0)
        ids, _, fixed = found.group(2).strip().partition(" => ")
        wanted += [(where, word, fixed.replace("\\n", "\n") or None) for word in ids.split()]
    return wanted


def fixed_line(lines, finding):
    """The finding's line with its fix-its, all of which are on it."""
    text = lines[finding["line"] - 1]
    for fix in sorted(finding["fixits"], key=lambda f: -f["column"]):
        check(fix["line"] == fix["end_line"] == finding["line"], "line %d: a fix-it of another line" % finding["line"])
        text = text[:fix["column"] - 1] + fix["text"] + text[fix["end_column"] - 1:]
    return text.strip()


def main(ckptcc, name, flags):
    lines = open(name).read().split("\n")
    run = subprocess.run([ckptcc, "--ckpt-check=json"] + flags + [name], capture_output=True, text=True, timeout=120)
    try:
        findings = json.loads(run.stdout)
    except ValueError:
        sys.exit("no JSON: %s\n%s" % (run.stdout[:500], run.stderr))
    bad = any(f["severity"] == "error" for f in findings)
    check(run.returncode == bad, "status %d with %d findings" % (run.returncode, len(findings)))
    check(run.stderr == "", "beside the JSON: " + run.stderr)
    wanted = expected(lines)
    for f in findings:
        check(has_form(f, KEYS), "not the form of docs/tools.md: %r" % f)
        check(all(has_form(x, FIX_KEYS) for x in f["fixits"]) and all(has_form(x, NOTE_KEYS) for x in f["notes"]), "fix-it or note: %r" % f)
        check(os.path.exists(os.path.join(ROOT, f["page"])), "no page " + f["page"])
        check(f["severity"] in ("error", "warning") and f["message"], "severity or message: %r" % f)
        check(f["file"] == name and 1 <= f["line"] <= len(lines) and 1 <= f["column"] <= len(lines[f["line"] - 1]) + 1, "place: %r" % f)
        match = next((w for w in wanted if w[:2] == (f["line"], f["id"])), None)
        if not match:
            problems.append("line %d: %s is found, and not expected: %s" % (f["line"], f["id"], f["message"]))
            continue
        wanted.remove(match)
        if match[2] == "none":
            check(not f["fixits"], "line %d: there is a fix-it: '%s'" % (f["line"], f["fixits"] and fixed_line(lines, f)))
        elif match[2]:
            check(f["fixits"] and fixed_line(lines, f).startswith(match[2]), "line %d: the fix-it makes '%s'" % (f["line"], fixed_line(lines, f)))
    problems.extend("line %d: %s is expected, and not found" % w[:2] for w in wanted)
    text = subprocess.run([ckptcc, "--ckpt-check"] + flags + [name], capture_output=True, text=True, timeout=120)
    for f in findings:
        head = "%s:%d:%d: %s: %s" % (f["file"], f["line"], f["column"], f["severity"], f["message"])
        check(any(line.startswith(head) and line.endswith("[%s]" % f["id"]) for line in text.stderr.split("\n")), "not in the text: " + head)
    check(text.returncode == run.returncode and text.stdout == "", "the text's status is %d" % text.returncode)
    for p in problems:
        print(p)
    return 1 if problems else 0


sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
