/* life.c - a process becomes one of the job, and ceases to be; a restart. See site/coordinate.h, layer.h.
 *
 * With CKPT_DIR or CKPT_RESTART set the real MPI starts before main: the rank says which image is ours. The program's own MPI_Init then only
 * says that it came by. Descriptors below RESERVED are kept free for the program while MPI opens its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "ckpt.h"
#include "core/log.h"
#include "core/os.h"
#include "image/image.h"
#include "objects/files.h"
#include "mpi/handles/attributes.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/data.h"
#include "mpi/handles/ops.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "mpi/requests/discard.h"
#include "mpi/requests/tagging.h"
#include "mpi/store/limits.h"
#include "mpi/protocol/steps.h"
#include "mpi/store/imageline.h"
#include "mpi/store/names.h"
#include "mpi/wrappers/outcomes.h"
#include "objects/children.h"
#include "objects/process_state.h"
#include "objects/job.h"
#include "objects/outside.h"
#include "shim.h"
#include "restore/restore.h"
#include "site/coordinate.h"
#include "storage/storage.h"

enum { RESERVED = 64, DESCRIPTORS = 1024, CHILDREN = 16 };

static bool owned[DESCRIPTORS];
static pid_t own_children[CHILDREN];  /* [nchildren] that were there when MPI had started: before main there are none of the program's */
static int nchildren;
static char job_directory[CKPTI_STORE_PATH], own_directory[CKPTI_STORE_PATH], own_image[CKPTI_STORE_FILE];

bool ckpti_job_owns(int fd) { return fd >= 0 && fd < DESCRIPTORS && owned[fd]; }

bool ckpti_job_is_several(void) { return ckptm.started && ckptm.size > 1; }

unsigned char *ckpti_job_gather(const void *bytes, size_t size, size_t *total, int *rank)
{
    unsigned char *own;

    *rank = ckptm.rank;
    if (ckptm_mutant(agreed_files)) {                 /* the list is taken for rank 0's, and nobody else's */
        *total = size;
        *rank = -1;
        return (own = malloc(size + 1)) ? memcpy(own, bytes, size) : 0;
    }
    return ckptm_control_gather(bytes, size, total);
}

void ckpti_job_wait_for_all(void) { ckptm_control_barrier(); }

void ckpti_job_end(int status)
{
    if (ckptm.started)                               /* a launcher that sees a process go without a word makes up a status of its own */
        ckptm_end_job(status);
}

bool ckpti_job_owns_child(pid_t child)
{
    for (int i = 0; i < nchildren; i++)
        if (own_children[i] == child)
            return true;
    return false;
}

/* ---- starting -------------------------------------------------------------------------------------------------------- */

/* Make room for the runtime's own descriptors while the process has one thread: once MPI has started others, the kernel waits 10 ms and more until
 * all of them have left the old table. */
static void reserve_descriptors(void)
{
    int low = open("/dev/null", O_RDONLY | O_CLOEXEC), high = low < 0 ? -1 : ckpti_os.dup_above(low, CKPTI_OWN_DESCRIPTORS);

    if (high >= 0)
        close(high);
    if (low >= 0)
        close(low);
}

/* MPICH's way to its launcher is a descriptor that the process is started with, among those that a program gets, and a restart wants its own numbers
 * for the program's files. */
static void move_launcher(void)
{
    const char *said = getenv("PMI_FD");
    int fd = said ? atoi(said) : -1, flags = fd > 2 && fd < CKPTI_OWN_DESCRIPTORS ? fcntl(fd, F_GETFD) : -1, high;
    char number[16];

    if (flags < 0 || (high = fcntl(fd, flags & FD_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, CKPTI_OWN_DESCRIPTORS)) < 0)
        return;
    snprintf(number, sizeof number, "%d", high);
    if (setenv("PMI_FD", number, 1) < 0) {
        close(high);
        return;
    }
    close(fd);
}

/* Start the real MPI; what it opens is not the program's. A signal that asks for a line stays ours: MPICH takes SIGUSR1 for a note that a process
 * has failed. */
