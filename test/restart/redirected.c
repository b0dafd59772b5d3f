// Standard streams led elsewhere with the number they had kept by dup: afterwards they lead back to what the process was started with.
// C-SUPPORT: State | a standard stream led elsewhere, what it was kept by dup | 7.21.5.4, POSIX dup2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --output redirected,second
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

// Standard output is another file for a while.
static void led_elsewhere(void)
{
    int keep = dup(1);

    if (!freopen("redirected", "w", stdout))
        return;
    puts("in the file");
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        printf("round %d\n", i);
    }
    fflush(stdout);
    dup2(keep, 1);
    close(keep);
    puts("back");
    fflush(stdout);
}

// Descriptor 1 is another file, and a stream has what it was.
static void kept_by_stream(void)
{
    FILE *keep;
    int out = open("second", O_WRONLY | O_CREAT | O_TRUNC, 0666), copy = dup(1);

    dup2(out, 1);
    close(out);
    keep = fdopen(copy, "w");
    puts("to second");
    fprintf(keep, "to the first\n");
    #pragma ckpt
    puts("to second");
    fprintf(keep, "to the first\n");
    fflush(stdout);
    dup2(copy, 1);
    fclose(keep);
}

// The number of the standard output is free.
static void closed(void)
{
    int keep = dup(1);

    fclose(stdout);
    #pragma ckpt
    dprintf(keep, "by the copy\n");
    close(keep);
}

int main(void)
{
    led_elsewhere();
    kept_by_stream();
    puts("between");
    closed();
    return 0;
}
