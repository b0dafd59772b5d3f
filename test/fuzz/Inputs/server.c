/* server.c - mutated images through the restart of a real program (shapes.c), a process for each.
 *
 * usage      RESTORE_FUZZ="KIND N SEED [TOLERATED]" shapes IMAGE...       KIND raw: bytes changed, checksums not: status must be 65
 *                                                             KIND repaired: anything but a crash, hang or report
 *            without RESTORE_FUZZ: an ordinary run of shapes
 * How        a constructor that runs after the others forks for each case; the child goes on into main with CKPT_RESTART set, so
 *            that it is the runtime's own way that is tried. finished() is what shapes calls behind its site: status 7.
 * Output     one line of counts; or the case, its status and what it said. A case is determined by (images, seed, number).
 * Safety     children have the rights of nobody: an image may name any file.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "image/process_format.h"
#include "mutate.h"

enum { FINISHED = 7, SECONDS = 60, NOBODY = 65534 };

void finished(void);
void finished(void) { _exit(FINISHED); }

static int image_fd, error_fd;
static unsigned long failures, tolerated;   /* go on after so many, to see more of them */

static bytes read_file(const char *name)
{
    bytes b = {0};
    int fd = open(name, O_RDONLY);
    if (fd < 0) {
        perror(name);
        _exit(2);
    }
    for (ssize_t n = 1; n > 0; b.size += (size_t)n) {
        bytes_grow(&b, b.size + 65536);
        if ((n = read(fd, b.data + b.size, 65536)) < 0)
            _exit(2);
    }
    close(fd);
    return b;
}

static void put(const bytes *b)
{
    if (ftruncate(image_fd, 0) || pwrite(image_fd, b->data, b->size, 0) != (ssize_t)b->size || ftruncate(error_fd, 0) ||
        lseek(error_fd, 0, SEEK_SET))
        _exit(2);
}

/* In the child: what restarts. The image is a descriptor of the parent, so that the restored program has none of it. */
static void become_case(void)
{
    char path[64];
    struct rlimit no_core = {0, 0}, files = {1 << 20, 1 << 20};
    snprintf(path, sizeof path, "/proc/%d/fd/%d", getppid(), image_fd);
    int image = open(path, O_RDONLY), nothing = open("/dev/null", O_RDWR);
    snprintf(path, sizeof path, "/proc/self/fd/%d", 9);
    dup2(image, 9);
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(error_fd, 2);
    setrlimit(RLIMIT_CORE, &no_core);
    setrlimit(RLIMIT_FSIZE, &files);
    setenv("CKPT_RESTART", path, 1);
    unsetenv("RESTORE_FUZZ");
    if (!getuid() && (setgid(NOBODY) || setuid(NOBODY)))
        _exit(2);
    prctl(PR_SET_DUMPABLE, 1); /* or /proc/self/fd is not ours */
    for (int fd = 3; fd < 64; fd++)
        if (fd != 9)
            close(fd);
}

/* Wait, but not for ever. */
static int outcome(pid_t child)
{
    int status;
    for (int i = 0; i < 100 * SECONDS; i++) {
        struct timespec nap = {0, i < 200 ? 200000 : 10000000};
        pid_t got = waitpid(child, &status, WNOHANG | WUNTRACED);
        if (got == child && WIFSTOPPED(status)) {
            kill(child, SIGKILL);
            waitpid(child, 0, 0);
        }
        if (got == child)
            return status;
        nanosleep(&nap, 0);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

static void fail(const char *kind, unsigned long number, unsigned long seed, int status, const bytes *b)
{
    char text[8192], name[64];
    ssize_t n = pread(error_fd, text, sizeof text, 0);
    snprintf(name, sizeof name, "failed-%s-%lu.img", kind, number);
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || write(fd, b->data, b->size) != (ssize_t)b->size)
        name[0] = 0;
    dprintf(1, "%s case %lu (seed %lu): %s %d; image saved as %s\n%.*s\n", kind, number, seed,
            status == -1 ? "hangs" : WIFSIGNALED(status) ? "signal" : "status",
            status == -1 ? SECONDS : WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), name, (int)(n > 0 ? n : 0), text);
    failures++;
}

static int ended_by;

static void look_for(void *to, const char *key, const char *value, const ckpti_pr *raw)
{
    (void)raw;
    char number[16];
    const char *at;
    snprintf(number, sizeof number, "%d", ended_by);
    if (strcmp(key, "pending signals") && strncmp(key, "timer", 5))
        return;
    if (key[0] == 't')
        *(int *)to |= ended_by == SIGALRM || ended_by == SIGVTALRM || ended_by == SIGPROF;
    else if ((at = strstr(value, number)) && strchr("[ ", at[-1]) && strchr(",]", at[strlen(number)]))
        *(int *)to = 1;
}

