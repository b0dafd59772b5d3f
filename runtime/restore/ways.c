/* ways.c - traps are named by the way that led to the pointer from a variable. See state.h, types/way.h. */
#include <stdio.h>
#include <stdlib.h>
#include "core/log.h"
#include "objects/trap.h"
#include "restore/state.h"
#include "types/way.h"

void ckpti_restore_held(ckpti_restoring *r, uint32_t object, const unsigned char *data)
{
    struct ckpti_holder *h = &r->holders[object - 1];
    if (!h->object && r->object < object) /* smaller numbers only: a way ends */
        *h = (struct ckpti_holder){r->object, data};
}

/* A restart makes the ways of many pointers, which may all lie at the end of a list. */
enum { STEPS = 1 << 23, SHORT = 16 };

/* Who goes up. When that has taken so many steps that it is noticed, only short ways are gone to their ends. */
typedef struct climber {
    const ckpti_restoring *r;
    unsigned all, of_this;
} climber;

static bool up(void *context, uint32_t object, uint32_t *holder, uint64_t *leaf)
{
    climber *c = context;
    const ckpti_restoring *r = c->r;
    ckpti_image_object o;
    if (c->all >= STEPS && c->of_this >= SHORT)
        return false;
    c->all += c->all < STEPS;
    c->of_this++;
    if (!r->holders || !r->holders[object - 1].object || !ckpti_image_object_get(r->image, object, &o) || o.kind != CKPTI_O_HEAP)
        return false;
    *holder = r->holders[object - 1].object;
    return ckpti_image_leaf_at(r->image, *holder, r->holders[object - 1].data, leaf);
}

static void name(void *context, uint32_t object, char *out, size_t size)
{
    const ckpti_restoring *r = ((const climber *)context)->r;
    ckpti_image_object o;
    char text[CKPTI_WHY / 2];
    *out = 0;
    if (!ckpti_image_object_get(r->image, object, &o))
        return;
    ckpti_image_object_name(r->image, &o, text, sizeof text);
    if (o.kind == CKPTI_O_LOCAL || o.kind == CKPTI_O_STATIC)
        snprintf(out, size, "%.250s", o.name);
    else
        snprintf(out, size, o.kind == CKPTI_O_HEAP ? "(%s)" : "%s", text);
}

static void inside(void *context, uint32_t object, uint64_t leaf, char *out, size_t size)
{
    const ckpti_restoring *r = ((const climber *)context)->r;
    ckpti_cursor c;
    *out = 0;
    if (ckpti_cursor_seek(&c, r->image, object, leaf))
        ckpti_cursor_subpath(&c, out, size);
}

void ckpti_restore_say_numbers(ckpti_restoring *r)
{
    climber who = {.r = r};
    ckpti_ways ways = {&who, up, name, inside};
    char path[CKPTI_WHY];
    if (!r->nnumbers)
        return;
    ckpti_image_unknown u = ckpti_image_unknown_at(r->image, r->number);
    ckpti_way_text(&ways, u.object, u.leaf, path, sizeof path);
    ckpti_log("%s%s held the number 0x%llx, not an address; pointers of %zu bits cannot tell which it would be here, and using or comparing it will not "
              "do what it did", path, r->nnumbers > 1 ? " and others" : "", (unsigned long long)u.byte, 8 * sizeof(void *));
}

void ckpti_restore_name_traps(ckpti_restoring *r)
{
    enum { NAMED = 65536 };
    climber who = {.r = r};
    ckpti_ways ways = {&who, up, name, inside};
    for (uint32_t i = 0; i < ckpti_image_nunknowns(r->image) && i < NAMED; i++) {
        ckpti_image_unknown u = ckpti_image_unknown_at(r->image, i);
        char path[CKPTI_WHY];
        who.of_this = 0;
        ckpti_way_text(&ways, u.object, u.leaf, path, sizeof path);
        ckpti_trap_name(i, path);
    }
}
