/* parcels.c - control messages of any length, in pieces; those to ourselves. See exchange.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/exchange/exchange.h"
#include "mpi/layer.h"
#include "shim.h"

/* Before each piece of a message. */
struct head {
    uint32_t kind, more;
    uint64_t number;
};

/* What has come of a message in pieces; messages to ourselves, which are heard in turn, too. */
struct parcel {
    unsigned char *bytes;
    size_t size, room;
};
static struct parcel *arriving;   /* [size] */
static ckptm_parcel_hearer *hearer;
static struct own {
    struct own *next;
    struct head head;
    size_t size;
    unsigned char bytes[];
} *own_first, **own_last = &own_first;

static void send_own(struct head head, const void *bytes, size_t size)
{
    struct own *o = ckptm_private(0, sizeof *o + size);

    o->next = 0;
    o->head = head;
    o->size = size;
    if (size)
        memcpy(o->bytes, bytes, size);
    *own_last = o;
    own_last = &o->next;
}

void ckptm_parcel_send(int to, uint32_t kind, uint64_t number, const void *bytes, size_t size)
{
    unsigned char piece[CKPTM_PIECE];
    struct head head = { kind, 0, number };
    const unsigned char *from = bytes;
    size_t most = sizeof piece - sizeof head;

    if (to == ckptm.rank) {
        send_own(head, bytes, size);
        return;
    }
    do {
        size_t n = size < most ? size : most;

        head.more = n < size;
        memcpy(piece, &head, sizeof head);
        if (n)
            memcpy(piece + sizeof head, from, n);
        ckptm_control_send(to, piece, sizeof head + n);
        from += n;
        size -= n;
    } while (head.more);
}

bool ckptm_parcel_hear_own(void)
{
    struct own *o = own_first;

    if (!o)
        return false;
    if (!(own_first = o->next))
        own_last = &own_first;
    hearer(ckptm.rank, o->head.kind, o->head.number, o->bytes, o->size);
    free(o);
    return true;
}

bool ckptm_parcel_hear(void)
{
    unsigned char piece[CKPTM_PIECE];
    struct head head;
    int from = 0;
    long size = ckptm_control_receive(piece, &from);
    struct parcel *p;

    if (size < (long)sizeof head)
        return false;
    p = &arriving[from];
    memcpy(&head, piece, sizeof head);
    size -= (long)sizeof head;
    if (p->size + (size_t)size > p->room)
        p->bytes = ckptm_private(p->bytes, p->room = 2 * (p->size + (size_t)size));
    if (size)
        memcpy(p->bytes + p->size, piece + sizeof head, (size_t)size);
    p->size += (size_t)size;
    if (!head.more) {
        size_t whole = p->size;

        p->size = 0;
        hearer(from, head.kind, head.number, p->bytes, whole);
    }
    return true;
}

bool ckptm_parcel_own_waits(void) { return own_first; }

void ckptm_parcel_open(ckptm_parcel_hearer *hear)
{
    hearer = hear;
    arriving = ckptm_private(0, (size_t)ckptm.size * sizeof *arriving);
    memset(arriving, 0, (size_t)ckptm.size * sizeof *arriving);
}
