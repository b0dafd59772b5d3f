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

ckpt_status ckptm_write_file(const char *path, const void *bytes, size_t size)
{
    char temporary[CKPTI_STORE_FILE], directory[CKPTI_STORE_FILE], *slash;
    const unsigned char *from = bytes;
    ckpt_status status = CKPT_OK;
    int fd;

    snprintf(directory, sizeof directory, "%s", path);
    slash = strrchr(directory, '/');
    *slash = 0;
    if ((size_t)snprintf(temporary, sizeof temporary, "%s/.%s.tmp", directory, slash + 1) >= sizeof temporary)
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
    if (status == CKPT_OK && ckpti_os.rename(temporary, path) < 0)
        status = ckpti_fail_errno(errno, "%s: rename", path);
    if (status != CKPT_OK) {
        ckpti_os.unlink(temporary);
        return status;
    }
    return sync_directory(directory);
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

    snprintf(path, sizeof path, "%s/line-%06llu.commit", ckptm.directory, (unsigned long long)number);
    status = ckptm_write_file(path, text, strlen(text));
    if (status == CKPT_OK)
        remove_records(number);
    return status;
}
