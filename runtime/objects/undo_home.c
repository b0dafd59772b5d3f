/* undo_home.c - which undo journal is an image's. See files.h, undo_segments.h.
 *
 * Purpose    an image names a segment of the journal in its directory. It may be copied to another directory, which may have a journal of its own, and a
 *            run that goes on from it may keep its own in a third one: each journal has a number that no other has, in a file undo-id.
 * Invariants files are never put back by another program's journal. That files were put back is in the journal before they are: an image that is newer than
 *            what they were put back to cannot be gone back to any more, for what has changed them meanwhile is in no journal.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/log.h"
#include "core/os.h"
#include "objects/undo_segments.h"

#define TITLE "ckpt undo journal "
enum { ID_TEXT = sizeof TITLE - 1 + 16 + 1 };

static char beside[PATH_MAX];         /* directory of the image that was read last; "": it was in memory */
static uint64_t own_id, noted;        /* noted: the segment of another run's journal that was begun here */

/* ---- the number ---------------------------------------------------------------------------------------------------------- */

static uint64_t read_id(const char *directory)
{
    char path[PATH_MAX + 16], text[ID_TEXT + 1] = "", *end;
    uint64_t id;
    ssize_t n;
    int fd;

    snprintf(path, sizeof path, "%s/undo-id", directory);
    if ((fd = ckpti_os.open(path, O_RDONLY | O_CLOEXEC, 0)) < 0)
        return 0;
    do
        n = ckpti_os.read(fd, text, ID_TEXT);
    while (n < 0 && errno == EINTR);
    ckpti_os.close(fd);
    if (n != ID_TEXT || strncmp(text, TITLE, sizeof TITLE - 1) != 0)
        return 0;
    id = strtoull(text + sizeof TITLE - 1, &end, 16);
    return end == text + ID_TEXT - 1 && *end == '\n' ? id : 0;
}

/* The file appears whole, or not at all. */
static bool write_id(const char *directory, uint64_t id)
{
    char path[PATH_MAX + 16], made[PATH_MAX + 32], text[ID_TEXT + 1];
    bool ok;
    int fd;

    snprintf(path, sizeof path, "%s/undo-id", directory);
    snprintf(made, sizeof made, "%s.tmp", path);
    snprintf(text, sizeof text, TITLE "%016" PRIx64 "\n", id);
    if ((fd = ckpti_os.open(made, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) < 0)
        return false;
    ok = ckpti_os.write(fd, text, ID_TEXT) == ID_TEXT;
    ckpti_os.close(fd);
    if (!ok || ckpti_os.rename(made, path) < 0) {
        (void)ckpti_os.unlink(made);
        return false;
    }
    return true;
}

uint64_t ckpti_undo_id(void)
{
    const char *directory = ckpti_undo_directory();
    uint64_t id = directory ? read_id(directory) : 0;

    if (!directory || id)
        return own_id = id;
    while (!own_id) {
        if (getrandom(&own_id, sizeof own_id, GRND_NONBLOCK) != sizeof own_id)
            own_id = ckpti_files_now() ^ (uint64_t)getpid() << 44;
        own_id &= INT64_MAX;
    }
    return write_id(directory, own_id) ? own_id : 0;
}

/* ---- an image's ---------------------------------------------------------------------------------------------------------- */

static bool is_same(const char *a, const char *b)
{
    struct stat64 x, y;

    return !strcmp(a, b) || (stat64(a, &x) == 0 && stat64(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

void ckpti_undo_image(const char *path)
{
    char *slash;

    noted = 0;
    if (!path || !realpath(path, beside))
        beside[0] = 0;
    else if ((slash = strrchr(beside, '/')))
        slash[slash == beside] = 0;
}

const char *ckpti_undo_home(uint64_t id, const char *named)
{
    if (!beside[0])
        return ckpti_undo_directory();
    if (!id || read_id(beside) == id)
        return beside;
    return named && *named == '/' && read_id(named) == id ? named : 0;
}

bool ckpti_undo_is_own(const char *home)
{
    const char *own = ckpti_undo_directory();

    return home && own && is_same(own, home);
}

/* ---- notes --------------------------------------------------------------------------------------------------------------- */

void ckpti_undo_note(const char *home, const ckpti_undo *record)
{
    int fd;

    if (!home || !beside[0])
        return;
    if (ckpti_undo_is_own(home)) {
        ckpti_undo_put(record);
        return;
    }
    if (!noted)
        noted = ckpti_undo_greatest(home) + 1;
    if ((fd = ckpti_undo_open(home, noted)) < 0 || !ckpti_undo_add(fd, record))
        ckpti_log("%s: undo journal: %s; a restart from a newer image there does not see that files are put back now", home, strerror(errno));
    if (fd >= 0)
        ckpti_os.close(fd);
}

void ckpti_undo_note_back(const char *home, uint64_t segment, bool done)
{
    const char *own = ckpti_undo_directory();

    ckpti_undo_note(home, &(ckpti_undo){ .kind = CKPTI_UNDO_PUT_BACK, .path = own && !ckpti_undo_is_own(home) ? own : "", .length = segment, .mode = done });
}

/* ---- going back before --------------------------------------------------------------------------------------------------- */

ckpt_status ckpti_undo_fail_back(const char *directory)
{
    return ckpti_fail(CKPT_EBADIMAGE, "files have been put back to how they were at an older image since (%s), and how they were at this one is not known any more; "
                      "restart from the older one", directory);
}

typedef struct search {
    const char *directory;
    uint64_t segment;
} search;

static ckpt_status look(void *to, const ckpti_undo *record)
{
    const search *s = to;

    return record->kind == CKPTI_UNDO_PUT_BACK && record->length < s->segment ? ckpti_undo_fail_back(s->directory) : CKPT_OK;
}

ckpt_status ckpti_undo_check_back(const char *directory, uint64_t segment)
{
    return ckpti_undo_read(directory, segment, look, &(search){ directory, segment });
}
