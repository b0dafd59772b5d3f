/* environment.c - see environment.h. An image is untrusted: the list and its entries may lead anywhere. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "ckpt_abi.h"
#include "objects/environment.h"
#include "objects/heap.h"
#include "objects/process_roots.h"
#include "objects/trap.h"
#include "objects/units.h"

extern void *__libc_stack_end;

static char **own_settings;           /* "CKPT_...=..." of this process, ended by 0 */

static bool is_setting(const char *entry) { return strncmp(entry, "CKPT_", 5) == 0; }

ckpt_status ckpti_environment_start(void)
{
    size_t n = 0, size = 0;
    char *text, **list;

    free(own_settings);
    own_settings = 0;
    for (char **e = environ; e && *e; e++)
        if (is_setting(*e)) {
            n++;
            size += strlen(*e) + 1;
        }
    list = malloc((n + 1) * sizeof *list + size);
    if (!list)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the state of the process");
    text = (char *)(list + n + 1);
    n = 0;
    for (char **e = environ; e && *e; e++)
        if (is_setting(*e)) {
            list[n++] = strcpy(text, *e);
            text += strlen(text) + 1;
        }
    list[n] = 0;
    own_settings = list;
    return CKPT_OK;
}

/* End of the variable that an address lies in, or 0. */
static const unsigned char *end_of_variable(const unsigned char *address)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nvars; i++) {
            const unsigned char *start = ckpti_var_address(&u->vars[i]);
            if (address >= start && address < start + u->vars[i].type->size)
                return start + u->vars[i].type->size;
        }
    return 0;
}

bool ckpti_environment_is_variables(const char *entry) { return end_of_variable((const unsigned char *)entry) != 0; }

/* Where the list's memory ends; 0 if it lies in nothing of the program's. */
static char **end_of_list(char **list, bool *on_heap)
{
    const unsigned char *address = (const unsigned char *)list, *end = 0;
    unsigned char here;
    ckpti_block b;

    *on_heap = list && ckpti_heap_find(list, &b);
    if (*on_heap)
        end = b.start + b.size;
    else if (address > &here && address < (unsigned char *)__libc_stack_end)
        end = __libc_stack_end;
    else if (list)
        end = end_of_variable(address);
    return end ? list + (size_t)(end - address) / sizeof *list : 0;
}

/* A string that ends in its block, or lies in no block but is no trap either: an entry may be anything the program once put there, a mark like 0 or -1, too.
   Of a 32-bit address space everything but the last page may be the stack's. */
static bool is_string(const char *p)
{
    enum { MARKS_AT_START = 65536, MARKS_AT_END = 4096 };
    ckpti_block b;

    if (ckpti_heap_find(p, &b))
        return memchr(p, 0, (size_t)(b.start + b.size - (const unsigned char *)p)) != 0;
    return (uintptr_t)p + MARKS_AT_END >= MARKS_AT_START + MARKS_AT_END && !ckpti_trap_contains(p);
}

/* This process's setting of the same name, as a block of the program's; 0: it has none. */
static char *own_setting(const char *entry)
{
    size_t n = strcspn(entry, "=");

    for (char **e = own_settings; e && *e; e++)
        if (strncmp(*e, entry, n + 1) == 0 && (*e)[n] == '=') {
            size_t size = strlen(*e) + 1;
            char *copy = ckptg_malloc(size, &ckpti_t_char);
            return copy ? memcpy(copy, *e, size) : 0;
        }
    return 0;
}

static void add_missing(void)
{
    for (char **e = own_settings; e && *e; e++) {
        char name[64];
        size_t n = strcspn(*e, "=");
        if (!(*e)[n] || n >= sizeof name)
            continue;
        memcpy(name, *e, n);
        name[n] = 0;
        if (!getenv(name))
            (void)setenv(name, *e + n + 1, 1);
    }
}

static void set_environment(void)
{
    bool on_heap, had_settings = false;
    char **to = environ, **end = end_of_list(environ, &on_heap);

    if (!end || end == environ) {
        environ = 0; /* not the list that was saved: start with an empty one */
        return;
    }
    for (char **e = environ; e < end - 1 && *e; e++) {
        char *entry = *e;
        if (!is_string(entry))
            continue;
        if (is_setting(entry)) {
            had_settings = true;
            entry = own_setting(entry);
        }
        if (entry)
            *to++ = entry;
    }
    *to = 0;
    if (on_heap && had_settings)
        add_missing();
}

void ckpti_environment_resumed(void)
{
    set_environment();
    ckpti_heap_private(1);
    tzset(); /* tzname, timezone, daylight: what the library knows of TZ is this process's own */
    ckpti_heap_private(-1);
}
