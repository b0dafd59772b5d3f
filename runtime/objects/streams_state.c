/* streams_state.c - position, buffering, flags and pushed-back characters of streams: taken at a site, set again at a restart.
 *
 * Purpose    what is between a FILE and its descriptor. Output is flushed before (streams_flush.c), so only what was read ahead counts.
 * Input      the public part of the GNU C library's FILE (bits/types/struct_FILE.h): its get area and flags. A stream with characters
 *            pushed back that are not the file's reads from a second area; the first one then stands in the _IO_save_ members.
 * Invariants a position is where the next byte that was not pushed back comes from: the descriptor's offset less what was read ahead.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <wchar.h>
#include "core/log.h"
#include "objects/files.h"
#include "objects/streams_table.h"

enum { IO_UNBUFFERED = 2, IO_IN_BACKUP = 0x100, IO_LINE_BUFFERED = 0x200, IO_CURRENTLY_PUTTING = 0x800 };   /* of _flags, as in the library's libio.h */
enum { BUFFER_FULL = 0, BUFFER_LINE = 1, BUFFER_NONE = 2 };

/* ---- taking ---------------------------------------------------------------------------------------------------------------- */

static bool in_backup(const FILE *f) { return (f->_flags & IO_IN_BACKUP) != 0; }

static uint64_t position_of(FILE *f, int fd)
{
    off64_t offset = lseek64(fd, 0, SEEK_CUR);
    ptrdiff_t ahead = in_backup(f) ? f->_IO_save_end - f->_IO_save_base : f->_IO_read_end - f->_IO_read_ptr;

    if (fwide(f, 0) > 0)
        offset = ftello64(f);
    else if (offset >= ahead && ahead > 0)
        offset -= ahead;
    return offset < 0 ? 0 : (uint64_t)offset;
}

/* Characters that reading the file again does not give: pushed back, or read ahead from a pipe. */
static size_t pushed_of(const FILE *f, bool seekable, const char **bytes)
{
    *bytes = f->_IO_read_ptr;
    return (in_backup(f) || (!seekable && !(f->_flags & IO_CURRENTLY_PUTTING))) && f->_IO_read_end > f->_IO_read_ptr ? (size_t)(f->_IO_read_end - f->_IO_read_ptr) : 0;
}

/* Has it read ahead what the row of a stream has no place for? Only if it is a pipe. */
static bool is_lost(FILE *f, int fd)
{
    bool wide = fwide(f, 0) > 0;
    return lseek64(fd, 0, SEEK_CUR) < 0 && errno == ESPIPE && !(f->_flags & IO_CURRENTLY_PUTTING) &&
           ((wide && f->_IO_read_end > f->_IO_read_base) || (in_backup(f) && f->_IO_save_end > f->_IO_save_base));
}

static ckpt_status check(const ckpti_stream *s, int fd)
{
    const char *path = ckpti_files_hint(fd);

    if (fwide(s->file, 0) > 0 && in_backup(s->file))
        return ckpti_fail(CKPT_EUNSUPPORTED, "%s: a wide character is pushed back; read it before the site", path ? path : "a stream");
    if (fd >= 0 && is_lost(s->file, fd))
        return ckpti_fail(CKPT_EUNSUPPORTED, "a pipe that the program reads %s: what has been read ahead of it is not carried then",
                          in_backup(s->file) ? "has a character pushed back" : "in wide characters");
    if (fd < 0 || (!s->inherited && fcntl(fd, F_GETFD) < 0))
        return ckpti_fail(CKPT_EUNSUPPORTED, "a stream is open whose descriptor is closed; close the stream before the site");
    int access = fcntl(fd, F_GETFL) & O_ACCMODE;
    if (!s->inherited && access != O_RDWR && (strchr(s->mode, '+') || (*s->mode == 'r') != (access == O_RDONLY)))
        return ckpti_fail(CKPT_EUNSUPPORTED, "%s: a stream that was opened with \"%s\" has a descriptor (%d) that has been given to another file, which cannot be used so; "
                          "close the stream before the site", path ? path : "a file", s->mode, fd);
    return CKPT_OK;
}

