/* fuzz.c - hostile images through every reader: `ckpt show`, `ckpt show --json`, `ckpt verify`, `ckpt diff`, the cursor.
 *
 * usage      fuzz [--raw N] [--repaired N] [--seed S] [--only CASE] [--save DIR] IMAGE...
 * Raw        N mutations of the images' bytes: every one must be refused with status 65 by show and verify.
 * Repaired   N mutations of the sections' content (decompressed), with all lengths and checksums made right again: readers may accept
 *            or refuse, but never crash, hang or touch memory that is not theirs. Build with sanitizers.
 * --only     run one case again;  --save  write each case's image to DIR/TYPE-CASE.img (restart.py takes them from there)
 * Output     one line of counts; status 0, or 1 with the case's number. A case is determined by (images, seed, number).
 */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "core/log.h"
#include "mutate.h"
#include "tools/tool.h"

enum { SECONDS = 60 };            /* for one case: a hang */

static const char *kind;
static uint64_t number, seed = 1;
static int fd = -1;
static char path[64], original_path[4096];
static FILE *nowhere;
static char lines;                /* last thing said on standard error, for "one line" */

static void die(const char *why)
{
    dprintf(2, "fuzz: %s case %llu (seed %llu): %s\n", kind, (unsigned long long)number, (unsigned long long)seed, why);
    _exit(1);
}

static void on_alarm(int signal)
{
    (void)signal;
    die("hangs");
}

static void swallow(const char *line, unsigned length) { lines = (char)(length && line[0]); }

static int command(int function(int, char **, FILE *), const char *name, const char *option, const char *other)
{
    char *argv[5] = {(char *)name}, *option_copy = (char *)option;
    int argc = 1;
    if (option)
        argv[argc++] = option_copy;
    if (other)
        argv[argc++] = (char *)other;
    argv[argc++] = path;
    lines = 0;
    int status = function(argc, argv, nowhere);
    if (status != TOOL_OK && status != TOOL_BAD && status != TOOL_DIFFERENT)
        die("odd status of a command");
    if (status == TOOL_BAD && !lines)
        die("refused without a reason");
    return status;
}

/* Every leaf of a few objects, by seek and by next. */
static void tour(const bytes *b)
{
    char why[CKPTI_WHY], text[64];
    ckpti_image *image;
    if (ckpti_image_open(b->data, b->size, &image, why))
        return;
    uint32_t n = ckpti_image_nobjects(image);
    for (uint32_t id = 1; id <= n && id < 200; id++) {
        ckpti_cursor c;
        uint64_t leaf = 0;
        for (bool more = ckpti_cursor_seek(&c, image, id, 0); more && leaf < 500; more = ckpti_cursor_next(&c), leaf++) {
            if (c.leaf != leaf)
                die("cursor is on another leaf");
            if (c.absent) { /* the next one is behind the member */
                leaf += c.absent - 1;
                continue;
            }
            ckpti_cursor_path(&c, text, sizeof text);
            ckpti_leaf_text(&c, text, sizeof text);
        }
        if (ckpti_cursor_seek(&c, image, id, c.object.leaves))
            die("cursor behind the last leaf");
        if (c.object.leaves && !ckpti_cursor_seek(&c, image, id, c.object.leaves - 1))
            die("cursor not on the last leaf");
    }
    ckpti_image_close(image);
}

static void put_case(const bytes *b)
{
    if (ftruncate(fd, 0) || pwrite(fd, b->data, b->size, 0) != (ssize_t)b->size)
        die(strerror(errno));
}

static void save(const char *directory, const bytes *b)
{
    char name[4200];
    snprintf(name, sizeof name, "%s/%s-%llu.img", directory, kind, (unsigned long long)number);
    FILE *f = fopen(name, "wb");
    if (!f || fwrite(b->data, 1, b->size, f) != b->size || fclose(f))
        die("cannot save");
}

static bool raw_case(const bytes *original, const bytes *b)
{
    if (b->size == original->size && !memcmp(b->data, original->data, b->size))
        return false;
    if (command(tool_verify, "verify", 0, 0) != TOOL_BAD || command(tool_show, "show", 0, 0) != TOOL_BAD)
        die("a damaged image was not refused");
    return true;
}

static bool repaired_case(const bytes *b)
{
    bool good = command(tool_verify, "verify", 0, 0) == TOOL_OK;
    tour(b);
    if ((command(tool_show, "show", "--json", 0) == TOOL_OK) != good)
        die("verify and show do not agree");
    command(tool_show, "show", 0, 0);
    command(tool_show, "show", "--full", 0);
    command(tool_show, "show", "--types", 0);
    if ((command(tool_diff, "diff", 0, original_path) == TOOL_BAD) != !good)
        die("verify and diff do not agree");
    return good;
}

static bytes read_file(const char *name)
{
    bytes b = {0};
    FILE *f = fopen(name, "rb");
    if (!f) {
        perror(name);
        exit(2);
    }
    for (size_t n = 1; n;) {
        bytes_grow(&b, b.size + 65536);
        n = fread(b.data + b.size, 1, 65536, f);
        b.size += n;
    }
    fclose(f);
    return b;
}

typedef struct options {
    uint64_t raw, repaired, only;
    const char *save;
    bool one;
} options;

static uint64_t run(bool raw, uint64_t cases, const options *o, char **names, int n)
{
    uint64_t good = 0;
    kind = raw ? "raw" : "repaired";
    for (uint64_t i = 0; i < cases; i++) {
        number = o->one ? o->only : i;
        uint64_t dice = (seed << 32 | (uint64_t)raw << 31) + number * 2 + 1;
        const char *name = names[number % (uint64_t)n];
        snprintf(original_path, sizeof original_path, "%s", name);
        bytes original = read_file(name), b = {0};
        alarm(SECONDS);
        if (raw)
            mutate_raw(&original, &b, &dice);
        else
            mutate_repaired(&original, &b, &dice);
        put_case(&b);
        if (o->save)
            save(o->save, &b);
        good += raw ? raw_case(&original, &b) : repaired_case(&b);
        free(b.data);
        free(original.data);
        if (o->one)
            break;
    }
    alarm(0);
    return good;
}

int main(int argc, char **argv)
{
    static const struct option longs[] = {{"raw", required_argument, 0, 'r'}, {"repaired", required_argument, 0, 'f'},
        {"seed", required_argument, 0, 's'}, {"only", required_argument, 0, 'o'}, {"save", required_argument, 0, 'd'}, {0, 0, 0, 0}};
    options o = {0};
    int c;
    while ((c = getopt_long(argc, argv, "", longs, 0)) != -1)
        switch (c) {
        case 'r': o.raw = strtoull(optarg, 0, 10); break;
        case 'f': o.repaired = strtoull(optarg, 0, 10); break;
        case 's': seed = strtoull(optarg, 0, 10); break;
        case 'o': o.only = strtoull(optarg, 0, 10); o.one = true; break;
        case 'd': o.save = optarg; break;
        default: return 2;
        }
    char **names = argv + optind;
    int n = argc - optind;
    if (!n || !(nowhere = fopen("/dev/null", "w")) || (fd = memfd_create("case", 0)) < 0)
        return 2;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    signal(SIGALRM, on_alarm);
    ckpti_log_to(swallow);
    uint64_t refused = run(true, o.raw, &o, names, n), accepted = run(false, o.repaired, &o, names, n);
    printf("raw: %llu of %llu mutations changed the image, all refused; repaired: %llu, %llu of them still good images, no report\n",
           (unsigned long long)refused, (unsigned long long)o.raw, (unsigned long long)o.repaired, (unsigned long long)accepted);
    return 0;
}
