/* commit.c - the files of lines: their names, which are committed, which go. See layer.h.
 *
 *   CKPT_DIR/line-000007.commit              the line is committed if this is there; text, for people too
 *   CKPT_DIR/rank-0003/ckpt-000007.img       rank 3's image
 *   CKPT_DIR/rank-0003/line-000007.msg       its part of the line: messages, results, outcomes (linefile.c)
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/os.h"
#include "mpi/layer.h"
#include "mpi/protocol/steps.h"
#include "storage/storage.h"

void ckptm_rank_directory(int rank, char *path, size_t size)
{
    snprintf(path, size, "%s/rank-%04d", ckptm.directory, rank);
}

static ckpt_status sync_directory(const char *path)
{
    int fd = ckpti_os.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0), result = fd < 0 ? -1 : ckpti_os.fsync(fd), error = errno;

    if (fd >= 0)
        ckpti_os.close(fd);
    return result < 0 && error != EINVAL ? ckpti_fail_errno(error, "%s: fsync", path) : CKPT_OK;
}

/* A file's directory, and its name until it is whole. */
typedef struct aside {
    char directory[CKPTI_STORE_FILE], temporary[CKPTI_STORE_FILE];
} aside;

static ckpt_status write_aside(const char *path, aside *a, const void *bytes, size_t size)
{
    const unsigned char *from = bytes;
    char *slash, *temporary = a->temporary;
    ckpt_status status = CKPT_OK;
    int fd;

    snprintf(a->directory, sizeof a->directory, "%s", path);
    slash = strrchr(a->directory, '/');
    *slash = 0;
    if ((size_t)snprintf(temporary, sizeof a->temporary, "%s/.%s.tmp", a->directory, slash + 1) >= sizeof a->temporary)
        return ckpti_fail(CKPT_EUSAGE, "%s: too long a name", path);
    fd = ckpti_os.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return ckpti_fail_errno(errno, "%s", temporary);
    while (size && status == CKPT_OK) {
        ssize_t n = ckpti_os.write(fd, from, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            status = ckpti_fail_errno(n ? errno : EIO, "%s: write", temporary);
        from += n;
        size -= (size_t)n;
    }
    if (status == CKPT_OK && ckpti_os.fsync(fd) < 0)
        status = ckpti_fail_errno(errno, "%s: fsync", temporary);
    if (ckpti_os.close(fd) < 0 && status == CKPT_OK)
        status = ckpti_fail_errno(errno, "%s: close", temporary);
    if (status != CKPT_OK)
        ckpti_os.unlink(temporary);
    return status;
}

static ckpt_status give_name(const char *path, const aside *a)
{
    if (ckpti_os.rename(a->temporary, path) < 0) {
        ckpt_status status = ckpti_fail_errno(errno, "%s: rename", path);

        ckpti_os.unlink(a->temporary);
        return status;
    }
    return sync_directory(a->directory);
}

ckpt_status ckptm_write_file(const char *path, const void *bytes, size_t size)
{
    aside a;
    ckpt_status status = write_aside(path, &a, bytes, size);

    if (status != CKPT_OK)
        return status;
    ckptm_step(part_temporary);
    return give_name(path, &a);
}

/* The number in "line-000007" + suffix; 0: another name. */
static uint64_t number_of(const char *name, const char *prefix, const char *suffix)
{
    char *end;
    uint64_t number;

    if (strncmp(name, prefix, strlen(prefix)) != 0 || name[strlen(prefix)] < '0' || name[strlen(prefix)] > '9')
        return 0;
    number = strtoull(name + strlen(prefix), &end, 10);
    return strcmp(end, suffix) == 0 ? number : 0;
}

static int newest_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? 1 : x > y ? -1 : 0;
}

uint64_t *ckptm_commit_list(const char *directory, size_t *count)
{
    uint64_t *list = 0, number;
    struct dirent64 *entry;
    DIR *dir = ckpti_os.opendir(directory);

    *count = 0;
    while (dir && (entry = ckpti_os.readdir(dir)))
        if ((number = number_of(entry->d_name, "line-", ".commit"))) {
            list = ckptm_private(list, (*count + 1) * sizeof *list);
            list[(*count)++] = number;
        }
    if (dir)
        ckpti_os.closedir(dir);
    if (list)
        qsort(list, *count, sizeof *list, newest_first);
    return list;
}

/* Remove files of that kind whose number is not one of the two. */
static void remove_others(const char *directory, const char *prefix, const char *suffix, uint64_t newest, uint64_t previous)
{
    char path[CKPTI_STORE_FILE + 256];
    struct dirent64 *entry;
    uint64_t number;
    DIR *dir = ckpti_os.opendir(directory);

    while (dir && (entry = ckpti_os.readdir(dir)))
        if ((number = number_of(entry->d_name, prefix, suffix)) && number < newest && number != previous) {
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
            ckpti_os.unlink(path);
        }
    if (dir)
        ckpti_os.closedir(dir);
}

void ckptm_commit_clean(const char *directory)
{
    char path[CKPTI_STORE_FILE + 256];
    struct dirent64 *entry;
    DIR *dir = ckpti_os.opendir(directory);

    while (dir && (entry = ckpti_os.readdir(dir)))
        if (number_of(entry->d_name, ".line-", ".commit.tmp") || number_of(entry->d_name, ".line-", ".msg.tmp")) {
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
            ckpti_os.unlink(path);
        }
    if (dir)
        ckpti_os.closedir(dir);
}

/* The committed line before the newest. */
static uint64_t previous;

/* Records of older lines go before any of their parts: rank 0 does this when it writes a record, before others hear of it. */
static void remove_records(uint64_t newest)
{
    if (!previous)
        previous = ckptm.restarted;
    remove_others(ckptm.directory, "line-", ".commit", newest, previous);
}

void ckptm_commit_prune(uint64_t newest)
{
    char directory[CKPTI_STORE_FILE];

    if (!previous)
        previous = ckptm.restarted;
    ckptm_rank_directory(ckptm.rank, directory, sizeof directory);
    remove_others(directory, "ckpt-", ".img", newest, previous);
    remove_others(directory, "line-", ".msg", newest, previous);
    previous = newest;
}

ckpt_status ckptm_commit_write(uint64_t number, const char *text)
{
    char path[CKPTI_STORE_FILE];
    ckpt_status status;
    aside a;

    snprintf(path, sizeof path, "%s/line-%06llu.commit", ckptm.directory, (unsigned long long)number);
    if ((status = write_aside(path, &a, text, strlen(text))) != CKPT_OK)
        return status;
    ckptm_step(record_temporary);
    if ((status = give_name(path, &a)) != CKPT_OK)
        return status;
    ckptm_step(record_written);
    remove_records(number);
    ckptm_step(records_removed);
    return CKPT_OK;
}
