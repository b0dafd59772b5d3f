// What only null pointers lead to: a structure by one pointer, and by others arrays of it, arrays of what holds it, pointers to those. Such an image had two records of one type, the first
// of them with members whose types came later, and no restart took it.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>

struct row { float weight; long double total; };
struct item { struct row *by; short kind; _Bool done; };
struct list { struct item first[2]; struct list *rest; unsigned char state; };
enum colour { RED, GREEN };
struct paint { enum colour colour; unsigned long long code; };

static struct row *current;
static struct row (*table)[8];
static struct item *item;
static struct list (*lists)[3];
static struct list *list;
static struct paint *paint, *(*brushes)[2];
static struct paint (**cans)[4];

int main(void)
{
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d %d %d %d %d\n", i, current ? (int)(current - table[0]) : -1, list ? list->state : -1, item ? item->kind : -1, paint ? (int)paint->code : -1);
        if (i == 1) {
            table = calloc(2, sizeof *table);
            current = table[1];
            lists = calloc(1, sizeof *lists);
            list = lists[0] + 1;
            list->state = 9;
        }
        if (i == 2) {
            item = &list->first[1];
            item->by = current;
            item->kind = 7;
            cans = calloc(1, sizeof *cans);
            *cans = calloc(1, sizeof **cans);
            paint = **cans + 2;
            paint->code = 5;
            brushes = calloc(1, sizeof *brushes);
            (*brushes)[1] = paint;
        }
    }
    printf("%d %d %d\n", item->by == table[1], paint == &(**cans)[2], (*brushes)[1] == paint);
    return 0;
}
