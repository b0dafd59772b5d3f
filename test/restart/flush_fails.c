// Output that cannot be written at a checkpoint is not lost: the checkpoint fails, and the program writes it when there is room (a limit on the length of files stands for a full
// disk). The C library drops what it could not write.
// REQUIRES: ckptcc
// RUN: rm -rf %t.w && mkdir %t.w && cd %t.w && %ckptcc -w %s -o prog
// RUN: for kind in w a + l wide-w wide-a; do rm -rf d out; env -u CKPT_DIR ./prog $kind > want && mv out want.out && env CKPT_DIR=d CKPT_EVERY=1 CKPT_MODE=sync ./prog $kind > got 2> err && \
// RUN:   diff want got && cmp want.out out && grep 'checkpoint at visit 3 failed, the program goes on: output to out cannot be written: File too large; the program still has it' err && \
// RUN:   test "$(wc -l < err)" = 1 && ls d/*00005.img || { echo $kind; cat err; exit 1; }; done
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <wchar.h>

static void room(rlim_t n)
{
    struct rlimit l;
    getrlimit(RLIMIT_FSIZE, &l);
    l.rlim_cur = n;
    setrlimit(RLIMIT_FSIZE, &l);
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "w";
    int wide = strstr(kind, "wide") != 0;
    FILE *f = fopen("out", strstr(kind, "a") ? "a" : *kind == '+' ? "w+" : "w");

    signal(SIGXFSZ, SIG_IGN);
    setlocale(LC_ALL, "C.UTF-8");
    if (*kind == 'l')
        setvbuf(f, 0, _IOLBF, 512);
    if (*kind == '+') {
        char line[64];
        for (int i = 0; i < 10; i++)
            fprintf(f, "line %04d of the beginning\n", i);
        rewind(f);
        if (!fgets(line, sizeof line, f) || !fgets(line, sizeof line, f))
            return 1;
        fseek(f, 0, SEEK_CUR);
    }
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 40; k++)
            if (wide)
                fwprintf(f, L"step %d: line %d of w\u00e4rme\n", i, k);
            else
                fprintf(f, "step %d: line %d of warmth\n", i, k);
        fputs(wide || *kind != 'l' ? "" : "and what does not end a line", f);
        if (i == 2)
            room(2500);
        #pragma ckpt
        if (i == 2)
            room(RLIM_INFINITY);
        printf("%d: error %d\n", i, ferror(f) != 0);
        fflush(stdout);
    }
    printf("close %d\n", fclose(f));
    return 0;
}
