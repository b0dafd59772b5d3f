// A descriptor beside the stream on it: what the stream has read ahead it has, and the descriptor stays where it was; a removed file that is open twice; standard
// input opened once more by a name that leads nowhere by now; flags set on a descriptor that the process was started with; SIG_DFL set where the run time would catch.
// C-SUPPORT: State | descriptors used beside the streams on them, files opened twice | 7.21.3, POSIX 2.5.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --stdin Inputs/lines.txt --output lines
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char line[64];

static const char *next(FILE *f) { return fgets(line, sizeof line, f) ? line : "none\n"; }

// A scanner that reads the rest by itself, and a copy of the descriptor.
static void beside(void)
{
    FILE *f = fopen("lines", "w+");
    int fd, copy;
    for (int i = 0; i < 2000; i++)
        fprintf(f, "line %d\n", i);
    fclose(f);
    fd = open("lines", O_RDONLY);
    copy = dup(fd);
    f = fdopen(fd, "r");
    for (int i = 0; i < 3; i++) {
        printf("%s", next(f));
        #pragma ckpt
        printf("at %ld, %ld\n", (long)lseek(copy, 0, SEEK_CUR), ftell(f));
    }
    memset(line, 0, sizeof line);
    printf("%d", (int)read(copy, line, 10));
    printf(" %s|\n", line);
    fclose(f);
    close(copy);
}

static void removed(void)
{
    FILE *w = fopen("gone", "w"), *r = fopen("gone", "r");
    remove("gone");
    for (int i = 0; i < 3; i++) {
        fprintf(w, "record %d\n", i);
        fflush(w);
        #pragma ckpt
        printf("%s", next(r));
        clearerr(r);
    }
    fclose(w), fclose(r);
}

// The file that is also standard input, with a place of its own.
static void opened_again(void)
{
    FILE *f;
    char path[64];
    int again = dup(0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", again);
    f = fopen(path, "r");
    close(again);
    for (int i = 0; i < 3; i++) {
        if (i < 2)
            printf("stdin %s", next(stdin));
        printf("f %s", next(f));
        #pragma ckpt
        printf("%ld\n", ftell(f));
    }
    fclose(f);
}

static void flags(void)
{
    fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
    signal(SIGTERM, SIG_DFL);
    #pragma ckpt
    printf("%d\n", (fcntl(0, F_GETFL) & O_NONBLOCK) != 0);
    #pragma ckpt
    printf("%d\n", signal(SIGTERM, SIG_IGN) == SIG_DFL);
}

int main(void)
{
    beside();
    removed();
    opened_again();
    flags();
    return 0;
}
