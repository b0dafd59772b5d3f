/* show.c - `ckpt show`: what is in an image, in the program's own names. See docs/tools.md.
 * Input: an image or a directory of images. Output: text, or JSON. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include "tools/job.h"
#include "tools/show.h"

static const char usage[] =
    "usage: ckpt show [OPTION]... IMAGE|DIRECTORY\n"
    "Print what is in an image. Of a directory: list its images, then print the newest one that is good.\n"
    "Of the directory of an MPI job: its recovery lines, what crossed each, which were abandoned and why.\n"
    "\n"
    "  -f, --frames     call stack with its variables\n"
    "  -g, --globals    variables with static storage\n"
    "  -o, --objects    heap blocks, all of them\n"
    "  -u, --unknown    pointers to nothing known\n"
    "  -p, --process    streams, files, signals and other state of the process\n"
    "  -s, --sizes      bytes by type and by variable\n"
    "  -t, --types      types, with the origin's sizes and offsets\n"
    "      --sections   sections of the file\n"
    "                   (without any of these: all but types and sections, in short)\n"
    "  -F, --full       values and lists in full\n"
    "  -j, --json       everything, exactly, as JSON\n"
    "      --help       this text\n"
    "\n"
    "Status: 0, 64 bad command line, 65 bad or missing image, 74 output could not be written.\n";

typedef struct options {
    unsigned parts;
    bool full, json;
    const char *path;
} options;

/* Returns -1 to go on, else the exit status. */
static int parse(int argc, char **argv, FILE *out, options *o)
{
    enum { SECTIONS = 256, HELP };
    static const struct option longs[] = {
        {"frames", no_argument, 0, 'f'}, {"globals", no_argument, 0, 'g'}, {"objects", no_argument, 0, 'o'},
        {"unknown", no_argument, 0, 'u'}, {"process", no_argument, 0, 'p'}, {"sizes", no_argument, 0, 's'},
        {"types", no_argument, 0, 't'}, {"sections", no_argument, 0, SECTIONS}, {"full", no_argument, 0, 'F'},
        {"json", no_argument, 0, 'j'}, {"help", no_argument, 0, HELP}, {0, 0, 0, 0}};
    int c;
    optind = 0;
    while ((c = getopt_long(argc, argv, "fgoupstFj", longs, 0)) != -1)
        switch (c) {
        case 'f': o->parts |= SHOW_FRAMES; break;
        case 'g': o->parts |= SHOW_GLOBALS; break;
        case 'o': o->parts |= SHOW_OBJECTS; break;
        case 'u': o->parts |= SHOW_UNKNOWN; break;
        case 'p': o->parts |= SHOW_PROCESS; break;
        case 's': o->parts |= SHOW_SIZES; break;
        case 't': o->parts |= SHOW_TYPES; break;
        case SECTIONS: o->parts |= SHOW_SECTIONS; break;
        case 'F': o->full = true; break;
        case 'j': o->json = true; break;
        case HELP: fputs(usage, out); return TOOL_OK;
        default: return TOOL_USAGE;
        }
    if (optind != argc - 1)
        return tool_complain(TOOL_USAGE, "show: one image or directory is wanted; see ckpt show --help");
    o->path = argv[optind];
    return -1;
}

static ckpt_status show_parts(show *s, unsigned parts, bool heap_in_full)
{
    ckpt_status st = CKPT_OK;
    if (parts & SHOW_HEAD)
        show_head(s);
    if (parts & SHOW_SECTIONS)
        show_sections(s);
    if (parts & SHOW_FRAMES)
        show_frames(s);
    if (parts & SHOW_GLOBALS)
        show_globals(s);
    if (parts & SHOW_OBJECTS) {
        uint64_t limit = s->limit;
        s->limit = heap_in_full ? UINT64_MAX : limit;
        st = show_heap(s);
        s->limit = limit;
    }
    if (parts & SHOW_UNKNOWN)
        show_unknown(s);
    if (parts & SHOW_PROCESS)
        show_process(s);
    if (parts & SHOW_SIZES && !st)
        st = show_sizes(s);
    if (parts & SHOW_TYPES)
        show_types(s);
    return st;
}

/* One line per image of a directory: number, what it is. */
static void list_directory(FILE *out, const char *directory)
{
    ckpti_store_list list;
    if (ckpti_store_list_images(directory, &list))
        return; /* opening the newest will say why */
    for (size_t i = 0; i < list.count; i++) {
        char file[CKPTI_STORE_FILE], size[TOOL_SIZE], time[TOOL_TIME], why[CKPTI_WHY];
        tool_image t;
        if (!ckpti_store_image_path(directory, list.numbers[i], file, sizeof file))
            continue;
        fprintf(out, "%-22s ", strrchr(file, '/') + 1);
        if (tool_image_try(file, true, &t, why)) {
            const char *reason = strstr(why, ".img: ");
            tool_put(out, reason ? reason + 6 : why);
            fputs("\n", out);
            continue;
        }
        const ckpti_image_head *h = ckpti_image_header(t.image);
        fprintf(out, "%s  visit %llu, %s, ", tool_time(time, h->time, h->nanoseconds), (unsigned long long)h->visit,
                tool_bytes(size, t.bytes.size));
        tool_put(out, h->triple);
        fputs("\n", out);
        tool_image_close(&t);
    }
    free(list.numbers);
    fputs("\n", out);
}

static int show_job(const options *o, FILE *out)
{
    if (o->parts)
        return tool_complain(TOOL_USAGE, "show: %s is the directory of an MPI job, which has lines; images with variables are in its rank-N directories",
                             o->path);
    return tool_job_show(o->path, o->json, o->full, out);
}

int tool_show(int argc, char **argv, FILE *out)
{
    options o = {0};
    tool_image t;
    show s = {.out = out};
    int status = parse(argc, argv, out, &o);
    if (status >= 0)
        return status;
    if (tool_is_job(o.path))
        return show_job(&o, out);
    bool list = !o.json && !o.parts && tool_is_directory(o.path);
    if (list)
        list_directory(out, o.path);
    if ((status = tool_image_open_newest(o.path, true, list, &t)))
        return status;
    s.path = t.path;
    s.image = t.image;
    s.full = o.full;
    s.style = o.full ? tool_style_full : tool_style_short;
    s.limit = o.full ? UINT64_MAX : 20;
    s.all_globals = o.full || o.parts & SHOW_GLOBALS;
    s.all_process = o.full || o.parts & SHOW_PROCESS;
    bool objects = o.parts & SHOW_OBJECTS;
    ckpt_status st = tool_reach_walk(t.image, &s.reach);
    if (!st && o.json)
        st = tool_json_image(out, t.path, &s.reach);
    else if (!st)
        st = show_parts(&s, o.parts ? o.parts : SHOW_TYPES - 1, objects);
    tool_reach_free(&s.reach);
    if (st)
        status = tool_complain(TOOL_BAD, "%s: %s", t.path, ckpt_status_message(st));
    tool_image_close(&t);
    return status;
}