static int start_mpi(int *argc, char ***argv, int required, int *provided)
{
    bool before[DESCRIPTORS], reserved[RESERVED] = { false };
    struct sigaction usr1, term;
    int result;

    if (getenv("CKPT_DIR") || getenv("CKPT_RESTART"))
        move_launcher();
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        before[fd] = fcntl(fd, F_GETFD) >= 0;
    for (int fd = open("/dev/null", O_RDONLY | O_CLOEXEC); fd >= 0; fd = dup(fd)) {
        if (fd >= RESERVED) {
            close(fd);
            break;
        }
        reserved[fd] = true;
    }
    if (getenv("CKPT_DIR"))
        reserve_descriptors();
    sigaction(SIGUSR1, 0, &usr1);
    sigaction(SIGTERM, 0, &term);
    result = ckptm_init(argc, argv, required, provided);
    sigaction(SIGUSR1, &usr1, 0);
    sigaction(SIGTERM, &term, 0);
    ckptm.started = result == 0;
    if (ckptm.started && ckptm_tag_ub() < CKPTM_TAG_UB)
        ckptm_fatal("%s has tags up to %d only here; programs are promised %d", ckptm_shim_name, ckptm_tag_ub(), CKPTM_TAG_UB);
    for (int fd = 0; fd < RESERVED; fd++)
        if (reserved[fd])
            close(fd);
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        owned[fd] = !before[fd] && fcntl(fd, F_GETFD) >= 0;
    if (getenv("PMI_FD"))                            /* MPICH's way to its mpiexec */
        owned[atoi(getenv("PMI_FD")) & (DESCRIPTORS - 1)] = true;
    return result;
}

/* The job's ranks and directory, all of them alike. */
static ckpt_status find_directory(const char *wish)
{
    char *absolute;

    if (ckpti_os.mkdir(wish, 0700) < 0 && errno != EEXIST)
        return ckpti_fail_errno(errno, "CKPT_DIR: %s", wish);
    if (!(absolute = realpath(wish, 0)))
        return ckpti_fail_errno(errno, "CKPT_DIR: %s", wish);
    if (strlen(absolute) + 32 > sizeof job_directory) {
        free(absolute);
        return ckpti_fail(CKPT_EUSAGE, "CKPT_DIR: too long");
    }
    strcpy(job_directory, absolute);
    free(absolute);
    ckptm.directory = job_directory;
    ckptm_name_rank(ckptm.directory, ckptm.rank, own_directory, sizeof own_directory);
    if (ckpti_os.mkdir(own_directory, 0700) < 0 && errno != EEXIST)
        return ckpti_fail_errno(errno, "%s", own_directory);
    ckptm_commit_clean(own_directory);
    if (ckptm.rank == 0)
        ckptm_commit_clean(ckptm.directory);
    return CKPT_OK;
}

/* ---- restarting ------------------------------------------------------------------------------------------------------- */

static void image_path(uint64_t number)
{
    ckpti_store_image_path(own_directory, number, own_image, sizeof own_image);
}

/* Has this rank gone back to an older line since?  Errors  CKPT_EBADIMAGE: so that the files of this one cannot be had any more */
static ckpt_status were_files_put_back(const ckpti_image *image)
{
    ckpt_status status = CKPT_OK;

    for (size_t i = 0; i < ckpti_image_nprocs(image) && status == CKPT_OK; i++) {
        ckpti_image_proc state = ckpti_image_proc_at(image, i);
        if (state.tag == CKPTI_PROC_STATE)
            status = ckpti_undo_check_back(own_directory, ckpti_process_state_segment(&state));
    }
    return status == CKPT_OK ? status : ckpti_fail_prefix(status, "%s", own_image);
}

/* Are our two files of that line there and whole, and mean here what they did there? From the worst on. */
enum { NOT_WHOLE, FOREIGN, WHOLE };

static int how_whole(uint64_t number)
{
    char why[CKPTI_WHY];
    ckpti_store_bytes bytes;
    ckpti_image *image;
    ckpt_status status;

    image_path(number);
    if ((status = ckptm_linefile_check(number)) == CKPT_OK && (status = ckpti_store_read(own_image, &bytes)) == CKPT_OK) {
        status = ckpti_image_open(bytes.data, bytes.size, &image, why);
        if (status == CKPT_OK) {
            if ((status = ckptm_image_is_of(image, number, ckptm.rank, why)) != CKPT_OK)
                ckpti_fail(status, "%s: %s", own_image, why);
            else
                status = were_files_put_back(image);
            ckpti_image_close(image);
        } else
            ckpti_fail(status, "%s: %s", own_image, why);
        ckpti_store_release(&bytes);
    }
    if (status != CKPT_OK)
        ckpti_log_status("line", status);
    return status == CKPT_OK ? WHOLE : status == CKPT_ELAYOUT ? FOREIGN : NOT_WHOLE;
}

