// A structure that a call returns, or another expression has as its value, is an object until the full expression ends (C11 6.2.4p8): pointers into its arrays
// lead to it, also through sites.
// C-SUPPORT: Expressions | pointers into the array of a structure that is a value (`show(make().name)`) | 6.2.4p8 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdarg.h>
#include <stdio.h>

struct s { char name[8]; int n; };
struct constant { const int n; char name[4]; };
struct outer { struct s inner[2]; struct s *to; };
static struct s kept = { "kept", 1 };

static struct s plain(int i) { return (struct s){ { 'k' + i, 'l' }, i }; }
static struct constant fixed(int i) { return (struct constant){ i, { 'f', 'g' + i } }; }
static struct outer nested(int i) { return (struct outer){ { { "no", 0 }, { { 'n' + i }, 7 } }, &kept }; }

static struct s make(int i)
{
    #pragma ckpt
    return (struct s){ { 'a' + i, 'b' }, i };
}

static int show(const char *p)
{
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        printf("%s\n", p);
    }
    return p[0];
}

static int both(const char *p, int n, const char *q) { return show(p) + n + show(q); }

static int given(int n, ...)
{
    va_list list;
    va_start(list, n);
    struct s of = va_arg(list, struct s);
    va_end(list);
    return show(of.name);
}

int main(void)
{
    struct s a = { "a", 0 };
    const char *text;

    for (int i = 0; i < 2; i++) {
        int n = show(make(i).name) + show(plain(i).name) + show(fixed(i).name) + show(nested(i).inner[1].name);
        n += both(plain(2).name, make(1).n, (make(3), plain(3)).name + 1);
        n += show((i ? plain(4) : make(5)).name) + show((a = plain(6)).name) + show(({ struct s k = make(i); k; }).name);
        n += (text = plain(7).name, show(text)) + show((0, kept).name) + show(nested(i).to->name) + given(1, plain(8));
        if (i && show(plain(9).name) == 't' && show((i ? kept : a).name))
            n++;
        for (int k = 0; k < show(plain(i).name) - 'j' - i; k++)
            n += plain(k).name[0];
        printf("%d %s\n", n, a.name);
    }
    return 0;
}
