/* files_restore.c - opening files again at a restart. See files_open.h.
 *
 * Input      rows of an image: every number in them is checked before use.
 * Invariants the check opens what it can and closes it again: it changes nothing. Applying opens all files first, out of the way of
 *            the program's numbers, then puts the descriptors in place.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/os.h"
#include "core/own.h"
#include "objects/files_open.h"
#include "objects/job.h"

enum { OPEN_ROW = 44, DESCRIPTOR_ROW = 12, MOST_DESCRIPTOR = 1 << 20 };

/* ---- reading ------------------------------------------------------------------------------------------------------------------- */

static ckpt_status bad(void) { return ckpti_fail(CKPT_EBADIMAGE, "open files: the section is malformed"); }
static ckpt_status no_memory(void) { return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of open files"); }

/* "=" and the number of a file before this one. */
static bool is_first(const char *path, uint32_t number)
{
    char *end;
    unsigned long first = strtoul(path + 1, &end, 10);

    return *path == '=' && end > path + 1 && !*end && first < number;
}

static ckpt_status read_file(ckpti_pr *r, uint32_t number, ckpti_open_file *f)
{
    const unsigned char *content;

    f->fd = f->here = -1;
    if (ckpti_pr_u32(r) != number)
        r->bad = true;
    f->kind = ckpti_pr_u32(r);
    f->path = ckpti_pr_string(r);
    f->inherited = (int32_t)ckpti_pr_u32(r);
    f->flags = ckpti_pr_u32(r);
    f->offset = ckpti_pr_u64(r);
    f->length = ckpti_pr_u64(r);
    f->mode = ckpti_pr_u32(r);
    content = ckpti_pr_bytes(r, &f->content_size);
    if (r->bad || f->kind > CKPTI_OPEN_NAMELESS || f->offset > INT64_MAX || f->length > INT64_MAX || f->mode > 07777 ||
        (f->kind == CKPTI_OPEN_INHERITED && f->inherited < 0) || (f->kind == CKPTI_OPEN_NAMELESS && f->content_size != f->length))
        return bad();
    if (!f->path)
        return no_memory();
    if (f->kind == CKPTI_OPEN_NAMELESS && *f->path && !is_first(f->path, number))
        return bad();
    if (f->content_size) {
        if (!(f->content = malloc(f->content_size)))
            return no_memory();
        memcpy(f->content, content, f->content_size);
    }
    return CKPT_OK;
}

ckpt_status ckpti_open_files_read(ckpti_pr *open, ckpti_pr *descriptors, ckpti_open_files *out)
{
    uint32_t nfiles = ckpti_pr_count(open, OPEN_ROW), nfds = ckpti_pr_count(descriptors, DESCRIPTOR_ROW);
    ckpt_status status = CKPT_OK;

    memset(out, 0, sizeof *out);
    if (open->bad || descriptors->bad)
        return bad();
    out->files = calloc((size_t)nfiles + 1, sizeof *out->files);
    out->descriptors = calloc((size_t)nfds + 1, sizeof *out->descriptors);
    if (!out->files || !out->descriptors)
        status = no_memory();
    for (uint32_t i = 0; i < nfiles && status == CKPT_OK; i++) {
        out->nfiles++;
        status = read_file(open, i, &out->files[i]);
    }
    for (uint32_t i = 0; i < nfds && status == CKPT_OK; i++) {
        ckpti_descriptor *d = &out->descriptors[out->ndescriptors++];
        d->fd = (int32_t)ckpti_pr_u32(descriptors);
        d->file = ckpti_pr_u32(descriptors);
        d->flags = ckpti_pr_u32(descriptors);
        if (d->fd < 0 || d->fd >= MOST_DESCRIPTOR || d->file >= nfiles || (i && d->fd <= d[-1].fd))
            status = bad();
    }
    if (status == CKPT_OK && (open->bad || descriptors->bad))
        status = bad();
    if (status != CKPT_OK)
        ckpti_open_files_free(out);
    return status;
}

/* ---- paths and flags here ---------------------------------------------------------------------------------------------------------- */

static int native_flags(const ckpti_open_file *f)
{
    uint32_t access = f->flags & (CKPTI_FF_READ | CKPTI_FF_WRITE);
    int flags = access == CKPTI_FF_WRITE ? O_WRONLY : access == CKPTI_FF_READ ? O_RDONLY : O_RDWR;

    if (f->flags & CKPTI_FF_PATH)
        return O_PATH | O_CLOEXEC;
    flags |= (f->flags & CKPTI_FF_APPEND ? O_APPEND : 0) | (f->flags & CKPTI_FF_NONBLOCK ? O_NONBLOCK : 0);
    flags |= (f->flags & CKPTI_FF_SYNC ? O_SYNC : 0) | (f->flags & CKPTI_FF_DSYNC ? O_DSYNC : 0);
    flags |= f->flags & CKPTI_FF_DIRECT ? O_DIRECT : 0;
    return flags | O_CLOEXEC | O_NOCTTY;
}

static void path_here(const ckpti_open_file *f, const ckpti_plan *plan, const char *directory, char *out)
{
    if (*f->path == '/')
        ckpti_plan_path(plan, f->path, out);
    else if (snprintf(out, PATH_MAX, "%s/%s", directory, f->path) >= PATH_MAX)
        *out = 0;                                  /* too long for the system: cannot be opened */
}

/* ---- checking ------------------------------------------------------------------------------------------------------------------------ */

/* The file will be put back as it was. */
static bool planned(const ckpti_open_file *f, const ckpti_plan *plan, const char *path)
{
    const ckpti_plan_file *p = ckpti_plan_find(plan, path);
    char canonical[PATH_MAX];

    if (!p && ckpti_files_canonical(AT_FDCWD, path, true, canonical))
        p = ckpti_plan_find(plan, canonical);
    if (!p && plan->to)                            /* the plan has the paths of the origin */
        for (p = plan->first; p; p = p->next) {
            ckpti_plan_path(plan, p->path, canonical);
            if (!strcmp(canonical, path))
                break;
        }
    return p && (p->flags & CKPTI_PLAN_OTHERS || (p->content && p->length >= f->length));
}

static ckpt_status check_named(const ckpti_open_file *f, const ckpti_plan *plan, const char *directory)
{
    char path[PATH_MAX];
    struct stat64 st;
    int fd;

    path_here(f, plan, directory, path);
    if (f->kind == CKPTI_OPEN_FILE && planned(f, plan, path))
        return CKPT_OK;
    fd = open64(path, native_flags(f));
    if (fd < 0)
        return ckpti_fail(CKPT_EFILE, "%s: %s; the program had this file open: put it back to restart", path, strerror(errno));
    if (fstat64(fd, &st) < 0)
        st.st_mode = 0;
    close(fd);
    if (f->kind == CKPTI_OPEN_FILE && !S_ISREG(st.st_mode))
        return ckpti_fail(CKPT_EFILE, "%s: not a regular file any more; put the file back to restart", path);
    if (f->kind == CKPTI_OPEN_DIRECTORY && !S_ISDIR(st.st_mode))
        return ckpti_fail(CKPT_EFILE, "%s: not a directory any more; put it back to restart", path);
    if (f->kind == CKPTI_OPEN_FILE && (uint64_t)st.st_size < f->length)
        return ckpti_fail(CKPT_EFILE, "%s: has %" PRIu64 " bytes, but had %" PRIu64 " at the checkpoint; put the file back to restart",
                          path, (uint64_t)st.st_size, f->length);
    return CKPT_OK;
}

void ckpti_open_files_locate(ckpti_open_files *files, const ckpti_open_files *taken)
{
    for (uint32_t i = 0; i < files->nfiles; i++)
        files->files[i].here = files->files[i].inherited;
    for (uint32_t i = files->ndescriptors; taken && i--;)
        files->files[files->descriptors[i].file].here = files->descriptors[i].fd;
}

/* Standard input: what was read of it must not come again. */
static ckpt_status check_input(const ckpti_open_file *f)
{
    struct stat64 st;

    uint64_t read = f->offset < f->length ? f->offset : f->length;

    if (!f->offset || !f->length || fstat64(f->here, &st) < 0)
        return CKPT_OK;
    if (S_ISREG(st.st_mode) && (uint64_t)st.st_size < read)
        return ckpti_fail(CKPT_EFILE, "standard input has %" PRIu64 " bytes, but %" PRIu64 " had been read of it; give the same file again",
                          (uint64_t)st.st_size, read);
    if (!S_ISREG(st.st_mode) && f->offset < f->length)
        return ckpti_fail(CKPT_EFILE, "standard input was a file at byte %" PRIu64 " of %" PRIu64 "; give it again with `< file`",
                          f->offset, f->length);
    return CKPT_OK;
}

/* The job's own descriptors are in use by now. */
static ckpt_status check_descriptors(const ckpti_open_files *files)
{
    for (uint32_t i = 0; ckpti_job_owns && i < files->ndescriptors; i++) {
        const ckpti_descriptor *d = &files->descriptors[i];
        const ckpti_open_file *f = &files->files[d->file];

        if (ckpti_job_owns(d->fd) && !(f->kind == CKPTI_OPEN_INHERITED && f->inherited == d->fd))
            return ckpti_fail(CKPT_EFILE, "%s: its descriptor was %d, which is one of MPI's own here; stop the program when it has fewer files open, "
                              "or restart it under the MPI it was stopped under", f->kind != CKPTI_OPEN_NAMELESS && f->path && *f->path ? f->path : "a file without a name", d->fd);
    }
    return CKPT_OK;
}

ckpt_status ckpti_open_files_check(const ckpti_open_files *files, const ckpti_plan *plan, const char *directory)
{
    ckpt_status status = check_descriptors(files);

    for (uint32_t i = 0; i < files->nfiles && status == CKPT_OK; i++) {
        const ckpti_open_file *f = &files->files[i];
        if (f->kind == CKPTI_OPEN_INHERITED)
            status = f->inherited == 0 ? check_input(f) : CKPT_OK;
        else if (f->kind != CKPTI_OPEN_NAMELESS)
            status = check_named(f, plan, directory);
    }
    return status;
}

/* ---- opening --------------------------------------------------------------------------------------------------------------------------- */

int ckpti_open_files_above(const ckpti_open_files *files)
{
    int greatest = files->ndescriptors ? files->descriptors[files->ndescriptors - 1].fd : 0;

    return greatest < CKPTI_OWN_DESCRIPTORS ? CKPTI_OWN_DESCRIPTORS : greatest + 1;
}

/* Move a descriptor out of the program's way. */
static int move_up(int fd, int above)
{
    int high = fd < 0 || fd >= above ? fd : ckpti_os.dup_above(fd, above);

    if (high != fd)
        close(fd);
    return high;
}

static bool write_all(int fd, const unsigned char *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t n = write(fd, bytes + at, size - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    return true;
}

/* A file without a name, with its content. */
static int open_nameless(const ckpti_open_file *f)
{
    const char *directory = getenv("TMPDIR");
    char path[PATH_MAX], link[40];
    int fd, again;

    if (!directory || !*directory || access(directory, W_OK) < 0)
        directory = "/tmp";
    snprintf(path, sizeof path, "%s/ckpt-XXXXXX", directory);
    fd = mkostemp64(path, O_CLOEXEC);
    if (fd < 0)
        return -1;
    (void)fchmod(fd, f->mode);
    if (!write_all(fd, f->content, f->content_size)) {
        (void)unlink(path);
        close(fd);
        return -1;
    }
    if ((f->flags & (CKPTI_FF_READ | CKPTI_FF_WRITE)) == (CKPTI_FF_READ | CKPTI_FF_WRITE) && !(f->flags & CKPTI_FF_APPEND)) {
        (void)unlink(path);
        return fd;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    again = open64(path, native_flags(f));
    (void)unlink(path);
    close(fd);
    return again;
}

void ckpti_open_files_hold(ckpti_open_files *files)
{
    const int above = ckpti_open_files_above(files);

    for (uint32_t i = 0; i < files->nfiles; i++)
        if (files->files[i].kind == CKPTI_OPEN_INHERITED)
            files->files[i].fd = ckpti_os.dup_above(files->files[i].here, above);
}

/* first: the list that the file is in. */
static ckpt_status open_file(ckpti_open_file *f, const ckpti_open_file *first, const ckpti_plan *plan, const char *directory, int above)
{
    char path[PATH_MAX] = "a file without a name", link[40];

    if (f->kind == CKPTI_OPEN_NAMELESS && *f->path) {
        const ckpti_open_file *same = &first[strtoul(f->path + 1, 0, 10)];
        snprintf(link, sizeof link, "/proc/self/fd/%d", same->kind == CKPTI_OPEN_NAMELESS ? same->fd : -1);
        f->fd = open64(link, native_flags(f));
    } else if (f->kind == CKPTI_OPEN_NAMELESS) {
        f->fd = open_nameless(f);
    } else if (f->kind == CKPTI_OPEN_INHERITED) {
        return CKPT_OK;                            /* held, or not given to this process: closed, as its copies will be */
    } else {
        path_here(f, plan, directory, path);
        f->fd = open64(path, native_flags(f));
    }
    f->fd = move_up(f->fd, above);
    if (f->fd < 0)
        return ckpti_fail(CKPT_EFILE, "%s: cannot be opened again: %s", path, strerror(errno));
    if ((f->kind == CKPTI_OPEN_FILE || f->kind == CKPTI_OPEN_NAMELESS) && !(f->flags & CKPTI_FF_PATH) &&
        lseek64(f->fd, (off64_t)f->offset, SEEK_SET) < 0)
        return ckpti_fail(CKPT_EFILE, "%s: cannot be set to byte %" PRIu64 ": %s", path, f->offset, strerror(errno));
    return CKPT_OK;
}

/* Descriptors that the program had not are closed: its standard ones, and in mode inplace those it opened. */
static void close_others(const ckpti_open_files *files)
{
    uint32_t at = 0;

    for (int fd = 0; fd < 3 || fd < ckpti_files_hints(); fd++) {
        while (at < files->ndescriptors && files->descriptors[at].fd < fd)
            at++;
        if (at < files->ndescriptors && files->descriptors[at].fd == fd)
            continue;
        if (fd <= 2 || ckpti_files_hint(fd)) {
            close(fd);
            ckpti_files_opened(fd, 0);
        }
    }
}

/* What has been held is put in its own place, too: a stream may have closed that, or led it elsewhere. */
static ckpt_status place(const ckpti_open_files *files)
{
    for (uint32_t i = 0; i < files->ndescriptors; i++) {
        const ckpti_descriptor *d = &files->descriptors[i];
        const ckpti_open_file *f = &files->files[d->file];

        if (f->kind == CKPTI_OPEN_INHERITED && (f->fd < 0 || (ckpti_job_owns && ckpti_job_owns(d->fd))))
            continue;
        if (ckpti_own_make_way(d->fd) && dup2(f->fd, d->fd) >= 0) {
            ckpti_files_opened(d->fd, f->kind != CKPTI_OPEN_NAMELESS && f->path && *f->path ? f->path : 0);
            continue;
        }
        if (f->kind != CKPTI_OPEN_INHERITED || errno != EBADF)     /* beyond the limit, where nothing but what the process was given has been */
            return ckpti_fail(CKPT_EFILE, "%s: cannot be opened again: as descriptor %d: %s", f->path && *f->path ? f->path : "a file without a name", d->fd,
                              errno == EBADF ? "there is none here; raise ulimit -n" : strerror(errno));
    }
    return CKPT_OK;
}

ckpt_status ckpti_open_files_apply(ckpti_open_files *files, const ckpti_plan *plan)
{
    char directory[PATH_MAX];
    ckpt_status status = CKPT_OK;
    struct stat64 st;

    if (!getcwd(directory, sizeof directory))
        return ckpti_fail_errno(errno, "working directory");
    for (uint32_t i = 0; i < files->nfiles && status == CKPT_OK; i++)
        status = open_file(&files->files[i], files->files, plan, directory, ckpti_open_files_above(files));
    if (status == CKPT_OK) {
        close_others(files);
        status = place(files);
    }
    for (uint32_t i = 0; i < files->nfiles; i++) {
        ckpti_open_file *f = &files->files[i];
        bool reads = f->kind == CKPTI_OPEN_INHERITED && (f->inherited == 0 || (f->inherited > 2 && (fcntl(f->fd, F_GETFL) & O_ACCMODE) == O_RDONLY));
        if (reads && f->length && fstat64(f->fd, &st) == 0 && S_ISREG(st.st_mode))
            (void)lseek64(f->fd, (off64_t)f->offset, SEEK_SET);
        if (f->fd >= 0)
            close(f->fd);
        f->fd = -1;
    }
    return status;
}

void ckpti_open_files_finish(const ckpti_open_files *files)
{
    for (uint32_t i = 0; i < files->ndescriptors; i++) {
        const ckpti_descriptor *d = &files->descriptors[i];
        const ckpti_open_file *f = &files->files[d->file];
        int flags = fcntl(d->fd, F_GETFL);
        /* of a stream that appends, the C library has set it again */
        if ((f->kind == CKPTI_OPEN_FILE || f->kind == CKPTI_OPEN_NAMELESS || (f->kind == CKPTI_OPEN_INHERITED && f->flags & CKPTI_FF_CHANGED)) && flags >= 0)
            (void)fcntl(d->fd, F_SETFL, (flags & ~(O_APPEND | O_NONBLOCK)) | (native_flags(f) & (O_APPEND | O_NONBLOCK)));
        flags = fcntl(d->fd, F_GETFD);
        if (flags >= 0)
            (void)fcntl(d->fd, F_SETFD, d->flags & CKPTI_DF_CLOEXEC ? flags | FD_CLOEXEC : flags & ~FD_CLOEXEC);
    }
}
