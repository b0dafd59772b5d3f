/* stack.c - see stack.h. Saved return addresses are among the words of the stack on all machines; that others look like them does no harm. */
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include "objects/stack.h"

/* Of addresses: the bits above them may be a signature (AArch64). */
#define ADDRESS ((uintptr_t)(UINT64_MAX >> 16))

static uintptr_t *found;
static size_t count, room, next;   /* next: behind the one that the last frame returns to */
static uintptr_t last;
static bool known;
static const void *lowest;

void ckpti_stack_forget(void)
{
    free(found);
    found = 0;
    count = room = next = last = 0;
    known = false;
}

__attribute__((no_sanitize_address)) bool ckpti_stack_note(const char *low, const char *high)
{
    extern void *__libc_stack_end;
    const uintptr_t *p = __builtin_frame_address(0), *end = __libc_stack_end;

    stack_t alternate;

    ckpti_stack_forget();
    lowest = 0;
    if (sigaltstack(0, &alternate) == 0 && alternate.ss_flags & SS_ONSTACK) /* a signal handler's: it lies anywhere */
        return true;
    p = (const uintptr_t *)((uintptr_t)p & ~(sizeof *p - 1));
    known = p < end;
    lowest = known ? p : 0;
    for (; p < end; p++) {
        uintptr_t word = *p & ADDRESS;
        if (word < (uintptr_t)low || word >= (uintptr_t)high)
            continue;
        if (count == room) {
            size_t more = room ? 2 * room : 256;
            uintptr_t *bigger = realloc(found, more * sizeof *bigger);
            if (!bigger)
                return false;
            found = bigger;
            room = more;
        }
        found[count++] = word;
    }
    return true;
}

const void *ckpti_stack_lowest(void) { return lowest; }

/* What is inlined returns to where its caller does. */
bool ckpti_stack_returns(const void *ret)
{
    uintptr_t to = (uintptr_t)ret & ADDRESS;

    if (!known || to == last)
        return true;
    while (next < count && found[next] != to)
        next++;
    if (next == count)
        return false;
    next++;
    last = to;
    return true;
}
