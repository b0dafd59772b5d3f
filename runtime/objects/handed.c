/* handed.c - memory that a program hands to the kernel: a pointer to nothing known is named there, too. See trap.h.
 *
 * Purpose    after a restart a trap faults where the program uses it; the kernel does not fault, it says EFAULT, which many programs take for
 *            the end of a file or do not look at: without this file a restart could go on without what a lost pointer led to.
 * Cost       nothing as long as the call succeeds.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>
#include "objects/trap.h"

/* The call has failed with errno as it is: was that for a trap? Then the fault is made here. */
static void fault_at(const void *address)
{
    if (errno == EFAULT && ckpti_trap_contains(address))
        (void)*(const volatile unsigned char *)address;
}

/* Many blocks at once: any of them. The list may be what the kernel could not read. */
static void fault_in(const struct iovec *blocks, int n)
{
    if (errno != EFAULT)
        return;
    fault_at(blocks);
    for (int i = 0; i < n; i++) {
        struct iovec one, here = {&one, sizeof one}, there = {(void *)&blocks[i], sizeof one};
        bool known = process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)sizeof one;
        if (!known && errno == EFAULT)
            return;
        if (!known)                    /* no such call (qemu-user, a sandbox) */
            one = blocks[i];
        errno = EFAULT;
        if (one.iov_len)
            fault_at(one.iov_base);
    }
}

ssize_t ckptg_w_write(int fd, const void *from, size_t size)
{
    ssize_t n = write(fd, from, size);
    if (n < 0)
        fault_at(from);
    return n;
}

ssize_t ckptg_w_pwrite(int fd, const void *from, size_t size, off_t at)
{
    ssize_t n = pwrite(fd, from, size, at);
    if (n < 0)
        fault_at(from);
    return n;
}

ssize_t ckptg_w_pwrite64(int fd, const void *from, size_t size, off64_t at)
{
    ssize_t n = pwrite64(fd, from, size, at);
    if (n < 0)
        fault_at(from);
    return n;
}

ssize_t ckptg_w_writev(int fd, const struct iovec *from, int count)
{
    ssize_t n = writev(fd, from, count);
    if (n < 0)
        fault_in(from, count);
    return n;
}

ssize_t ckptg_w_read(int fd, void *to, size_t size)
{
    ssize_t n = read(fd, to, size);
    if (n < 0)
        fault_at(to);
    return n;
}

ssize_t ckptg_w_pread(int fd, void *to, size_t size, off_t at)
{
    ssize_t n = pread(fd, to, size, at);
    if (n < 0)
        fault_at(to);
    return n;
}

ssize_t ckptg_w_pread64(int fd, void *to, size_t size, off64_t at)
{
    ssize_t n = pread64(fd, to, size, at);
    if (n < 0)
        fault_at(to);
    return n;
}

ssize_t ckptg_w_readv(int fd, const struct iovec *to, int count)
{
    ssize_t n = readv(fd, to, count);
    if (n < 0)
        fault_in(to, count);
    return n;
}

/* Whole blocks go from and to the program's memory itself, without the stream's buffer. */
size_t ckptg_w_fwrite(const void *from, size_t size, size_t count, FILE *stream)
{
    size_t n = fwrite(from, size, count, stream);
    if (n < count && ferror(stream))
        fault_at(from);
    return n;
}

size_t ckptg_w_fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream)
{
    size_t n = fwrite_unlocked(from, size, count, stream);
    if (n < count && ferror_unlocked(stream))
        fault_at(from);
    return n;
}

size_t ckptg_w_fread(void *to, size_t size, size_t count, FILE *stream)
{
    size_t n = fread(to, size, count, stream);
    if (n < count && ferror(stream))
        fault_at(to);
    return n;
}

size_t ckptg_w_fread_unlocked(void *to, size_t size, size_t count, FILE *stream)
{
    size_t n = fread_unlocked(to, size, count, stream);
    if (n < count && ferror_unlocked(stream))
        fault_at(to);
    return n;
}
