/* commit.c - which lines are committed, which go, which were abandoned: the job's files as a whole. See layer.h, names.h, record.h. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/log.h"
#include "core/os.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "mpi/protocol/steps.h"
#include "mpi/store/names.h"
#include "mpi/store/record.h"
#include "storage/storage.h"

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

/* Remove files of that kind whose number is not one of the two. */
static void remove_others(const char *directory, const char *prefix, const char *suffix, uint64_t newest, uint64_t previous)
{
    char path[CKPTI_STORE_FILE + 256];
    struct dirent64 *entry;
    uint64_t number;
    DIR *dir = ckpti_os.opendir(directory);

    while (dir && (entry = ckpti_os.readdir(dir)))
        if ((number = ckptm_name_number(entry->d_name, prefix, suffix)) && number < newest && number != previous) {
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
        if (ckptm_name_number(entry->d_name, ".line-", ".commit.tmp") || ckptm_name_number(entry->d_name, ".line-", ".msg.tmp")) {
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
    if (ckptm_mutant(two_kept))
        previous = newest;
    remove_others(ckptm.directory, "line-", ".commit", newest, previous);
}

void ckptm_commit_prune(uint64_t newest)
{
    char directory[CKPTI_STORE_FILE];

    if (!previous)
        previous = ckptm.restarted;
    if (ckptm_mutant(two_kept))
        previous = newest;
    ckptm_name_rank(ckptm.directory, ckptm.rank, directory, sizeof directory);
    remove_others(directory, "ckpt-", ".img", newest, previous);
    remove_others(directory, "line-", ".msg", newest, previous);
    previous = newest;
}

/* For mutants only: a record that comes to be bit by bit. */
static void write_in_place(const char *path, const char *text)
{
    int fd = ckpti_os.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    if (fd < 0)
        return;
    if (ckpti_os.write(fd, text, strlen(text) / 2) >= 0)
        ckptm_step(record_temporary);
    ckpti_os.close(fd);
}

static char **parts;              /* [size] of the pending line */

void ckptm_commit_part(int rank, const char *text, size_t size)
{
    if (!parts) {
        parts = ckptm_private(0, (size_t)ckptm.size * sizeof *parts);
        memset(parts, 0, (size_t)ckptm.size * sizeof *parts);
    }
    parts[rank] = ckptm_private(parts[rank], size + 1);
    memcpy(parts[rank], text, size);
    parts[rank][size] = 0;
}

ckpt_status ckptm_commit_write(uint64_t number)
{
    char path[CKPTI_STORE_FILE];
    char *text = ckptm_record_text(&(ckptm_record){ number, time(0), ckptm.size }, parts);
    ckpt_status status;
    aside a;

    if (!text)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the record of line %llu", (unsigned long long)number);
    ckptm_name_record(ckptm.directory, number, path, sizeof path);
    if (ckptm_mutant(record_aside))
        write_in_place(path, text);
    status = write_aside(path, &a, text, strlen(text));
    free(text);
    if (status != CKPT_OK)
        return status;
    ckptm_step(record_temporary);
    if ((status = give_name(path, &a)) != CKPT_OK)
        return status;
    ckptm_step(record_written);
    remove_records(number);
    ckptm_step(records_removed);
    return CKPT_OK;
}

int ckptm_commit_ranks(uint64_t number)
{
    char path[CKPTI_STORE_FILE];
    ckpti_store_bytes bytes;
    ckptm_record record;
    const char *why = "it is another line's";
    ckpt_status status;

    ckptm_name_record(ckptm.directory, number, path, sizeof path);
    if ((status = ckpti_store_read(path, &bytes)) == CKPT_OK) {
        if (!ckptm_record_parse(bytes.data, bytes.size, &record, &why) || record.number != number)
            status = ckpti_fail(CKPT_EBADIMAGE, "%s: %s", path, why);
        ckpti_store_release(&bytes);
    }
    if (status != CKPT_OK)
        ckpti_log_status("line", status);
    return status == CKPT_OK ? record.ranks : 0;
}

void ckptm_commit_abandoned(uint64_t number, const char *why)
{
    char path[CKPTI_STORE_FILE], *text;
    ckpti_store_bytes old = { 0 };
    ckptm_abandoned line = { .number = number, .time = time(0) };
    bool is_there;

    snprintf(line.why, sizeof line.why, "%s", why);
    ckptm_name_log(ckptm.directory, path, sizeof path);
    is_there = access(path, F_OK) == 0 && ckpti_store_read(path, &old) == CKPT_OK;
    text = ckptm_log_add((const char *)old.data, old.size, &line);
    if (text)
        ckptm_write_file(path, text, strlen(text));
    free(text);
    if (is_there)
        ckpti_store_release(&old);
}

void ckptm_commit_forget(uint64_t number)
{
    static uint64_t before;       /* its image may not have been there yet */
    uint64_t both[] = { before, number };

    for (size_t i = before ? 0 : 1; i < 2; i++) {
        char path[CKPTI_STORE_FILE];

        ckptm_name_image(ckptm.directory, ckptm.rank, both[i], path, sizeof path);
        ckpti_os.unlink(path);
        ckptm_name_part(ckptm.directory, ckptm.rank, both[i], path, sizeof path);
        ckpti_os.unlink(path);
    }
    before = number;
}
