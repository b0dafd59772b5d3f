/* streams.c - the table of streams and the wrapped calls of stdio that change it. See streams_table.h.
 *
 * Invariants results and errno are the C library's. A stream stays in the table under one number from fopen to fclose,
 *            freopen included.
 * Thread     a lock; stdio is not async-signal-safe.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include "objects/files.h"
#include "objects/frames.h"
#include "objects/job.h"
#include "objects/outside.h"
#include "objects/streams_table.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ckpti_stream standard[3] = {
    { .next = &standard[1], .id = 0, .inherited = true, .mode = "r" },
    { .next = &standard[2], .id = 1, .inherited = true, .mode = "w" },
    { .id = 2, .inherited = true, .mode = "w" }
};
static ckpti_stream *last = &standard[2];
static uint32_t next_id = 3;
static FILE *at_start[3];         /* what the C library's variables were */
static volatile bool any_reached; /* of some stream the program has got the descriptor, and it is not noted which */

static void __attribute__((constructor)) start(void)
{
    at_start[0] = standard[0].file = stdin;
    at_start[1] = standard[1].file = stdout;
    at_start[2] = standard[2].file = stderr;
}

bool ckpti_streams_standard(uint32_t i) { return at_start[i] == (i == 0 ? stdin : i == 1 ? stdout : stderr); }

ckpti_stream *ckpti_streams_first(void) { return standard; }
uint32_t ckpti_streams_next_id(void) { return next_id; }
void ckpti_streams_set_next_id(uint32_t id) { next_id = id < 3 ? 3 : id; }

static ckpti_stream *find(const FILE *file)
{
    ckpti_stream *s = standard;

    while (s && (s->file != file || !file))
        s = s->next;
    return s;
}

uint32_t ckpti_stream_id(const FILE *stream)
{
    uint32_t id = CKPTI_NO_STREAM;
    ckpti_stream *s;

    pthread_mutex_lock(&lock);
    if ((s = find(stream)))
        id = s->id;
    pthread_mutex_unlock(&lock);
    /* stdin, stdout, stderr are variables of the C library that never change here (ckpti_streams_standard): closed ones keep their names. */
    if (id == CKPTI_NO_STREAM && stream)
        id = stream == stdin ? 0 : stream == stdout ? 1 : stream == stderr ? 2 : CKPTI_NO_STREAM;
    return id;
}

FILE *ckpti_stream_by_id(uint32_t id)
{
    switch (id) {
    case 0: return stdin;
    case 1: return stdout;
    case 2: return stderr;
    }
    for (ckpti_stream *s = standard; s; s = s->next)
        if (s->id == id)
            return s->file;
    return 0;
}

void ckpti_stream_begins(ckpti_stream *s, uint64_t opened)
{
    if (!ckpti_job_is_several || !ckpti_job_is_several())
        return;
    s->start = lseek64(fileno(s->file), 0, SEEK_CUR);
    s->opened = opened;
}

/* The library makes the buffer when a stream is first used. */
bool ckpti_stream_is_idle(int fd, uint64_t *opened)
{
    bool idle = false;
    pthread_mutex_lock(&lock);
    for (const ckpti_stream *s = standard[2].next; s; s = s->next)
        if (fileno(s->file) == fd) {
            idle = !any_reached && !s->reached && !s->refused && s->file->_IO_buf_base == s->file->_IO_buf_end && lseek64(fd, 0, SEEK_CUR) == s->start;
            *opened = s->opened;
            break;
        }
    pthread_mutex_unlock(&lock);
    return idle;
}

/* Descriptor 2 is the error stream's, and no other stream's that got the number when that was closed. Not waiting, as below. */
bool ckpti_streams_error_is_2(void)
{
    bool is = fileno(stderr) == 2;

    if (!is || pthread_mutex_trylock(&lock) != 0)
        return false;
    for (const ckpti_stream *s = standard; s && is; s = s->next)
        is = s == &standard[2] || !s->file || fileno(s->file) != 2;
    pthread_mutex_unlock(&lock);
    return is;
}

/* Not waiting: the call may come from a signal handler. */
static void reach(FILE *file)
{
    ckpti_stream *s;
    if (pthread_mutex_trylock(&lock) != 0) {
        any_reached = true;
        return;
    }
    if ((s = find(file)))
        s->reached = true;
    pthread_mutex_unlock(&lock);
}

int ckptg_w_fileno(FILE *file)
{
    reach(file);
    return fileno(file);
}

int ckptg_w_fileno_unlocked(FILE *file)
{
    reach(file);
    return fileno_unlocked(file);
}

