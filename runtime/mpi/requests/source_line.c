/* source_line.c - file and line of an address of this executable, for messages that end a run.
 *
 * Asks addr2line (binutils), which reads the table of lines that ckptcc puts into programs of MPI (-g1). Where there is no such command, or it does
 * not know this kind of executable (another architecture's, run by QEMU), the line is not known.
 */
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "mpi/requests/source_line.h"

extern char **environ;

/* What the command says. */
static bool ask(char *const words[], char *said, size_t room)
{
    posix_spawn_file_actions_t files;
    int ends[2], error;
    pid_t child;
    size_t n = 0;
    ssize_t got;

    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    error = posix_spawnp(&child, words[0], &files, 0, words, environ);
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    while (!error && n + 1 < room && (got = read(ends[0], said + n, room - 1 - n)) > 0)
        n += (size_t)got;
    close(ends[0]);
    said[n] = 0;
    if (!error)
        waitpid(child, 0, 0);
    return !error && n;
}

bool ckptm_source_line(unsigned long address, char *text, size_t room)
{
    char own[PATH_MAX], where[32], said[PATH_MAX + 64], *end, *start;
    char *const words[] = { "addr2line", "-e", own, where, 0 };
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);

    if (length <= 0)
        return false;
    own[length] = 0;
    snprintf(where, sizeof where, "0x%lx", address);
    if (!ask(words, said, sizeof said) || said[0] == '?')
        return false;
    end = strpbrk(said, "\n ");                      /* " (discriminator 2)" may follow */
    if (end)
        *end = 0;
    end = strrchr(said, ':');
    if (!end || end[1] < '1' || end[1] > '9')
        return false;
    start = strrchr(said, '/');
    snprintf(text, room, "%s", start ? start + 1 : said);
    return true;
}
