// Characters that are saved, used as something wider; as characters, and where no checkpoint finds them.
// REQUIRES: ckptcc
// RUN: %expect %s
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

int main(void)
{
    char live[64] = "", *text = pool;
    struct header *h = (struct header *)pool; // expect: ckpt-bytes-as-struct
    h->kind = *(int *)(holder.bytes + 4); // expect: ckpt-bytes-as-struct
    ((struct header *)live)->size = 1; // expect: ckpt-bytes-as-struct
    memcpy(copy, h, sizeof *h); // expect: ckpt-bytes-as-struct
    memcpy(copy, text, sizeof copy);
    #pragma ckpt
    return h->kind + passing() + text[0] + ((unsigned char *)live)[0];
}
