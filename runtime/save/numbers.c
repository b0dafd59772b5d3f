/* numbers.c - is a pointer's value a number that the program keeps there, as in (void *)0xdeadbeef? See table.h; docs/image-format.md section 9.
 *
 * Where nothing is mapped, and no memory of the program's was, no pointer can have led: such a value is kept as it is, so that comparing it says
 * the same after a restart. What lies in memory that is nobody's object (a library's, a stack's) stays an address, and traps.
 */
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>
#include "objects/heap.h"
#include "objects/trap.h"
#include "save/table.h"

bool ckpti_is_number(const void *address)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    unsigned char resident;
    int before = errno;
    if (ckpti_large_was(address) || ckpti_trap_contains(address)) /* qemu says ENOMEM of a page that faults, too */
        return false;
    bool unmapped = mincore((void *)((uintptr_t)address & ~(page - 1)), 1, &resident) && errno == ENOMEM;
    errno = before;
    return unmapped;
}
