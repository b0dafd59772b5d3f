/* atexit.c - functions to be called at exit: registered again at a restart, in the same order.
 *
 * Invariants entry i of the table has the i-th registration with the C library, which calls run(i): the order among these and
 *            those of libraries is kept. `registered` counts in this process, `count` in the program.
 * Thread     a lock, as the C library has.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include "objects/frames.h"
#include "objects/heap.h"
#include "objects/process_hooks.h"
#include "objects/process_roots.h"

typedef struct entry {
    void (*function)(void);
    void *argument;
    int with_status;                  /* made by on_exit: called with status and argument */
} entry;

static entry *entries;
static unsigned count, registered;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const ckptg_field fields[] = {
    CKPTI_FIELD(entry, function, ckpti_t_functionp), CKPTI_FIELD(entry, argument, ckpti_t_voidp),
    CKPTI_FIELD(entry, with_status, ckpti_t_int)
};
CKPTI_STRUCT(entry_type, entry, "struct ckpt_atexit", fields);
CKPTI_POINTER(entry_pointer, entry_type, "struct ckpt_atexit *");
static const ckptg_var vars[] = { CKPTI_VAR("atexit", entries, entry_pointer), CKPTI_VAR("atexit_count", count, ckpti_t_uint) };
CKPTI_UNIT(atexit_unit, "atexit", vars)

static void run(int status, void *index)
{
    entry e = entries[(uintptr_t)index];

    ckpti_frames_no_capture();
    if (!e.function)
        return;
    entries[(uintptr_t)index].function = 0;
    if (e.with_status)
        ((void (*)(int, void *))e.function)(status, e.argument);
    else
        e.function();
}

static int add(entry e)
{
    int result = -1;
    entry *more;

    CKPTI_USE(atexit_unit);
    pthread_mutex_lock(&lock);
    more = ckptg_realloc(entries, (count + 1) * sizeof *more, &entry_type);
    if (more) {
        entries = more;
        entries[count] = e;
        if ((result = on_exit(run, (void *)(uintptr_t)count)) == 0) {
            count++;
            registered++;
        }
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int ckptg_w_atexit(void (*function)(void)) { return add((entry){ .function = function }); }

int ckptg_w_on_exit(void (*function)(int, void *), void *argument)
{
    return add((entry){ .function = (void (*)(void))function, .argument = argument, .with_status = 1 });
}

void ckpti_atexit_resumed(void)
{
    ckpti_block b;

    if (count && (!entries || !ckpti_heap_find(entries, &b) || b.start != (unsigned char *)entries || b.size / sizeof *entries < count))
        count = 0; /* not the list that was saved */
    for (; registered < count; registered++)
        (void)on_exit(run, (void *)(uintptr_t)registered);
}
