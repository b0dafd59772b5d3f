/* job.h - what `ckpt show` and `ckpt verify` know of a directory of an MPI job: its recovery lines. See docs/mpi.md, docs/tools.md.
 *
 * Input      untrusted files, by the forms that the runtime itself reads them by: mpi/store/{names,record,lineformat}.h.
 */
#ifndef CKPT_TOOLS_JOB_H
#define CKPT_TOOLS_JOB_H

#include "tools/tool.h"

enum job_state { JOB_COMMITTED, JOB_DAMAGED, JOB_UNFINISHED, JOB_ABANDONED };

/* Messages of one envelope, or results of one communicator's collectives. */
typedef struct job_messages {
    uint64_t comm;
    int64_t peer, tag;
    uint64_t count, bytes;
} job_messages;

typedef struct job_list {
    job_messages *list;
    size_t count;
} job_list;

/* One rank of a line. */
typedef struct job_rank {
    int64_t image, part;          /* bytes of the files; -1: not there */
    job_list late, early, results;
    uint64_t outcomes;
    char why[CKPTI_WHY];          /* why its part cannot be read; "" */
} job_rank;

typedef struct job_line {
    uint64_t number;
    enum job_state state;
    int64_t time;                 /* seconds since 1970; 0: not known */
    char why[CKPTI_WHY];          /* of what is not committed */
    int ranks;
    job_rank *rank;               /* [ranks]; 0: ABANDONED */
} job_line;

typedef struct job {
    const char *directory;
    job_line *lines;              /* newest first; a number may have been used again after a restart */
    size_t count;
} job;

/* Has it lines, or ranks? */
bool tool_is_job(const char *directory);
/* Errors CKPT_ENOMEM */
ckpt_status tool_job_read(const char *directory, job *out);
void tool_job_free(job *job);
/* Go through a rank's part of a line: visit each record (0: don't). False: `why`. */
struct ckptm_line_record;
bool tool_job_part(const char *directory, const job_line *line, int rank, void (*visit)(void *to, const void *record), void *to,
                   char why[CKPTI_WHY]);

/* "MPI_COMM_WORLD", "communicator 1f3a..." */
enum { JOB_COMM = 40 };
char *tool_job_comm(char buffer[JOB_COMM], uint64_t key);

int tool_job_show(const char *directory, bool json, bool full, FILE *out);
int tool_job_verify(const char *directory, bool quiet, FILE *out);
/* The journal of changed files in that directory, if there is one. Returns TOOL_OK or TOOL_BAD. */
int tool_journal_verify(const char *directory);
/* json; full: with every record. */
void tool_job_json(FILE *out, const job *job, bool full);

#endif
