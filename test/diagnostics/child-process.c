// Children that may run at a site; waited for before.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int waited(void)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, &status, 0);
    return status;
}

int main(void)
{
    pid_t child = fork(); // expect: ckpt-child-process
    if (child == 0)
        _exit(0);
    #pragma ckpt
    return wait(0) != child || waited() || system("true");
}
