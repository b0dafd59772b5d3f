/* pushes of members / array elements, not locals: *(void **)s->buf = list; list = s->buf; macro on tab[i] */
#include <stdio.h>
#include <stdlib.h>
struct link { struct link *next; };
#define GIVE(l, x) (*(void **)(x) = (l), (l) = (void *)(x))
struct ses { double *buf; int id; };
static void *bufs;
static double *buf(void) { void *p = bufs; if (p) { bufs = *(void **)p; return p; } return malloc(6 * sizeof(double)); }
static void fill(struct ses *s) { s->buf = buf(); for (int k = 0; k < 6; k++) s->buf[k] = s->id + k / 8.0; }
static void done(struct ses *s) { *(void **)s->buf = bufs; bufs = s->buf; s->buf = 0; }
int main(void)
{
    struct ses s[5];
    for (int i = 0; i < 5; i++) { s[i].id = i; fill(&s[i]); }
    done(&s[1]); done(&s[2]); GIVE(bufs, s[4].buf); s[4].buf = 0;
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) fill(&s[4]);
        if (i == 2) fill(&s[2]);
    }
    fill(&s[1]);
    for (int i = 0; i < 5; i++) printf("%g %g\n", s[i].buf[0], s[i].buf[5]);
    printf("%d\n", bufs == 0);
    return 0;
}
