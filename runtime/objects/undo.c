/* undo.c - the undo journal: how files were before the program changed them after a checkpoint. See files.h.
 *
 * Purpose    files undo-NNNNNN.log ("segments") beside the images. A checkpoint that begins starts a new segment and the image
 *            names it; going back to that image means putting back what this segment and all later ones say, the first record
 *            of a file counting. Segments are made when there is something to record.
 * Input      on reading: untrusted bytes; a record that is not whole ends its segment (the change it announces never happened).
 * Invariants a record is one write() to the end, made before the change: wherever the program is killed, either the change did not
 *            happen or its record is there. Against a crash of the machine only images are safe, not what came after.
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
#include "objects/files.h"

#define RECORD_MAGIC CKPTI_PROC_TAG('U', 'N', 'D', 'O')
/* Kind UPDATE in the file: 7 in journals of before, with a hash of the ends. */
enum { UPDATE_WHOLE = 14 };
enum { RECORD_HEAD = 16, RECORD_ROOM = 32 << 10 };    /* for all but the content: a path of PATH_MAX, numbers */

static char directory[PATH_MAX];
static uint64_t segment;              /* 0: not numbered yet */
static uint64_t previous;             /* of the newest image known to be on disk */
static uint32_t links;                /* names given in this segment */
static int journal = -1;
static bool restored, failed, wrote;
static bool paused;                   /* another program has the directory */

void ckpti_undo_start(const char *where)
{
    directory[0] = 0;
    if (where && (size_t)snprintf(directory, sizeof directory, "%s", where) >= sizeof directory - 64)
        directory[0] = 0;
    segment = previous = 0;
    links = 0;
    restored = failed = wrote = paused = false;
    if (journal >= 0)
        ckpti_os.close(journal);
    journal = -1;
}

bool ckpti_undo_active(void) { return directory[0] != 0; }

/* The other program has numbered segments of its own; what changed until now was not recorded, so a run without an image
 * cannot be taken back to its beginning. */
void ckpti_undo_pause(bool pause)
{
    if (paused && !pause) {
        segment = 0;
        restored = true;
    }
    paused = pause;
}

bool ckpti_undo_path(const char *name, char *out, size_t size)
{
    int n = snprintf(out, size, "%s/%s", directory, name);
    return directory[0] && !strchr(name, '/') && n > 0 && (size_t)n < size;
}

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

/* Call take(to, name, number, is_log) for all files of the journal. */
static int each(void (*take)(void *to, const char *name, uint64_t number, bool is_log), void *to)
{
    DIR *dir = ckpti_os.opendir(directory);
    struct dirent64 *d;
    uint64_t number;
    bool is_log;

    if (!dir)
        return -1;
    while ((d = ckpti_os.readdir(dir)))
        if (parse_name(d->d_name, &number, &is_log))
            take(to, d->d_name, number, is_log);
    return ckpti_os.closedir(dir);
}

static void greatest(void *to, const char *name, uint64_t number, bool is_log)
{
    (void)name, (void)is_log;
    if (number > *(uint64_t *)to)
        *(uint64_t *)to = number;
}

uint64_t ckpti_undo_segment(void)
{
    if (!segment) {
        segment = previous;
        if (directory[0])
            (void)each(greatest, &segment);
        segment++;
    }
    return segment;
}

void ckpti_undo_next_segment(void)
{
    (void)ckpti_undo_segment();
    segment++;
    links = 0;
    if (journal >= 0)
        ckpti_os.close(journal);
    journal = -1;
}

void ckpti_undo_restored(uint64_t of_image)
{
    restored = true;
    previous = of_image;
    segment = 0;
    (void)ckpti_undo_segment();
}

/* ---- writing ------------------------------------------------------------------------------------------------------------- */

static void fail(const char *what)
{
    if (!failed)
        ckpti_log("%s: %s: %s; files that the program changes from now on may not be put back at a restart", directory, what,
                  strerror(errno));
    failed = true;
}

