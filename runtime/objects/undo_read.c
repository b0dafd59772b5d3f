/* undo_read.c - reading an undo journal. See files.h, undo_segments.h.
 *
 * Input      untrusted bytes; a record of which the end is missing ends its segment (the change it announces never happened). One that is all there and is
 *            not what was written is an error: what it said is not known, nor what comes behind it.
 * Format     docs/image-format-process.md, "The undo journal".
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/log.h"
#include "core/os.h"
#include "objects/undo_segments.h"

/* "undo-000017.log", "undo-000017.3": the segment; false for other names. */
static bool parse_name(const char *name, uint64_t *number, bool *is_log)
{
    char *end;

    if (strncmp(name, "undo-", 5) || name[5] < '0' || name[5] > '9')
        return false;
    errno = 0;
    *number = strtoull(name + 5, &end, 10);
    *is_log = !strcmp(end, ".log");
    return !errno && *end == '.' && *number;
}

int ckpti_undo_each(const char *directory, void (*take)(void *to, const char *name, uint64_t number, bool is_log), void *to)
{
    DIR *dir = ckpti_os.opendir(directory);
    struct dirent64 *d;
    uint64_t number;
    bool is_log;
    int error;

    if (!dir)
        return -1;
    for (errno = 0; (d = ckpti_os.readdir(dir)); errno = 0)
        if (parse_name(d->d_name, &number, &is_log))
            take(to, d->d_name, number, is_log);
    error = errno;
    if (ckpti_os.closedir(dir) == 0 && !error)
        return 0;
    errno = error ? error : errno;
    return -1;
}

static void greatest(void *to, const char *name, uint64_t number, bool is_log)
{
    (void)name, (void)is_log;
    if (number > *(uint64_t *)to)
        *(uint64_t *)to = number;
}

uint64_t ckpti_undo_greatest(const char *directory)
{
    uint64_t number = 0;

    (void)ckpti_undo_each(directory, greatest, &number);
    return number;
}

typedef struct numbers {
    uint64_t first, *list;
    size_t count, room;
    bool failed;
} numbers;