/* The line to go on from, the same on all ranks: the newest committed one whose parts are all whole, or the one of that number. */
static ckpt_status choose_line(const char *wish, uint64_t *chosen)
{
    size_t count = 0;
    uint64_t *list = ckptm.rank == 0 ? ckptm_name_list(ckptm.directory, "line-", ".commit", &count) : 0, wanted = 0;
    bool latest = strcmp(wish, "latest") == 0;
    ckpt_status status = CKPT_OK;

    if (!latest && (strspn(wish, "0123456789") != strlen(wish) || !(wanted = strtoull(wish, 0, 10))))
        return ckpti_fail(CKPT_EUSAGE, "CKPT_RESTART=%s: of a job of several processes, it is latest or the number of a line", wish);
    *chosen = 0;
    for (size_t i = 0;; i++) {
        uint64_t number = i < count ? list[i] : 0;
        int ranks = number ? ckptm_commit_ranks(number) : 0, how;

        ckptm_control_bcast(&number, sizeof number);
        ckptm_control_bcast(&ranks, sizeof ranks);
        if (!number)
            break;
        if (wanted && wanted != number)
            continue;
        if (ranks && ranks != ckptm.size) {
            status = ckpti_fail(CKPT_EPROGRAM, "line %llu is of %d ranks, this job has %d", (unsigned long long)number, ranks, ckptm.size);
            break;
        }
        if ((how = ckptm_control_min(ranks ? how_whole(number) : NOT_WHOLE)) == WHOLE) {
            *chosen = number;
            break;
        }
        status = ckpti_fail(how == FOREIGN ? CKPT_ELAYOUT : CKPT_EBADIMAGE, "line %llu cannot be used, a part of it %s%s", (unsigned long long)number,
                            how == FOREIGN ? "means something else here" : "is missing or damaged", latest ? "" : "; CKPT_RESTART=latest takes the newest that can");
        if (ckptm.rank == 0)
            ckpti_log_status(0, status);
    }
    free(list);
    if (*chosen)
        return CKPT_OK;
    if (status == CKPT_OK && wanted)
        return ckpti_fail(CKPT_ENOENT, "%s: no committed line %llu", ckptm.directory, (unsigned long long)wanted);
    return status;
}

static ckpt_status restart(ckpti_policy *policy, bool *fresh)
{
    ckpt_status status = choose_line(policy->restart, &ckptm.restarted);

    policy->restart = 0;
    if (status != CKPT_OK)
        return status;
    if (ckptm.restarted) {
        ckptm_step(line_chosen);
        image_path(ckptm.restarted);
        policy->restart = own_image;
    } else {
        if (ckptm.rank == 0)
            ckpti_log("%s: no line yet; starting afresh", ckptm.directory);
        *fresh = true;
    }
    return CKPT_OK;
}

/* What the environment says of lines. */
static ckpt_status read_settings(void)
{
    const char *late = getenv("CKPT_MPI_LATE"), *early = getenv("CKPT_MPI_EARLY"), *limit = ckptm_limits_read();

    if (!ckptm_debug_read())
        return ckpti_fail(CKPT_EUSAGE, "a variable for tests is not understood");
    if (limit)
        return ckpti_fail(CKPT_EUSAGE, "%s=%s: not a positive number", limit, getenv(limit));
    if (late && strcmp(late, "drain") != 0 && strcmp(late, "receipt") != 0)
        return ckpti_fail(CKPT_EUSAGE, "CKPT_MPI_LATE=%s: drain or receipt", late);
    if (early && strcmp(early, "suppress") != 0 && strcmp(early, "discard") != 0)
        return ckpti_fail(CKPT_EUSAGE, "CKPT_MPI_EARLY=%s: suppress or discard", early);
    if (!ckptm_tagging_read(getenv("CKPT_MPI_IDENTIFY")))
        return ckpti_fail(CKPT_EUSAGE, "CKPT_MPI_IDENTIFY=%s: logging, tagging or tagging-joined", getenv("CKPT_MPI_IDENTIFY"));
    if (ckptm.tagging && early && strcmp(early, "discard") == 0)
        return ckpti_fail(CKPT_EUSAGE, "CKPT_MPI_EARLY=discard: not with CKPT_MPI_IDENTIFY=tagging");
    ckptm.discard = early && strcmp(early, "discard") == 0;
    ckptm.receipt = ckptm.tagging || (late && strcmp(late, "receipt") == 0);
    return CKPT_OK;
}

