/* diff_process.c - the state of the process (streams, files, signals, ...) compared line by line. See diff.h. */
#include <stdlib.h>
#include <string.h>
#include "image/process_format.h"
#include "tools/diff.h"

typedef struct line {
    char *key, *value;
    ckpti_pr raw;
    size_t number;
} line;

typedef struct lines {
    line *list;
    size_t count, room;
    bool failed;
} lines;

static void take(void *to, const char *key, const char *value, const ckpti_pr *raw)
{
    lines *l = to;
    if (l->count == l->room) {
        line *more = realloc(l->list, (2 * l->room + 16) * sizeof *more);
        if (!more) {
            l->failed = true;
            return;
        }
        l->list = more;
        l->room = 2 * l->room + 16;
    }
    line *at = &l->list[l->count];
    *at = (line){strdup(key), strdup(value), *raw, l->count};
    if (!at->key || !at->value)
        l->failed = true;
    l->count++;
}

static int by_key(const void *a, const void *b)
{
    const line *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order ? order : x->number < y->number ? -1 : x->number > y->number;
}

/* What a process was started with (terminal, log of a batch system) differs from run to run; so does how often it was started, and where its journal is. */
static bool is_surrounding(const char *key, const char *value)
{
    return !strcmp(key, "segment") || strstr(value, "kind inherited,") || strstr(value, "flags [journal],");
}

/* How much of a timer is left is a clock's affair. */
static const char *without_clock(const char *key, const char *value)
{
    const char *interval = strncmp(key, "timer ", 6) ? 0 : strstr(value, ", interval");
    return interval ? interval : value;
}

static bool same_kind(const char *a, const char *b)
{
    size_t n = strcspn(a, ",");
    return n == strcspn(b, ",") && !strncmp(a, b, n);
}

/* Of one key. */
static bool same_line(const diff *d, const line *a, const line *b)
{
    const char *x = without_clock(a->key, a->value), *y = without_clock(b->key, b->value);
    if (!d->surroundings && is_surrounding(a->key, a->value) && is_surrounding(b->key, b->value))
        return true;
    if (!d->surroundings && x != a->value && y != b->value)
        return same_kind(a->value, b->value) && !strcmp(x, y);
    size_t n = (size_t)(a->raw.end - a->raw.p);
    return n == (size_t)(b->raw.end - b->raw.p) && !memcmp(a->raw.p, b->raw.p, n);
}

static void read_lines(const ckpti_image *image, lines *l)
{
    for (size_t i = 0; i < ckpti_image_nprocs(image); i++) {
        ckpti_image_proc p = ckpti_image_proc_at(image, i);
        ckpti_proc_show(&p, take, l);
    }
    if (l->count && !l->failed)
        qsort(l->list, l->count, sizeof *l->list, by_key);
}

static void drop(lines *l)
{
    for (size_t i = 0; i < l->count; i++) {
        free(l->list[i].key);
        free(l->list[i].value);
    }
    free(l->list);
}

/* Where the lines say the same, what differs is left out of them. */
static void report(diff *d, const char *key, const char *a, const char *b)
{
    tool_text path = {0}, other = {0};
    tool_text_addf(&path, "(process) %s", key);
    if (a && b && !strcmp(a, b)) {
        tool_text_add(&other, b);
        tool_text_add(&other, " (what is left out here differs)");
        b = tool_text_get(&other);
    }
    diff_report(d, tool_text_get(&path), a, b);
    tool_text_free(&path);
    tool_text_free(&other);
}

ckpt_status diff_process(diff *d)
{
    lines a = {0}, b = {0};
    size_t i = 0, k = 0;
    read_lines(d->a, &a);
    read_lines(d->b, &b);
    bool failed = a.failed || b.failed;
    while (!failed && (i < a.count || k < b.count)) {
        int order = i == a.count ? 1 : k == b.count ? -1 : strcmp(a.list[i].key, b.list[k].key);
        if (order < 0) {
            report(d, a.list[i].key, a.list[i].value, 0);
            i++;
        } else if (order > 0) {
            report(d, b.list[k].key, 0, b.list[k].value);
            k++;
        } else {
            if (!same_line(d, &a.list[i], &b.list[k]))
                report(d, a.list[i].key, a.list[i].value, b.list[k].value);
            i++;
            k++;
        }
    }
    drop(&a);
    drop(&b);
    return failed ? CKPT_ENOMEM : CKPT_OK;
}
