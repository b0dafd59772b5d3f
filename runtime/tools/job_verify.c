/* job_verify.c - `ckpt verify` of an MPI job's directory: records, parts and images of all its committed lines. See job.h.
 * Output: one line for each line of the job; what is bad on standard error. */
#include <inttypes.h>
#include "mpi/store/imageline.h"
#include "mpi/store/names.h"
#include "tools/job.h"

/* A rank's two files. Returns TOOL_OK or TOOL_BAD. */
static int verify_rank(const char *directory, const job_line *line, int rank)
{
    char why[CKPTI_WHY], path[CKPTI_STORE_FILE];
    tool_image image;
    int status = TOOL_OK;

    if (!tool_job_part(directory, line, rank, 0, 0, why))
        status = tool_complain(TOOL_BAD, "line %" PRIu64 ", rank %d: %s", line->number, rank, why);
    ckptm_name_image(directory, rank, line->number, path, sizeof path);
    if (tool_image_try(path, true, &image, why))
        return tool_complain(TOOL_BAD, "line %" PRIu64 ", rank %d: %s", line->number, rank, why);
    if (ckptm_image_is_of(image.image, line->number, rank, why))
        status = tool_complain(TOOL_BAD, "line %" PRIu64 ", rank %d: %s: %s", line->number, rank, path, why);
    tool_image_close(&image);
    return status;
}

static int verify_line(const char *directory, const job_line *line, bool quiet, FILE *out)
{
    int status = TOOL_OK;

    if (line->state == JOB_DAMAGED)
        return tool_complain(TOOL_BAD, "line %" PRIu64 ": %s", line->number, line->why);
    for (int r = 0; r < line->ranks; r++)
        if (verify_rank(directory, line, r))
            status = TOOL_BAD;
    if (!status && !quiet) {
        tool_put(out, directory);
        fprintf(out, ": line %" PRIu64 ": good: %d rank%s\n", line->number, line->ranks, line->ranks == 1 ? "" : "s");
    }
    return status;
}

int tool_job_verify(const char *directory, bool quiet, FILE *out)
{
    job j;
    int status = TOOL_OK;
    size_t lines = 0;

    if (tool_job_read(directory, &j))
        return tool_complain(TOOL_BAD, "%s: out of memory", directory);
    for (size_t i = j.count; i-- > 0;)
        if (j.lines[i].state == JOB_COMMITTED || j.lines[i].state == JOB_DAMAGED) {
            lines++;
            if (verify_line(directory, &j.lines[i], quiet, out))
                status = TOOL_BAD;
        }
    tool_job_free(&j);
    for (int r = ckptm_name_ranks(directory); r-- > 0;) {
        char own[CKPTI_STORE_FILE];

        ckptm_name_rank(directory, r, own, sizeof own);
        if (tool_journal_verify(own))
            status = TOOL_BAD;
    }
    return lines ? status : tool_complain(TOOL_BAD, "%s: no committed line in this directory", directory);
}
