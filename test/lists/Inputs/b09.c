/* sys/queue.h: SLIST/TAILQ entry in a struct laid over the freed object */
#include <stdio.h>
#include <stdlib.h>
#include <sys/queue.h>
struct spare { SLIST_ENTRY(spare) e; };
static SLIST_HEAD(, spare) spares = SLIST_HEAD_INITIALIZER(spares);
struct conn { int fd; short st; double rtt; char peer[16]; TAILQ_ENTRY(conn) q; };
static TAILQ_HEAD(ch, conn) conns = TAILQ_HEAD_INITIALIZER(conns);
static struct conn *conn(int fd)
{
    struct conn *c;
    if (!SLIST_EMPTY(&spares)) { struct spare *s = SLIST_FIRST(&spares); SLIST_REMOVE_HEAD(&spares, e); c = (struct conn *)s; }
    else c = malloc(sizeof *c);
    c->fd = fd; c->st = 1; c->rtt = fd / 4.; snprintf(c->peer, sizeof c->peer, "host%d", fd);
    TAILQ_INSERT_TAIL(&conns, c, q);
    return c;
}
static void drop(struct conn *c) { TAILQ_REMOVE(&conns, c, q); struct spare *s = (struct spare *)c; SLIST_INSERT_HEAD(&spares, s, e); }
static void show(void) { struct conn *c; TAILQ_FOREACH(c, &conns, q) printf("%d:%g:%s ", c->fd, c->rtt, c->peer); printf("\n"); }
int main(void)
{
    struct conn *c[6];
    for (int i = 0; i < 6; i++) c[i] = conn(i);
    drop(c[2]); drop(c[0]); drop(c[5]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        conn(10 * i); show();
        if (i == 2) drop(c[3]);
    }
    show();
    int n = 0; struct spare *s; SLIST_FOREACH(s, &spares, e) n++;
    printf("%d\n", n);
    return 0;
}
