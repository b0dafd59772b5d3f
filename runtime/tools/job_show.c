/* job_show.c - `ckpt show` of an MPI job's directory: its lines, what crossed each, rank by rank. See job.h. */
#include <inttypes.h>
#include "tools/job.h"

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static void put_messages(FILE *out, const char *what, const char *way, const job_list *list, bool bytes)
{
    for (size_t i = 0; i < list->count; i++) {
        const job_messages *m = &list->list[i];
        char comm[JOB_COMM], size[TOOL_SIZE];

        fprintf(out, "    %-8s %s %s %" PRId64 ", tag %" PRId64 ": %" PRIu64 " message%s", what, tool_job_comm(comm, m->comm), way, m->peer,
                m->tag, m->count, plural(m->count));
        if (bytes)
            fprintf(out, ", %s", tool_bytes(size, m->bytes));
        fputs("\n", out);
    }
}

static void put_file(FILE *out, const char *what, int64_t bytes)
{
    char size[TOOL_SIZE];

    fprintf(out, "%s %s", what, bytes < 0 ? "missing" : tool_bytes(size, (uint64_t)bytes));
}

static void put_rank(FILE *out, int number, const job_rank *rank)
{
    fprintf(out, "  rank %d: ", number);
    put_file(out, "image", rank->image);
    put_file(out, ", part", rank->part);
    if (*rank->why) {
        fputs(", ", out);
        tool_put(out, rank->why);
    }
    if (rank->outcomes)
        fprintf(out, ", %" PRIu64 " outcome%s", rank->outcomes, plural(rank->outcomes));
    fputs("\n", out);
    put_messages(out, "late", "from", &rank->late, true);
    put_messages(out, "early", "to", &rank->early, false);
    for (size_t i = 0; i < rank->results.count; i++) {
        const job_messages *m = &rank->results.list[i];
        char comm[JOB_COMM], size[TOOL_SIZE];

        fprintf(out, "    %-8s %s: %" PRIu64 " part%s, %s\n", "results", tool_job_comm(comm, m->comm), m->count, plural(m->count),
                tool_bytes(size, m->bytes));
    }
}

/* How many bytes all ranks' files have. */
static uint64_t total(const job_line *line, bool images)
{
    uint64_t sum = 0;

    for (int r = 0; r < line->ranks; r++) {
        int64_t bytes = images ? line->rank[r].image : line->rank[r].part;

        sum += bytes > 0 ? (uint64_t)bytes : 0;
    }
    return sum;
}

static void put_line(FILE *out, const job_line *line)
{
    char time[TOOL_TIME], images[TOOL_SIZE], parts[TOOL_SIZE];
    static const char *const states[] = { "committed", "not usable", "not committed", "abandoned" };

    fprintf(out, "line %" PRIu64 ": %s", line->number, states[line->state]);
    if (line->time)
        fprintf(out, " %.19s UTC", tool_time(time, line->time, 0));
    if (*line->why) {
        fputs(": ", out);
        tool_put(out, line->why);
    }
    if (line->state == JOB_UNFINISHED)
        fputs(": the job ended, or is at it", out);
    if (line->rank)
        fprintf(out, "; %d ranks, images %s, parts %s", line->ranks, tool_bytes(images, total(line, true)), tool_bytes(parts, total(line, false)));
    fputs("\n", out);
    for (int r = 0; line->rank && r < line->ranks; r++)
        put_rank(out, r, &line->rank[r]);
}

int tool_job_show(const char *directory, bool json, bool full, FILE *out)
{
    job j;

    if (tool_job_read(directory, &j))
        return tool_complain(TOOL_BAD, "%s: out of memory", directory);
    if (json) {
        tool_job_json(out, &j, full);
    } else {
        if (!j.count)
            fputs("no line yet\n", out);
        for (size_t i = 0; i < j.count; i++)
            put_line(out, &j.lines[i]);
    }
    tool_job_free(&j);
    return TOOL_OK;
}
