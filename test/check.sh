#!/usr/bin/env bash
# check.sh - set up, build, test.
#
# usage      test/check.sh [--setup] [--long] [lit filter ...]
#            --setup   stop when everything is installed and built
#            --long    add the long proofs, and every test that is drawn otherwise
#            filter    run only tests whose path matches one of these regular expressions
# CKPT_BUILD, CKPT_JOBS, CKPT_TEST_TIMEOUT   the build directory (build), tests at a time (2), seconds that one may take (1800;
#            with --long 28800)
# CKPT_SAMPLED, CKPT_LATE   seconds from the start: a check of everything draws some of the slow tests, and begins none of them after the first (2400);
#            after the second (3600) it draws some of all that are left. What is not run is listed.
# Output     last line `N passed, M failed`; status 0 when none failed.
set -euo pipefail

started=$(date +%s)
root=$(cd "$(dirname "$0")/.." && pwd)
build=${CKPT_BUILD:-$root/build}
jobs=${CKPT_JOBS:-2}
setup_only=0 long=0 filters=()
for argument in "$@"; do
    case $argument in
        --setup) setup_only=1 ;;
        --long) long=1 ;;
        --help) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 0 ;;
        -*) echo "check.sh: unknown option $argument" >&2; exit 2 ;;
        *) filters+=("$argument") ;;
    esac
done

"$root/scripts/setup.sh"
cmake -S "$root" -B "$build" >/dev/null              # always: what setup.sh has just installed is to be found
cmake --build "$build" -j"$jobs"
"$root/scripts/cross.sh" "$build"
[ "$setup_only" = 0 ] || exit 0

lit=/usr/lib/llvm-19/build/utils/lit/lit.py
report=$build/test/report.json
[ "$long" = 0 ] && patience=1800 || patience=28800
arguments=(-j"$jobs" --timeout="${CKPT_TEST_TIMEOUT:-$patience}" -o "$report")
[ -t 1 ] || arguments+=(--no-progress-bar)
[ "$long" = 0 ] || arguments+=(--param long=1)
if [ ${#filters[@]} -gt 0 ]; then
    arguments+=("--filter=$(IFS='|'; echo "${filters[*]}")")
else
    arguments+=(--param sampled=1 --param "until=$((started + ${CKPT_SAMPLED:-2400}))" --param "late=$((started + ${CKPT_LATE:-3600}))")
fi
rm -f "$report"
status=0
# Debian's own python, which has the psutil that setup.sh installs.
/usr/bin/python3 "$lit" -v "${arguments[@]}" "$build/test" || status=$?

# lit's own summary has many words; the last line has two numbers.
/usr/bin/python3 - "$report" "$status" <<'END'
import json, sys
try:
    tests = json.load(open(sys.argv[1]))["tests"]
except (OSError, ValueError):
    tests = []
good = sum(t["code"] in ("PASS", "XFAIL", "FLAKYPASS") for t in tests)
bad = sum(t["code"] in ("FAIL", "XPASS", "TIMEOUT", "UNRESOLVED") for t in tests)
for t in tests:
    if t["code"] == "UNSUPPORTED":
        print("skipped:", t["name"], t.get("output", "").split("\n")[0])
print("%d passed, %d failed" % (good, bad))
sys.exit(1 if bad or int(sys.argv[2]) not in (0, 1) or not good else 0)
END
