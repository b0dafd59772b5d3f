/* child.h - the process that writes a checkpoint while the program runs on.
 *
 * Purpose    make a copy of the program that the program cannot see, hear from it how it went.
 * Invariants the child's end sends no signal and is no business of wait(), waitpid(-1) (clone with exit signal 0; in an emulator
 *            that has no such thing, a grandchild). It gets no signals, reads and writes nothing of the program's (descriptors
 *            0, 1, 2 are /dev/null), runs none of its handlers and ends by _exit; a timer ends it if it hangs. It outlives a program that
 *            is killed: its image is committed all the same. What it logs comes through a pipe and is printed by the parent.
 * Thread     the one thread of a program at a site.
 */
#ifndef CKPTI_CHILD_H
#define CKPTI_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include "core/status.h"

/* How a checkpoint went. */
typedef struct ckpti_outcome {
    ckpt_status status;
    uint64_t number;              /* of the image, on success */
    uint64_t bytes;
    char text[512];               /* the reason of a failure */
} ckpti_outcome;

/* Make the child. In the child, *in_child is true and everything above holds; in the parent it is false.
 * timeout  seconds the child has
 * Errors   CKPT_EFORK (in the parent; there is no child) */
ckpt_status ckpti_child_start(unsigned timeout, bool *in_child);

/* True in the child. */
bool ckpti_child_inside(void);

/* In the child: report and end. */
void ckpti_child_done(uint64_t number, uint64_t bytes) __attribute__((noreturn));
void ckpti_child_failed(ckpt_status status) __attribute__((noreturn, cold));

/* In the parent: whether a child is under way (started, and its outcome not yet fetched). */
bool ckpti_child_running(void);

/* In the parent: hear what the child has to say; its log lines are printed, each text once.
 * wait     until it has ended
 * Returns  true if it has ended: *outcome is set and the child is gone without a trace */
bool ckpti_child_poll(bool wait, ckpti_outcome *outcome);

/* In a fork of the program: it has no child of ours. */
void ckpti_child_forget(void);

#endif
