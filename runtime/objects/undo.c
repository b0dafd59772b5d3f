/* undo.c - writing the undo journal: how files were before the program changed them after a checkpoint. See files.h, undo_segments.h.
 *
 * Purpose    files undo-NNNNNN.log ("segments") beside the images. A checkpoint that begins starts a new segment and the image
 *            names it; going back to that image means putting back what this segment and all later ones say, the first record
 *            of a file counting. Segments are made when there is something to record.
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
#include "core/own.h"
#include "objects/undo_segments.h"

static char directory[PATH_MAX];
static uint64_t segment;              /* 0: not numbered yet */
static uint64_t previous;             /* of the newest image known to be on disk */
static uint32_t links;                /* names given in this segment */
static int journal = -1;
static bool restored, failed, wrote;
static bool paused;                   /* another program has the directory */

void ckpti_undo_start(const char *where)
{
    ckpti_own(&journal);
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

const char *ckpti_undo_directory(void) { return directory[0] ? directory : 0; }

void ckpti_undo_goes_on(void) { restored = true; }

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

uint64_t ckpti_undo_segment(void)
{
    uint64_t there;

    if (!segment) {
        segment = previous;
        if (directory[0] && (there = ckpti_undo_greatest(directory)) > segment)
            segment = there;
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

int ckpti_undo_open(const char *where, uint64_t number)
{
    char path[PATH_MAX + 64];
    int fd, high;

    snprintf(path, sizeof path, "%s/undo-%06" PRIu64 ".log", where, number);
    fd = ckpti_os.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd >= 0 && fd < CKPTI_OWN_DESCRIPTORS && (high = ckpti_os.dup_above(fd, CKPTI_OWN_DESCRIPTORS)) >= 0) {
        ckpti_os.close(fd);
        fd = high;
    }
    return fd;
}

static bool open_journal(void)
{
    if (journal < 0 && (journal = ckpti_undo_open(directory, ckpti_undo_segment())) < 0)
        fail("undo journal");
    return journal >= 0;
}

/* Write it to the end, or not at all: what follows a torn record would not be found. */
static bool write_record(int fd, const unsigned char *data, size_t size)
{
    ckpti_stat st;
    ssize_t n;
    int error;

    do
        n = ckpti_os.write(fd, data, size);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)size)
        return true;
    error = n < 0 ? errno : ENOSPC;
    if (n > 0 && ckpti_os.fstat(fd, &st) == 0)
        (void)ckpti_os.ftruncate(fd, (int64_t)st.size - n);
    errno = error;
    return false;
}

bool ckpti_undo_add(int fd, const ckpti_undo *record)
{
    size_t most = CKPTI_UNDO_ROOM + record->content_size;
    ckpti_pw w = { .data = ckpti_files_alloc(most), .room = most };     /* never grows: not the program's heap */
    ckpti_pw head = { .data = w.data, .room = CKPTI_UNDO_HEAD };
    bool done;

    if (!w.data) {
        errno = ENOMEM;
        return false;
    }
    w.size = CKPTI_UNDO_HEAD;
    ckpti_pw_u32(&w, record->kind == CKPTI_UNDO_UPDATE ? CKPTI_UNDO_UPDATE_WHOLE : record->kind);
    ckpti_pw_string(&w, record->path ? record->path : "");
    ckpti_pw_u64(&w, record->length);
    ckpti_pw_u32(&w, record->mode);
    ckpti_pw_u64(&w, record->hash);
    ckpti_pw_bytes(&w, record->content, record->content_size);
    ckpti_pw_u64(&w, ckpti_files_now());
    ckpti_pw_u32(&head, CKPTI_UNDO_MAGIC);
    ckpti_pw_u32(&head, (uint32_t)(w.size - CKPTI_UNDO_HEAD));
    ckpti_pw_u64(&head, XXH64(w.data + CKPTI_UNDO_HEAD, w.size - CKPTI_UNDO_HEAD, 0));
    done = write_record(fd, w.data, w.size);
    ckpti_files_free(w.data, most);
    return done;
}

static void put_record(const ckpti_undo *record)
{
    wrote = true;
    if (!ckpti_undo_add(journal, record))
        fail("undo journal");
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
    if (number < *(uint64_t *)to && (size_t)snprintf(path, sizeof path, "%s/%s", directory, name) < sizeof path)
        (void)ckpti_os.unlink(path);
}

void ckpti_undo_committed(uint64_t of_image)
{
    if (directory[0] && previous)
        (void)ckpti_undo_each(directory, remove_old, &previous);
    previous = of_image;
}