/* Do all ranks say the same? */
static bool is_everywhere(int value) { return ckptm_control_min(value) == -ckptm_control_min(-value); }

/* The first that ranks do together: those for which CKPT_DIR is not set never come, and nothing else may tell of them, for they may be another
 * program, without the layer. */
static void wait_for_ranks(void)
{
    enum { LONG = 10 /* s */, STEP = 1000000 /* ns */ };
    double began = ckptm_wtime();
    bool said = false;

    ckptm_world_begin();
    for (int n = 0; !ckptm_world_there(); n += n <= 100) {
        if (!said && (said = ckptm_wtime() - began >= LONG))
            ckpti_log("rank %d waits for all ranks to begin; CKPT_DIR has to be set on all of them (Open MPI's mpirun hands it on to other hosts with -x CKPT_DIR)", ckptm.rank);
        if (n > 100)
            nanosleep(&(struct timespec){ .tv_nsec = STEP }, 0);
        else
            sched_yield();
    }
}

ckpt_status ckpti_job_start(int *argc, char ***argv, ckpti_policy *policy, bool *fresh)
{
    int provided = 0;
    ckpt_status status;

    if (!policy->directory && !policy->restart)
        return CKPT_OK;
    if ((status = read_settings()) != CKPT_OK)
        return status;
    if (!policy->directory)
        return ckpti_fail(CKPT_EUSAGE, "CKPT_RESTART=%s: CKPT_DIR is not set; set it to the directory of the lines", policy->restart);
    if (policy->mode == CKPTI_MODE_INPLACE)
        return ckpti_fail(CKPT_EUSAGE, "CKPT_MODE=inplace: not with MPI, which holds addresses of the program; use async or sync");
    start_mpi(argc, argv, MPI_THREAD_SERIALIZED, &provided);
    nchildren = ckpti_children(own_children, CHILDREN);
    if (nchildren > CHILDREN)
        nchildren = CHILDREN;
    ckptm_state.provided = provided;
    ckptm.rank = ckptm_comm_rank(MPI_COMM_WORLD);
    ckptm.size = ckptm_comm_size(MPI_COMM_WORLD);
    wait_for_ranks();
    ckptm_control_open();
    if (!is_everywhere(policy->restart != 0))
        return ckpti_fail(CKPT_EUSAGE, "CKPT_RESTART is set on some ranks only; all ranks need it");
    if (!is_everywhere(ckptm.discard + 2 * ckptm.tagging))
        return ckpti_fail(CKPT_EUSAGE, "CKPT_MPI_EARLY or CKPT_MPI_IDENTIFY is not the same on all ranks");
    status = find_directory(policy->directory);
    policy->directory = own_directory;
    if (ckptm.rank) {                                /* rank 0's visits count */
        policy->interval = policy->every = 0;
        policy->at_count = 0;
    }
    ckptm_control_barrier();
    return status == CKPT_OK && policy->restart ? restart(policy, fresh) : status;
}

/* Bytes of another machine that were waiting in the image. */
static bool has_foreign_bytes(void)
{
    for (const ckptm_message *m = ckptm_state.queue; m; m = m->next)
        if (!ckptm_data_usable(&m->data))
            return true;
    for (const ckptm_result *r = ckptm_state.results; r; r = r->next)
        if (!ckptm_data_usable(&r->data))
            return true;
    return false;
}

