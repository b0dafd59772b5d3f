// Arguments of #pragma ckpt replay: objects and bytes with zeros among them are handed over whole; where a pointer does not tell how much it leads to, the checkpoint is refused.
// REQUIRES: ckptcc
// RUN: %restart %s --no-inplace --visits 3
// RUN: %ckptcc -DTHROUGH='numbers(v, 3)' %s -o %t && (env CKPT_DIR=%t.d CKPT_AT=1 %t || true) > %t.out 2>&1 && %FileCheck %s < %t.out
// CHECK: ckpt: checkpoint at visit 1 failed, the program goes on: {{.*}}replay_lengths.c:[[#@LINE+34]]: {{.*}}argument 1{{.*}} points to memory of which the length is not known
// RUN: %not %ckptcc -DTHROUGH='bytes((const unsigned char *)v, 12)' %s -o %t 2>&1 | grep "replay_lengths.c:39:[0-9]*: error: an argument of a call that is to be replayed is the bytes of an object, which are others on another machine"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int first; double second; };
struct named { int n; char name[1]; };
struct rows { int n; int row[1]; };

static char text[600];
static int used;
#pragma ckpt exclude(text, used)

static const int table[3] = { 41, 42, 43 };
static unsigned char bits[4] = { 0, 7, 0, 9 };

static void numbers(const int *v, int n)
{
    for (int i = 0; i < n; i++)
        used += sprintf(text + used, "%d ", v[i]);
}
static void bytes(const unsigned char *b, int n)
{
    for (int i = 0; i < n; i++)
        used += sprintf(text + used, "%d ", b[i]);
}
static void string(const char *s) { used += sprintf(text + used, "%s ", s); }
static void both(const struct pair *p, const char *c) { used += sprintf(text + used, "%d %g %c ", p->first, p->second, *c); }

#ifdef THROUGH
static void through(const int *v)
{
    #pragma ckpt replay
    THROUGH;
}
#endif

int main(void)
{
    int local[3] = { 11, 12, 13 };
    struct { struct pair p; char c; int v[2]; } inner = { { 1, 2.5 }, 'x', { 21, 22 } };
    struct named *named = malloc(sizeof *named + 8);
    struct rows *rows = malloc(sizeof *rows + 2 * sizeof(int));
    const int *heap = memcpy(malloc(sizeof table), table, sizeof table);

    strcpy(named->name, "longer");
    for (int i = 0; i < 3; i++)
        rows->row[i] = 51 + i;
    #pragma ckpt replay
    string(named->name);
    #pragma ckpt replay
    numbers(rows->row, 3);
    #pragma ckpt replay
    bytes(bits, 4);
    #pragma ckpt replay
    bytes((const unsigned char *)"a\0b", 3);
    #pragma ckpt replay
    both(&inner.p, &inner.c);
    #pragma ckpt replay
    numbers(inner.v, 2);
    #pragma ckpt replay
    numbers(&inner.p.first, 1);
    #pragma ckpt replay
    numbers(heap, 3);
    #pragma ckpt replay
    bytes(bits + 1, 3);
#ifdef THROUGH
    through(local);
#endif
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %d %s\n", i, local[0]++, text);
    }
    return 0;
}