/* Do two descriptors move one offset? */
static bool one_offset(int a, int b)
{
    struct stat x, y;
    off64_t at = lseek64(a, 0, SEEK_CUR);

    if (a == b || fstat(a, &x) < 0 || fstat(b, &y) < 0 || x.st_dev != y.st_dev || x.st_ino != y.st_ino || !S_ISREG(x.st_mode) || at < 0 ||
        lseek64(b, 0, SEEK_CUR) != at || lseek64(a, at + 1, SEEK_SET) < 0)
        return false;
    bool one = lseek64(b, 0, SEEK_CUR) == at + 1;
    (void)lseek64(a, at, SEEK_SET);
    return one;
}

/* What a stream has read ahead is read again at a restart: it must stand in front of the descriptor's place, also if others have moved that. */
static ckpt_status check_ahead(const ckpti_stream *s)
{
    const FILE *f = s->file;
    const char *from = in_backup(f) ? f->_IO_save_base : f->_IO_read_ptr, *to = in_backup(f) ? f->_IO_save_end : f->_IO_read_end;
    int fd = fileno(s->file);
    off64_t at = fd < 0 ? -1 : lseek64(fd, 0, SEEK_CUR);

    if (to <= from || f->_flags & IO_CURRENTLY_PUTTING)
        return CKPT_OK;
    if (fwide(s->file, 0) <= 0 && at >= 0) {
        for (char bytes[4096]; from < to;) {
            size_t n = (size_t)(to - from) < sizeof bytes ? (size_t)(to - from) : sizeof bytes;
            if (pread64(fd, bytes, n, at - (to - from)) != (ssize_t)n || memcmp(bytes, from, n) != 0) {
                const char *path = ckpti_files_hint(fd);
                return ckpti_fail(CKPT_EUNSUPPORTED, "what a stream has read ahead (%s) is not what stands in front of its descriptor's place: the file was changed, or "
                                  "another stream or descriptor has moved that (dup, lseek); close one, or fflush the stream, before the site",
                                  path ? path : fd == 0 ? "standard input" : "a file");
            }
            from += n;
        }
        return CKPT_OK;
    }
    for (const ckpti_stream *t = ckpti_streams_first(); t; t = t->next)
        if (t != s && t->file && fileno(t->file) >= 0 && one_offset(fileno(s->file), fileno(t->file))) {
            const char *path = ckpti_files_hint(fileno(s->file));
            return ckpti_fail(CKPT_EUNSUPPORTED, "two streams share one open file (%s), and one of them has read ahead; close one before the site", path ? path : "dup");
        }
    return CKPT_OK;
}

/* The C library's variables: an image has no other values of them. */
static ckpt_status check_standard(void)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};

    for (uint32_t i = 0; i < 3; i++)
        if (!ckpti_streams_standard(i))
            return ckpti_fail(CKPT_EUNSUPPORTED, "%s was set to another stream; use freopen, or set it back before the site", names[i]);
    return CKPT_OK;
}

ckpt_status ckpti_streams_refuse(void)
{
    for (ckpti_stream *s = ckpti_streams_first(); s; s = s->next)
        if (s->file && s->refused)
            return ckpti_fail(CKPT_EUNSUPPORTED, "a stream made by %s is open; close it before the site", s->refused);
    return CKPT_OK;
}

ckpt_status ckpti_streams_check(void)
{
    ckpt_status status = check_standard();

    for (ckpti_stream *s = ckpti_streams_first(); s && status == CKPT_OK; s = s->next)
        if (s->file && !(status = check(s, fileno(s->file))))
            status = check_ahead(s);
    return status;
}

