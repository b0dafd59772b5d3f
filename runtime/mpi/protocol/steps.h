/* steps.h - the steps of a recovery line and of a restart, numbered, for tests that kill ranks at each of them.
 *
 * Purpose    CKPT_MPI_KILL=rank:step:occurrence[,...] (step: its name) makes that rank kill itself there with SIGKILL, in programs linked
 *            with --ckpt-mpi=mutants (mutants.h); in all others steps are nothing.
 * Use        ckptm_step(name) where the step is done. test/mpi/steps.py reads the list from this file: a line for each, in order.
 */
#ifndef CKPTM_STEPS_H
#define CKPTM_STEPS_H

/*  S(number, name, who, what has just been done)      who: all ranks, rank 0 only, or all but that; stop, restart: all, then  */
#define CKPTM_STEP_LIST(S) \
    S(1, request, zero, "a line was asked for") \
    S(2, prepare, all, "the line is being prepared: what is received is kept") \
    S(3, acknowledge, all, "that was acknowledged") \
    S(4, go, all, "all have acknowledged: the next site is due") \
    S(5, checkpoint, all, "the local checkpoint is begun, its image being written") \
    S(6, positions_sent, all, "all ranks were sent positions") \
    S(7, image_done, all, "the image is on disk") \
    S(8, positions_heard, all, "a rank's positions were heard") \
    S(9, early_told, all, "a rank was told of its early messages") \
    S(10, early_heard, all, "a rank's early messages were heard") \
    S(11, drained, all, "all that the line needs of others is here") \
    S(12, log_ended, all, "the log has ended, its end is told") \
    S(13, end_heard, all, "the end of another log was heard") \
    S(14, ends_agreed, all, "no end moves any more") \
    S(15, part_temporary, all, "the rank's part is on disk, without its name") \
    S(16, part_written, all, "the rank's part is on disk") \
    S(17, ready, all, "it says so") \
    S(18, told_ready, others, "the rank above it was told so, with those below it") \
    S(19, all_ready, zero, "all ranks are ready") \
    S(20, record_temporary, zero, "the record is on disk, without its name") \
    S(21, record_written, zero, "the line is committed") \
    S(22, records_removed, zero, "records of older lines are gone") \
    S(23, commit_heard, all, "the commit was heard") \
    S(24, cleaned, all, "files of older lines are gone") \
    S(25, leaving, stop, "the program is about to stop at the line") \
    S(30, line_chosen, restart, "all ranks know the line to restart from") \
    S(31, image_restored, restart, "the image is restored") \
    S(32, part_loaded, restart, "the rank's part is loaded") \
    S(33, comms_made, restart, "communicators are made again") \
    S(34, requests_posted, restart, "pending requests are posted again")

enum ckptm_step_name {
#define S(number, name, who, text) CKPTM_STEP_##name = number,
    CKPTM_STEP_LIST(S)
#undef S
};

#ifdef CKPTM_MUTANTS
void ckptm_step_done(enum ckptm_step_name step);
#define ckptm_step(name) ckptm_step_done(CKPTM_STEP_##name)
#else
#define ckptm_step(name) ((void)CKPTM_STEP_##name)
#endif

/* At the start: read the environment; returns false, after saying why, if that asks for what this library or version does not have. */
_Bool ckptm_debug_read(void);
#endif
