/* child.c - the process that writes a checkpoint. See child.h.
 *
 * Messages on the pipe: struct header, then `length` bytes. A child says LINE any number of times, then DONE or FAILED.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "core/log.h"
#include "core/os.h"
#include "core/own.h"
#include "objects/process_hooks.h"
#include "site/child.h"

enum { LINE, DONE, FAILED };

struct header {
    uint32_t kind, length;
};

struct done {
    uint64_t number, bytes;
};

/* Kept out of the way of the program's descriptors. */
#define LOWEST_DESCRIPTOR 401
/* What a child may say in lines: less than a pipe holds, so that it never waits for its parent. */
#define LINES_MAX 32768

static bool inside;
static int channel = -1;                 /* pipe to the parent, in the child; from the child, in the parent */
static pid_t child_pid;                  /* 0: grandchild, not ours to reap */
static size_t said;
static struct {
    unsigned timeout;
    time_t started;
    size_t used;
    bool ended_well;
    unsigned char buffer[2048];
    ckpti_outcome outcome;
} heard;

/* ---- in the child ------------------------------------------------------------------------------------------------ */

static void say(uint32_t kind, const void *data, size_t length)
{
    struct { struct header header; unsigned char data[1100]; } message;
    const unsigned char *from = (const unsigned char *)&message;
    size_t left;

    if (length > sizeof message.data)
        length = sizeof message.data;
    message.header = (struct header){ kind, (uint32_t)length };
    memcpy(message.data, data, length);
    for (left = sizeof message.header + length; left;) {
        ssize_t n = ckpti_os.write(channel, from, left);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;                      /* the parent is gone (EPIPE; SIGPIPE is blocked) */
        from += n;
        left -= (size_t)n;
    }
}

static void say_line(const char *line, unsigned length)
{
    if (said + length > LINES_MAX)
        return;
    said += length;
    say(LINE, line, length);
}

bool ckpti_child_inside(void) { return inside; }

void ckpti_child_done(uint64_t number, uint64_t bytes)
{
    struct done done = { number, bytes };

    say(DONE, &done, sizeof done);
    _exit(0);
}

void ckpti_child_failed(ckpt_status status)
{
    unsigned char message[4 + 512];
    uint32_t code = (uint32_t)status;
    const char *text = ckpti_fail_text(status);
    size_t length = strlen(text);

    if (length > sizeof message - 4)
        length = sizeof message - 4;
    memcpy(message, &code, 4);
    memcpy(message + 4, text, length);
    say(FAILED, message, 4 + length);
    _exit(1);
}

static void enter_child(int reading, int writing, unsigned timeout)
{
    int null;

    inside = true;
    said = 0;
    channel = writing;
    ckpti_log_to(say_line);
    ckpti_os.close(reading);
    if (ckpti_os.kill_timer(timeout) < 0)
        ckpti_child_failed(ckpti_fail_errno(errno, "timer of the checkpoint's process"));
    null = ckpti_os.open("/dev/null", O_RDWR | O_CLOEXEC, 0);
    for (int fd = 0; fd <= 2; fd++)
        if (null < 0 || dup2(null, fd) < 0)
            close(fd);
    if (null > 2)
        ckpti_os.close(null);
}

/* ---- making it --------------------------------------------------------------------------------------------------- */

/* Whether a child of the program waits to be reaped. */
static bool has_dead_child(void)
{
    siginfo_t info;

    memset(&info, 0, sizeof info);
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid;
}

/* Take back the SIGCHLD of a child that the program does not know: with the default action a pending one is dropped. If one of the
 * program's own may have been dropped with it, it is sent again: rather one too many than one too few. */
static void drop_child_signal(bool pending)
{
    struct sigaction old, plain = { .sa_handler = SIG_DFL };
    sigset_t set;

    sigemptyset(&plain.sa_mask);
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    if (sigaction(SIGCHLD, &plain, &old) < 0)
        return;
    sigprocmask(SIG_UNBLOCK, &set, 0);
    sigprocmask(SIG_BLOCK, &set, 0);
    sigaction(SIGCHLD, &old, 0);
    if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN && (pending || has_dead_child()))
        ckpti_os.kill(getpid(), SIGCHLD);
}

/* Reap a process of ours: what it used is not what the program's children used. Returns as waitpid does, never EINTR. */
static pid_t reap(pid_t pid, int *status, int options)
{
    pid_t result;

    if (ckpti_clocks_reap)
        ckpti_clocks_reap(false);
    while ((result = ckpti_os.waitpid(pid, status, options)) < 0 && errno == EINTR)
        ;
    if (ckpti_clocks_reap)
        ckpti_clocks_reap(true);
    return result;
}

/* A grandchild: its parent ends at once, and so it is nobody's. Returns as fork does, but any positive number in the parent. */
static pid_t fork_twice(void)
{
    int status = 0;
    sigset_t set;
    bool pending = sigpending(&set) == 0 && sigismember(&set, SIGCHLD) == 1;
    pid_t pid = ckpti_os.fork();

    if (pid == 0) {
        pid = ckpti_os.fork();
        if (pid == 0)
            return 0;
        _exit(pid < 0 ? 1 : 0);
    }
    if (pid < 0)
        return -1;
    if (reap(pid, &status, 0) < 0)
        status = 0;                      /* SIGCHLD is ignored: reaped by itself */
    drop_child_signal(pending);
    if (status) {
        errno = EAGAIN;
        return -1;
    }
    return 1;
}