/* A signal that is pending in the image has its effect when the program goes on: it may end or stop the process. */
static int pending(int status, const bytes *b)
{
    char why[CKPTI_WHY];
    ckpti_image *image;
    int found = 0;
    ended_by = status == -1 ? 0 : WIFSIGNALED(status) ? WTERMSIG(status) : WIFSTOPPED(status) ? WSTOPSIG(status) : 0;
    if (!ended_by || ckpti_image_open(b->data, b->size, &image, why))
        return 0;
    for (size_t i = 0; i < ckpti_image_nprocs(image); i++) {
        ckpti_image_proc p = ckpti_image_proc_at(image, i);
        ckpti_proc_show(&p, look_for, &found);
    }
    ckpti_image_close(image);
    return found;
}

/* The same where the sanitizer catches the signal and reports it. */
static int reported_pending(int status, const bytes *b)
{
    static const int caught[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
    char text[4096];
    ssize_t n = pread(error_fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 1 || !strstr(text, "DEADLYSIGNAL") || !strstr(text, "sigmask"))
        return 0;
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        if (pending(caught[i], b)) /* as a status: ended by that signal */
            return 1;
    return 0;
}

/* Does a sanitizer report that the program itself, not the runtime, has used an address at which there is nothing? A forged image may well have a number in a
 * pointer, or one to what lies in front of a block of another type, and both are restored as they are. */
static int used_by_program(int status)
{
    char text[4096], *at, *end;
    ssize_t n = pread(error_fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 1)
        return 0;
    if ((at = strstr(text, ": runtime error: load of misaligned address"))) {
        *at = 0;
        return !strstr(text, "/runtime/") && !strstr(text, "/xdr/");
    }
    if (!strstr(text, "AddressSanitizer: SEGV on unknown address") || !(at = strstr(text, "#0 ")) || !(end = strchr(at, '\n')))
        return 0;
    *end = 0;
    return strstr(at, ".c:") && !strstr(at, "/runtime/") && !strstr(at, "/xdr/");
}

/* 65 and 78 have said why, in one line. */
static int one_line(void)
{
    char text[4096];
    ssize_t n = pread(error_fd, text, sizeof text, 0);
    char *end = n > 0 ? memchr(text, '\n', (size_t)n) : 0;
    return end == text + n - 1 && !strncmp(text, "ckpt: ", 6);
}

static void cases(const char *kind, unsigned long n, unsigned long seed, char **images, int nimages)
{
    unsigned long finishes = 0, refused = 0, incompatible = 0;
    int raw = !strcmp(kind, "raw");
    for (unsigned long i = 0; i < n; i++) {
        bytes original = read_file(images[i % (unsigned)nimages]), b = {0};
        uint64_t dice = ((uint64_t)seed << 32 | (uint64_t)raw << 31) + i * 2 + 1;
        if (raw)
            mutate_raw(&original, &b, &dice);
        else
            mutate_repaired(&original, &b, &dice);
        int same = b.size == original.size && !memcmp(b.data, original.data, b.size);
        put(&b);
        pid_t child = fork();
        if (!child) {
            become_case();
            return;
        }
        int status = child < 0 ? -1 : outcome(child);
        int code = status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        if ((code == FINISHED || pending(status, &b) || reported_pending(status, &b) || used_by_program(status)) && (!raw || same))
            finishes++;
        else if (code == 65 && one_line())
            refused++;
        else if (code == 78 && !raw && one_line())
            incompatible++;
        else
            fail(kind, i, seed, status, &b);
        if (failures > tolerated)
            _exit(1);
        free(b.data);
        free(original.data);
    }
    dprintf(1, "%s: %lu of %lu refused with 65, %lu with 78, %lu restored; %s\n", kind, refused, n, incompatible, finishes,
            failures ? "FAILURES above" : "no report");
    _exit(failures != 0);
}

static void __attribute__((constructor(65535))) serve(int argc, char **argv)
{
    const char *order = getenv("RESTORE_FUZZ");
    char kind[16];
    unsigned long n, seed;
    if (!order || sscanf(order, "%15s %lu %lu %lu", kind, &n, &seed, &tolerated) < 3 || argc < 2)
        return;
    image_fd = memfd_create("case", 0);
    error_fd = memfd_create("errors", 0);
    if (image_fd < 0 || error_fd < 0)
        _exit(2);
    cases(kind, n, seed, argv + 1, argc - 1);
}
