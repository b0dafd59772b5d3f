"""callgrind.py - how many instructions a run takes, as valgrind's callgrind counts them."""
import os
import re
import subprocess

import lab


def instructions(run, path, arguments, env=None, status=0):
    """Instructions of one run, under callgrind."""
    counts = os.path.join(run.directory, "callgrind.out")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CKPT_")}
    environment.update({k: str(v) for k, v in (env or {}).items()})
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=" + counts, path] + [str(a) for a in arguments],
                          cwd=run.directory, env=environment, capture_output=True, timeout=600)
    if done.returncode != status:
        raise RuntimeError("%s: status %d: %s" % (path, done.returncode, lab.tail(done.stderr)))
    with open(counts, encoding="ascii", errors="replace") as text:
        return int(re.search(r"^(?:summary|totals):\s*(\d+)", text.read(), flags=re.M).group(1))