static ckpt_status make_pipe(int fds[2])
{
    if (ckpti_os.pipe(fds, O_CLOEXEC) < 0)
        return ckpti_fail(CKPT_EFORK, "pipe to the checkpoint's process: %m");
    for (int i = 0; i < 2; i++) {
        int high = ckpti_os.dup_above(fds[i], LOWEST_DESCRIPTOR);

        if (high >= 0) {
            ckpti_os.close(fds[i]);
            fds[i] = high;
        }
    }
    return CKPT_OK;
}

ckpt_status ckpti_child_start(unsigned timeout, bool *in_child)
{
    sigset_t all, old;
    int fds[2], error;
    bool twice = false;
    pid_t pid;
    ckpt_status status = make_pipe(fds);

    if (status != CKPT_OK)
        return status;
    ckpti_own(&channel);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &old);
    pid = ckpti_os.clone(0);
    if (pid < 0 && errno == EINVAL) {
        twice = true;
        pid = fork_twice();
    }
    if (pid == 0) {
        *in_child = true;
        enter_child(fds[0], fds[1], timeout);
        return CKPT_OK;
    }
    error = errno;
    sigprocmask(SIG_SETMASK, &old, 0);
    ckpti_os.close(fds[1]);
    if (pid < 0) {
        ckpti_os.close(fds[0]);
        errno = error;
        return ckpti_fail(CKPT_EFORK, "process for the checkpoint: %m");
    }
    memset(&heard, 0, sizeof heard);
    heard.timeout = timeout;
    heard.started = time(0);
    channel = fds[0];
    child_pid = twice ? 0 : pid;
    *in_child = false;
    return CKPT_OK;
}

/* ---- in the parent ----------------------------------------------------------------------------------------------- */

bool ckpti_child_running(void) { return !inside && channel >= 0; }

void ckpti_child_forget(void)
{
    if (!inside && channel >= 0)
        ckpti_os.close(channel);
    channel = -1;
    child_pid = 0;
}

/* Print a line of the child's unless it was printed before. */
static void print_once(const char *line, size_t length)
{
    static uint64_t seen[64];
    static unsigned count;
    uint64_t hash = 14695981039346656037u;           /* FNV-1a */

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)line[i]) * 1099511628211u;
    for (unsigned i = 0; i < count && i < 64; i++)
        if (seen[i] == hash)
            return;
    seen[count++ % 64] = hash;
    ckpti_log_line(line, length);
}

static void hear(const struct header *header, const unsigned char *data)
{
    ckpti_outcome *outcome = &heard.outcome;

    if (header->kind == LINE) {
        print_once((const char *)data, header->length);
    } else if (header->kind == DONE && header->length == sizeof(struct done)) {
        struct done done;
        memcpy(&done, data, sizeof done);
        outcome->status = CKPT_OK;
        outcome->number = done.number;
        outcome->bytes = done.bytes;
        heard.ended_well = true;
    } else if (header->kind == FAILED && header->length >= 4) {
        uint32_t code;
        size_t length = header->length - 4;
        memcpy(&code, data, 4);
        if (length >= sizeof outcome->text)
            length = sizeof outcome->text - 1;
        memcpy(outcome->text, data + 4, length);
        outcome->text[length] = 0;
        outcome->status = (ckpt_status)code;
        heard.ended_well = true;
    }
}

/* Read what there is. Returns false at the end of the pipe. */
static bool listen_once(void)
{
    ssize_t n = ckpti_os.read(channel, heard.buffer + heard.used, sizeof heard.buffer - heard.used);
    size_t at = 0;

    if (n < 0 && errno == EINTR)
        return true;
    if (n <= 0)
        return false;
    heard.used += (size_t)n;
    while (heard.used - at >= sizeof(struct header)) {
        struct header header;

        memcpy(&header, heard.buffer + at, sizeof header);
        if (header.length > sizeof heard.buffer - sizeof header)
            return false;
        if (heard.used - at - sizeof header < header.length)
            break;
        hear(&header, heard.buffer + at + sizeof header);
        at += sizeof header + header.length;
    }
    heard.used -= at;
    memmove(heard.buffer, heard.buffer + at, heard.used);
    return true;
}

/* It ended without a word. */
static void explain_end(int status, bool known)
{
    ckpti_outcome *outcome = &heard.outcome;

    if (time(0) - heard.started >= (time_t)heard.timeout) {
        outcome->status = ckpti_fail(CKPT_ETIMEOUT, "it took more than %u seconds and was given up; raise CKPT_TIMEOUT",
                                     heard.timeout);
    } else if (known && WIFSIGNALED(status)) {
        outcome->status = ckpti_fail(CKPT_ECHILD, "its process was ended by signal %d (%s)", WTERMSIG(status),
                                     strsignal(WTERMSIG(status)));
    } else {
        outcome->status = ckpti_fail(CKPT_ECHILD, "its process ended without a word");
    }
    strncpy(outcome->text, ckpti_fail_text(outcome->status), sizeof outcome->text - 1);
}

bool ckpti_child_poll(bool wait, ckpti_outcome *outcome)
{
    int status = 0;
    bool known = false;

    for (;;) {
        int ready;

        if (!ckpti_child_running())
            return false;
        ready = ckpti_os.poll(channel, wait ? -1 : 0);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0 || (ready < 0 && !wait))
            return false;
        if (!listen_once())
            break;
    }
    ckpti_os.close(channel);
    channel = -1;
    if (child_pid > 0)
        known = reap(child_pid, &status, __WALL) == child_pid;
    child_pid = 0;
    if (!heard.ended_well)
        explain_end(status, known);
    *outcome = heard.outcome;
    return true;
}
