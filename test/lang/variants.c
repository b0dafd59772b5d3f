// Unions whose tag tells the member in force (#pragma ckpt variant): static, with values by enumerators, macros, ranges and several to one.
// C-SUPPORT: Types | unions with a tag | 6.7.2.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
#include <string.h>

#define TEXT 7
enum kind { NOTHING, REAL, LINK, WIDE = 20 };
struct object { long id; struct object *next; };
struct value {
    union { double d; struct object *p; char s[8]; long n; } u;
    enum kind tag;
};
#pragma ckpt variant(struct value, tag, NOTHING: void, REAL: u.d, LINK: u.p, TEXT: u.s, WIDE ... WIDE + 9, 40: u.n)

static struct object objects[2] = { { 100000, objects + 1 }, { -7, objects } };
static struct value one = { { .d = 0.5 }, REAL };

static void print(const struct value *v)
{
    if (v->tag == REAL)
        printf("real %g\n", v->u.d);
    else if (v->tag == LINK)
        printf("link to %ld, then %ld\n", v->u.p->id, v->u.p->next->id);
    else if ((int)v->tag == TEXT)
        printf("text %.8s\n", v->u.s);
    else
        printf("%d: %ld\n", (int)v->tag, v->tag == NOTHING ? 0 : v->u.n);
}

int main(void)
{
    for (int i = 0; i < 6; i++) {
        #pragma ckpt
        print(&one);
        switch (i) {
        case 0: one.tag = LINK; one.u.p = &objects[1]; break;
        case 1: one.tag = (enum kind)TEXT; memcpy(one.u.s, "abcdefgh", 8); break;
        case 2: one.tag = (enum kind)25; one.u.n = -123456; break;
        case 3: one.tag = NOTHING; break;
        default: one.tag = (enum kind)40; one.u.n = i;
        }
    }
    return 0;
}
