"""costs.py - what a restart costs: eight times as much to restore may not cost much more than eight times as much.

Usage       costs.py CKPTCC DIRECTORY
Output      status 0, or the times in a line for each program that costs too much, and status 1. Times are of the processor, the least of three runs.
"""
import os
import resource
import subprocess
import sys

FACTOR, LEAST = 20, 0.02
STATICS = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char *text; };
%(functions)s
int main(void)
{
    struct node *head = 0;
    long sum = 0;
    for (int i = 0; i < %(nodes)d; i++) {
        struct node *x = malloc(sizeof *x);
        char text[64];
        memset(text, 'a', 63);
        text[5 + i %% 50] = 0;
        x->next = head;
        x->text = strdup(text);
        head = x;
    }
    #pragma ckpt
    %(calls)s
    for (struct node *x = head; x; x = x->next)
        sum += (long)strlen(x->text) > 0;
    return !printf("%%ld\\n", sum);
}
"""
NAMES = """
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
struct node { struct node *next; char *mapped; };
int main(void)
{
    char *map = mmap(0, 64u * %(nodes)d, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct node *head = 0;
    long sum = 0;
    for (int i = 0; i < %(nodes)d; i++) {
        struct node *x = malloc(sizeof *x);
        x->next = head;
        x->mapped = map + 64 * i;
        head = x;
    }
    #pragma ckpt
    for (struct node *x = head; x; x = x->next)
        sum++;
    return !printf("%%ld\\n", sum);
}
"""
LITERALS = """
#include <stdio.h>
struct pattern { const char *name; double value; } db[] = {
%(rows)s
};
int main(void)
{
    double sum = 0;
    for (int i = 0; i < %(count)d; i++) {
        if (i == 10) {
            #pragma ckpt
        }
        sum += db[i].value + (db[i].name[0] == 'P'), db[i].value = 0;
    }
    return !printf("%%.0f\\n", sum);
}
"""


def statics(factor):
    count = 50 * factor
    functions = "\n".join("static int f%d(int k) { static int n; return n += k; }" % i for i in range(count))
    return STATICS % {"functions": functions, "calls": " ".join("sum += f%d(0);" % i for i in range(count)), "nodes": 4000 * factor}, 4000 * factor


def names(factor):
    return NAMES % {"nodes": 2000 * factor}, 2000 * factor


def literals(factor):
    count = 4000 * factor
    return LITERALS % {"rows": "\n".join('    {"Pattern%d", %d.5},' % (i, i) for i in range(count)), "count": count}, count * (count + 2) // 2


def spent(command, **more):
    def processor():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = processor()
    run = subprocess.run([command], env=dict(os.environ, **more), capture_output=True, text=True)
    return processor() - before, run


def restart(ckptcc, path, source, answer):
    with open(path + ".c", "w") as f:
        f.write(source)
    subprocess.run([ckptcc, "-w", "-O1", path + ".c", "-o", path], check=True)
    stopped = spent(path, CKPT_DIR=path + ".images", CKPT_AT="1", CKPT_EXIT="1")[1]
    assert stopped.returncode == 75, stopped
    runs = [spent(path, CKPT_DIR=path + ".images", CKPT_RESTART="latest") for _ in range(3)]
    assert all(run.stdout == "%d\n" % answer for _, run in runs), runs
    return min(time for time, _ in runs)


failed = False
for what in statics, names, literals:
    few, many = (restart(sys.argv[1], os.path.join(sys.argv[2], what.__name__ + str(factor)), *what(factor)) for factor in (1, 8))
    if many > FACTOR * max(few, LEAST):
        print("%s: %.3f s, eight times as many: %.3f s" % (what.__name__, few, many))
        failed = True
sys.exit(failed)
