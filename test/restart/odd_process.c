// What the process has and no image: a checkpoint fails and says so, while the program goes on. The time zone that TZ says is known again.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: for kind in stdout shared signal; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 %t $kind > %t.1 2> %t.$kind.err || exit 1; cmp %t.1 %t.plain || exit 1; test -z "$(ls %t.d | grep img)" || exit 1; done
// RUN: grep "stdout was set to another stream" %t.stdout.err && grep "is not what stands in front of its descriptor.s place" %t.shared.err && grep "real-time signal (SIGRTMIN + 1) is pending" %t.signal.err
// RUN: for kind in zone alone two; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $kind > %t.1; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind >> %t.1 || exit 1; cmp %t.1 %t.plain || exit 1; done
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile int sum;
static void add(int number, siginfo_t *info, void *context) { sum = 10 * sum + info->si_value.sival_int; }

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "";
    FILE *real = stdout, *lines = NULL, *second = NULL, *third = NULL;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN + 1);
    if (!strcmp(kind, "stdout"))
        stdout = tmpfile();
    if (!strcmp(kind, "shared") || !strcmp(kind, "alone") || !strcmp(kind, "two")) {
        lines = tmpfile();
        for (int i = 0; i < 9; i++)
            fprintf(lines, "%d\n", i * 11);
        rewind(lines);
        if (*kind != 'a')
            second = fdopen(dup(fileno(lines)), "r");
        else
            third = tmpfile();
    }
    if (!strcmp(kind, "signal")) {
        struct sigaction action = { .sa_sigaction = add, .sa_flags = SA_SIGINFO };
        sigaction(SIGRTMIN + 1, &action, NULL);
        sigprocmask(SIG_BLOCK, &set, NULL);
        for (int i = 1; i < 4; i++)
            sigqueue(getpid(), SIGRTMIN + 1, (union sigval){ .sival_int = i });
    }
    if (!strcmp(kind, "zone")) {
        setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
        tzset();
    }
    for (int step = 1; step <= 4; step++) {
        #pragma ckpt
        int read = -1;
        if (lines)
            fscanf(lines, "%d", &read);
        if (second && *kind == 's')
            fseek(second, step, SEEK_SET);
        if (step == 4)
            sigprocmask(SIG_UNBLOCK, &set, NULL);
        fprintf(real, "step %d: %d %d %s %s %ld\n", step, read, sum, *kind == 'z' ? tzname[0] : "", *kind == 'z' ? tzname[1] : "", *kind == 'z' ? timezone : 0);
        fflush(real);
    }
    if (second)
        fclose(second);
    if (third)
        fclose(third);
    return 0;
}
