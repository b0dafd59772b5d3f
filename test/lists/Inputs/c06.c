/* site inside the draining loop and between pop and use; array of pools; head via &pools[k] */
#include <stdio.h>
#include <stdlib.h>
struct pool { const char *name; void *head; int n; };
static struct pool pools[3] = { {"one", 0, 0}, {"two", 0, 0}, {"three", 0, 0} };
struct ev { long long when; int code; short pad[3]; double x; };
static struct ev *take(struct pool *p) { struct ev *e = p->head; if (e) { p->head = *(void **)e; p->n--; } else { e = malloc(sizeof *e); e->code = -1; e->x = 0; } return e; }
static void give(struct pool *p, struct ev *e) { *(void **)e = p->head; p->head = e; p->n++; }
int main(void)
{
    struct ev *e[9]; int visits = 0; double sum = 0;
    for (int i = 0; i < 9; i++) { e[i] = take(&pools[i % 3]); e[i]->when = i; e[i]->code = i * 7; e[i]->x = i / 3.; }
    for (int i = 0; i < 9; i++) if (i != 4) give(&pools[i % 3], e[i]);
    for (int k = 0; k < 3; k++) {
        struct pool *p = &pools[k];
        void *it;
        while ((it = p->head)) {
            p->head = *(void **)it;
            p->n--;
            struct ev *x = it;
            if (visits < 4 && x->code % 2 == 0) {
                visits++;
#pragma ckpt
                printf("visit %d %s %d\n", visits, p->name, p->n);
            }
            sum += x->x + x->code;
            if (k == 0 && x->code > 20) give(&pools[2], x); else free(x);
        }
    }
    printf("%.3f %d %lld\n", sum, e[4]->code, e[4]->when);
    return 0;
}
