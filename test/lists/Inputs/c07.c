/* link struct with magic + next (numbers beside the pointer), as debug allocators do */
#include <stdio.h>
#include <stdlib.h>
struct freed { unsigned magic; struct freed *next; };
struct part { float m; float q; double x[3]; int id; };
static struct freed *fl; static int bad;
static void put(void *p) { struct freed *f = p; f->magic = 0xdeadbeef; f->next = fl; fl = f; }
static void *get(size_t n) { struct freed *f = fl; if (!f) return malloc(n); if (f->magic != 0xdeadbeef) bad++; fl = f->next; return f; }
static struct part *part(int i) { struct part *p = get(sizeof *p); p->m = 1.5f; p->q = i; p->x[0] = p->x[1] = p->x[2] = i; p->id = i; return p; }
int main(void)
{
    struct part *p[5];
    for (int i = 0; i < 5; i++) p[i] = part(i);
    put(p[0]); put(p[2]); put(p[3]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) p[3] = part(33);
        if (i == 2) { p[2] = part(22); p[0] = part(10); }
    }
    for (int i = 0; i < 5; i++) printf("%g %g %d\n", p[i]->q, p[i]->x[0], p[i]->id);
    printf("%d\n", bad);
    return 0;
}