/* The stream is closed, or about to be: its number is gone. Returns its buffer, to be freed after it. */
static void *forget(const FILE *file)
{
    void *buffer = 0;

    pthread_mutex_lock(&lock);
    for (ckpti_stream *s = standard, *before = 0; s; before = s, s = s->next) {
        if (s->file != file)
            continue;
        buffer = s->buffer;
        s->buffer = 0;
        if (s->id < 3) {
            s->file = 0;
            s->inherited = false;
        } else {
            before->next = s->next;
            if (last == s)
                last = before;
            ckpti_files_free(s, sizeof *s);
        }
        break;
    }
    pthread_mutex_unlock(&lock);
    return buffer;
}

ckpti_stream *ckpti_streams_add(FILE *file, const char *mode, uint32_t id)
{
    ckpti_stream *s = ckpti_files_alloc(sizeof *s);

    if (!s)
        return 0;
    (void)forget(file);                            /* closed by code without wrappers, its memory used again */
    s->file = file;
    snprintf(s->mode, sizeof s->mode, "%s", mode);
    pthread_mutex_lock(&lock);
    s->id = id == CKPTI_NO_STREAM ? next_id : id;
    if (s->id >= next_id)
        next_id = s->id + 1;
    last->next = s;
    last = s;
    pthread_mutex_unlock(&lock);
    return s;
}

void ckpti_streams_close_all(void)
{
    for (int i = 1; i < 3; i++)
        if (standard[i].file)
            __fpurge(standard[i].file); /* what constructors have written: they did so in the process that was stopped, too */
    while (standard[2].next) {
        FILE *file = standard[2].next->file;
        void *buffer = forget(file);
        fclose(file);
        free(buffer);
    }
}

int ckpti_stream_flags(const char *mode)
{
    int flags = *mode == 'r' ? O_RDONLY : *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND : O_WRONLY | O_CREAT | O_TRUNC;

    if (!strchr("rwa", *mode) || !*mode)
        return O_RDONLY;
    for (const char *p = mode + 1; *p && *p != ','; p++) {
        if (*p == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*p == 'x')
            flags |= O_EXCL;
    }
    return flags;
}

/* ---- opening and closing ------------------------------------------------------------------------------------------------- */

/* Enter a stream that was opened; refused: why no image can have it, or 0. */
static FILE *entered(FILE *file, const char *mode, const char *refused)
{
    int error = errno;
    ckpti_stream *s = file ? ckpti_streams_add(file, mode, CKPTI_NO_STREAM) : 0;

    if (file && !s) {
        fclose(file);
        errno = ENOMEM;
        return 0;
    }
    if (s)
        s->refused = refused;
    errno = error;
    return file;
}

/* It was opened by its name, and is nobody else's. */
static FILE *begun(FILE *file)
{
    int error = errno;
    ckpti_stream *s;
    pthread_mutex_lock(&lock);
    if (file && (s = find(file)))
        ckpti_stream_begins(s, ckpti_files_now());
    pthread_mutex_unlock(&lock);
    errno = error;
    return file;
}

FILE *ckptg_w_fopen64(const char *path, const char *mode)
{
    FILE *file;

    ckpti_files_touch_open(AT_FDCWD, path, ckpti_stream_flags(mode));
    file = fopen64(path, mode);
    if (file)
        ckpti_files_opened(fileno(file), path);
    return begun(entered(file, mode, 0));
}

FILE *ckptg_w_fopen(const char *path, const char *mode) { return ckptg_w_fopen64(path, mode); }

FILE *ckptg_w_fdopen(int fd, const char *mode)
{
    FILE *file = entered(fdopen(fd, mode), mode, 0);
    if (file)
        reach(file);
    return file;
}

FILE *ckptg_w_freopen64(const char *path, const char *mode, FILE *stream)
{
    void *buffer;
    FILE *file;
    ckpti_stream *s;

    if (path)
        ckpti_files_touch_open(AT_FDCWD, path, ckpti_stream_flags(mode));
    else if (*mode != 'r')                         /* the file that it has, opened in another way */
        ckpti_files_touch_fd(fileno(stream), *mode == 'a' ? CKPTI_TOUCH_APPEND : CKPTI_TOUCH_TRUNCATE);
    else if (strchr(mode, '+'))
        ckpti_files_touch_fd(fileno(stream), CKPTI_TOUCH_UPDATE);
    file = freopen64(path, mode, stream);
    if (!file) {
        int error = errno;
        buffer = forget(stream);
        (void)buffer;                  /* the C library may keep using it: left */
        errno = error;
        return 0;
    }
    if (path)
        ckpti_files_opened(fileno(file), path);
    reach(file);
    pthread_mutex_lock(&lock);
    if (!(s = find(stream)) && (s = stream == stdin ? &standard[0] : stream == stdout ? &standard[1] :
                                    stream == stderr ? &standard[2] : 0))
        s->file = stream;
    if (s) {
        snprintf(s->mode, sizeof s->mode, "%s", mode);
        s->inherited = s->inherited && !path;
        s->refused = 0;
    }
    pthread_mutex_unlock(&lock);
    return s ? file : entered(file, mode, 0);
}

