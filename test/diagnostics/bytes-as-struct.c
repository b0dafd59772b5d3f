// Characters that are saved, used as something wider; as characters, and where no checkpoint finds them.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>
#include <string.h>

struct header { int kind; long size; };

static char pool[4096];
static struct { char bytes[64]; } holder;
static char copy[sizeof(struct header)];

static int passing(void)
{
    char buffer[64];
    memset(buffer, 0, sizeof buffer);
    return ((struct header *)buffer)->kind;
}

struct vector { size_t n, size; unsigned char *data; };

static void put(struct vector *v, const void *element)
{
    memcpy(v->data + v->n++ * v->size, element, v->size); // expect: ckpt-bytes-as-struct
}

static void get(const struct vector *v, size_t i, void *out)
{
    memcpy(out, &v->data[i * v->size], v->size); // expect: ckpt-bytes-as-struct
}

static void append(struct vector *text, const void *bytes, size_t n)
{
    memcpy(text->data + text->n, bytes, n);
    text->n += n;
}

static unsigned char room[64];
static struct vector all = { 0, sizeof(int), room };

struct message { char *bytes; char *name; size_t length; };

/* Blocks of the heap: by the word of the variable, or member, that they are given to; sizeof and #pragma ckpt type are a better one. */
static int blocks(struct message *m)
{
    char *text = malloc(40), *told = malloc(40), *sized = malloc(5 * sizeof(double)), *gone = malloc(40);
    m->bytes = realloc(m->bytes, m->length);
    m->name = strdup("name");
    #pragma ckpt type(told, int[10])
    for (int i = 0; i < 10; i++)
        *((int *)text + i) = ((int *)(m->bytes + 4))[i]; // expect: ckpt-bytes-as-struct ckpt-bytes-as-struct
    *(int *)told = *(int *)gone;
    free(gone);
    *(double *)sized = ((struct header *)m->name)->kind;
    #pragma ckpt
    return text[0] + *(int *)&text[4] + told[0] + sized[0]; // expect: ckpt-bytes-as-struct
}

/* What is in a variable leads elsewhere: it is not that which is saved as characters. */
static struct { int n; struct { char *s; } *mark; } stack;
static struct header *leads_elsewhere(void) { return (struct header *)stack.mark[-2].s; }

int main(void)
{
    char live[64] = "", *text = pool;
    struct header *h = (struct header *)pool; // expect: ckpt-bytes-as-struct
    h->kind = *(int *)(holder.bytes + 4); // expect: ckpt-bytes-as-struct
    ((struct header *)live)->size = 1; // expect: ckpt-bytes-as-struct
    memcpy(copy, h, sizeof *h); // expect: ckpt-bytes-as-struct
    memcpy(copy, text, sizeof copy);
    put(&all, copy);
    get(&all, 0, copy);
    append(&all, "x", 1);
    #pragma ckpt
    return h->kind + passing() + (leads_elsewhere() != 0) + blocks(&(struct message){ 0 }) + text[0] + ((unsigned char *)live)[0];
}
