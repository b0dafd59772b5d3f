/* mutants.h - points of the layer that a test can take out, to see that it notices.
 *
 * Purpose    a test of a point (docs/mpi.md, DESIGN section 6) runs once as it is and once without it, where it must fail.
 * Use        add a name to CKPTM_MUTANT_LIST; write `if (ckptm_mutant(name))` where the point stands. The environment CKPT_MPI_MUTANT=name
 *            takes it out, in programs linked with --ckpt-mpi=mutants (libckpt_mpi_mutants.a, compiled with CKPTM_MUTANTS); in all others
 *            it is the constant false and the variable is refused.
 */
#ifndef CKPTM_MUTANTS_H
#define CKPTM_MUTANTS_H

#include <stdbool.h>

/*  M(name, what is taken out)  */
#define CKPTM_MUTANT_LIST(M) \
    M(polls, "who waits in a call of MPI's hears of no line") \
    M(limits, "a line may take as much as it likes") \
    M(intervals, "a message may cross as many lines as it likes") \
    M(truncated, "that a late message was longer than its receive is not kept") \
    M(bytes_refused, "what counts bytes of objects is used where these are others") \
    M(no_early_hash, "messages that are not sent again are not compared") \
    M(line_number, "messages of other lines are heard as this one's") \
    M(prepare_round, "the first acknowledgement is enough") \
    M(positions_kept, "what is received is kept from the checkpoint on, not from the acknowledgement") \
    M(positions_then, "positions are those of the acknowledgement, not of the checkpoint") \
    M(agreed_files, "each rank puts back files as it has seen them") \
    M(shared_files, "files that several ranks write are not compared") \
    M(suppress, "messages that the receiver has had are sent again") \
    M(late, "late messages are not in the line") \
    M(completion_order, "positions are given in the order of completion") \
    M(wider, "a position does not wait for earlier receives by wildcards that could have the message") \
    M(direct, "while the queue is filled, receives are MPI's") \
    M(queue_first, "receives do not look into the queue") \
    M(drain_by_tag, "messages of tag 1 are taken off MPI before others") \
    M(drain_synchronous, "messages of synchronous sends are received before the program receives them") \
    M(sent_order, "messages that were copied as they were received come in the order of that") \
    M(untyped, "what the sender says of types is not used") \
    M(issend_answer, "a synchronous send of before the restart is complete") \
    M(awaited, "what the program held by MPI_Mprobe is not waited for") \
    M(still_awaited, "what was to come again at the line before is the next one's as received") \
    M(freed_request, "a receive that is freed is not counted") \
    M(request_buffers, "addresses of buffers in requests are carried as numbers") \
    M(cancel_log, "that a receive was cancelled is not replayed") \
    M(cancel_count, "a cancelled send stays counted") \
    M(log_ends, "logs are not cut") \
    M(collective_ends, "a collective is what it was, whether or not all have posted it before their ends") \
    M(fixed_point, "logs are cut by the first ends, not by those that this moves") \
    M(log_matches, "matches of wildcards are not logged") \
    M(log_outcomes, "what tests, probes and clocks gave is not logged") \
    M(rendezvous, "synchronous sends that complete do not end a log") \
    M(unlogged, "what is not logged does not end a log") \
    M(restored_end, "an end may be before the end of the log replayed") \
    M(reserve, "late messages are for any receive") \
    M(results, "collectives that some member had done are done again by the others") \
    M(entered, "a replay waits for nobody") \
    M(number_sets, "collectives done are those before the first that is open") \
    M(given, "what is given to a collective that is replayed is not compared") \
    M(fresh_memory, "what the program allocates in a window holds what was there") \
    M(repost, "collectives that were pending are not posted again") \
    M(made_part, "communicators made after the checkpoint are not in the line") \
    M(rank_order, "ranks in communicators made again have the order of MPI_COMM_WORLD") \
    M(prune, "communicators that all have freed are kept") \
    M(one_line, "a line may begin before the verdict of another") \
    M(tree, "a rank says that it is ready before those below it are") \
    M(commit_all, "the record is written when the first rank is ready") \
    M(record_aside, "the record is written under its own name") \
    M(attached, "a buffer that was attached is not attached again") \
    M(two_kept, "only the newest line is kept") \
    M(finalize_serves, "in MPI_Finalize nothing is heard") \
    M(restart_log, "what is left of a log is not part of the next image") \
    M(restart_early, "nor is what need not be sent again") \
    M(restart_queue, "nor is the queue")

enum ckptm_mutant_name {
    CKPTM_MUTANT_NONE,
#define M(name, text) CKPTM_MUTANT_##name,
    CKPTM_MUTANT_LIST(M)
#undef M
};

#ifdef CKPTM_MUTANTS
bool ckptm_mutant_is(enum ckptm_mutant_name name);
#define ckptm_mutant(name) ckptm_mutant_is(CKPTM_MUTANT_##name)
#else
#define ckptm_mutant(name) ((void)CKPTM_MUTANT_##name, false)
#endif
#endif
