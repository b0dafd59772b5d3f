/* diff.c - `ckpt diff`: which variables differ between two images. See diff.h and docs/tools.md. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/diff.h"

static const char usage[] =
    "usage: ckpt diff [OPTION]... IMAGE IMAGE\n"
    "Say which variables of a program differ between two images; they may be of different architectures.\n"
    "For a directory its newest good image is taken.\n"
    "\n"
    "  -a, --all          show all differences (else the first 50)\n"
    "  -n, --limit=N      show at most N differences\n"
    "  -q, --quiet        show none, only the status counts\n"
    "  -e, --environment  compare clocks and environment variables too\n"
    "  -j, --json         as JSON\n"
    "      --help         this text\n"
    "\n"
    "Status: 0 same, 1 different, 64 bad command line, 65 bad or missing image, 74 output could not be written.\n";

typedef struct options {
    uint64_t limit;
    bool quiet, json, environment;
    const char *a, *b;
} options;

static bool parse_limit(const char *text, uint64_t *out)
{
    char *end;
    *out = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end;
}

/* Returns -1 to go on, else the exit status. */
static int parse(int argc, char **argv, FILE *out, options *o)
{
    enum { HELP = 256 };
    static const struct option longs[] = {{"all", no_argument, 0, 'a'}, {"limit", required_argument, 0, 'n'},
        {"quiet", no_argument, 0, 'q'}, {"environment", no_argument, 0, 'e'},
        {"json", no_argument, 0, 'j'}, {"help", no_argument, 0, HELP}, {0, 0, 0, 0}};
    int c;
    optind = 0;
    while ((c = getopt_long(argc, argv, "an:qej", longs, 0)) != -1)
        switch (c) {
        case 'a': o->limit = UINT64_MAX; break;
        case 'n':
            if (!parse_limit(optarg, &o->limit))
                return tool_complain(TOOL_USAGE, "diff: --limit=%s: not a number", optarg);
            break;
        case 'q': o->quiet = true; break;
        case 'e': o->environment = true; break;
        case 'j': o->json = true; break;
        case HELP: fputs(usage, out); return TOOL_OK;
        default: return TOOL_USAGE;
        }
    if (optind != argc - 2)
        return tool_complain(TOOL_USAGE, "diff: two images are wanted; see ckpt diff --help");
    o->a = argv[optind];
    o->b = argv[optind + 1];
    return -1;
}

bool diff_shows(const diff *d) { return !d->quiet && d->count < d->limit; }

void diff_count(diff *d) { d->count++; }

static void json_pair(FILE *out, const char *key, const char *text)
{
    fprintf(out, "\"%s\": ", key);
    if (text)
        tool_json_string(out, text);
    else
        fputs("null", out);
}

void diff_report(diff *d, const char *path, const char *a, const char *b)
{
    if (!diff_shows(d)) {
        d->count++;
        return;
    }
    if (d->json) {
        fputs(d->count ? ",\n  {" : "\n  {", d->out);
        json_pair(d->out, "path", path);
        fputs(", ", d->out);
        json_pair(d->out, "a", a);
        fputs(", ", d->out);
        json_pair(d->out, "b", b);
        fputs("}", d->out);
    } else {
        fputs(!a ? "+ " : !b ? "- " : "", d->out);
        tool_put(d->out, path);
        fputs(": ", d->out);
        tool_put(d->out, a ? a : b);
        if (a && b) {
            fputs(" -> ", d->out);
            tool_put(d->out, b);
        }
        fputs("\n", d->out);
    }
    d->count++;
}

static void put_side(const diff *d, const char *mark, const tool_image *t)
{
    const ckpti_image_head *h = ckpti_image_header(t->image);
    char time[TOOL_TIME];
    fprintf(d->out, "%s ", mark);
    tool_put(d->out, t->path);
    fprintf(d->out, ": visit %" PRIu64 ", %s, ", h->visit, tool_time(time, h->time, h->nanoseconds));
    tool_put(d->out, h->triple);
    fputs("\n", d->out);
}

