// Numbers that are copied into blocks of characters, here or by what is called.
// REQUIRES: ckptcc
// RUN: %expect %s
// RUN: %expect %s -O2
#include <arpa/inet.h>
#include <endian.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a; double d; };
struct packet { unsigned char *data; int length; };
struct box { unsigned char raw[32]; int n; };

static unsigned char bytes[64];
static struct box box;

static void put32(unsigned char *p, int v) { memcpy(p, &v, sizeof v); }
static void put(void *p, double v) { memcpy(p, &v, sizeof v); }
static void store(char *p, int v) { *(int *)p = v; }
static void through(unsigned char *p, int v) { put32(p + 4, v); }
static int get32(const unsigned char *p) { int v; memcpy(&v, p, sizeof v); return v; }
static void wire(char *p, uint32_t v)
{
    uint32_t big = htonl(v), little;
    memcpy(p, &big, sizeof big);
    little = htole32(v);
    memcpy(p + 4, &little, sizeof little);
    memcpy(bytes, &big, sizeof big);
}
static void bigEndian(unsigned char *p, uint32_t v) { for (int i = 0; i < 4; i++) p[i] = (unsigned char)(v >> (24 - 8 * i)); }
static void append(struct packet *p, double v)
{
    memcpy(p->data + p->length, &v, sizeof v); // expect: ckpt-bytes-as-struct
    p->length += sizeof v;
}
static void byBytes(struct packet *p, double v)
{
    for (unsigned i = 0; i < sizeof v; i++)
        p->data[p->length++] = ((unsigned char *)&v)[i]; // expect: ckpt-bytes-as-struct
}

int main(void)
{
    struct packet p = { malloc(256), 0 };
    struct pair s = { 1, 2 };
    unsigned char *a = malloc(64), *b = malloc(64), *c = malloc(64), *d = malloc(64), *gone = malloc(64);
    char *text = malloc(64), *e = malloc(64);
    uint8_t *h = calloc(1, 64);
    int v = 7;
    memcpy(h, &s, sizeof s); // expect: ckpt-bytes-as-struct
    memmove(e + 8, &v, sizeof v); // expect: ckpt-bytes-as-struct
    put32(a, v); // expect: ckpt-bytes-as-struct
    through(b, v); // expect: ckpt-bytes-as-struct
    put(c, 1.5); // expect: ckpt-bytes-as-struct
    store(text, v); // expect: ckpt-bytes-as-struct
    put32(bytes + 20, v); // expect: ckpt-bytes-as-struct
    put32(box.raw, v); // expect: ckpt-bytes-as-struct
    bigEndian(d, 3);
    char *sent = malloc(8);
    wire(sent, 3);
    memcpy(d + 8, "text", 5);
    put32(gone, v);
    v = get32(gone);
    free(gone);
    append(&p, 2.5);
    byBytes(&p, 3.5);
    #pragma ckpt
    return a[0] + b[0] + c[0] + d[0] + e[0] + h[0] + text[0] + bytes[0] + box.raw[0] + p.data[0] + v + sent[0];
}
