/* process.c - streams, descriptors and files of one process go on in another, as they were at its checkpoint.
 *
 * Each test runs `before` in a child, which takes its state at site() and goes on changing things until it is killed; then `after` in
 * another child, which gets the state back. Memory does not go along: what `after` needs is found by number.
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
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "core/log.h"
#include "image/process_format.h"
#include "objects/process.h"
#include "objects/streams.h"

FILE *ckptg_w_fopen(const char *path, const char *mode);
FILE *ckptg_w_freopen(const char *path, const char *mode, FILE *stream);
FILE *ckptg_w_popen(const char *command, const char *mode);
FILE *ckptg_w_tmpfile(void);
int ckptg_w_fclose(FILE *stream);
int ckptg_w_setvbuf(FILE *stream, char *buffer, int mode, size_t size);
int ckptg_w_open(const char *path, int flags, ...);
int ckptg_w_close(int fd);
int ckptg_w_unlink(const char *path);
int ckptg_w_rename(const char *from, const char *to);
int ckptg_w_mkdir(const char *path, mode_t mode);

static char images[PATH_MAX], work[PATH_MAX];
static int site_number;

/* ---- the harness ------------------------------------------------------------------------------------------------------------- */

static ckpt_status to_file(void *to, uint32_t tag, const void *bytes, size_t size)
{
    uint32_t head[2] = { tag, (uint32_t)size };

    fwrite(head, 1, sizeof head, to);
    fwrite(bytes, 1, size, to);
    return CKPT_OK;
}

static void image_name(int number, char out[PATH_MAX + 16]) { snprintf(out, PATH_MAX + 16, "%s/state%d", images, number); }

/* A checkpoint. */
static ckpt_status site(void)
{
    char name[PATH_MAX + 16];
    ckpt_status status = ckpti_proc_prepare();
    FILE *f;

    if (status != CKPT_OK)
        return status;
    image_name(site_number++, name);
    f = fopen(name, "w");
    status = ckpti_proc_encode(to_file, f);
    fclose(f);
    ckpti_proc_committed(ckpti_proc_mark());
    return status;
}

static ckpt_status load(int number)
{
    static unsigned char bytes[1 << 22];
    char name[PATH_MAX + 16];
    ckpti_image_proc blobs[16];
    size_t n = 0, size;
    FILE *f;

    image_name(number, name);
    f = fopen(name, "r");
    size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (size_t at = 0; at < size; n++) {
        uint32_t head[2];
        memcpy(head, bytes + at, sizeof head);
        blobs[n] = (ckpti_image_proc){ head[0], bytes + at + 8, head[1] };
        at += 8 + head[1];
    }
    return ckpti_proc_decode_check(blobs, n);
}

static void in_child(void (*function)(void), int expected_signal)
{
    int status;
    pid_t pid;

    fflush(0);
    pid = fork();
    if (pid == 0) {
        ckpti_proc_start(images);
        function();
        if (expected_signal)
            kill(getpid(), SIGKILL);
        fflush(0);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    if (expected_signal)
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == expected_signal);
    else
        assert_int_equal(status, 0);
}

