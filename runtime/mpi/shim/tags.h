/* tags.h - Message Tagging (CKPT_MPI_IDENTIFY=tagging, tagging-joined): a header on every message of the program's, by a derived datatype. For both
 * sides of the border.
 *
 * Purpose    the baseline that Event Logging is compared with. The header says in which interval between checkpoints the message was sent, and its
 *            number among all that its sender has sent to this receiver: with it a receiver needs no counters per envelope.
 * Cost       nothing but a branch where it is not asked for.
 */
#ifndef CKPTM_TAGS_H
#define CKPTM_TAGS_H

#include <stdbool.h>

typedef struct ckptm_tag {
    unsigned long long epoch;     /* the last line its sender had checkpointed for */
    unsigned long long position;  /* from 1 on; 0: the header has not come (MPICH gives nothing of a message that is longer than its receive) */
} ckptm_tag;

extern bool ckptm_tagged;         /* every message has one */
extern bool ckptm_tag_joined;     /* the header is joined to the program's buffer; else both go through a temporary one */
extern ckptm_tag ckptm_tag_out;   /* of the next send */
extern ckptm_tag ckptm_tag_in;    /* of the receive that has completed last */

#endif
