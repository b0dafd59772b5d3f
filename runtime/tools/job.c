/* job.c - reads the directory of an MPI job: records, parts, the log of abandoned lines. See job.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "mpi/store/lineformat.h"
#include "mpi/store/names.h"
#include "mpi/store/record.h"
#include "tools/job.h"

bool tool_is_job(const char *directory)
{
    size_t count = 0;

    if (!tool_is_directory(directory))
        return false;
    free(ckptm_name_list(directory, "line-", ".commit", &count));
    return count || ckptm_name_ranks(directory) > 0;
}

char *tool_job_comm(char buffer[JOB_COMM], uint64_t key)
{
    if (key == 1)
        return strcpy(buffer, "MPI_COMM_WORLD");
    snprintf(buffer, JOB_COMM, "communicator %" PRIx64, key);
    return buffer;
}

/* ---- a rank's part -------------------------------------------------------------------------------------------------- */

bool tool_job_part(const char *directory, const job_line *line, int rank, void (*visit)(void *to, const void *record), void *to,
                   char why[CKPTI_WHY])
{
    char path[CKPTI_STORE_FILE];
    ckpti_store_bytes bytes;
    ckptm_line_in in;
    ckptm_line_record record;

    ckptm_name_part(directory, rank, line->number, path, sizeof path);
    ckpt_status status = ckpti_store_read(path, &bytes);
    if (status) {
        snprintf(why, CKPTI_WHY, "%s", ckpti_fail_text(status));
        return false;
    }
    if (ckptm_line_open_file(&in, bytes.data, bytes.size)) {
        if (in.head.line != line->number || in.head.rank != (uint64_t)rank || in.head.ranks != (uint64_t)line->ranks)
            in.why = "it is another line's or another rank's";
        while (!in.why && ckptm_line_next(&in, &record))
            if (visit)
                visit(to, &record);
    }
    if (in.why)
        snprintf(why, CKPTI_WHY, "%.200s: %s", path, in.why);
    ckpti_store_release(&bytes);
    return !in.why;
}

static void add(job_list *to, uint64_t comm, int64_t peer, int64_t tag, uint64_t bytes)
{
    job_messages *more;
    size_t i = 0;

    while (i < to->count && (to->list[i].comm != comm || to->list[i].peer != peer || to->list[i].tag != tag))
        i++;
    if (i == to->count) {
        if (!(more = realloc(to->list, (i + 1) * sizeof *more)))
            return;
        to->list = more;
        to->list[to->count++] = (job_messages){ comm, peer, tag, 0, 0 };
    }
    to->list[i].count++;
    to->list[i].bytes += bytes;
}

static void count(void *to, const void *record)
{
    const ckptm_line_record *r = record;
    job_rank *rank = to;

    if (r->kind == CKPTM_LINE_late)
        add(&rank->late, r->late.comm, r->late.source, r->late.tag, r->data.size);
    else if (r->kind == CKPTM_LINE_early)
        add(&rank->early, r->early.comm, r->early.peer, r->early.tag, 0);
    else if (r->kind == CKPTM_LINE_result)
        add(&rank->results, r->result.comm, 0, 0, r->data.size);
    else if (r->kind == CKPTM_LINE_outcome)
        rank->outcomes++;
}

static int64_t size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) ? -1 : (int64_t)st.st_size;
}

static bool read_ranks(const char *directory, job_line *line)
{
    if (!(line->rank = calloc((size_t)line->ranks + 1, sizeof *line->rank)))
        return false;
    for (int r = 0; r < line->ranks; r++) {
        char path[CKPTI_STORE_FILE];
        job_rank *rank = &line->rank[r];

        ckptm_name_image(directory, r, line->number, path, sizeof path);
        rank->image = size_of(path);
        ckptm_name_part(directory, r, line->number, path, sizeof path);
        rank->part = size_of(path);
        if (rank->part >= 0)
            tool_job_part(directory, line, r, count, rank, rank->why);
    }
    return true;
}

/* ---- lines ---------------------------------------------------------------------------------------------------------- */

static job_line *more_lines(job *j)
{
    job_line *more = realloc(j->lines, (j->count + 1) * sizeof *more);

    if (!more)
        return 0;
    j->lines = more;
    more[j->count] = (job_line){ 0 };
    return &more[j->count++];
}

