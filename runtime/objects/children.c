/* children.c - see children.h. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include "core/os.h"
#include "objects/children.h"

/* Adds one thread's children to `count` others. Returns how many that makes; -1: not to be had. */
static int of_thread(const char *thread, pid_t *list, size_t room, int count)
{
    char path[64], text[4096];
    ssize_t size;
    int fd;

    snprintf(path, sizeof path, "/proc/self/task/%.20s/children", thread);
    if ((fd = ckpti_os.open(path, O_RDONLY | O_CLOEXEC, 0)) < 0)
        return -1;
    size = ckpti_os.read(fd, text, sizeof text - 1);
    ckpti_os.close(fd);
    if (size < 0)
        return -1;
    text[size] = 0;
    for (char *at = text, *end; *at; at = end) {
        long pid = strtol(at, &end, 10);

        if (end == at)
            break;
        if ((size_t)count < room)
            list[count] = (pid_t)pid;
        count++;
    }
    return count;
}

int ckpti_children(pid_t *list, size_t room)
{
    DIR *tasks = ckpti_os.opendir("/proc/self/task");
    struct dirent64 *task;
    int count = tasks ? 0 : -1;

    while (count >= 0 && (task = ckpti_os.readdir(tasks)))
        if (task->d_name[0] != '.')
            count = of_thread(task->d_name, list, room, count);
    if (tasks)
        ckpti_os.closedir(tasks);
    return count;
}
