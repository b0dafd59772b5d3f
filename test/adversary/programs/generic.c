// Containers through void pointers: a vector with its element size, a hash table of void values, an inherited header struct, an intrusive
// list with container_of, callbacks with a context, comparison callbacks. ADV:
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct shape { const char *name; double (*area)(const struct shape *); struct shape *next; };
struct circle { struct shape base; double r; };
struct square { struct shape base; float side; char label[4]; };
struct link { struct link *next, **back; };
struct task { int id; struct link link; short priority; };
struct pair { char *key; void *value; struct pair *chain; };
struct map { struct pair **slots; size_t n; void (*visit)(struct map *, struct pair *, void *context); };

static double circle_area(const struct shape *s) { return 3 * ((const struct circle *)s)->r * ((const struct circle *)s)->r; }
static double square_area(const struct shape *s)
{
    const struct square *q = (const struct square *)s;
#pragma ckpt
    return q->side * q->side;
}
static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p)
        exit(9);
    return p;
}
#define NEW(T) ((T *)xmalloc(sizeof(T)))
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}
static void **map_at(struct map *m, const char *key)
{
    struct pair **at = &m->slots[hash(key) % m->n];
    for (; *at; at = &(*at)->chain) {
        #pragma ckpt
        if (!strcmp((*at)->key, key))
            return &(*at)->value;
    }
    *at = NEW(struct pair);
    (*at)->key = strdup(key), (*at)->value = NULL, (*at)->chain = NULL;
    return &(*at)->value;
}
static void each(struct map *m, void *context)
{
    for (size_t i = 0; i < m->n; i++)
        for (struct pair *p = m->slots[i]; p; p = p->chain)
            m->visit(m, p, context);
}
struct total { int count; long sum; };
static void add(struct map *m, struct pair *p, void *context)
{
    struct total *t = context;
#pragma ckpt
    t->count++, t->sum += *(int *)p->value + (long)m->n;
}
static void push(struct link **head, struct link *l)
{
    l->next = *head, l->back = head;
    if (*head)
        (*head)->back = &l->next;
    *head = l;
}

int main(void)
{
    struct shape *shapes = NULL;
    for (int i = 0; i < 4; i++) {
        struct shape *s;
        if (i % 2) {
            struct circle *c = NEW(struct circle);
            c->r = i;
            c->base = (struct shape){ "circle", circle_area, shapes };
            s = &c->base;
        } else {
            struct square *q = malloc(sizeof *q);
            *q = (struct square){ { "square", square_area, shapes }, (float)i / 2, "sq" };
            s = (struct shape *)q;
        }
        shapes = s;
        #pragma ckpt
    }
    for (struct shape *s = shapes; s; s = s->next)
        printf("%s %g\n", s->name, s->area(s));
    struct map map = { calloc(5, sizeof(struct pair *)), 5, add };
    static const char *const keys[] = { "red", "green", "blue", "cyan", "red", "black", "blue" };
    for (int i = 0; i < 7; i++) {
        void **v = map_at(&map, keys[i]);
        #pragma ckpt
        if (!*v)
            *(int *)(*v = malloc(sizeof(int))) = 0;
        ++*(int *)*v;
    }
    struct total total = { 0, 0 };
    each(&map, &total);
    printf("%d %ld\n", total.count, total.sum);
    struct link *head = NULL;
    for (int i = 0; i < 4; i++) {
        struct task *t = NEW(struct task);
        t->id = i, t->priority = (short)-i;
        push(&head, &t->link);
    }
    for (struct link *l = head, *next; l; l = next) {
        struct task *t = container_of(l, struct task, link);
        next = l->next;
        #pragma ckpt
        if (t->id == 2) {
            *l->back = l->next;
            l->next->back = l->back;
            free(t);
        } else
            printf("%d %d\n", t->id, t->priority);
    }
    for (struct link *l = head; l; l = l->next)
        printf("%d ", container_of(l, struct task, link)->id);
    putchar('\n');
    return 0;
}
