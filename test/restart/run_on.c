// A site reached by a call of which ckptcc does not see that it can reach one: through a table that cc has compiled. The caller does not stop while
// frames are saved and runs on, in the copy of the process: that checkpoint fails with the function's name, nothing of the program's is written, read or
// renamed there, and images are those of other sites, from which the program goes on.
// SAMPLED: 2
// REQUIRES: ckptcc
// RUN: %cc -c %S/Inputs/run_on_table.c -o %t.table.o && %ckptcc -w -O2 %s %t.table.o -o %t.O2 && %ckptcc -w -O0 %s %t.table.o -o %t && rm -rf %t.w && mkdir -p %t.w && cd %t.w
// RUN: for prog in %t %t.O2; do for kind in last exit other again read rename make; do rm -rf d log x y z; echo 1234567890 > in; $prog $kind > out && mv out want && mv log want.log && ls > want.ls || exit 1; \
// RUN:   for mode in async sync; do for at in 1 2 3 4 5 6 7 8 1,2,3,4,5,6,7,8; do \
// RUN:     rm -rf d log x y z; env CKPT_DIR=%t.d CKPT_AT=$at CKPT_MODE=$mode $prog $kind > out 2> err || exit 1; cmp out want || exit 1; cmp log want.log || exit 1; \
// RUN:     rm -f out err; ls > now; rm -f now; \
// RUN:     if test -n "$(ls %t.d | grep img)"; then env CKPT_DIR=%t.d CKPT_RESTART=latest $prog $kind > out || { echo $kind $mode $at; exit 1; }; cmp log want.log || exit 1; \
// RUN:       tail -n "$(wc -l < out)" want | cmp - out || exit 1; fi; rm -rf %t.d; done; done; done; done
// RUN: rm -rf %t.d log x y z; env CKPT_DIR=%t.d CKPT_AT=2 %t last 2> err && grep "run_on.c:[0-9]*: step, which reaches a site, is called here by an address that other code provides" err && test -z "$(ls %t.d | grep img)"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int (*const ckpt_table[1])(int);
static int state;
static FILE *file, *in;

int step(int n)
{
    int kept = n;
    if (n >= 0) {
        state += kept;
        #pragma ckpt
        state += kept;
    }
    return state + kept;
}

static int other(int n)
{
    int more = step(-1);
    return more + n;
}

static void bye(void) { fprintf(file, "bye %d\n", state); fflush(file); }

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "last";
    int local = 5;

    file = fopen("log", "w");
    setvbuf(in = fopen("in", "r"), 0, _IONBF, 0);
    if (!strcmp(kind, "exit"))
        atexit(bye);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        local += ckpt_table[0](i);
        if (!strcmp(kind, "again"))
            local += ckpt_table[0](-1);
        if (!strcmp(kind, "other"))
            local += other(i);
        if (!strcmp(kind, "read"))
            local += fgetc(in);
        if (!strcmp(kind, "rename")) {
            fclose(fopen("x", "w"));
            rename("x", i & 1 ? "y" : "z");
        }
        if (!strcmp(kind, "make") && i)
            fclose(fopen(i & 1 ? "y" : "z", "a"));
        printf("%d %d %d\n", i, local, state);
        fprintf(file, "%d %d\n", i, local);
        fflush(file);
        if (!strcmp(kind, "exit") && i == 3)
            exit(0);
    }
    return 0;
}
