/* told.h - addresses that MPI_Get_address has told the program, and what they are after a restart.
 *
 * Purpose    a program may keep such an address as a number (MPI_Aint), and give it to a constructor of datatypes behind a site. The number is
 *            that of the process which was told; here stands with it a pointer to the same place, which every restart sets right.
 * Invariants the last CKPTM_TOLD different ones are known. A number that means two places by now, or may be one of the others, is refused.
 */
#ifndef CKPTM_TOLD_H
#define CKPTM_TOLD_H

enum { CKPTM_TOLD = 512 };

/* The program is told this address now. */
void ckptm_told(const void *address);
/* Displacements or addresses that the program gives for one datatype: what they are now. Like the other two, ends the process where that is not
 * known: where nothing is any more, where one of several is none that was told, where something else lies at such a number now. */
void ckptm_told_places(int n, const long *addresses, long long *now);
/* MPI_Aint_add, whose result is told, too, if the base was; MPI_Aint_diff. */
long ckptm_told_add(long base, long displacement);
long ckptm_told_difference(long a, long b);
/* In the process that writes a checkpoint: forget places where nothing is any more. After a restart: foresee types of the addresses (apart.h). */
void ckptm_told_settle(void);
void ckptm_told_restore(void);
#endif
