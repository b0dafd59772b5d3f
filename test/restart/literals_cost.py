"""literals_cost.py - what a restart costs with many string literals: eight times as many may not cost much more than eight times as much.

Usage       literals_cost.py CKPTCC DIRECTORY
Output      status 0, or the times in a line and status 1. Times are of the processor, the least of three runs.
"""
import os
import resource
import subprocess
import sys

FEW, MANY, FACTOR = 4000, 32000, 20
MAIN = """
int main(void)
{
    double sum = 0;
    for (int i = 0; i < COUNT; i++) {
        if (i == 10) {
            #pragma ckpt
        }
        sum += db[i].value + (db[i].name[0] == 'P'), db[i].value = 0;
    }
    return !printf("%g\\n", sum);
}
"""


def program(ckptcc, where, count):
    source = os.path.join(where, "l%d.c" % count)
    with open(source, "w") as f:
        f.write("#include <stdio.h>\nstruct pattern { const char *name; double value; } db[] = {\n")
        f.write("".join('    {"Pattern%d", %d.5},\n' % (i, i) for i in range(count)) + "};\n" + MAIN.replace("COUNT", str(count)))
    subprocess.run([ckptcc, "-O1", source, "-o", source[:-2]], check=True)
    return source[:-2]


def spent(command, **more):
    def processor():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = processor()
    run = subprocess.run([command], env=dict(os.environ, **more), capture_output=True, text=True)
    return processor() - before, run


def restart(ckptcc, where, count):
    path = program(ckptcc, where, count)
    stopped = spent(path, CKPT_DIR=path + ".images", CKPT_AT="1", CKPT_EXIT="1")[1]
    assert stopped.returncode == 75, stopped
    runs = [spent(path, CKPT_DIR=path + ".images", CKPT_RESTART="latest") for _ in range(5)]
    assert all(run.stdout == "%g\n" % (count * (count + 2) / 2) for _, run in runs), runs
    return min(time for time, _ in runs)


few, many = (restart(sys.argv[1], sys.argv[2], count) for count in (FEW, MANY))
if many > FACTOR * max(few, 0.005):
    print("%d literals: %.3f s, %d: %.3f s" % (FEW, few, MANY, many))
    sys.exit(1)
