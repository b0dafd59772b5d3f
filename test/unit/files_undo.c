/* files_undo.c - killed at any moment, files go back to what they were at the last checkpoint.
 *
 * A child does random things to a directory, takes checkpoints with a copy of the directory, and is killed at a random moment, also in
 * the middle of a restart; the next child restarts, and the directory must be equal to the copy. No file that a program would
 * have to keep whole is larger than 64 KiB; long ones only grow, are renamed or removed.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "core/log.h"
#include "core/os.h"
#include "objects/process.h"
#include "objects/streams.h"

FILE *ckptg_w_fopen(const char *path, const char *mode);
int ckptg_w_fclose(FILE *stream);
int ckptg_w_unlink(const char *path);
int ckptg_w_rename(const char *from, const char *to);
int ckptg_w_mkdir(const char *path, mode_t mode);
int ckptg_w_rmdir(const char *path);
int ckptg_w_symlink(const char *target, const char *path);
int ckptg_w_open(const char *path, int flags, ...);
int ckptg_w_link(const char *from, const char *to);
int ckptg_w_chmod(const char *path, mode_t mode);
int ckptg_w_truncate64(const char *path, off64_t length);
int ckptg_w_ftruncate64(int fd, off64_t length);

enum { ROUNDS = 120, MANY_ROUNDS = 400 /* with check.sh --long */, STEPS = 100000 };
static char base[200];
static unsigned seed;

static unsigned dice(unsigned n) { return (unsigned)rand_r(&seed) / 7 % n; }

