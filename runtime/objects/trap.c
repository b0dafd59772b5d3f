/* trap.c - addresses for pointers to nothing known. See trap.h. */
#include "objects/trap.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "ckpt_abi.h"
#include "core/log.h"

typedef struct region {
    unsigned char *start;
    size_t size;
    uint32_t n;
    unsigned char **at;           /* [n] */
    char **names;                 /* [n] */
    struct region *next;
} region;

static region *regions, *gone;     /* those of `gone` have no names */
static void *nowhere;             /* a page that faults, without a name */

/* Room around each address or group of them, so that members of what it pointed to are in it too. */
static size_t slot_for(uint32_t n)
{
    return n <= 512 ? (size_t)64 << 10 : n <= 8192 ? 4096 : 64;
}

static const ckpti_trap_place *sorted_by;

static int by_place(const void *a, const void *b)
{
    const ckpti_trap_place *x = &sorted_by[*(const uint32_t *)a], *y = &sorted_by[*(const uint32_t *)b];
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return x->byte < y->byte ? -1 : x->byte > y->byte;
}

/* Offsets of the addresses, in `order`; those of a group as far from each other as they were, up to `most`. Returns the room needed. */
static uint64_t lay_out(uint32_t n, const ckpti_trap_place *places, const uint32_t *order, uint64_t most, uint64_t *offset)
{
    size_t slot = slot_for(n);
    uint64_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        const ckpti_trap_place *p = &places[order[i]], *before = i ? &places[order[i - 1]] : 0;
        uint64_t distance = before && p->group && p->group == before->group ? p->byte - before->byte : 0;
        if (!before)
            at = slot >= 4096 ? 1024 : 16; /* a little before it faults in its own slot */
        else if (p->group && p->group == before->group)
            at += distance < most ? distance : most;
        else
            at += slot;
        if (at > UINT64_MAX / 4)
            return UINT64_MAX;
        offset[order[i]] = at;
    }
    return at + slot;
}

static void free_region(region *r)
{
    if (r) {
        free(r->at);
        free(r->names);
        free(r);
    }
}

bool ckpti_trap_reserve(uint32_t n, const ckpti_trap_place *places)
{
    static const uint64_t most[] = {UINT64_MAX, (uint64_t)1 << 20, 64};   /* less where address space is short: the order stays */
    if (!n)
        return true;
    region *r = calloc(1, sizeof *r);
    uint32_t *order = calloc(n, sizeof *order);
    uint64_t *offset = calloc(n, sizeof *offset);
    bool ok = r && order && offset && (r->at = calloc(n, sizeof *r->at)) && (r->names = calloc(n, sizeof *r->names));
    for (uint32_t i = 0; ok && i < n; i++)
        order[i] = i;
    sorted_by = places;
    if (ok)
        qsort(order, n, sizeof *order, by_place);
    void *start = MAP_FAILED;
    for (size_t k = 0; ok && start == MAP_FAILED && k < sizeof most / sizeof *most; k++) {
        uint64_t size = lay_out(n, places, order, most[k], offset);
        if (size <= SIZE_MAX / 4)
            start = mmap(0, r->size = (size_t)size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    }
    ok = ok && start != MAP_FAILED;
    if (ok) {
        r->start = start;
        r->n = n;
        for (uint32_t i = 0; i < n; i++)
            r->at[i] = r->start + offset[i];
        r->next = regions;
        regions = r;
    } else {
        free_region(r);
    }
    free(order);
    free(offset);
    return ok;
}

void *ckpti_trap_address(uint32_t k) { return regions->at[k]; }

void *ckpti_trap_gone(uint64_t bytes)
{
    enum { BEHIND = 64 << 10, MOST = 1 << 30 };
    region *r = bytes < MOST ? calloc(1, sizeof *r) : 0;
    if (!r)
        return 0;
    r->start = mmap(0, r->size = (size_t)bytes + BEHIND, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (r->start == MAP_FAILED) {
        free(r);
        return 0;
    }
    r->next = gone;
    gone = r;
    return r->start;
}

void *ckpti_trap_nowhere(void)
{
    if (!nowhere) {
        nowhere = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (nowhere == MAP_FAILED)
            nowhere = (void *)(uintptr_t)4096;
    }
    return nowhere;
}

void ckpti_trap_name(uint32_t k, const char *path) { regions->names[k] = strdup(path); }

static const region *region_with(const region *r, const unsigned char *a)
{
    while (r && !(a >= r->start && a < r->start + r->size))
        r = r->next;
    return r;
}

static bool is_gone(const unsigned char *a)
{
    return region_with(gone, a) || (nowhere && a >= (unsigned char *)nowhere && a < (unsigned char *)nowhere + 4096);
}

bool ckpti_trap_contains(const void *address) { return region_with(regions, address) || is_gone(address); }

static void say(const char *text) { ckpti_log_line(text, strlen(text)); }

/* The pointer that a faulting address comes from: the nearest one below it, or else the first. Some machines (s390x) tell the page only. */
static const char *name_of(const region *r, const unsigned char *a)
{
    uint32_t best = 0;
    if (!((uintptr_t)a & 4095))
        a += 4095;
    for (uint32_t i = 1; i < r->n; i++)
        if (r->at[best] > a ? r->at[i] < r->at[best] : r->at[i] <= a && r->at[i] > r->at[best])
            best = i;
    return r->names[best];
}

/* Async-signal-safe: only write(2). */
static void on_fault(int signal, siginfo_t *info, void *context)
{
    const unsigned char *a = info->si_addr;
    (void)context;
    const region *r = region_with(regions, a);
    if (r) {
        const char *name = name_of(r, a);
        say("ckpt: ");
        say(name ? name : "a pointer");
        say(": used, but when the checkpoint was taken it pointed to nothing known (freed, never set), or to what is laid out differently here "
            "(see #pragma ckpt type); the program cannot go on\n");
    }
    if (is_gone(a))
        say("ckpt: a pointer was used that led to what this program has not (a library's symbol, a variable that is gone); the program cannot go on\n");
    struct sigaction act = {.sa_handler = SIG_DFL};
    sigaction(signal, &act, 0);
    if (info->si_code <= 0) /* sent: it does not happen again by itself */
        (void)kill(getpid(), signal);
}

/* The handler has a name, so that the next checkpoint can carry it. */
static const ckptg_fnref names[] = {{"fault", (void (*)(void))on_fault, 1, 0}};
static ckptg_unit unit = {.abi = CKPTG_ABI, .file = "libckpt/trap", .fnrefs = names, .nfnrefs = 1};
static void __attribute__((constructor)) enter(void) { ckptg_register(&unit); }

void ckpti_trap_arm(void)
{
    struct sigaction old, act = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    if ((regions || gone || nowhere) && !sigaction(SIGSEGV, 0, &old) && !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL)
        sigaction(SIGSEGV, &act, 0);
}
