/* streams_flush.c - what the program has written to its streams goes to the files, before a site. See streams_table.h.
 *
 * Purpose    as fflush(0), but for a write that fails: the C library drops what it could not write, and nobody is told but by ferror. It is the checkpoint
 *            that fails here, and the program still has its output, to be written when there is room.
 * Input      the public part of the GNU C library's FILE (bits/types/struct_FILE.h): its put area, and where its descriptor stands meanwhile.
 * Invariants what was written of a buffer is taken out of it; errors and ends that the program can ask for are as they were.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>
#include "core/log.h"
#include "core/os.h"
#include "objects/files.h"
#include "objects/streams_table.h"

enum { UNBUFFERED = 2, LINE_BUFFERED = 0x200, APPENDING = 0x1000 };   /* of _flags, as in the library's libio.h */

static ckpt_status fail(const ckpti_stream *s)
{
    int error = errno;
    const char *path = s ? ckpti_files_hint(fileno(s->file)) : 0;

    errno = error;
    return ckpti_fail(CKPT_EFILE, "output to %s cannot be written: %m; the program still has it",
                      !s ? "a stream" : s->id == 1 ? "standard output" : s->id == 2 ? "standard error" : path ? path : "a file");
}

/* The put area begins at the beginning of the buffer again, with what is left. */
static void keep_rest(FILE *f, size_t written)
{
    size_t rest = (size_t)(f->_IO_write_ptr - f->_IO_write_base) - written;

    memmove(f->_IO_buf_base, f->_IO_write_base + written, rest);
    f->_IO_read_base = f->_IO_read_ptr = f->_IO_read_end = f->_IO_write_base = f->_IO_buf_base;
    f->_IO_write_ptr = f->_IO_buf_base + rest;
    f->_IO_write_end = f->_flags & (LINE_BUFFERED | UNBUFFERED) ? f->_IO_buf_base : f->_IO_buf_end;
}

/* Bytes: written here, so that it is known how many. What was read ahead before is not in front of the descriptor any more. */
static bool flush_bytes(FILE *f)
{
    int fd = fileno(f), error = 0;
    size_t size = (size_t)(f->_IO_write_ptr - f->_IO_write_base), done = 0;
    off64_t ahead = f->_IO_write_base - f->_IO_read_end;

    if (ahead && !(f->_flags & APPENDING)) {
        off64_t at = lseek64(fd, ahead, SEEK_CUR);
        if (at < 0)
            return false;
        f->_offset = at;
    }
    while (done < size && !error) {
        ssize_t n = ckpti_os.write(fd, f->_IO_write_base + done, size - done);
        if (n < 0 && errno != EINTR)
            error = errno;
        done += n > 0 ? (size_t)n : 0;
    }
    if (f->_flags & APPENDING)
        f->_offset = -1;
    else if (f->_offset >= 0)
        f->_offset += (off64_t)done;
    keep_rest(f, done);
    errno = error;
    return !error;
}

/* Wide characters: what the library could not write stays, and what it could is written over when the descriptor stands where it stood, or taken off
 * the end of the file again. */
static bool flush_wide(FILE *f)
{
    int fd = fileno(f), had = f->_flags & _IO_ERR_SEEN, error;
    off64_t offset = f->_offset, at = lseek64(fd, 0, SEEK_CUR);
    struct stat64 before;
    bool is_file = at >= 0 && fstat64(fd, &before) == 0 && S_ISREG(before.st_mode);

    if (fflush_unlocked(f) == 0)
        return true;
    error = errno;
    if (!had)
        f->_flags &= ~_IO_ERR_SEEN;
    if (is_file && lseek64(fd, at, SEEK_SET) == at) {
        f->_offset = offset;
        if (fcntl(fd, F_GETFL) & O_APPEND)
            (void)ckpti_os.ftruncate(fd, before.st_size);
    }
    errno = error;
    return false;
}

ckpt_status ckpti_streams_flush(void)
{
    ckpt_status status = CKPT_OK;

    for (ckpti_stream *s = ckpti_streams_first(); s; s = s->next) {
        if (!s->file || s->refused || fileno(s->file) < 0 || !__fpending(s->file))
            continue;
        if (!(fwide(s->file, 0) > 0 ? flush_wide : flush_bytes)(s->file) && status == CKPT_OK)
            status = fail(s);
    }
    if (status == CKPT_OK && fflush(0) != 0)         /* those of libraries, which are not in the table */
        status = fail(0);
    return status;
}
