/* outside.c - process numbers, names of machines, random bytes: read of the world outside, and shown again after a restart of a job, as far as
 * other processes have seen what they led to. See outside.h.
 *
 * Invariants a value at a time goes through the job, the same on every architecture: texts and bytes eight by eight, the first uppermost.
 */
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "ckpt_abi.h"
#include "objects/job.h"
#include "objects/outside.h"

enum { AT_ONCE = 8 };

/* Up to eight bytes. */
static void tell_some(unsigned char *bytes, size_t n)
{
    unsigned long long v = 0;

    for (size_t i = 0; i < n; i++)
        v |= (unsigned long long)bytes[i] << (56 - 8 * i);
    v = (unsigned long long)ckpti_job_value((long long)v);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (unsigned char)(v >> (56 - 8 * i));
}

void ckpti_outside_bytes(void *bytes, size_t size)
{
    unsigned char *p = bytes;

    if (!ckpti_job_value)
        return;
    for (size_t n; size; size -= n, p += n) {
        n = size < AT_ONCE ? size : AT_ONCE;
        tell_some(p, n);
    }
}

void ckpti_outside_text(char *text, size_t size)
{
    if (!ckpti_job_value)
        return;
    for (size_t n; size; size -= n, text += n) {
        unsigned char some[AT_ONCE] = { 0 };

        n = size < AT_ONCE ? size : AT_ONCE;
        memcpy(some, text, strnlen(text, n));
        tell_some(some, n);
        memcpy(text, some, n);
        if (memchr(some, 0, n))
            return;
    }
}

/* What is read from a device, a pipe or the kernel's own files is nowhere kept. Those that give nothing, or nothing new, are harmless. */
void ckpti_outside_opened(int fd)
{
    struct stat file;
    struct statfs system;
    bool regular;

    if (!ckpti_job_outside || (fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY || fstat(fd, &file) < 0)
        return;
    regular = S_ISREG(file.st_mode) || S_ISDIR(file.st_mode);
    if (regular && fstatfs(fd, &system) == 0)
        regular = system.f_type != PROC_SUPER_MAGIC && system.f_type != SYSFS_MAGIC;
    if (!regular && !(S_ISCHR(file.st_mode) && (file.st_rdev == makedev(1, 3) || file.st_rdev == makedev(1, 5))))
        ckpti_job_outside();
}

static long long told(long long value) { return ckpti_job_value ? ckpti_job_value(value) : value; }

pid_t ckptg_w_getpid(void);
pid_t ckptg_w_getpid(void) { return (pid_t)told(getpid()); }

pid_t ckptg_w_getppid(void);
pid_t ckptg_w_getppid(void) { return (pid_t)told(getppid()); }

int ckptg_w_gethostname(char *name, size_t size);
int ckptg_w_gethostname(char *name, size_t size)
{
    int result = (int)told(gethostname(name, size));

    if (result == 0)
        ckpti_outside_text(name, size);
    return result;
}

int ckptg_w_uname(struct utsname *out);
int ckptg_w_uname(struct utsname *out)
{
    int result = uname(out);

    if (result == 0) {
        ckpti_outside_text(out->sysname, sizeof out->sysname);
        ckpti_outside_text(out->nodename, sizeof out->nodename);
        ckpti_outside_text(out->release, sizeof out->release);
        ckpti_outside_text(out->version, sizeof out->version);
        ckpti_outside_text(out->machine, sizeof out->machine);
    }
    return result;
}

ssize_t ckptg_w_getrandom(void *bytes, size_t size, unsigned flags);
ssize_t ckptg_w_getrandom(void *bytes, size_t size, unsigned flags)
{
    ssize_t n = (ssize_t)told(getrandom(bytes, size, flags));

    if (n > 0)
        ckpti_outside_bytes(bytes, (size_t)n);
    return n;
}

int ckptg_w_getentropy(void *bytes, size_t size);
int ckptg_w_getentropy(void *bytes, size_t size)
{
    int result = getentropy(bytes, size);

    if (result == 0)
        ckpti_outside_bytes(bytes, size);
    return result;
}
