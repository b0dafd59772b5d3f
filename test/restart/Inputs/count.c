/* count.c - what the tests of bad input and of signals stop and restart: a counter, an array, a heap block, perhaps a file.
 *
 * usage: count [STEPS [MILLISECONDS each [FILE or - [own or - [HOLD]]]]]
 * own: it has a handler of SIGTERM; HOLD: after that step it stops itself (SIGSTOP), so that what a test does then happens between two sites.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double history[32];
static int last_signal;

static void note(int s) { last_signal = s; }

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 6;
    int milliseconds = argc > 2 ? atoi(argv[2]) : 0;
    const char *file = argc > 3 ? argv[3] : NULL;
    int hold = argc > 5 ? atoi(argv[5]) : 0;
    FILE *out = file && strcmp(file, "-") ? fopen(file, "w") : NULL;
    char *text = strdup("on the heap");

    if (argc > 4 && strcmp(argv[4], "-"))
        signal(SIGTERM, note);
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 1; i <= steps; i++) {
        #pragma ckpt
        history[i % 32] += i / 4.0;
        printf("step %d %g %s\n", i, history[i % 32], text);
        if (out)
            fprintf(out, "step %d\n", i);
        if (last_signal) {
            printf("own handler got %d\n", last_signal);
            last_signal = 0;
        }
        if (milliseconds)
            nanosleep(&(struct timespec){ .tv_nsec = milliseconds * 1000000L }, NULL);
        if (i == hold)
            raise(SIGSTOP);
    }
    if (out)
        fclose(out);
    free(text);
    return 0;
}
