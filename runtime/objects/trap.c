/* trap.c - addresses for pointers to nothing known. See trap.h. */
#include "objects/trap.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "ckpt_abi.h"

typedef struct region {
    unsigned char *start;
    size_t slot;
    uint32_t n;
    char **names;                 /* [n] */
    struct region *next;
} region;

static region *regions;
static void *nowhere;             /* a page that faults, without a name */

/* Room behind each pointer, so that members of what it pointed to are in its slot too. */
static size_t slot_for(uint32_t n)
{
    return n <= 512 ? (size_t)64 << 10 : n <= 8192 ? 4096 : 64;
}

bool ckpti_trap_reserve(uint32_t n)
{
    if (!n)
        return true;
    region *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    r->n = n;
    r->slot = slot_for(n);
    r->start = mmap(0, n * r->slot, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    r->names = calloc(n, sizeof *r->names);
    if (r->start == MAP_FAILED || !r->names) {
        if (r->start != MAP_FAILED)
            munmap(r->start, n * r->slot);
        free(r->names);
        free(r);
        return false;
    }
    r->next = regions;
    regions = r;
    return true;
}

/* In the middle of its slot's first half: a little before it faults in the same slot. */
void *ckpti_trap_address(uint32_t k) { return regions->start + k * regions->slot + (regions->slot >= 4096 ? 1024 : 16); }

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

bool ckpti_trap_contains(const void *address)
{
    const unsigned char *a = address;
    for (region *r = regions; r; r = r->next)
        if (a >= r->start && a < r->start + r->n * r->slot)
            return true;
    return nowhere && a >= (unsigned char *)nowhere && a < (unsigned char *)nowhere + 4096;
}

static void say(const char *text)
{
    ssize_t n = write(2, text, strlen(text));
    (void)n;
}

/* Async-signal-safe: only write(2). */
static void on_fault(int signal, siginfo_t *info, void *context)
{
    const unsigned char *a = info->si_addr;
    (void)context;
    for (region *r = regions; r; r = r->next)
        if (a >= r->start && a < r->start + r->n * r->slot) {
            const char *name = r->names[(size_t)(a - r->start) / r->slot];
            say("ckpt: ");
            say(name ? name : "a pointer");
            say(": used, but it pointed to nothing known when the checkpoint was taken (freed or never set); the program cannot go on\n");
            break;
        }
    struct sigaction act = {.sa_handler = SIG_DFL};
    sigaction(signal, &act, 0);
}

/* The handler has a name, so that the next checkpoint can carry it. */
static const ckptg_fnref names[] = {{"fault", (void (*)(void))on_fault, 1, 0}};
static ckptg_unit unit = {.abi = CKPTG_ABI, .file = "libckpt/trap", .fnrefs = names, .nfnrefs = 1};
static void __attribute__((constructor)) enter(void) { ckptg_register(&unit); }

void ckpti_trap_arm(void)
{
    struct sigaction old, act = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    if (regions && !sigaction(SIGSEGV, 0, &old) && !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL)
        sigaction(SIGSEGV, &act, 0);
}
