/* verify.c - `ckpt verify`: every checksum and every reference of images. See docs/tools.md.
 * Output: one line for each image; status 0 only if all are good. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>
#include "objects/undo_segments.h"
#include "tools/job.h"

static const char usage[] =
    "usage: ckpt verify [OPTION]... IMAGE|DIRECTORY...\n"
    "Check every checksum and every reference (types, objects, frames, pointers) of images; of a directory, of all its images,\n"
    "and of the journal of changed files there; of the directory of an MPI job, of all its committed lines: records, parts, images\n"
    "and journals of all ranks.\n"
    "\n"
    "  -q, --quiet   say nothing about good images\n"
    "      --help    this text\n"
    "\n"
    "Status: 0 all good, 64 bad command line, 65 a bad or missing image, 74 output could not be written.\n";

static int verify_file(const char *path, bool quiet, FILE *out)
{
    tool_image t;
    char size[TOOL_SIZE];
    int status = tool_image_open(path, true, &t);
    if (status)
        return status;
    if (!quiet) {
        uint32_t objects = ckpti_image_nobjects(t.image), frames = ckpti_image_nframes(t.image);
        tool_put(out, path);
        fprintf(out, ": good: %" PRIu32 " object%s, %" PRIu32 " frame%s, %s\n", objects, objects == 1 ? "" : "s", frames,
                frames == 1 ? "" : "s", tool_bytes(size, t.bytes.size));
    }
    tool_image_close(&t);
    return TOOL_OK;
}

/* A record of the journal: is the file there that it leads to, if its segment still is? (A program may run there.) */
static ckpt_status verify_record(void *to, const ckpti_undo *record)
{
    const char *directory = to;
    char link[CKPTI_STORE_FILE], segment[CKPTI_STORE_FILE];

    if (record->kind != CKPTI_UNDO_LINK)
        return CKPT_OK;
    if (snprintf(segment, sizeof segment, "%s/undo-%06" PRIu64 ".log", directory, record->segment) >= (int)sizeof segment ||
        snprintf(link, sizeof link, "%s/%.*s", directory, (int)record->content_size, (const char *)record->content) >= (int)sizeof link)
        return ckpti_fail(CKPT_EFILE, "%s: name too long", directory);
    if (access(link, F_OK) == 0 || access(segment, F_OK) != 0)
        return CKPT_OK;
    return ckpti_fail(CKPT_EFILE, "%s: gone: %s cannot be put back as it was", link, record->path);
}

int tool_journal_verify(const char *directory)
{
    ckpt_status status = ckpti_undo_read(directory, 1, verify_record, (void *)(size_t)directory);

    return status ? tool_complain(TOOL_BAD, "%s", ckpti_fail_text(status)) : TOOL_OK;
}

static int verify_directory(const char *path, bool quiet, FILE *out)
{
    ckpti_store_list list;
    ckpt_status st = ckpti_store_list_images(path, &list);
    if (st)
        return tool_complain(TOOL_BAD, "%s", ckpti_fail_text(st));
    int status = list.count ? TOOL_OK : tool_complain(TOOL_BAD, "%s: no image in this directory", path);
    for (size_t i = list.count; i-- > 0;) {
        char file[CKPTI_STORE_FILE];
        if (!ckpti_store_image_path(path, list.numbers[i], file, sizeof file))
            status = tool_complain(TOOL_BAD, "%s: name too long", path);
        else if (verify_file(file, quiet, out))
            status = TOOL_BAD;
    }
    free(list.numbers);
    return tool_journal_verify(path) ? TOOL_BAD : status;
}

int tool_verify(int argc, char **argv, FILE *out)
{
    enum { HELP = 256 };
    static const struct option longs[] = {{"quiet", no_argument, 0, 'q'}, {"help", no_argument, 0, HELP}, {0, 0, 0, 0}};
    bool quiet = false;
    int c, status = TOOL_OK;
    optind = 0;
    while ((c = getopt_long(argc, argv, "q", longs, 0)) != -1)
        switch (c) {
        case 'q': quiet = true; break;
        case HELP: fputs(usage, out); return TOOL_OK;
        default: return TOOL_USAGE;
        }
    if (optind == argc)
        return tool_complain(TOOL_USAGE, "verify: no image given; see ckpt verify --help");
    for (int i = optind; i < argc; i++) {
        int one = tool_is_job(argv[i]) ? tool_job_verify(argv[i], quiet, out) : tool_is_directory(argv[i]) ? verify_directory(argv[i], quiet, out) : verify_file(argv[i], quiet, out);
        if (one)
            status = one;
    }
    return status;
}
