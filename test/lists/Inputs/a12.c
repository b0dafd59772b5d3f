/* list heads: static local in one alloc/free function (op), thread-local */
#include <stdio.h>
#include <stdlib.h>
struct ev { unsigned char type, prio; unsigned short port; double when; };
static struct ev *ev_op(struct ev *give)
{
    static void *list;
    if (give) { *(void **)give = list; list = give; return 0; }
    if (list) { void *p = list; list = *(void **)p; return p; }
    return malloc(sizeof(struct ev));
}
struct m { long long k; short s[4]; };
static _Thread_local struct m *tl; 
static struct m *m_get(void) { struct m *x = tl; if (x) tl = *(struct m **)x; else x = malloc(sizeof *x); x->k = -1; return x; }
static void m_put(struct m *x) { *(struct m **)x = tl; tl = x; }
int main(void)
{
    struct ev *e[5]; struct m *m[5];
    for (int i = 0; i < 5; i++) {
        e[i] = ev_op(0); e[i]->type = (unsigned char)i; e[i]->prio = 9; e[i]->port = (unsigned short)(8000 + i); e[i]->when = i * 1.5;
        m[i] = m_get(); m[i]->k = i; for (int j = 0; j < 4; j++) m[i]->s[j] = (short)(i + j);
    }
    ev_op(e[0]); ev_op(e[4]); m_put(m[2]); m_put(m[3]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { e[4] = ev_op(0); e[4]->type = 7; e[4]->prio = 1; e[4]->port = 1; e[4]->when = 0.125; m[3] = m_get(); m[3]->k = 333; }
        if (i == 2) { ev_op(e[2]); m_put(m[0]); }
    }
    e[2] = ev_op(0); e[2]->type = 2; e[2]->port = 22; e[2]->prio = 0; e[2]->when = 2;
    e[0] = ev_op(0); e[0]->type = 0; e[0]->port = 20; e[0]->prio = 0; e[0]->when = 3;
    m[0] = m_get(); m[2] = m_get();
    for (int i = 0; i < 4; i++) { m[0]->s[i] = m[2]->s[i] = 1; }
    for (int i = 0; i < 5; i++) printf("%d %d %d %g %lld %d\n", e[i]->type, e[i]->prio, e[i]->port, e[i]->when, m[i]->k, m[i]->s[3]);
    return 0;
}