/* Has standard input brought something that no restart can find again? */
static bool is_consumed(const FILE *f, int fd)
{
    struct stat64 st;

    return fd >= 0 && !feof_unlocked((FILE *)f) && f->_IO_read_end > f->_IO_buf_base && fstat64(fd, &st) == 0 && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

static void put_row(ckpti_pw *w, const ckpti_stream *s, bool (*seekable)(int fd))
{
    FILE *f = s->file;
    int fd = f ? fileno(f) : -1;
    bool seeks = f && seekable(fd);
    unsigned flags = (s->inherited ? CKPTI_SF_INHERITED : 0u) | (s->buffering ? CKPTI_SF_BUFFERING : 0u) |
                     (f ? 0u : CKPTI_SF_CLOSED) | (seeks ? CKPTI_SF_SEEKABLE : 0u) | (s->reached ? CKPTI_SF_REACHED : 0u);
    const char *pushed = 0;
    size_t pushed_size = f ? pushed_of(f, seeks, &pushed) : 0;

    if (f)
        flags |= (s->id == 0 && !seeks && is_consumed(f, fd) ? CKPTI_SF_CONSUMED : 0u) | (feof(f) ? CKPTI_SF_EOF : 0u) | (ferror(f) ? CKPTI_SF_ERROR : 0u);
    ckpti_pw_u32(w, s->id);
    ckpti_pw_u32(w, (uint32_t)fd);
    ckpti_pw_string(w, s->mode);
    ckpti_pw_u32(w, flags);
    ckpti_pw_u32(w, !f ? 0 : f->_flags & IO_UNBUFFERED ? BUFFER_NONE : f->_flags & IO_LINE_BUFFERED ? BUFFER_LINE : BUFFER_FULL);
    ckpti_pw_u64(w, f ? (uint64_t)(f->_IO_buf_end - f->_IO_buf_base) : 0); /* __fbufsize has a wide stream's in wide characters */
    ckpti_pw_u64(w, seeks ? position_of(f, fd) : 0);
    ckpti_pw_u32(w, f ? (uint32_t)(fwide(f, 0) > 0) - (uint32_t)(fwide(f, 0) < 0) : 0);
    ckpti_pw_bytes(w, pushed, pushed_size);
}

void ckpti_streams_rows(ckpti_pw *w, bool (*seekable)(int fd))
{
    uint32_t rows = 0;

    for (ckpti_stream *s = ckpti_streams_first(); s; s = s->next)
        rows++;
    ckpti_pw_u32(w, rows);
    for (ckpti_stream *s = ckpti_streams_first(); s; s = s->next)
        put_row(w, s, seekable);
}

/* ---- setting --------------------------------------------------------------------------------------------------------------- */

/* A mode for fdopen: no ",ccs=", no 'x'. */
static void plain_mode(const char *mode, char out[4])
{
    out[0] = strchr("rwa", *mode) && *mode ? *mode : 'r';
    out[1] = strchr(mode, '+') ? '+' : 0;
    out[2] = 0;
}

static ckpt_status set_buffering(ckpti_stream *s, const ckpti_stream_row *row)
{
    static const int modes[] = { _IOFBF, _IOLBF, _IONBF };
    int mode = modes[row->buffering > BUFFER_NONE ? BUFFER_FULL : row->buffering];
    bool sized = mode != _IONBF && row->buffer > 1 && row->buffer <= 1u << 30;

    if (sized && !(s->buffer = malloc((size_t)row->buffer)))
        return ckpti_fail(CKPT_ENOMEM, "out of memory for a stream's buffer");
    if (setvbuf(s->file, s->buffer, mode, sized ? (size_t)row->buffer : 0) != 0)
        return ckpti_fail(CKPT_EFILE, "the buffering of stream %u cannot be set", row->id);
    return CKPT_OK;
}

/* The FILE of a row, on the row's descriptor. */
static ckpt_status get_file(const ckpti_stream_row *row, ckpti_stream **out)
{
    char mode[4];
    ckpti_stream *s = ckpti_streams_first();
    FILE *f;

    plain_mode(row->mode, mode);
    while (s && s->id != row->id)
        s = s->next;
    if (row->id >= 3) {
        f = fdopen(row->fd, mode);
        if (!f)
            return ckpti_fail(CKPT_EFILE, "stream %u: descriptor %d cannot be opened: %m", row->id, row->fd);
        if (!(s = ckpti_streams_add(f, row->mode, row->id)))
            return ckpti_fail(CKPT_ENOMEM, "out of memory for a stream");
        *out = s;
        return CKPT_OK;
    }
    snprintf(s->mode, sizeof s->mode, "%s", row->mode);
    s->inherited = (row->flags & CKPTI_SF_INHERITED) != 0;
    s->buffering = (row->flags & CKPTI_SF_BUFFERING) != 0;
    *out = s;
    return CKPT_OK;
}

/* A standard stream that the program reopened: give it the mode, then its file. The descriptor was put in place before, so it
 * is kept aside meanwhile. */
static ckpt_status reopen_standard(ckpti_stream *s, const ckpti_stream_row *row)
{
    char mode[4];
    int aside = dup(row->fd);

    plain_mode(row->mode, mode);
    if (aside < 0 || !freopen64("/dev/null", mode, s->file) || dup2(aside, fileno(s->file)) < 0 ||
        (fileno(s->file) != row->fd && dup2(aside, row->fd) < 0)) {
        if (aside >= 0)
            close(aside);
        return ckpti_fail(CKPT_EFILE, "stream %u cannot be reopened: %m", row->id);
    }
    close(aside);
    if (fileno(s->file) != row->fd)
        s->file->_fileno = row->fd;
    return CKPT_OK;
}

/* Read ahead again as much as it had been: the descriptor, which others may use, stays where it is. */
static bool read_ahead(FILE *f, int fd, off64_t position)
{
    off64_t at = lseek64(fd, 0, SEEK_CUR);
    int c;

    if (at <= position || lseek64(fd, position, SEEK_SET) < 0)
        return false;
    if ((c = fgetc(f)) == EOF || ungetc(c, f) == EOF || f->_IO_read_end - f->_IO_read_ptr < at - position || in_backup(f)) {
        __fpurge(f);
        return false;
    }
    f->_IO_read_end = f->_IO_read_ptr + (at - position);
    return lseek64(fd, at, SEEK_SET) == at;
}

/* Not by fseeko, which reads ahead and, in some versions of the library, loops for ever on a wide stream. */
static ckpt_status set_place(FILE *f, const ckpti_stream_row *row)
{
    if (row->orientation)
        (void)fwide(f, row->orientation);
    if (row->flags & CKPTI_SF_SEEKABLE) {
        __fpurge(f);
        f->_offset = -1;                           /* not known: the descriptor's counts */
        if (!(row->orientation <= 0 && read_ahead(f, row->fd, (off64_t)row->position)) && lseek64(row->fd, (off64_t)row->position, SEEK_SET) < 0)
            return ckpti_fail(CKPT_EFILE, "stream %u cannot be set to byte %llu: %m", row->id, (unsigned long long)row->position);
    }
    for (size_t i = row->pushed_size; i-- > 0;)
        if (ungetc(row->pushed[i], f) == EOF)
            return ckpti_fail(CKPT_EFILE, "stream %u: characters cannot be pushed back again", row->id);
    clearerr(f);
    f->_flags |= (row->flags & CKPTI_SF_EOF ? _IO_EOF_SEEN : 0) | (row->flags & CKPTI_SF_ERROR ? _IO_ERR_SEEN : 0);
    return CKPT_OK;
}

ckpt_status ckpti_stream_restore(const ckpti_stream_row *row)
{
    ckpti_stream *s = 0;
    ckpt_status status = get_file(row, &s);

    if (status == CKPT_OK && row->id < 3 && !s->inherited)
        status = reopen_standard(s, row);
    if (status == CKPT_OK && (s->buffering || (!s->inherited && (row->buffer || row->buffering != BUFFER_FULL)))) /* one that was never used has no buffer */
        status = set_buffering(s, row);
    if (status == CKPT_OK && row->flags & CKPTI_SF_CONSUMED)
        ckpti_log("standard input was a pipe, and the program had read of it: what it is given now is taken for what had not been read yet");
    if (status == CKPT_OK && (status = set_place(s->file, row)) == CKPT_OK) {
        s->reached = (row->flags & CKPTI_SF_REACHED) != 0;
        ckpti_stream_begins(s, 0);
    }
    return status;
}

void ckpti_stream_close_standard(uint32_t id)
{
    ckpti_stream *s = ckpti_streams_first();

    while (s->id != id)
        s = s->next;
    if (s->file)
        (void)fclose(s->file);
    s->file = 0;
    s->inherited = false;
}
