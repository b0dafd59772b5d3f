/* trap.h - addresses for pointers to nothing known: using one is a fault that names itself.
 *
 * Purpose    after a restart a freed or unset pointer must not lead to anything by accident.
 * Invariants the region is never accessible; equal pointers stay equal, different ones different. The SIGSEGV handler is only installed
 *            where the program has none of its own (ckpti_trap_arm), prints a line and lets the fault happen again, to the default end.
 */
#ifndef CKPTI_TRAP_H
#define CKPTI_TRAP_H

#include <stdbool.h>
#include <stdint.h>

/* Where a pointer led all the same: those of one group keep their order and, while there is address space, their distances. */
typedef struct ckpti_trap_place {
    uint32_t group;               /* 0: to nothing known */
    uint64_t byte;
} ckpti_trap_place;

/* Reserve addresses for n pointers; a second call replaces nothing, it adds. False: no address space. */
bool ckpti_trap_reserve(uint32_t n, const ckpti_trap_place *places);

/* Address for pointer k (0..n-1) of the reservation made last. */
void *ckpti_trap_address(uint32_t k);

/* The first of so many addresses that fault, for pointers into something that this program does not have; 0: no address space. No names. */
void *ckpti_trap_gone(uint64_t bytes);

/* An address that faults, for pointers to what is no longer there; no name. */
void *ckpti_trap_nowhere(void);

/* True for addresses of the region. */
bool ckpti_trap_contains(const void *address);

/* What pointer k was: "grid.cells[3].next". Copied; ignored without memory. */
void ckpti_trap_name(uint32_t k, const char *path);

/* Catch faults in the region, if SIGSEGV is at its default. */
void ckpti_trap_arm(void);

#endif