static void put_begin(const diff *d)
{
    if (d->quiet)
        return;
    if (d->json) {
        fputs("{", d->out);
        json_pair(d->out, "a", d->file_a.path);
        fputs(", ", d->out);
        json_pair(d->out, "b", d->file_b.path);
        fputs(", \"differences\": [", d->out);
    } else {
        put_side(d, "---", &d->file_a);
        put_side(d, "+++", &d->file_b);
    }
}

static void put_end(const diff *d)
{
    uint64_t hidden = d->count > d->limit ? d->count - d->limit : 0;
    if (d->quiet)
        return;
    if (d->json)
        fprintf(d->out, "],\n\"count\": %" PRIu64 "}\n", d->count);
    else if (!d->count)
        fputs("no difference\n", d->out);
    else if (hidden)
        fprintf(d->out, "... %" PRIu64 " more difference%s (--all)\n", hidden, hidden == 1 ? "" : "s");
}

static ckpt_status prepare(diff *d)
{
    size_t na = ckpti_image_nobjects(d->a) + (size_t)1, nb = ckpti_image_nobjects(d->b) + (size_t)1;
    size_t frames = ckpti_image_nframes(d->a) + (size_t)1;
    if (tool_reach_walk(d->a, &d->reach_a) || tool_reach_walk(d->b, &d->reach_b))
        return CKPT_ENOMEM;
    d->common.image = d->a;
    d->common.objects = calloc(na, sizeof *d->common.objects);
    d->common.repeated = calloc(frames, sizeof *d->common.repeated);
    d->to_b = calloc(na, sizeof *d->to_b);
    d->to_a = calloc(nb, sizeof *d->to_a);
    d->queue = calloc(na, sizeof *d->queue);
    d->shape = calloc(ckpti_image_ntypes(d->a) + (size_t)1, sizeof *d->shape);
    if (!d->common.objects || !d->common.repeated || !d->to_b || !d->to_a || !d->queue || !d->shape)
        return CKPT_ENOMEM;
    memcpy(d->common.repeated, d->reach_a.repeated, frames * sizeof *d->common.repeated);
    return CKPT_OK;
}

static ckpt_status compare(diff *d)
{
    const ckpti_image_head *a = ckpti_image_header(d->a), *b = ckpti_image_header(d->b);
    ckpt_status st = prepare(d);
    if (st)
        return st;
    put_begin(d);
    if (strcmp(a->site, b->site))
        diff_report(d, "(site)", a->site, b->site);
    if ((st = diff_match_variables(d)))
        return st;
    while (d->head < d->tail) {
        uint32_t id = d->queue[d->head++];
        diff_objects(d, id, d->to_b[id]);
    }
    diff_blocks(d);
    if ((st = diff_process(d)))
        return st;
    put_end(d);
    return CKPT_OK;
}

int tool_diff(int argc, char **argv, FILE *out)
{
    options o = {.limit = 50};
    diff d = {.out = out};
    int status = parse(argc, argv, out, &o);
    if (status >= 0)
        return status;
    d.limit = o.limit;
    d.json = o.json;
    d.quiet = o.quiet;
    d.surroundings = o.environment;
    if ((status = tool_image_open_newest(o.a, true, false, &d.file_a)) || (status = tool_image_open_newest(o.b, true, false, &d.file_b)))
        goto done;
    d.a = d.file_a.image;
    d.b = d.file_b.image;
    ckpt_status st = compare(&d);
    status = st ? tool_complain(TOOL_BAD, "diff: %s", ckpt_status_message(st)) : d.count ? TOOL_DIFFERENT : TOOL_OK;
done:
    tool_reach_free(&d.reach_a);
    tool_reach_free(&d.reach_b);
    tool_reach_free(&d.common);
    free(d.to_b);
    free(d.to_a);
    free(d.queue);
    free(d.shape);
    tool_image_close(&d.file_a);
    tool_image_close(&d.file_b);
    return status;
}
