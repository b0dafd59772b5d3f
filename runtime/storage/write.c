/* write.c - an image comes into being: temporary name, write, fsync, rename, fsync of the directory. See storage.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "core/os.h"
#include "storage/storage.h"

/* One write() takes at most this much; after as much, its way to the disk is started. */
#define CHUNK ((size_t)8 << 20)
/* Blocks of so much, counted from the file's beginning, that are nothing but zeros are not written: large arrays of which the program uses a part. */
#define HOLE ((size_t)64 << 10)

static bool is_zero(const unsigned char *p, size_t n) { return !*p && !memcmp(p, p + 1, n - 1); }

/* How much of what comes at that place of the file is zeros, or (else) is not, up to CHUNK. */
static size_t run(const unsigned char *from, size_t size, uint64_t at, bool zeros)
{
    size_t n = 0, block;

    for (size = size < CHUNK ? size : CHUNK; n < size; n += block) {
        block = HOLE - (size_t)((at + n) % HOLE);
        if (block > size - n)
            block = size - n;
        if (is_zero(from + n, block) != zeros)
            break;
    }
    return n;
}

static ckpt_status file_flush(ckpti_sink *sink, const void *data, size_t size)
{
    ckpti_store_file *file = (ckpti_store_file *)sink;
    const unsigned char *from = data;
    uint64_t at = sink->flushed;

    while (size) {
        size_t zeros = run(from, size, at, true);
        ssize_t n;

        if (!zeros)
            n = ckpti_os.write(file->fd, from, run(from, size, at, false));
        else
            n = ckpti_os.seek(file->fd, (int64_t)(at + zeros)) < 0 ? -1 : (ssize_t)zeros;
        file->hole = zeros;
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return ckpti_fail_errno(n ? errno : EIO, "%s: write", file->temporary);
        from += n;
        size -= (size_t)n;
        at += (uint64_t)n;
        if (at - file->behind >= CHUNK) {
            /* Only a hint; what really goes wrong, fsync says. */
            (void)ckpti_os.write_behind(file->fd, (int64_t)file->behind, (int64_t)(at - file->behind));
            file->behind = at;
        }
    }
    return CKPT_OK;
}

static void release(ckpti_store_file *file)
{
    if (file->sink.buffer)
        ckpti_os.munmap(file->sink.buffer, file->sink.capacity);
    file->sink.buffer = 0;
    if (file->fd >= 0)
        ckpti_os.close(file->fd);
    file->fd = -1;
}

ckpt_status ckpti_store_begin(ckpti_store *store, uint64_t number, ckpti_store_file *file)
{
    ckpt_status status;

    memset(file, 0, offsetof(ckpti_store_file, temporary));
    file->store = store;
    file->number = number;
    file->fd = -1;
    snprintf(file->temporary, sizeof file->temporary, "%s/.ckpt-%06llu.%ld.tmp", store->path,
             (unsigned long long)number, (long)getpid());
    file->fd = ckpti_os.open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file->fd < 0) {
        status = ckpti_fail_errno(errno, "%s", store->path);
        file->temporary[0] = 0;
        return status;
    }
    file->sink.capacity = CKPTI_SINK_ROOM;
    file->sink.flush = file_flush;
    file->sink.buffer = ckpti_os.mmap(0, CKPTI_SINK_ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (file->sink.buffer == MAP_FAILED) {
        file->sink.buffer = 0;
        status = ckpti_fail_errno(errno, "%s: buffer", file->temporary);
        ckpti_store_abort(file);
        return status;
    }
    return CKPT_OK;
}

void ckpti_store_abort(ckpti_store_file *file)
{
    release(file);
    if (file->temporary[0])
        ckpti_os.unlink(file->temporary);
    file->temporary[0] = 0;
}

/* Make the new name survive a crash of the machine. */
static int sync_directory(const char *path)
{
    int fd = ckpti_os.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0), result;

    if (fd < 0)
        return -1;
    result = ckpti_os.fsync(fd);
    if (result < 0 && errno == EINVAL)
        result = 0;                    /* a file system that has nothing to sync */
    ckpti_os.close(fd);
    return result;
}

ckpt_status ckpti_store_commit(ckpti_store_file *file)
{
    char path[CKPTI_STORE_FILE];
    int closed;
    ckpt_status status = ckpti_sink_flush(&file->sink);

    if (status != CKPT_OK)
        goto fail;
    if (file->hole && ckpti_os.ftruncate(file->fd, (int64_t)file->sink.flushed) < 0) {
        status = ckpti_fail_errno(errno, "%s: ftruncate", file->temporary);
        goto fail;
    }
    if (ckpti_os.fsync(file->fd) < 0) {
        status = ckpti_fail_errno(errno, "%s: fsync", file->temporary);
        goto fail;
    }
    closed = ckpti_os.close(file->fd);
    file->fd = -1;
    if (closed < 0) {
        status = ckpti_fail_errno(errno, "%s: close", file->temporary);
        goto fail;
    }
    ckpti_store_image_path(file->store->path, file->number, path, sizeof path);
    if (ckpti_os.rename(file->temporary, path) < 0) {
        status = ckpti_fail_errno(errno, "%s: rename", path);
        goto fail;
    }
    file->temporary[0] = 0;
    file->directory_failed = sync_directory(file->store->path) < 0;
    if (file->directory_failed)
        ckpti_fail_errno(errno, "%s: fsync of the directory", file->store->path);
    release(file);
    return CKPT_OK;

fail:
    ckpti_store_abort(file);
    return status;
}
