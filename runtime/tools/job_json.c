/* job_json.c - the lines of an MPI job as JSON. See job.h. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/store/lineformat.h"
#include "tools/job.h"
#include "tools/json.h"

/* Keys, hashes and positions use all 64 bits: as text where JSON's integers end. */
static json_t *word(uint64_t value)
{
    char text[24];

    if (value <= INT64_MAX)
        return json_integer((json_int_t)value);
    snprintf(text, sizeof text, "%" PRIu64, value);
    return json_string(text);
}

static json_t *messages(const job_list *list, const char *peer, bool bytes)
{
    json_t *all = json_array();

    for (size_t i = 0; i < list->count; i++) {
        const job_messages *m = &list->list[i];
        json_t *one = json_object();

        json_object_set_new(one, "communicator", word(m->comm));
        if (peer) {
            json_object_set_new(one, peer, json_integer(m->peer));
            json_object_set_new(one, "tag", json_integer(m->tag));
        }
        json_object_set_new(one, peer ? "messages" : "parts", word(m->count));
        if (bytes)
            json_object_set_new(one, "bytes", word(m->bytes));
        json_array_append_new(all, one);
    }
    return all;
}

/* "comm, sent": the words of that list, from words[at] on. Returns how many. */
static size_t set_words(json_t *to, const char *names, const uint64_t *words, bool integers)
{
    size_t n = 0;

    for (const char *at = names; at; n++) {
        const char *comma = strchr(at, ',');
        char name[32];

        snprintf(name, sizeof name, "%.*s", (int)(comma ? (size_t)(comma - at) : strlen(at)), at);
        json_object_set_new(to, name, integers ? json_integer((json_int_t)(int64_t)words[n]) : word(words[n]));
        at = comma ? comma + 1 + strspn(comma + 1, " ") : 0;
    }
    return n;
}

static void add_record(void *to, const void *record)
{
    const ckptm_line_record *r = record;
    json_t *one = json_object(), *rows = json_array();
    size_t n;

    json_object_set_new(one, "kind", json_string(ckptm_line_kind_text(r->kind)));
    n = set_words(one, ckptm_line_kind_words(r->kind), r->words, false);
    set_words(one, ckptm_line_kind_integers(r->kind), r->words + n, true);
    for (uint64_t i = 0; i < r->data.nrows; i++) {
        int type;
        uint64_t count;

        ckptm_line_row(&r->data, i, &type, &count);
        json_array_append_new(rows, json_pack("[i,o]", type, word(count)));
    }
    if (r->data.rows) {
        json_object_set_new(one, "rows", rows);
        json_object_set_new(one, "bytes", word(r->data.size));
    } else {
        json_decref(rows);
    }
    json_array_append_new(to, one);
}

static json_t *rank_of(const job *j, const job_line *line, int number, bool full)
{
    const job_rank *rank = &line->rank[number];
    json_t *one = json_object();
    char why[CKPTI_WHY];

    json_object_set_new(one, "rank", json_integer(number));
    json_object_set_new(one, "image_bytes", rank->image < 0 ? json_null() : json_integer(rank->image));
    json_object_set_new(one, "part_bytes", rank->part < 0 ? json_null() : json_integer(rank->part));
    if (*rank->why)
        json_object_set_new(one, "why", tool_json_text(rank->why));
    json_object_set_new(one, "late", messages(&rank->late, "source", true));
    json_object_set_new(one, "early", messages(&rank->early, "destination", false));
    json_object_set_new(one, "results", messages(&rank->results, 0, true));
    json_object_set_new(one, "outcomes", word(rank->outcomes));
    if (full && rank->part >= 0) {
        json_t *records = json_array();

        tool_job_part(j->directory, line, number, add_record, records, why);
        json_object_set_new(one, "records", records);
    }
    return one;
}

void tool_job_json(FILE *out, const job *j, bool full)
{
    static const char *const states[] = { "committed", "damaged", "unfinished", "abandoned" };
    json_t *all = json_object(), *lines = json_array();

    for (size_t i = 0; i < j->count; i++) {
        const job_line *line = &j->lines[i];
        json_t *one = json_object(), *ranks = json_array();

        json_object_set_new(one, "line", word(line->number));
        json_object_set_new(one, "state", json_string(states[line->state]));
        if (line->time)
            json_object_set_new(one, "time", json_integer(line->time));
        if (*line->why)
            json_object_set_new(one, "why", tool_json_text(line->why));
        for (int r = 0; line->rank && r < line->ranks; r++)
            json_array_append_new(ranks, rank_of(j, line, r, full));
        if (line->rank)
            json_object_set(one, "ranks", ranks);
        json_decref(ranks);
        json_array_append_new(lines, one);
    }
    json_object_set_new(all, "directory", tool_json_text(j->directory));
    json_object_set_new(all, "lines", lines);
    json_dumpf(all, out, JSON_INDENT(1) | JSON_ENSURE_ASCII);
    fputs("\n", out);
    json_decref(all);
}