static bool open_journal(void)
{
    char path[PATH_MAX + 64];
    int high;

    if (journal >= 0)
        return true;
    snprintf(path, sizeof path, "%s/undo-%06" PRIu64 ".log", directory, ckpti_undo_segment());
    journal = ckpti_os.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (journal < 0) {
        fail("undo journal");
        return false;
    }
    if (journal < CKPTI_OWN_DESCRIPTORS && (high = ckpti_os.dup_above(journal, CKPTI_OWN_DESCRIPTORS)) >= 0) {
        ckpti_os.close(journal);
        journal = high;
    }
    return true;
}

/* Write it to the end, or not at all: what follows a torn record would not be found. */
static void write_record(const unsigned char *data, size_t size)
{
    ckpti_stat st;
    ssize_t n;

    do
        n = ckpti_os.write(journal, data, size);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)size)
        return;
    errno = n < 0 ? errno : ENOSPC;
    fail("undo journal");
    if (n > 0 && ckpti_os.fstat(journal, &st) == 0)
        (void)ckpti_os.ftruncate(journal, (int64_t)st.size - n);
}

static void put_record(const ckpti_undo *record)
{
    size_t most = RECORD_ROOM + record->content_size;
    ckpti_pw w = { .data = ckpti_files_alloc(most), .room = most };     /* never grows: not the program's heap */
    ckpti_pw head = { .data = w.data, .room = RECORD_HEAD };

    if (!w.data) {
        errno = ENOMEM;
        fail("undo journal");
        return;
    }
    w.size = RECORD_HEAD;
    ckpti_pw_u32(&w, record->kind == CKPTI_UNDO_UPDATE ? UPDATE_WHOLE : record->kind);
    ckpti_pw_string(&w, record->path ? record->path : "");
    ckpti_pw_u64(&w, record->length);
    ckpti_pw_u32(&w, record->mode);
    ckpti_pw_u64(&w, record->hash);
    ckpti_pw_bytes(&w, record->content, record->content_size);
    ckpti_pw_u64(&w, ckpti_files_now());
    ckpti_pw_u32(&head, RECORD_MAGIC);
    ckpti_pw_u32(&head, (uint32_t)(w.size - RECORD_HEAD));
    ckpti_pw_u64(&head, XXH64(w.data + RECORD_HEAD, w.size - RECORD_HEAD, 0));
    wrote = true;
    write_record(w.data, w.size);
    ckpti_files_free(w.data, most);
}

void ckpti_undo_put(const ckpti_undo *record)
{
    if (!directory[0] || paused || !open_journal())
        return;
    if (!restored && !wrote)
        put_record(&(ckpti_undo){ .kind = CKPTI_UNDO_START });
    put_record(record);
}

bool ckpti_undo_link(const char *path, char *name)
{
    char to[PATH_MAX + 64];

    if (paused || !open_journal())
        return false;
    do {
        snprintf(name, 32, "undo-%06" PRIu64 ".%" PRIu32, ckpti_undo_segment(), ++links);
        snprintf(to, sizeof to, "%s/%s", directory, name);
        if (link(path, to) == 0)
            return true;
    } while (errno == EEXIST && links < 1u << 30);
    return false;
}

void ckpti_undo_ended(void)
{
    if (wrote && !paused && open_journal())
        put_record(&(ckpti_undo){ .kind = CKPTI_UNDO_END });
}

static void remove_old(void *to, const char *name, uint64_t number, bool is_log)
{
    char path[PATH_MAX + 64];

    (void)is_log;
    if (number < *(uint64_t *)to && ckpti_undo_path(name, path, sizeof path))
        (void)ckpti_os.unlink(path);
}

