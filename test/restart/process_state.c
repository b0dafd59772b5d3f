// Working directory, umask, signal handlers and mask, atexit functions and buffering are as they were.
// C-SUPPORT: State | current directory, umask, signal handlers and mask, `atexit` | 7.14, 7.22.4, POSIX | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --output sub/file,made --no-inplace
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile sig_atomic_t caught;
static void handler(int signal) { caught = signal; }
static void first(void) { puts("first registered, last called"); }
static void second(void) { puts("second"); }

static int mode_of(const char *name)
{
    struct stat s;
    return stat(name, &s) ? -1 : (int)(s.st_mode & 0777);
}

/* struct sigaction has a union: it must not be live at a site. */
static void install(void)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };

    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGALRM);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGINT, SIG_IGN);
}

static void show_handler(void)
{
    struct sigaction now;

    sigaction(SIGHUP, NULL, &now);
    printf("%d %d %d\n", now.sa_handler == handler, (now.sa_flags & SA_RESTART) != 0, sigismember(&now.sa_mask, SIGALRM));
}

int main(void)
{
    char cwd[4096];
    sigset_t set, old;

    atexit(first);
    install();
    #pragma ckpt
    raise(SIGHUP);
    raise(SIGINT);
    printf("%d\n", caught == SIGHUP);
    atexit(second);
    mkdir("sub", 0777);
    if (chdir("sub"))
        return 1;
    umask(027);
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, &old);
    caught = 0;
    #pragma ckpt
    raise(SIGHUP);
    printf("%d %s\n", caught, strrchr(getcwd(cwd, sizeof cwd), '/'));
    FILE *f = fopen("file", "w");
    fputs("in sub\n", f);
    fclose(f);
    printf("%o\n", mode_of("file"));
    sigprocmask(SIG_SETMASK, &old, NULL);
    printf("%d\n", caught == SIGHUP);
    show_handler();
    if (chdir(".."))
        return 1;
    #pragma ckpt
    f = fopen("made", "w");
    fputs("above\n", f);
    fclose(f);
    printf("%o\n", mode_of("made"));
    return 0;
}
