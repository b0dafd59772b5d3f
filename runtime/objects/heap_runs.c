/* heap_runs.c - blocks of some pages, in regions that stay mapped. See heap.h.
 *
 * A region is REGION bytes at a multiple of REGION; its first pages hold a table with a few words for each page. Runs of pages are split and
 * joined with their neighbours (boundary tags; Knuth 1, 2.5), so that a block that grows can often stay where it is, and no system
 * call is needed for blocks that come and go. Pages behind `top` were never used: they read as zero.
 */
#include "objects/heap_chunk.h"
#include <sys/mman.h>

enum { PAGE = 4096, NPAGES = (int)(CKPTI_REGION / PAGE), BINS = 16, USED = 1 << 30 };
#define RELEASE_RUN 64u                   /* pages of free runs that may go back to the system, */
#define RELEASE_KEPT 8192u                /* if so many and half of the used ones are free */

typedef struct page {
    uint32_t length;              /* first and last page of a run: its pages; USED if it is a block */
    uint32_t first;               /* all pages of a block: its first page */
    uint32_t next, previous;      /* first page of a free run: others of its bin; 0: none */
    uint32_t number;              /* first page of a block: as ckpti_heap_number */
} page;

typedef struct region {
    struct region *next;
    uint32_t top;                 /* first page never used */
    uint32_t bin[BINS];           /* free runs of 2^k .. 2^(k+1)-1 pages */
    page pages[NPAGES];
} region;

enum { TABLE = (int)((sizeof(region) + PAGE - 1) / PAGE) };   /* pages of the table itself */

static region *regions;
static size_t free_pages, used_pages;

static region *region_of(const void *p) { return (region *)((uintptr_t)p & ~(uintptr_t)(CKPTI_REGION - 1)); }
static uint32_t page_of(const void *p) { return (uint32_t)(((uintptr_t)p & (CKPTI_REGION - 1)) / PAGE); }
static void *address(region *r, uint32_t i) { return (unsigned char *)r + (size_t)i * PAGE; }
static unsigned bin_of(uint32_t n) { return 31 - (unsigned)__builtin_clz(n); }