static void read_record(const char *directory, job_line *line)
{
    char path[CKPTI_STORE_FILE];
    ckpti_store_bytes bytes;
    ckptm_record record;
    const char *why = "";

    ckptm_name_record(directory, line->number, path, sizeof path);
    line->state = JOB_DAMAGED;
    line->ranks = ckptm_name_ranks(directory);
    ckpt_status status = ckpti_store_read(path, &bytes);
    if (status) {
        snprintf(line->why, sizeof line->why, "%s", ckpti_fail_text(status));
        return;
    }
    if (!ckptm_record_parse(bytes.data, bytes.size, &record, &why))
        snprintf(line->why, sizeof line->why, "%.200s: %s", path, why);
    else if (record.number != line->number)
        snprintf(line->why, sizeof line->why, "%.200s: it is line %" PRIu64 "'s", path, record.number);
    else {
        line->state = JOB_COMMITTED;
        line->time = record.time;
        line->ranks = record.ranks;
    }
    ckpti_store_release(&bytes);
}

/* Has the list a line of that number? */
static bool has(const job *j, uint64_t number)
{
    for (size_t i = 0; i < j->count; i++)
        if (j->lines[i].number == number)
            return true;
    return false;
}

/* Lines of which ranks have files, but that have neither record nor verdict. */
static bool read_unfinished(job *j)
{
    static const char *const kinds[][2] = { { "ckpt-", ".img" }, { "line-", ".msg" } };
    int ranks = ckptm_name_ranks(j->directory);

    for (int r = 0; r < ranks; r++)
        for (size_t k = 0; k < 2; k++) {
            char path[CKPTI_STORE_FILE];
            size_t n;

            ckptm_name_rank(j->directory, r, path, sizeof path);
            uint64_t *list = ckptm_name_list(path, kinds[k][0], kinds[k][1], &n);
            for (size_t i = 0; i < n; i++)
                if (!has(j, list[i])) {
                    job_line *line = more_lines(j);

                    if (!line || (*line = (job_line){ .number = list[i], .state = JOB_UNFINISHED, .ranks = ranks }, false))
                        return free(list), false;
                }
            free(list);
        }
    return true;
}

static int newest_first(const void *a, const void *b)
{
    const job_line *x = a, *y = b;

    if (x->number != y->number)
        return x->number < y->number ? 1 : -1;
    return x->time < y->time ? 1 : x->time > y->time ? -1 : 0;
}

/* Lines that rank 0 says were abandoned. */
static bool read_log(job *j)
{
    char path[CKPTI_STORE_FILE];
    ckpti_store_bytes bytes;
    ckptm_abandoned abandoned;

    ckptm_name_log(j->directory, path, sizeof path);
    if (size_of(path) <= 0 || ckpti_store_read(path, &bytes))
        return true;
    const char *at = (const char *)bytes.data, *end = at + bytes.size;
    bool good = true;
    while (good && ckptm_log_next(&at, end, &abandoned)) {
        job_line *line = more_lines(j);

        if (!(good = line != 0))
            break;
        *line = (job_line){ .number = abandoned.number, .state = JOB_ABANDONED, .time = abandoned.time };
        snprintf(line->why, sizeof line->why, "%s", abandoned.why);
    }
    ckpti_store_release(&bytes);
    return good;
}

ckpt_status tool_job_read(const char *directory, job *out)
{
    job j = { .directory = directory };
    size_t n;
    uint64_t *list = ckptm_name_list(directory, "line-", ".commit", &n);
    bool good = true;

    for (size_t i = 0; good && i < n; i++) {
        job_line *line = more_lines(&j);

        if ((good = line != 0)) {
            line->number = list[i];
            read_record(directory, line);
        }
    }
    free(list);
    good = good && read_log(&j) && read_unfinished(&j);
    if (j.count)
        qsort(j.lines, j.count, sizeof *j.lines, newest_first);
    for (size_t i = 0; good && i < j.count; i++)
        if (j.lines[i].state != JOB_ABANDONED)
            good = read_ranks(directory, &j.lines[i]);
    *out = j;
    if (good)
        return CKPT_OK;
    tool_job_free(out);
    return CKPT_ENOMEM;
}

void tool_job_free(job *j)
{
    for (size_t i = 0; i < j->count; i++) {
        for (int r = 0; j->lines[i].rank && r < j->lines[i].ranks; r++) {
            job_rank *rank = &j->lines[i].rank[r];

            free(rank->late.list);
            free(rank->early.list);
            free(rank->results.list);
        }
        free(j->lines[i].rank);
    }
    free(j->lines);
    *j = (job){ 0 };
}