/* LONG_MAX and the like, from a machine where long is of another width: as CKPT_EXTREMES says of variables. */
static ckpt_status take_extremes(void)
{
    uint32_t from;
    enum ckpti_extremes what = ckpti_restore_extremes_of(&from);
    size_t to = what == CKPTI_EXTREMES_MARKS ? sizeof(long) : 0;
    bool any = false;

    if (!from)
        return CKPT_OK;
    for (ckptm_message *m = ckptm_state.queue; m; m = m->next)
        any = ckptm_data_extremes(&m->data, from, to) || any;
    for (ckptm_result *r = ckptm_state.results; r; r = r->next)
        any = ckptm_data_extremes(&r->data, from, to) || any;
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_collective *c = ckptm_state.requests[i].kind == CKPTM_COLLECTIVE ? ckptm_state.requests[i].collective : 0;

        for (int k = 0; c && k < c->nbefore; k++)
            any = ckptm_data_extremes(&c->before[k], from, to) || any;
    }
    if (!any || what != CKPTI_EXTREMES_REFUSED)
        return CKPT_OK;
    return ckpti_fail(CKPT_ERANGE, "rank %d: a message on its way, or the result of a collective, has the greatest or least long of a machine with longs of another width: a mark, or that number? "
                      "CKPT_EXTREMES=marks makes all such the greatest here, CKPT_EXTREMES=numbers leaves them what they are", ckptm.rank);
}

ckpt_status ckpti_job_restored(void)
{
    ckpt_status status;

    ckptm_step(image_restored);
    if (has_foreign_bytes())
        return ckpti_fail(CKPT_ELAYOUT, "rank %d: messages of MPI_BYTE or MPI_PACKED, or whose datatype is not known any more, wait in this image, which mean something else on this machine", ckptm.rank);
    if (ckptm_state.comms && ckptm_state.comms[MPI_COMM_WORLD].rank != ckptm.rank)
        return ckpti_fail(CKPT_EPROGRAM, "the image is rank %d's, this is rank %d", ckptm_state.comms[MPI_COMM_WORLD].rank, ckptm.rank);
    if (!ckptm_tagging_restored())
        return ckpti_fail(CKPT_EUSAGE, "line %llu was made with CKPT_MPI_IDENTIFY=%s", (unsigned long long)ckptm.restarted, ckptm.tagging ? "logging" : "tagging");
    if ((status = ckptm_types_check()) != CKPT_OK)
        return status;
    if ((status = ckptm_linefile_load(ckptm.restarted)) == CKPT_OK && (status = take_extremes()) == CKPT_OK)
        ckptm_step(part_loaded);
    ckptm_fresh_memory();
    return status;
}

void ckpti_job_ready(void)
{
    if (!ckptm.started)
        return;
    if (ckptm.restarted) {
        double then;

        memcpy(&then, &ckptm_state.clock, sizeof then);
        ckptm.clock_offset = then - ckptm_wtime();
        ckptm_comms_restore();
        ckptm_tagging_late();
        ckptm_step(comms_made);
        if (ckptm.discard)
            ckptm_discard_open();
    } else {
        ckptm_comms_start();
        ckptm_tagging_begin();
    }
    ckptm_layer_open();
}

void ckpti_job_resumed(void)
{
    if (!ckptm.started)
        return;
    if (ckptm.restarted) {
        ckptm_types_restore();
        ckptm_ops_restore();
    }
    ckptm_requests_restore();
    ckptm_step(requests_posted);
}

/* ---- what the program calls -------------------------------------------------------------------------------------------- */

int ckpt_MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int error = 0, given = ckptm_state.provided;
    bool lowered = required > MPI_THREAD_SERIALIZED;

    if (lowered)
        required = MPI_THREAD_SERIALIZED;            /* the layer has no lock */
    if (!ckptm.started) {
        error = start_mpi(argc, argv, required, &given);
        ckptm.rank = ckptm_comm_rank(MPI_COMM_WORLD);
        ckptm.size = ckptm_comm_size(MPI_COMM_WORLD);
        ckptm_comms_start();
    }
    if (lowered && ckptm.rank == 0)
        ckpti_log("MPI_Init_thread: MPI_THREAD_MULTIPLE is not provided, MPI_THREAD_SERIALIZED is: one thread at a time may call MPI");
    ckptm_state.initialised = 1;
    ckptm_state.provided = given < required ? given : required;
    *provided = ckptm_state.provided;
    return error;
}

