/* told.h - addresses that MPI_Get_address has told the program, and what they are after a restart.
 *
 * Purpose    a program may keep such an address as a number (MPI_Aint), and give it to a constructor of datatypes behind a site. The number is
 *            that of the process which was told; here stands with it a pointer to the same place, which every restart sets right.
 * Invariants the last CKPTM_TOLD different ones are known. A number that means two places by now is refused.
 */
#ifndef CKPTM_TOLD_H
#define CKPTM_TOLD_H

enum { CKPTM_TOLD = 512 };

/* The program is told this address now. */
void ckptm_told(const void *address);
/* A displacement or address that the program gives: what it is now. Ends the process if that is not known. */
long ckptm_told_now(long address);
/* In the process that writes a checkpoint: forget places where nothing is any more. After a restart: foresee types of the addresses (apart.h). */
void ckptm_told_settle(void);
void ckptm_told_restore(void);
#endif