#define check(condition) \
    do { if (!(condition)) { dprintf(2, "%s:%d: not true: %s (errno %d)\n", __FILE__, __LINE__, #condition, errno); _exit(9); } } while (0)

static int shell(const char *format, ...)
{
    char command[2048];
    va_list list;

    va_start(list, format);
    vsnprintf(command, sizeof command, format, list);
    va_end(list);
    return system(command);
}

/* ---- checkpoint and restart -------------------------------------------------------------------------------------------------- */

static ckpt_status to_file(void *to, uint32_t tag, const void *bytes, size_t size)
{
    uint32_t head[2] = { tag, (uint32_t)size };

    fwrite(head, 1, sizeof head, to);
    fwrite(bytes, 1, size, to);
    return CKPT_OK;
}

/* The image, and what the directory looks like: both become valid by one rename. */
static void site(void)
{
    char name[300], to[300];
    uint64_t mark;
    FILE *f;

    check(ckpti_proc_prepare() == CKPT_OK);
    mark = ckpti_proc_mark();
    check(shell("rm -rf %s/new && mkdir %s/new && cp -a %s/work %s/new/work", base, base, base, base) == 0);
    snprintf(name, sizeof name, "%s/new/state", base);
    f = fopen(name, "w");
    check(ckpti_proc_encode(to_file, f) == CKPT_OK);
    fclose(f);
    snprintf(name, sizeof name, "%s/new", base);
    snprintf(to, sizeof to, "%s/image-%llu", base, (unsigned long long)mark);
    check(shell("rm -rf %s", to) == 0);             /* a process that was killed before it was the latest may have left one of the same number */
    check(rename(name, to) == 0);
    snprintf(name, sizeof name, "%s/latest", base);
    f = fopen("/dev/null", "r");
    fclose(f);
    check(shell("ln -sfn image-%llu %s/latest.new && mv -T %s/latest.new %s/latest", (unsigned long long)mark, base, base, base) == 0);
    ckpti_proc_committed(mark);
}

static bool restart(void)
{
    static unsigned char bytes[1 << 22];
    char name[300];
    ckpti_image_proc blobs[16];
    size_t n = 0, size;
    FILE *f;

    snprintf(name, sizeof name, "%s/latest/state", base);
    if (!(f = fopen(name, "r"))) {
        ckpti_proc_rewind();
        check(shell("test -z \"$(ls -A %s/work)\"", base) == 0);
        return false;
    }
    size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (size_t at = 0; at < size; n++) {
        uint32_t head[2];
        memcpy(head, bytes + at, sizeof head);
        blobs[n] = (ckpti_image_proc){ head[0], bytes + at + 8, head[1] };
        at += 8 + head[1];
    }
    if (ckpti_proc_decode_check(blobs, n) != CKPT_OK || ckpti_proc_apply() != CKPT_OK) {
        dprintf(2, "%s\n", ckpti_fail_text(CKPT_EFILE));
        _exit(9);
    }
    ckpti_proc_resumed();
    if (shell("diff -r --no-dereference %s/work %s/latest/work >&2", base, base) != 0)
        _exit(9);
    /* Names of long files are counted in the journal's directory, too. */
    if (shell("cd %s && for d in work latest/work; do"
              " (cd $d && find . -not -type f -printf '%%p %%m %%l\\n' -o -size -65537c -printf '%%p %%m %%n\\n' | sort) > see.${d%%%%/work}; done; "
              "diff see.work see.latest >&2", base) != 0)
        _exit(9);
    return true;
}

/* ---- what the program does ---------------------------------------------------------------------------------------------------- */

static const char *any(void)
{
    static const char *const names[] = { "a", "b", "c", "d/a", "d/b", "e", "./a", "d" };
    return names[dice(8)];
}

static void put(const char *name, const char *mode)
{
    FILE *f = ckptg_w_fopen(name, mode);

    if (!f)
        return;
    fprintf(f, "%s %u\n", name, dice(1000000));
    ckptg_w_fclose(f);
}

static void step(FILE *held, FILE *update)
{
    static char block[70000];
    int fd;

    switch (dice(18)) {
    case 0: case 1: put(any(), "a"); break;
    case 2: put(any(), "w"); break;
    case 3: put(any(), "r+"); break;
    case 4: (void)ckptg_w_unlink(any()); break;
    case 5: (void)ckptg_w_rename(any(), any()); break;
    case 6: (void)ckptg_w_mkdir("d", 0755); break;
    case 7: (void)ckptg_w_rmdir("d"); break;
    case 8: put("tmp", "w"), (void)ckptg_w_rename("tmp", any()); break;
    case 9: (void)ckptg_w_symlink(dice(2) ? "a" : "b", "link"); break;
    case 10: (void)ckptg_w_unlink("link"); break;
    case 11:
        fd = ckptg_w_open(dice(2) ? "long1" : "long2", O_WRONLY | O_CREAT | O_APPEND, 0600);
        memset(block, 'a' + (int)dice(26), sizeof block);
        (void)!write(fd, block, sizeof block);
        close(fd);
        break;
    case 12:
        if (dice(2))
            (void)ckptg_w_rename("long1", "long2");
        else
            (void)ckptg_w_unlink("long2");
        break;
    case 14: (void)ckptg_w_link(any(), any()); break;
    case 15: (void)ckptg_w_chmod(any(), (mode_t)(0700 + dice(64))); break;
    case 16: (void)ckptg_w_truncate64(dice(2) ? any() : "held", (off64_t)dice(30)); break;
    case 17:
        fflush(held);
        (void)ckptg_w_ftruncate64(fileno(held), (off64_t)dice(60));
        break;
    default:
        fprintf(held, "held %u\n", dice(1000));
        fseek(update, (long)dice(2000), SEEK_SET);
        fprintf(update, "update %u\n", dice(1000));
        fflush(dice(2) ? held : update);
    }
}

static void program(void)
{
    FILE *held, *update;

    ckpti_proc_start(base[0] ? ({ static char d[220]; snprintf(d, sizeof d, "%s/images", base); d; }) : 0);
    if (restart()) {
        held = ckpti_stream_by_id(3);
        update = ckpti_stream_by_id(4);
        check(held && update);
    } else {
        held = ckptg_w_fopen("held", "a");
        update = ckptg_w_fopen("update", "w+");
    }
    for (int i = 0; i < STEPS; i++) {
        if (dice(80) == 0)
            site();
        step(held, update);
    }
}

static void killed_at_any_moment(void **unused)
{
    int status;
    unsigned rounds = getenv("CKPT_LONG") ? MANY_ROUNDS : ROUNDS;

    (void)unused;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    snprintf(base, sizeof base, "/tmp/ckpt-undo-%d", (int)getpid());
    assert_int_equal(shell("rm -rf %s && mkdir -p %s/work %s/images", base, base, base), 0);
    for (seed = 1; seed <= rounds; seed++) {
        char work[220];
        unsigned moment = (unsigned)(seed * 2654435761u >> 8) % (seed % 3 ? 250000 : 50000) + 500;
        pid_t pid = fork();
        if (pid == 0) {
            snprintf(work, sizeof work, "%s/work", base);
            check(chdir(work) == 0);
            setpgid(0, 0);
            program();
            _exit(0);
        }
        setpgid(pid, pid);
        usleep(moment);
        kill(-pid, SIGKILL);
        waitpid(pid, &status, 0);
        while (waitpid(-pid, 0, 0) > 0)              /* what its shells began is done, too: a rename of theirs could come after the next restart */
            ;
        if (!WIFSIGNALED(status))
            printf("round %u: see %s\n", seed, base);
        assert_true(WIFSIGNALED(status));
    }
    assert_int_equal(shell("rm -rf %s", base), 0);
}

/* ---- the journal cannot be written ------------------------------------------------------------------------------------------------ */

static int writes_left;
static ssize_t (*real_write)(int fd, const void *data, size_t size);
static ssize_t short_write(int fd, const void *data, size_t size)
{
    if (fd == 2 || writes_left-- > 0)
        return real_write(fd, data, size);
    if (writes_left % 2)
        return real_write(fd, data, size / 2);
    errno = ENOSPC;
    return -1;
}

static unsigned lines;
static void count_lines(const char *line, unsigned length)
{
    lines += strstr(line, "may not be put back") != 0;
    (void)length;
}

/* Every Nth write fails or is cut short: the program is unharmed, it is told once, and what was recorded before and after is found. */
static void full_disk(void **unused)
{
    char images[220], cwd[PATH_MAX];

    (void)unused;
    assert_non_null(getcwd(cwd, sizeof cwd));
    snprintf(base, sizeof base, "/tmp/ckpt-full-%d", (int)getpid());
    snprintf(images, sizeof images, "%s/images", base);
    for (int n = 0; n < 12; n++) {
        assert_int_equal(shell("rm -rf %s && mkdir -p %s/work %s", base, base, images), 0);
        assert_int_equal(chdir(base), 0);
        ckpti_proc_start(images);
        real_write = ckpti_os.write;
        ckpti_os.write = short_write;
        ckpti_log_to(count_lines);
        lines = 0;
        writes_left = n;
        for (int i = 0; i < 6; i++) {
            char name[24];
            snprintf(name, sizeof name, "work/f%d", i);
            put(name, "w");
            assert_int_equal(access(name, F_OK), 0);
        }
        ckpti_os.write = real_write;
        put("work/last", "w");
        ckpti_log_to(0);
        assert_int_equal(lines, n < 7);
        ckpti_proc_start(images);                  /* what a new process would do */
        ckpti_proc_rewind();
        assert_int_not_equal(access("work/last", F_OK), n > 0 ? 0 : 1);
        for (int i = 0; i < 6 && i < n - 1; i++) {
            char name[24];
            snprintf(name, sizeof name, "work/f%d", i);
            assert_int_not_equal(access(name, F_OK), 0);
        }
    }
    assert_int_equal(chdir(cwd), 0);
    assert_int_equal(shell("rm -rf %s", base), 0);
    ckpti_proc_start(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(killed_at_any_moment), cmocka_unit_test(full_disk) };
    return cmocka_run_group_tests(tests, 0, 0);
}