#define check(condition) \
    do { if (!(condition)) { dprintf(2, "%s:%d: not true: %s (errno %d)\n", __FILE__, __LINE__, #condition, errno); _exit(1); } } while (0)

static void (*after_function)(void);
static int restart_from;
static void restart(void)
{
    ckpt_status status = load(restart_from);
    if (status != CKPT_OK)
        dprintf(2, "%s\n", ckpti_fail_text(status));
    check(status == CKPT_OK);
    status = ckpti_proc_apply();
    if (status != CKPT_OK)
        dprintf(2, "%s\n", ckpti_fail_text(status));
    check(status == CKPT_OK);
    ckpti_proc_resumed();
    after_function();
}

static void go(void (*before)(void), int from, void (*after)(void))
{
    in_child(before, SIGKILL);
    after_function = after;
    restart_from = from;
    in_child(restart, 0);
}

static int set_up(void **unused)
{
    char command[3 * PATH_MAX];

    (void)unused;
    site_number = 0;
    snprintf(work, sizeof work, "/tmp/ckpt-unit-%d", (int)getpid());
    snprintf(images, sizeof images, "%.200s/images", work);
    snprintf(command, sizeof command, "rm -rf %s && mkdir -p %s", work, images);
    return system(command) || chdir(work);
}

static int tear_down(void **unused)
{
    char command[PATH_MAX + 16];

    (void)unused;
    snprintf(command, sizeof command, "rm -rf %s", work);
    return chdir("/") || system(command);
}

/* ---- small helpers ------------------------------------------------------------------------------------------------------------ */

static void put(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    fputs(text, f);
    fclose(f);
}

static const char *content(const char *name)
{
    static char text[4][1 << 17];
    static int which;
    char *out = text[which++ % 4];
    FILE *f = fopen(name, "r");
    if (!f)
        return "(none)";
    out[fread(out, 1, sizeof text[0] - 1, f)] = 0;
    fclose(f);
    return out;
}

static void say(const char *name, const char *mode, const char *text)
{
    FILE *f = ckptg_w_fopen(name, mode);
    check(f);
    fputs(text, f);
    check(ckptg_w_fclose(f) == 0);
}

static void fill(const char *name, size_t size, char c)
{
    FILE *f = fopen(name, "w");
    for (size_t i = 0; i < size; i++)
        putc(c, f);
    fclose(f);
}

/* ---- streams ------------------------------------------------------------------------------------------------------------------- */

static void streams_before(void)
{
    FILE *in, *out, *back;
    char word[16];

    put("in", "one two three\nfour five\n");
    in = ckptg_w_fopen("in", "r");
    check(ckpti_stream_id(in) == 3);
    check(fscanf(in, "%15s", word) == 1 && fscanf(in, "%15s", word) == 1);
    out = ckptg_w_fopen("out", "w");
    check(ckptg_w_setvbuf(out, 0, _IOLBF, 100) == 0);
    fputs("first\nsecond", out);
    back = ckptg_w_fopen("in", "r");
    while (getc(back) != EOF)
        ;
    ungetc('#', in);
    ungetc('!', in);
    check(fileno(in) == 3 && fileno(out) == 4 && fileno(back) == 5);
    check(site() == CKPT_OK);
    fputs("too much\n", out);
    check(getc(in) == '!' && getc(in) == '#' && getc(in) == ' ');
    fflush(out);
}

static void streams_after(void)
{
    FILE *in = ckpti_stream_by_id(3), *out = ckpti_stream_by_id(4), *back = ckpti_stream_by_id(5), *more;
    char line[32];

    check(in && out && back && fileno(in) == 3 && fileno(out) == 4 && fileno(back) == 5);
    check(strcmp(content("out"), "first\nsecond") == 0);
    check(getc(in) == '!' && getc(in) == '#');
    check(fgets(line, sizeof line, in) && strcmp(line, " three\n") == 0);
    check(feof(back) && getc(back) == EOF && !feof(in));
    fputs(" line\nthird", out);
    check(strcmp(content("out"), "first\nsecond line\n") == 0);
    check(fclose(out) == 0);
    check(strcmp(content("out"), "first\nsecond line\nthird") == 0);
    more = ckptg_w_fopen("in", "r");
    check(ckpti_stream_id(more) == 6);
}

static void streams(void **unused) { (void)unused; go(streams_before, 0, streams_after); }

static void standard_before(void)
{
    int saved;

    put("in", "0123456789");
    check(ckptg_w_freopen("in", "r", stdin));
    check(getchar() == '0' && getchar() == '1');
    saved = dup(1);
    check(saved == 3);
    check(ckptg_w_freopen("stdout", "w", stdout));
    printf("to the file\n");
    check(ckptg_w_fclose(stderr) == 0);
    check(site() == CKPT_OK);
    printf("gone\n");
    fflush(0);
}

static void standard_after(void)
{
    struct stat a, b;

    check(getchar() == '2');
    check(fileno(stdout) == 1);
    printf("and on\n");
    fflush(stdout);
    check(strcmp(content("stdout"), "to the file\nand on\n") == 0);
    check(fcntl(2, F_GETFD) < 0 && errno == EBADF);
    check(fstat(3, &a) == 0 && fstat(1, &b) == 0 && a.st_ino != b.st_ino);
}

static void standard(void **unused) { (void)unused; go(standard_before, 0, standard_after); }

static void descriptors_before(void)
{
    int a, b, c, d;

    put("in", "0123456789");
    a = ckptg_w_open("in", O_RDONLY);
    b = dup(a);
    c = ckptg_w_open("in", O_RDWR | O_APPEND | O_CLOEXEC);
    d = dup2(c, 77);
    check(a == 3 && b == 4 && c == 5 && d == 77);
    check(lseek(a, 4, SEEK_SET) == 4);
    check(ckptg_w_open("/dev/null", O_WRONLY) == 6);
    check(ckptg_w_open("/", O_RDONLY | O_DIRECTORY) == 7);
    ckptg_w_close(6);
    check(site() == CKPT_OK);
    check(write(c, "more", 4) == 4);
    check(lseek(a, 9, SEEK_SET) == 9);
}

static void descriptors_after(void)
{
    char c;

    check(strcmp(content("in"), "0123456789") == 0);
    check(read(4, &c, 1) == 1 && c == '4');
    check(read(3, &c, 1) == 1 && c == '5');
    check(fcntl(5, F_GETFL) & O_APPEND && fcntl(5, F_GETFD) & FD_CLOEXEC && !(fcntl(77, F_GETFD) & FD_CLOEXEC));
    check(write(77, "x", 1) == 1 && lseek(5, 0, SEEK_CUR) == 11);
    check(fcntl(6, F_GETFD) < 0);
    check(openat(7, "tmp", O_RDONLY | O_DIRECTORY) == 6);
}

static void descriptors(void **unused) { (void)unused; go(descriptors_before, 0, descriptors_after); }

static void nameless_before(void)
{
    FILE *f = ckptg_w_tmpfile();
    int fd = ckptg_w_open("gone", O_RDWR | O_CREAT, 0600);

    fputs("kept in the image", f);
    check(write(fd, "abcdef", 6) == 6 && lseek(fd, 2, SEEK_SET) == 2);
    check(ckptg_w_unlink("gone") == 0);
    check(site() == CKPT_OK);
    fputs(" but not this", f);
}

static void nameless_after(void)
{
    FILE *f = ckpti_stream_by_id(3);
    char text[64], c;

    rewind(f);
    check(fgets(text, sizeof text, f) && strcmp(text, "kept in the image") == 0);
    check(read(4, &c, 1) == 1 && c == 'c');
    check(access("gone", F_OK) < 0);
}

static void nameless(void **unused) { (void)unused; go(nameless_before, 0, nameless_after); }

/* ---- files put back ------------------------------------------------------------------------------------------------------------ */

static void undo_before(void)
{
    put("data", "original");
    put("replaced", "old version");
    put("removed", "still wanted");
    fill("long", 100000, 'l');
    fill("long2", 100000, 'm');
    fill("cut", 100000, 'c');
    say("log", "a", "1\n");
    check(site() == CKPT_OK);
    say("log", "a", "2\n");
    say("log2", "a", "new\n");
    say("data", "w", "other");
    say("tmp", "w", "new version, longer");
    check(ckptg_w_rename("tmp", "replaced") == 0);
    say("tmp", "w", "third version");
    check(ckptg_w_rename("tmp", "replaced") == 0);
    check(ckptg_w_unlink("removed") == 0);
    check(ckptg_w_unlink("long") == 0);
    check(ckptg_w_rename("long2", "long") == 0);
    say("long", "a", "tail");
    check(ckptg_w_mkdir("directory", 0777) == 0);
    say("directory/file", "w", "x");
    say("cut", "w", "short");
}

static void undo_after(void)
{
    struct stat st;

    check(strcmp(content("log"), "1\n") == 0);
    check(access("log2", F_OK) < 0 && access("tmp", F_OK) < 0 && access("directory", F_OK) < 0);
    check(strcmp(content("data"), "original") == 0);
    check(strcmp(content("replaced"), "old version") == 0);
    check(strcmp(content("removed"), "still wanted") == 0);
    check(stat("long", &st) == 0 && st.st_size == 100000 && content("long")[99999] == 'l');
    check(stat("long2", &st) == 0 && st.st_size == 100000 && content("long2")[0] == 'm');
    check(stat("cut", &st) == 0 && st.st_size == 5);       /* too long to be kept: reported */
    say("log", "a", "again\n");
    check(site() == CKPT_OK);
    say("log", "a", "lost\n");
    ckptg_w_unlink("data");
}

static void again_after(void)
{
    check(strcmp(content("log"), "1\nagain\n") == 0);
    check(strcmp(content("data"), "original") == 0);
}

static void undo(void **unused)
{
    (void)unused;
    go(undo_before, 0, undo_after);
    restart_from = 1;                              /* site_number is the parent's: the second image was numbered 0 as well */
    restart_from = 0;
    after_function = again_after;
    in_child(restart, 0);
}

static void held_before(void)
{
    FILE *out, *update;

    out = ckptg_w_fopen("out", "w");
    update = ckptg_w_fopen("update", "w+");
    fputs("0123456789", out);
    fputs("abcdefghij", update);
    check(site() == CKPT_OK);
    check(site() == CKPT_OK);
    rewind(out);
    fputs("XX", out);
    rewind(update);
    fputs("YYYYYYYYYYYYYYYY", update);
    fflush(0);
    check(ckptg_w_fclose(out) == 0 && ckptg_w_unlink("out") == 0);
}

static void held_after(void)
{
    FILE *out = ckpti_stream_by_id(3);

    check(strcmp(content("out"), "0123456789") == 0);
    check(strcmp(content("update"), "abcdefghij") == 0);
    fputs("more", out);
    fflush(out);
    check(strcmp(content("out"), "0123456789more") == 0);
}

static void held(void **unused) { (void)unused; go(held_before, 1, held_after); }

static void fresh_before(void)
{
    put("data", "original");
    say("log", "a", "never\n");
    say("data", "w", "changed");
}

static void fresh_after(void)
{
    ckpti_proc_rewind();
    check(access("log", F_OK) < 0);
    check(strcmp(content("data"), "original") == 0);
}

static void fresh(void **unused)
{
    (void)unused;
    in_child(fresh_before, SIGKILL);
    in_child(fresh_after, 0);
}

/* ---- refusals -------------------------------------------------------------------------------------------------------------------- */

static void refused(void)
{
    int pipes[2];
    FILE *p;

    check(pipe(pipes) == 0);
    check(site() == CKPT_EUNSUPPORTED && strstr(ckpti_fail_text(CKPT_EUNSUPPORTED), "descriptor 3 is a pipe"));
    close(pipes[0]), close(pipes[1]);
    check(site() == CKPT_OK);
    p = ckptg_w_popen("true", "r");
    check(site() == CKPT_EUNSUPPORTED);
    pclose(p);
}

static void missing_before(void)
{
    put("in", "0123456789");
    ckptg_w_fopen("in", "r");
    say("log", "a", "abc");
    ckptg_w_fopen("log", "a");
    check(site() == CKPT_OK);
}

static void missing_after(void)
{
    put("in", "01234");
    check(load(0) == CKPT_EFILE && strstr(ckpti_fail_text(CKPT_EFILE), "in: has 5 bytes, but had 10"));
    unlink("in");
    check(load(0) == CKPT_EFILE && strstr(ckpti_fail_text(CKPT_EFILE), "in: No such file"));
    put("in", "0123456789");
    unlink("log");
    check(load(0) == CKPT_EFILE && strstr(ckpti_fail_text(CKPT_EFILE), "log: No such file"));
    put("log", "abcdef");
    check(load(0) == CKPT_OK);
    check(strcmp(content("log"), "abcdef") == 0);
}

static void refusals(void **unused)
{
    (void)unused;
    in_child(refused, 0);
    in_child(missing_before, SIGKILL);
    in_child(missing_after, 0);
}

/* ---- damaged sections ------------------------------------------------------------------------------------------------------------- */

static void count_line(void *to, const char *key, const char *value, const ckpti_pr *raw)
{
    *(size_t *)to += strlen(key) + strlen(value);
    check(raw->p && raw->p <= raw->end);
    check(!strpbrk(value, "\n\r\033"));
}

static void damaged_child(void)
{
    static unsigned char bytes[1 << 16];
    char name[PATH_MAX + 16];
    size_t size, shown = 0;
    FILE *f;

    put("in", "one two three\n");
    put("removed", "content of a file without a name");
    check(ckptg_w_fopen("in", "r") && ckptg_w_fopen("out\n\033", "w"));
    check(ckptg_w_open("removed", O_RDWR) >= 0 && ckptg_w_unlink("removed") == 0);
    say("log", "a", "x\n");
    alarm(1000);
    check(site() == CKPT_OK);
    image_name(0, name);
    f = fopen(name, "r");
    size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    for (size_t at = 0; at < size;) {
        uint32_t head[2];
        memcpy(head, bytes + at, sizeof head);
        for (size_t i = 0; i < 8 * (size_t)head[1] + head[1]; i++) {
            size_t n = i < 8 * (size_t)head[1] ? head[1] : i - 8 * (size_t)head[1];
            unsigned char *copy = malloc(n + 1);
            ckpti_image_proc whole[16];
            size_t count = 0;
            memcpy(copy, bytes + at + 8, n);
            if (n == head[1])
                copy[i / 8] ^= (unsigned char)(1 << i % 8);
            for (size_t other = 0; other < size; count++) {
                uint32_t h[2];
                memcpy(h, bytes + other, sizeof h);
                whole[count] = other == at ? (ckpti_image_proc){ h[0], copy, n } : (ckpti_image_proc){ h[0], bytes + other + 8, h[1] };
                other += 8 + h[1];
            }
            (void)ckpti_proc_show(&whole[0], count_line, &shown);
            for (size_t k = 0; k < count; k++)
                if (whole[k].bytes == copy && ckpti_proc_show(&whole[k], count_line, &shown) != CKPT_OK)
                    check(ckpti_proc_decode_check(whole, count) == CKPT_EBADIMAGE);
            (void)ckpti_proc_decode_check(whole, count);
            free(copy);
        }
        at += 8 + head[1];
    }
    check(shown > 1000 && load(0) == CKPT_OK);
}

static void damaged(void **unused)
{
    (void)unused;
    in_child(damaged_child, 0);
}

static void state_before(void)
{
    sigset_t set;

    mkdir("sub", 0777);
    check(chdir("sub") == 0);
    umask(027);
    sigemptyset(&set);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, 0);
    raise(SIGHUP);
    alarm(1000);
    errno = ENOTDIR;
    check(site() == CKPT_OK && errno == ENOTDIR);
}

static void state_after(void)
{
    char cwd[PATH_MAX];
    sigset_t set;

    check(errno == ENOTDIR);
    check(getcwd(cwd, sizeof cwd) && strcmp(strrchr(cwd, '/'), "/sub") == 0);
    check(umask(0) == 027);
    check(sigprocmask(SIG_BLOCK, 0, &set) == 0 && sigismember(&set, SIGHUP) && !sigismember(&set, SIGTERM));
    check(sigpending(&set) == 0 && sigismember(&set, SIGHUP));
    check(alarm(0) > 900);
}

static void state(void **unused) { (void)unused; go(state_before, 0, state_after); }

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(streams), TEST(standard), TEST(descriptors), TEST(nameless), TEST(undo), TEST(held), TEST(fresh), TEST(refusals), TEST(damaged),
        TEST(state)
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