static region *new_region(void)
{
    unsigned char *p = mmap(0, 2 * CKPTI_REGION, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return 0;
    unsigned char *start = (unsigned char *)(((uintptr_t)p + CKPTI_REGION - 1) & ~(uintptr_t)(CKPTI_REGION - 1));
    if (start > p)
        munmap(p, (size_t)(start - p));
    munmap(start + CKPTI_REGION, (size_t)(p + CKPTI_REGION - start));
    region *r = (region *)(void *)start;
    r->top = TABLE;
    r->next = regions;
    regions = r;
    return r;
}

/* ---- free runs ---- */

static void unlink_run(region *r, uint32_t i)
{
    page *p = &r->pages[i];
    if (p->previous)
        r->pages[p->previous].next = p->next;
    else
        r->bin[bin_of(p->length)] = p->next;
    if (p->next)
        r->pages[p->next].previous = p->previous;
    free_pages -= p->length;
}

static void link_run(region *r, uint32_t i, uint32_t n)
{
    uint32_t *head = &r->bin[bin_of(n)];
    r->pages[i].length = r->pages[i + n - 1].length = n;
    r->pages[i].previous = 0;
    r->pages[i].next = *head;
    if (*head)
        r->pages[*head].previous = i;
    *head = i;
    free_pages += n;
}

static void mark_used(region *r, uint32_t i, uint32_t n, uint32_t from)
{
    r->pages[i].length = r->pages[i + n - 1].length = n | USED;
    for (uint32_t k = from; k < i + n; k++)
        r->pages[k].first = i;
}

/* Take n pages from a free run. */
static uint32_t from_bins(region *r, uint32_t n)
{
    enum { TRIES = 32 };
    for (unsigned b = bin_of(n); b < BINS; b++) {
        unsigned tries = 0;
        for (uint32_t i = r->bin[b]; i && tries < TRIES; i = r->pages[i].next, tries++) {
            uint32_t have = r->pages[i].length;
            if (have < n)
                continue;
            unlink_run(r, i);
            if (have > n)
                link_run(r, i + n, have - n);
            return i;
        }
    }
    return 0;
}

static uint32_t pages_for(size_t size) { return (uint32_t)((size + sizeof(ckpti_header) + PAGE - 1) / PAGE); }

ckpti_header *ckpti_run_alloc(size_t size, bool *zeroed)
{
    uint32_t n = pages_for(size), i = 0;
    region *r;
    *zeroed = false;
    for (r = regions; r; r = r->next)
        if ((i = from_bins(r, n)))
            break;
    if (!r) {
        for (r = regions; r && NPAGES - r->top < n; r = r->next)
            ;
        if (!r && !(r = new_region()))
            return 0;
        i = r->top;
        r->top += n;
        *zeroed = true;
    }
    mark_used(r, i, n, i);
    r->pages[i].number = 0;
    used_pages += n;
    return address(r, i);
}

static void give_back(region *r, uint32_t i, uint32_t n)
{
    if (n >= RELEASE_RUN && free_pages > RELEASE_KEPT && free_pages > used_pages / 2)
        madvise(address(r, i), (size_t)n * PAGE, MADV_DONTNEED);
}

/* Pages i..i+n-1 are free now: join them with what is free around them. */
static void free_run(region *r, uint32_t i, uint32_t n)
{
    uint32_t own = i, own_n = n;
    if (i + n < r->top && !(r->pages[i + n].length & USED)) {
        uint32_t more = r->pages[i + n].length;
        unlink_run(r, i + n);
        n += more;
    }
    if (i > TABLE && !(r->pages[i - 1].length & USED)) {
        uint32_t before = r->pages[i - 1].length;
        unlink_run(r, i - before);
        i -= before;
        n += before;
    }
    link_run(r, i, n);
    give_back(r, own, own_n);
}

void ckpti_run_free(ckpti_header *h)
{
    region *r = region_of(h);
    uint32_t i = page_of(h), n = r->pages[i].length & ~(uint32_t)USED;
    h->word = 0;
    used_pages -= n;
    free_run(r, i, n);
}

bool ckpti_run_resize(ckpti_header *h, size_t size)
{
    region *r = region_of(h);
    uint32_t i = page_of(h), have = r->pages[i].length & ~(uint32_t)USED, want = pages_for(size);
    if (want > have) {
        uint32_t behind = i + have, more = want - have;
        if (behind == r->top && NPAGES - r->top >= more) {
            r->top += more;
        } else if (behind < r->top && !(r->pages[behind].length & USED) && r->pages[behind].length >= more) {
            uint32_t left = r->pages[behind].length - more;
            unlink_run(r, behind);
            if (left)
                link_run(r, behind + more, left);
        } else {
            return false;
        }
        mark_used(r, i, want, behind);
    } else if (want < have) {
        mark_used(r, i, want, i + want);
        free_run(r, i + want, have - want);
    }
    used_pages += want;
    used_pages -= have;
    return true;
}

ckpti_header *ckpti_run_find(const void *p, uint32_t **number)
{
    region *r = regions;
    while (r && r != region_of(p))
        r = r->next;
    uint32_t i = page_of(p);
    if (!r || i < TABLE || i >= r->top)
        return 0;
    uint32_t first = r->pages[i].first;
    if (first < TABLE || !(r->pages[first].length & USED) || i - first >= (r->pages[first].length & ~(uint32_t)USED))
        return 0;
    *number = &r->pages[first].number;
    return address(r, first);
}

void ckpti_run_each(void (*function)(void *context, ckpti_header *header), void *context)
{
    for (region *r = regions; r; r = r->next)
        for (uint32_t i = TABLE; i < r->top; i += r->pages[i].length & ~(uint32_t)USED)
            if (r->pages[i].length & USED)
                function(context, address(r, i));
}

static void forget(void *context, ckpti_header *h)
{
    (void)context;
    region_of(h)->pages[page_of(h)].number = 0;
}

void ckpti_run_forget_numbers(void) { ckpti_run_each(forget, 0); }
