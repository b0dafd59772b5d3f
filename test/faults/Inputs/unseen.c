/* unseen.c - a program with many ways to notice a checkpoint's process; as ckptcc would emit it, by hand.
 *
 * Output  the same with and without checkpoints, in modes async and sync.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "ckpt_abi.h"

#define CODE __attribute__((section("ckptg_text"), noinline))

static const ckptg_resume resumes[] = { { .line = 1 } };
static const ckptg_function fn_main = { .name = "main", .file = "unseen.c", .nresumes = 1, .resumes = resumes };
static const ckptg_function *const functions[] = { &fn_main };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "unseen.c", .functions = functions, .nfunctions = 1 };

__attribute__((constructor)) static void register_unit(void)
{
    ckptg_register(&unit);
}

/* #pragma ckpt */
#define SITE                                                                    \
    if (ckptg_visit())                                                          \
        if (ckptg_site(&fn_main, 0)) {                                          \
            ckptg_capture(&fn_main, 0, 0, 0, __builtin_return_address(0));      \
            return 0;                                                           \
        }

static volatile sig_atomic_t children;
static void on_child(int number) { (void)number; children++; }

static void *wait_for(void *stop)
{
    while (!*(volatile int *)stop)
        usleep(1000);
    return 0;
}

CODE int ckptg_user_main(int argc, char **argv, char **envp)
{
    volatile int stop = 0;
    struct sigaction action;
    char text[8] = "";
    pthread_t thread;
    int status, fd;
    pid_t child;

    (void)argc, (void)argv, (void)envp;
    signal(SIGCHLD, on_child);
    SITE
    printf("no child to wait for: %d\n", (int)wait(&status) == -1 && errno == ECHILD);
    SITE
    errno = ENOTTY;
    SITE
    printf("errno is kept: %d\n", errno == ENOTTY);
    fd = open("/dev/null", O_RDONLY);
    printf("lowest descriptor: %d\n", fd);
    close(fd);

    child = fork();
    if (child == 0) {                              /* takes no checkpoints, can be ended */
        SITE
        sigaction(SIGTERM, 0, &action);
        _exit(action.sa_handler == SIG_DFL ? 7 : 1);
    }
    SITE
    child = wait(&status) == child;
    printf("own child is reaped: %d, status %d\n", (int)child, WEXITSTATUS(status));
    printf("signals of children: %d\n", (int)children);

    pthread_create(&thread, 0, wait_for, (void *)&stop);
    SITE                                           /* refused */
    stop = 1;
    pthread_join(thread, 0);
    SITE
    fd = open("text", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (write(fd, "abcdefg", 7) != 7 || lseek(fd, 2, SEEK_SET) != 2)
        return 1;
    SITE
    if (read(fd, text, 3) != 3)
        return 1;
    printf("file position: %s\n", text);
    close(fd);
    SITE
    printf("signals of children: %d\n", (int)children);
    return 3;
}

int ckptg_user_main_restart(int argc, char **argv, char **envp)
{
    (void)argc, (void)argv, (void)envp;
    abort();
}
