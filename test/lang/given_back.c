// Lists of what was given back whose link lies where the memory held a number: what is on them when a checkpoint is made is handed out again after a restart, to whoever
// asks, as whatever he keeps there; and what was given to another type comes back as that.
// C-SUPPORT: Allocation | free lists whose link lies on top of other members (`*(void **)p = list`), of one type and of several | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
// RUN: %ckptcc --ckpt-check %s 2>&1 | %FileCheck %s --allow-empty
// CHECK-NOT: ckpt-handed-out
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct real { double value; int id; struct real *next; };
struct words { short word[6]; struct words *next; };
struct wide { long long sum; double part[3]; };
struct text { unsigned char length; char bytes[63]; };

/* One list of one type, by void **; typed where it is handed out. */
static void *reals;
static struct real *get_real(void)
{
    void *p = reals;
    if (p) {
        reals = *(void **)p;
        return p;
    }
    return malloc(sizeof(struct real));
}
static void put_real(struct real *r)
{
    *(void **)r = reals;
    reals = r;
}

/* One list of any type of that size or less, by a structure for the link. */
struct link { struct link *next; };
static struct link *any;
static unsigned made, again;
static void *get_any(size_t n)
{
    struct link *p = any;
    if (p && n <= 64) {
        any = p->next;
        again++;
        return p;
    }
    made++;
    return malloc(n < sizeof(struct link) ? sizeof(struct link) : n);
}
static void put_any(void *memory)
{
    struct link *l = memory;
    l->next = any;
    any = l;
}

/* Lists by size in a pool; a loop takes all of one off. */
enum { CLASSES = 16 };
struct pool { void *avail[CLASSES]; int out; };
static void *pool_get(struct pool *pool, size_t n)
{
    unsigned k = (unsigned)n % CLASSES;
    void *p;
    pool->out++;
    if (!pool->avail[k])
        return malloc(n);
    p = pool->avail[k];
    pool->avail[k] = *(void **)p;
    return p;
}
static void pool_put(struct pool *pool, void *p, size_t n)
{
    unsigned k = (unsigned)n % CLASSES;
    *(void **)p = pool->avail[k];
    pool->avail[k] = p;
    pool->out--;
}
static int pool_empty(struct pool *pool)
{
    int n = 0;
    for (unsigned k = 0; k < CLASSES; k++)
        while (pool->avail[k]) {
            void *p = pool->avail[k];
            pool->avail[k] = *(void **)p;
            free(p);
            n++;
        }
    return n;
}

/* By the address of the list; with a link in both directions. */
struct both { struct both *next, *previous; };
static struct both ring = {&ring, &ring};
static void push(void **list, void *p)
{
    *(void **)p = *list;
    *list = p;
}
static void *pop(void **list)
{
    void *p = *list;
    if (p)
        *list = *(void **)p;
    return p;
}
static void ring_put(struct wide *w)
{
    struct both *b = (struct both *)w;
    b->next = ring.next;
    b->previous = &ring;
    ring.next->previous = b;
    ring.next = b;
}

int main(void)
{
    struct real *head = 0, *r;
    struct words *words = 0, *w;
    struct wide *wide[4] = {0};
    struct text *texts[4] = {0};
    static struct pool pool;
    void *list = 0;
    for (int i = 0; i < 12; i++) {
        r = get_real();
        r->value = i * 1.5;
        r->id = i;
        r->next = head;
        head = r;
        w = get_any(sizeof *w);
        for (int k = 0; k < 6; k++)
            w->word[k] = (short)(256 * i + k);
        w->next = words;
        words = w;
    }
    for (int i = 0; i < 7; i++) {
        r = head;
        head = r->next;
        put_real(r);
    }
    for (int i = 0; i < 4; i++) {
        w = words;
        words = w->next;
        put_any(w);
        wide[i] = pool_get(&pool, sizeof *wide[i]);
        wide[i]->sum = 0x0102030405060708 + i;
        wide[i]->part[0] = wide[i]->part[1] = wide[i]->part[2] = i + 0.25;
        texts[i] = pool_get(&pool, sizeof *texts[i]);
        texts[i]->length = 5;
        strcpy(texts[i]->bytes, "words");
    }
    for (int i = 0; i < 2; i++) { /* as something else */
        struct real *other = get_any(sizeof *other);
        other->value = 100 + i;
        other->id = -i;
        other->next = head;
        head = other;
    }
    pool_put(&pool, wide[1], sizeof *wide[1]);
    pool_put(&pool, texts[2], sizeof *texts[2]);
    pool_put(&pool, texts[0], sizeof *texts[0]);
    ring_put(wide[3]);
    push(&list, wide[2]);
    for (int visit = 0; visit < 4; visit++) {
        #pragma ckpt
        printf("visit %d\n", visit);
        if (visit == 1) {
            r = get_real();
            r->value = -1;
            r->id = 1000;
            r->next = head;
            head = r;
            put_any(get_any(sizeof(struct words)));
        }
    }
    for (r = head; r; r = r->next)
        printf("%g %d\n", r->value, r->id);
    for (w = words; w; w = w->next)
        printf("%d %d\n", w->word[0], w->word[5]);
    printf("%lld %g %s\n", wide[0]->sum, wide[0]->part[2], texts[1]->bytes);
    for (int i = 0; i < 9; i++) { /* off the list, then fresh ones */
        r = get_real();
        r->value = i;
        r->next = head;
        head = r;
    }
    for (int i = 0; i < 4; i++) {
        w = get_any(sizeof *w);
        w->word[0] = (short)i;
        w->next = words;
        words = w;
    }
    int reals_now = 0, words_now = 0, in_ring = 0;
    for (r = head; r; r = r->next)
        reals_now++;
    for (w = words; w; w = w->next)
        words_now++;
    for (struct both *b = ring.next; b != &ring; b = b->next)
        in_ring++;
    printf("%d reals, %d words, %u made, %u again, %d in the ring, %d freed, %d out\n", reals_now, words_now, made, again, in_ring, pool_empty(&pool), pool.out);
    int same = pop(&list) == (void *)wide[2], none = !pop(&list);
    printf("%d %d\n", same, none);
    return 0;
}
