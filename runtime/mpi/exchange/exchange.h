/* exchange.h - what the ranks of a pending line tell each other, as bytes: the one place that writes and reads control messages.
 *
 * Purpose    parcels.c moves a message of any length in pieces; positions.c writes POSITIONS, positions_heard.c reads them; early.c and
 *            logend.c write and read EARLY and END. When each is sent is the line's affair (protocol/line.h, layer.c).
 * Data flow  state, window -> bytes -> a peer's window. The ranks of a job are alike (mixed jobs are refused): records are C structures.
 */
#ifndef CKPTM_EXCHANGE_H
#define CKPTM_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- parcels.c ---- */

/* Who hears what comes: kinds are protocol/line.h's. */
typedef void ckptm_parcel_hearer(int from, uint32_t kind, uint64_t number, const void *bytes, size_t size);
void ckptm_parcel_open(ckptm_parcel_hearer *hear);
/* To ourselves, too: then it is heard in its turn, not at once. */
void ckptm_parcel_send(int to, uint32_t kind, uint64_t number, const void *bytes, size_t size);
/* Hear one of ours to ourselves, or one piece of another rank's; false: there was none. */
bool ckptm_parcel_hear_own(void);
bool ckptm_parcel_hear(void);
/* Is there one to ourselves that is not heard yet? */
bool ckptm_parcel_own_waits(void);

/* ---- positions.c, positions_heard.c ---- */

/* POSITIONS for one rank: what we had sent it and which collectives we had completed at our checkpoint. The caller frees it. */
unsigned char *ckptm_positions_for(int to, size_t *size);
#ifdef CKPTM_MUTANTS
void ckptm_positions_acknowledged(void);              /* for the mutant positions_then */
#endif
void ckptm_positions_hear(int from, const void *bytes, size_t size);

/* ---- early.c ---- */

/* Tell a rank which of its messages we had before our checkpoint that it sent after its own. */
void ckptm_early_tell(int to);
void ckptm_early_hear(const void *bytes, size_t size);

/* ---- logend.c ---- */

/* Tell all ranks where our log ends, and whether we had taken their synchronous sends by then. */
void ckptm_end_tell(unsigned char parity, unsigned char moved);
void ckptm_end_hear(int from, const void *bytes, size_t size);

#endif