FILE *ckptg_w_freopen(const char *path, const char *mode, FILE *stream) { return ckptg_w_freopen64(path, mode, stream); }

int ckptg_w_fclose(FILE *stream)
{
    void *buffer = forget(stream);
    int fd = fileno_unlocked(stream), result;

    if (ckpti_files_hint(fd))
        ckpti_files_opened(fd, 0);
    result = fclose(stream);
    if (buffer) {
        int error = errno;
        free(buffer);
        errno = error;
    }
    return result;
}

FILE *ckptg_w_tmpfile64(void) { return entered(tmpfile64(), "w+", 0); }
FILE *ckptg_w_tmpfile(void) { return ckptg_w_tmpfile64(); }

FILE *ckptg_w_popen(const char *command, const char *mode)
{
    FILE *file;

    ckpti_frames_no_capture();
    file = popen(command, mode);
    if (file)
        ckpti_outside_opened(fileno(file));
    return entered(file, mode, "popen");
}

int ckptg_w_pclose(FILE *stream)
{
    (void)forget(stream);
    return pclose(stream);
}

FILE *ckptg_w_fmemopen(void *buffer, size_t size, const char *mode)
{
    return entered(fmemopen(buffer, size, mode), mode, "fmemopen");
}

FILE *ckptg_w_open_memstream(char **buffer, size_t *size)
{
    return entered(open_memstream(buffer, size), "w", "open_memstream");
}

FILE *ckptg_w_open_wmemstream(wchar_t **buffer, size_t *size)
{
    return entered(open_wmemstream(buffer, size), "w", "open_wmemstream");
}

FILE *ckptg_w_fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions)
{
    return entered(fopencookie(cookie, mode, functions), mode, "fopencookie");
}

/* ---- buffering ------------------------------------------------------------------------------------------------------------- */

/* The program chooses the buffer: one of ours is not used any more. */
static void buffering(FILE *stream)
{
    ckpti_stream *s;

    pthread_mutex_lock(&lock);
    if ((s = find(stream)))
        s->buffering = true;
    pthread_mutex_unlock(&lock);
}

int ckptg_w_setvbuf(FILE *stream, char *buffer, int mode, size_t size)
{
    buffering(stream);
    return setvbuf(stream, buffer, mode, size);
}

void ckptg_w_setbuf(FILE *stream, char *buffer)
{
    buffering(stream);
    setbuf(stream, buffer);
}

void ckptg_w_setbuffer(FILE *stream, char *buffer, size_t size)
{
    buffering(stream);
    setbuffer(stream, buffer, size);
}

void ckptg_w_setlinebuf(FILE *stream)
{
    buffering(stream);
    setlinebuf(stream);
}

/* ---- directory streams ----------------------------------------------------------------------------------------------------- */

typedef struct directory {
    struct directory *next;
    DIR *dir;
    char *path;
} directory;
static directory *directories;

bool ckpti_streams_directory(const char **path)
{
    *path = directories ? directories->path : 0;
    return directories != 0;
}

static DIR *entered_directory(DIR *dir, const char *path)
{
    int error = errno;
    directory *d = dir ? ckpti_files_alloc(sizeof *d) : 0;

    if (d) {
        d->dir = dir;
        d->path = path ? ckpti_files_strdup(path) : 0;
        pthread_mutex_lock(&lock);
        d->next = directories;
        directories = d;
        pthread_mutex_unlock(&lock);
    }
    errno = error;
    return dir;
}

DIR *ckptg_w_opendir(const char *path) { return entered_directory(opendir(path), path); }
DIR *ckptg_w_fdopendir(int fd) { return entered_directory(fdopendir(fd), 0); }

int ckptg_w_closedir(DIR *dir)
{
    pthread_mutex_lock(&lock);
    for (directory **p = &directories, *d; (d = *p); p = &d->next)
        if (d->dir == dir) {
            *p = d->next;
            ckpti_files_strfree(d->path);
            ckpti_files_free(d, sizeof *d);
            break;
        }
    pthread_mutex_unlock(&lock);
    return closedir(dir);
}
