/* macros PUSH/POP on lists of ints-first structs and char buffers; struct link */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct link { struct link *next; };
#define PUSH(list, obj) do { struct link *l_ = (struct link *)(obj); l_->next = (list); (list) = l_; } while (0)
#define POP(list, out) do { struct link *l_ = (list); if (l_) (list) = l_->next; (out) = (void *)l_; } while (0)
struct tok { int kind, line; short col; double val; };
static struct link *toks, *bufs;
static struct tok *tok_new(int kind)
{
    struct tok *t;
    POP(toks, t);
    if (!t) t = malloc(sizeof *t), t->val = -1;
    t->kind = kind; t->line = kind * 2; t->col = 3;
    return t;
}
static char *buf_new(void)
{
    char *b;
    POP(bufs, b);
    if (!b) b = malloc(40);
    strcpy(b, "empty");
    return b;
}
int main(void)
{
    struct tok *t[5]; char *b[4];
    for (int i = 0; i < 5; i++) { t[i] = tok_new(i); t[i]->val = i / 4.0; }
    for (int i = 0; i < 4; i++) { b[i] = buf_new(); sprintf(b[i], "buffer %d", i); }
    PUSH(toks, t[0]); PUSH(toks, t[3]); PUSH(bufs, b[1]); PUSH(bufs, b[2]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { t[3] = tok_new(33); b[2] = buf_new(); }
        if (i == 2) { PUSH(toks, t[1]); PUSH(bufs, b[0]); }
    }
    t[1] = tok_new(11); t[0] = tok_new(10); b[0] = buf_new(); b[1] = buf_new();
    for (int i = 0; i < 5; i++) printf("%d %d %d %g\n", t[i]->kind, t[i]->line, t[i]->col, t[i]->val);
    for (int i = 0; i < 4; i++) printf("%s\n", b[i]);
    printf("%d %d\n", toks == 0, bufs == 0);
    return 0;
}
