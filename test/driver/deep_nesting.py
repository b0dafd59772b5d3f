#!/usr/bin/env python3
"""deep_nesting.py - units as programs write them: expressions, blocks and chains of conditions nested deeper than anybody would by hand.

usage   deep_nesting.py CKPTCC       in an empty directory
Output  a line per unit; status 1 if one does not build, or does not say after a restart what gcc's program says.
"""
import os
import subprocess
import sys

UNIT = """#include <stdio.h>
int main(void)
{
    int a = 1, sum = 0;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        %s
    }
    printf("%%d\\n", sum);
    return 0;
}
"""
BODIES = {
    "operands": "sum += " + " + ".join(["a"] * 50000) + ";",
    "parentheses": "sum += " + "(" * 2000 + "a" + ")" * 2000 + ";",
    "blocks": "{" * 2000 + "sum += a;" + "}" * 2000,
    "conditions": "".join("if (a == %d) sum += %d; else " % (k + 5, k) for k in range(5000)) + "sum += a;",
    "choices": "sum += " + "".join("a == %d ? %d : " % (k + 5, k) for k in range(1000)) + "a;",
}


def run(*command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ, **more), check=False)
    return done.returncode, done.stdout


def main():
    good = True
    for name, body in BODIES.items():
        with open(name + ".c", "w", encoding="utf-8") as unit:
            unit.write(UNIT % body)
        said, same = [], True
        for status, command, more in ((0, ["gcc", "-Wno-unknown-pragmas", name + ".c", "-o", "plain"], {}), (0, ["./plain"], {}),
                                      (0, [sys.argv[1], name + ".c", "-o", name], {}), (75, ["./" + name], dict(CKPT_DIR=name + ".run", CKPT_AT="2", CKPT_EXIT="1")),
                                      (0, ["./" + name], dict(CKPT_DIR=name + ".run", CKPT_RESTART="latest"))):
            ended, output = run(*command, **more)
            said.append(output)
            same &= ended == status
            if not same:
                break
        same = same and said[-1] == said[1]
        print("%s: %s" % (name, "the same" if same else said))
        good &= same
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