int ckpt_MPI_Init(int *argc, char ***argv)
{
    int provided;

    return ckpt_MPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided);
}

/* What a restarted program did not do again was a reason of what others did: they have gone on from another past. */
static void check_all_done_again(void)
{
    const ckptm_early *e = ckptm_state.early;
    const ckptm_result *r = ckptm_state.results;
    const ckptm_comm *c = e || r ? &ckptm_state.comms[ckptm_comm_by_key(e ? e->comm : r->comm)] : 0;

    if (e)
        ckptm_fatal("rank %d ends without message %llu to rank %d (tag %d, %s), which it had sent before the restart; what it "
                    "depends on is not replayed", ckptm.rank, (unsigned long long)e->position, c->world ? c->world[e->peer] : e->peer, e->tag, ckptm_comm_text(c)); /* the communicator may be gone */
    if (r)
        ckptm_fatal("rank %d ends without collective %llu (%s), which others had done before the restart; what it depends "
                    "on is not replayed", ckptm.rank, (unsigned long long)r->index, ckptm_comm_text(c));
    if (ckptm_state.matches)
        ckptm_fatal("rank %d ends without receive %llu, whose message the log of before the restart has; what it depends on is not replayed",
                    ckptm.rank, (unsigned long long)ckptm_state.matches->value);
}

/* The program's delete functions may still call MPI: first of all. */
static int end_attributes(void)
{
    int error = ckptm_attributes_end(CKPTM_OF_COMM, MPI_COMM_SELF);

    return error ? error : ckptm_attributes_end(CKPTM_OF_COMM, MPI_COMM_WORLD);
}

int ckpt_MPI_Finalize(void)
{
    int error = end_attributes();

    if (error)
        return error;
    check_all_done_again();
    if (ckptm.on) {
        ckptm_layer_close();
        ckptm_control_close();
    }
    while (!ckptm_buffer_empty())                    /* for the MPI they are sends as any other */
        ckptm_yield();
    ckptm_state.initialised = 2;
    return ckptm_finalize();
}

int ckpt_MPI_Abort(int comm, int errorcode);
int ckpt_MPI_Abort(int comm, int errorcode)
{
    ckptm_release_as_it_is();
    return ckptm_Abort(comm, errorcode);
}

int ckpt_MPI_Initialized(int *flag)
{
    *flag = ckptm_state.initialised != 0;
    return 0;
}

int ckpt_MPI_Finalized(int *flag)
{
    *flag = ckptm_state.initialised == 2;
    return 0;
}

/* Time goes on from where it was, and is a thing that may differ. What is shown again may be ahead of what has gone by since the restart: it goes on
 * from there, for it never goes back. */
double ckpt_MPI_Wtime(void)
{
    ckptm_outcome outcome;
    double now;

    if (ckptm_replay(CKPTM_O_CLOCK, &outcome)) {
        memcpy(&now, &outcome.value, sizeof now);
        if (ckptm_wtime() + ckptm.clock_offset < now)
            ckptm.clock_offset = now - ckptm_wtime();
        return now;
    }
    now = ckptm_wtime() + ckptm.clock_offset;
    outcome = (ckptm_outcome){ .kind = CKPTM_O_CLOCK };
    memcpy(&outcome.value, &now, sizeof now);
    ckptm_log_outcome(outcome);
    return now;
}

/* Anything else that the program reads of the world. */
long long ckpti_job_value(long long now)
{
    ckptm_outcome outcome;

    if (ckptm_replay(CKPTM_O_TIME, &outcome))
        return (long long)outcome.value;
    ckptm_log_outcome((ckptm_outcome){ .kind = CKPTM_O_TIME, .value = (ckptm_u64)now });
    return now;
}

void ckpti_job_outside(void)
{
    ckptm.outside = true;
    ckptm_window_unlogged(&ckptm.window);
}

int ckpt_MPI_Get_processor_name(char *name, int *resultlen);
int ckpt_MPI_Get_processor_name(char *name, int *resultlen)
{
    int error = ckptm_Get_processor_name(name, resultlen);

    if (!error) {
        ckpti_outside_text(name, MPI_MAX_PROCESSOR_NAME);
        *resultlen = (int)strlen(name);
    }
    return error;
}