static void collect(void *to, const char *name, uint64_t number, bool is_log)
{
    numbers *n = to;

    (void)name;
    if (!is_log || number < n->first)
        return;
    if (n->count == n->room) {
        size_t more = n->room ? 2 * n->room : 16;
        uint64_t *bigger = realloc(n->list, more * sizeof *bigger);
        if (!bigger) {
            n->failed = true;
            return;
        }
        n->list = bigger;
        n->room = more;
    }
    n->list[n->count++] = number;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Numbers of the segments from n->first on, ascending. */
static ckpt_status list_segments(const char *directory, numbers *n)
{
    if (ckpti_undo_each(directory, collect, n) < 0 && errno != ENOENT)
        return ckpti_fail_errno(errno, "%s", directory);
    if (n->failed)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    if (n->count)
        qsort(n->list, n->count, sizeof *n->list, compare);
    return CKPT_OK;
}

/* Read at most `size` bytes. *got: how many, fewer at the end of the file. false: they cannot be read (errno). */
static bool read_full(int fd, unsigned char *to, size_t size, size_t *got)
{
    for (*got = 0; *got < size;) {
        ssize_t n = ckpti_os.read(fd, to + *got, size - *got);
        if (n < 0 && errno != EINTR)
            return false;
        if (n == 0)
            return true;
        *got += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Decode one record's payload; false if it is malformed. The strings are owned by *path. */
static bool parse_record(const unsigned char *bytes, size_t size, ckpti_undo *out, char **path)
{
    ckpti_pr r = { bytes, bytes + size, false };
    uint32_t kind = ckpti_pr_u32(&r);

    *path = ckpti_pr_string(&r);
    *out = (ckpti_undo){ .kind = (enum ckpti_undo_kind)(kind == CKPTI_UNDO_UPDATE_WHOLE ? CKPTI_UNDO_UPDATE : kind), .path = *path, .ends = kind == CKPTI_UNDO_UPDATE };
    out->length = ckpti_pr_u64(&r);
    out->mode = ckpti_pr_u32(&r);
    out->hash = ckpti_pr_u64(&r);
    out->content = ckpti_pr_bytes(&r, &out->content_size);
    out->time = r.p < r.end ? ckpti_pr_u64(&r) : 0; /* records of earlier versions end here */
    return !r.bad && r.p == r.end && kind >= CKPTI_UNDO_START && kind <= CKPTI_UNDO_PUT_BACK && *path;
}

/* Where records are read to. */
typedef struct place {
    unsigned char *bytes;
    size_t room;
} place;

/* Nothing tells what it was that the program changed. */
static ckpt_status damaged(const char *path, uint64_t at)
{
    return ckpti_fail(CKPT_EFILE, "%s: damaged at byte %" PRIu64 ": how files were before the program changed them is not known any more; remove it to take them as they are",
                      path, at);
}

/* Read the next record's payload. *size: of it; 0: there is no more, or not all of it. */
static ckpt_status read_payload(int fd, const char *path, place *p, size_t *size)
{
    unsigned char head[CKPTI_UNDO_HEAD];
    ckpti_pr r = { head, head + sizeof head, false };
    off64_t at = lseek64(fd, 0, SEEK_CUR);
    struct stat64 st;
    uint32_t magic, length;
    uint64_t sum;
    size_t got;

    *size = 0;
    if (at < 0 || fstat64(fd, &st) < 0 || !read_full(fd, head, sizeof head, &got))
        return ckpti_fail_errno(errno, "%s", path);
    if (got < sizeof head)
        return CKPT_OK;
    magic = ckpti_pr_u32(&r);
    length = ckpti_pr_u32(&r);
    sum = ckpti_pr_u64(&r);
    if (magic != CKPTI_UNDO_MAGIC)
        return damaged(path, (uint64_t)at);
    if ((uint64_t)(st.st_size - at) < length + sizeof head)
        return CKPT_OK;
    if (length > p->room) {
        unsigned char *bigger = realloc(p->bytes, length);

        if (!bigger)
            return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
        p->bytes = bigger;
        p->room = length;
    }
    if (!read_full(fd, p->bytes, length, &got))
        return ckpti_fail_errno(errno, "%s", path);
    if (got != length || XXH64(p->bytes, length, 0) != sum)
        return damaged(path, (uint64_t)at);
    *size = length;
    return CKPT_OK;
}

static ckpt_status read_segment(const char *directory, uint64_t number, place *buffer,
                                ckpt_status (*take)(void *to, const ckpti_undo *record), void *to)
{
    char path[PATH_MAX + 64], *name;
    ckpt_status status;
    size_t size;
    int fd;

    snprintf(path, sizeof path, "%s/undo-%06" PRIu64 ".log", directory, number);
    fd = ckpti_os.open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return errno == ENOENT ? CKPT_OK : ckpti_fail_errno(errno, "%s", path);
    while ((status = read_payload(fd, path, buffer, &size)) == CKPT_OK && size) {
        ckpti_undo record;

        if (parse_record(buffer->bytes, size, &record, &name)) {
            record.segment = number;
            status = take(to, &record);
        } else {                                     /* of a later version, perhaps */
            status = damaged(path, (uint64_t)lseek64(fd, 0, SEEK_CUR) - size - CKPTI_UNDO_HEAD);
        }
        free(name);
        if (status != CKPT_OK)
            break;
    }
    ckpti_os.close(fd);
    return status;
}

ckpt_status ckpti_undo_read(const char *directory, uint64_t from, ckpt_status (*take)(void *to, const ckpti_undo *record), void *to)
{
    numbers n = { .first = from };
    place buffer = { .bytes = malloc(CKPTI_UNDO_ROOM), .room = CKPTI_UNDO_ROOM };
    ckpt_status status;

    status = buffer.bytes ? list_segments(directory, &n) : ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    for (size_t i = 0; i < n.count && status == CKPT_OK; i++)
        status = read_segment(directory, n.list[i], &buffer, take, to);
    free(n.list);
    free(buffer.bytes);
    return status;
}

/* Where the run that began last stands: open or ended. */
typedef struct search {
    bool open;
    uint64_t at;
} search;

static ckpt_status look(void *to, const ckpti_undo *record)
{
    search *s = to;

    if (record->kind == CKPTI_UNDO_START) {
        s->open = true;
        s->at = record->segment;
    } else if (record->kind == CKPTI_UNDO_END) {
        s->open = false;
    }
    return CKPT_OK;
}

ckpt_status ckpti_undo_unfinished(const char *directory, uint64_t *at, bool *open)
{
    search s = { 0 };
    ckpt_status status = ckpti_undo_read(directory, 1, look, &s);

    *at = s.at;
    *open = s.open;
    return status;
}