void ckpti_undo_committed(uint64_t of_image)
{
    if (directory[0] && previous)
        (void)each(remove_old, &previous);
    previous = of_image;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------- */

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
static ckpt_status list_segments(numbers *n)
{
    if (each(collect, n) < 0 && errno != ENOENT)
        return ckpti_fail_errno(errno, "%s", directory);
    if (n->failed)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    if (n->count)
        qsort(n->list, n->count, sizeof *n->list, compare);
    return CKPT_OK;
}

/* Read at most `size` bytes. Returns how many. */
static size_t read_full(int fd, unsigned char *to, size_t size)
{
    size_t got = 0;

    while (got < size) {
        ssize_t n = ckpti_os.read(fd, to + got, size - got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        got += (size_t)n;
    }
    return got;
}

/* Decode one record's payload; false if it is malformed. The strings are owned by *path. */
static bool parse_record(const unsigned char *bytes, size_t size, ckpti_undo *out, char **path)
{
    ckpti_pr r = { bytes, bytes + size, false };
    uint32_t kind = ckpti_pr_u32(&r);

    *path = ckpti_pr_string(&r);
    *out = (ckpti_undo){ .kind = (enum ckpti_undo_kind)(kind == UPDATE_WHOLE ? CKPTI_UNDO_UPDATE : kind), .path = *path, .ends = kind == CKPTI_UNDO_UPDATE };
    out->length = ckpti_pr_u64(&r);
    out->mode = ckpti_pr_u32(&r);
    out->hash = ckpti_pr_u64(&r);
    out->content = ckpti_pr_bytes(&r, &out->content_size);
    out->time = r.p < r.end ? ckpti_pr_u64(&r) : 0; /* records of earlier versions end here */
    return !r.bad && r.p == r.end && kind >= CKPTI_UNDO_START && kind <= UPDATE_WHOLE && *path;
}

/* Where records are read to. */
typedef struct place {
    unsigned char *bytes;
    size_t room;
} place;

/* Read a payload; whole: it is there, of that size and sum. */
static ckpt_status read_payload(int fd, place *p, uint32_t size, uint64_t sum, bool *whole)
{
    struct stat64 st;
    off64_t at = lseek64(fd, 0, SEEK_CUR);

    *whole = false;
    if (at < 0 || fstat64(fd, &st) < 0)
        return ckpti_fail_errno(errno, "undo journal");
    if ((uint64_t)(st.st_size - at) < size)
        return CKPT_OK;
    if (size > p->room) {
        unsigned char *bigger = realloc(p->bytes, size);

        if (!bigger)
            return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
        p->bytes = bigger;
        p->room = size;
    }
    if (read_full(fd, p->bytes, size) != size)
        return ckpti_fail(CKPT_EIO, "undo journal: cannot be read");
    *whole = XXH64(p->bytes, size, 0) == sum;
    return CKPT_OK;
}

static ckpt_status read_segment(uint64_t number, place *buffer,
                                ckpt_status (*take)(void *to, const ckpti_undo *record), void *to)
{
    char path[PATH_MAX + 64], *name;
    ckpt_status status = CKPT_OK;
    unsigned char head[RECORD_HEAD];
    int fd;

    snprintf(path, sizeof path, "%s/undo-%06" PRIu64 ".log", directory, number);
    fd = ckpti_os.open(path, O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return errno == ENOENT ? CKPT_OK : ckpti_fail_errno(errno, "%s", path);
    while (status == CKPT_OK && read_full(fd, head, sizeof head) == sizeof head) {
        ckpti_pr r = { head, head + sizeof head, false };
        uint32_t magic = ckpti_pr_u32(&r), size = ckpti_pr_u32(&r);
        uint64_t sum = ckpti_pr_u64(&r);
        ckpti_undo record;
        bool whole = false;

        if (magic == RECORD_MAGIC)
            status = read_payload(fd, buffer, size, sum, &whole);
        if (!whole)
            break;
        if (parse_record(buffer->bytes, size, &record, &name)) {
            record.segment = number;
            status = take(to, &record);
        }
        free(name);
    }
    ckpti_os.close(fd);
    return status;
}

ckpt_status ckpti_undo_read(uint64_t from, ckpt_status (*take)(void *to, const ckpti_undo *record), void *to)
{
    numbers n = { .first = from };
    place buffer = { .bytes = malloc(RECORD_ROOM), .room = RECORD_ROOM };
    ckpt_status status;

    if (!directory[0]) {
        free(buffer.bytes);
        return CKPT_OK;
    }
    status = buffer.bytes ? list_segments(&n) : ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    for (size_t i = 0; i < n.count && status == CKPT_OK; i++)
        status = read_segment(n.list[i], &buffer, take, to);
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

ckpt_status ckpti_undo_unfinished(uint64_t *at, bool *open)
{
    search s = { 0 };
    ckpt_status status = ckpti_undo_read(1, look, &s);

    *at = s.at;
    *open = s.open;
    return status;
}
