/* way.c - the way from a variable to a leaf. See way.h. */
#include "types/way.h"
#include <stdio.h>
#include <string.h>

enum { ENDS = 6, PART = 200 };    /* steps kept at each end of a way; bytes of one step */

typedef struct step {
    uint32_t object;
    uint64_t leaf;
} step;

/* What a pointer leads to, seen through it: p, then "[3].next", ".next" or nothing. */
static void through(char *path, size_t size, const char *inside)
{
    size_t n = strlen(path);
    if (*inside == '.')
        snprintf(path + n, size - n, "->%s", inside + 1);
    else if (*inside)
        snprintf(path + n, size - n, "%s", inside);
    else if (n + 1 < size) {
        memmove(path + 1, path, n + 1);
        *path = '*';
    }
}

void ckpti_way_text(const ckpti_ways *w, uint32_t object, uint64_t leaf, char *out, size_t size)
{
    step low[ENDS], high[ENDS], at = {object, leaf};   /* from the leaf upwards; the last ones before the variable, in a ring */
    size_t n = 0;
    char part[PART];
    uint32_t up;
    uint64_t up_leaf;
    for (;; n++) {
        if (n < ENDS)
            low[n] = at;
        high[n % ENDS] = at;
        if (!w->up(w->context, at.object, &up, &up_leaf) || up >= at.object)
            break;
        at = (step){up, up_leaf};
    }
    w->name(w->context, at.object, out, size);
    for (size_t i = n + 1; i-- > 0;) {
        if (i >= ENDS && i + ENDS <= n) { /* neither end */
            size_t used = strlen(out);
            snprintf(out + used, size - used, "...");
            i = ENDS;
            continue;
        }
        const step *s = i < ENDS ? &low[i] : &high[i % ENDS];
        w->inside(w->context, s->object, s->leaf, part, sizeof part);
        size_t used = strlen(out);
        if (i == n)
            snprintf(out + used, size - used, "%s", part);
        else
            through(out, size, part);
    }
}
