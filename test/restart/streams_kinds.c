// Streams of other kinds: wide, temporary, standard output reopened and put back; SA_SIGINFO handlers, on_exit, errno, locale.
// C-SUPPORT: State | wide, temporary, redirected streams | 7.21, 7.29 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --only x86_64 --output redirected,wide --no-inplace --status 3
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static volatile int got;
static char text[] = "text of the program";

static void handler(int number, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    got += number;
}

static void with_status(int status, void *argument) { printf("status %d %s\n", status, (char *)argument); }
static void plain(void) { puts("plain"); }

static void set_up(void)
{
    struct sigaction a = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_RESTART };

    sigaction(SIGUSR2, &a, NULL);
    signal(SIGPIPE, SIG_IGN);
    atexit(plain);
    on_exit(with_status, text);
}

int main(void)
{
    wchar_t line[40];
    FILE *wide, *temporary = tmpfile(), *reopened;
    int keep;

    setlocale(LC_ALL, "C.UTF-8");
    wide = fopen("wide", "w+");
    fputws(L"h\u00e4llo w\u00f6rld\nzweite zeile \u00fcnd\n", wide);
    rewind(wide);
    fgetws(line, 3, wide);
    fputs("temporary content", temporary);
    fseek(temporary, 5, SEEK_SET);
    set_up();
    keep = dup(1);
    fflush(stdout);
    reopened = freopen("redirected", "w", stdout);
    puts("in the file");
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        fgetws(line, 4, wide);
        dprintf(keep, "%d %ls %c\n", i, line, getc(temporary));
        raise(SIGUSR2);
        raise(SIGPIPE);
        printf("step %d\n", i);
    }
    dprintf(keep, "%d %s %d\n", got == 4 * SIGUSR2, setlocale(LC_CTYPE, NULL), reopened == stdout);
    errno = EDOM;
    #pragma ckpt
    dprintf(keep, "%d\n", errno == EDOM);
    fflush(stdout);
    dup2(keep, 1);
    close(keep);
    fclose(wide);
    return 3;
}
