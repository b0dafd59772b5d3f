/* tidy.c - what Lua has left over, when a checkpoint is taken: pointers that it will not follow again, to memory that is used otherwise now.
 *
 * Every object that exists is in one of the collector's lists. So a reference to any other address is to one that has been freed: in a link of the
 * collector's that is not in use, in an object that waits to be swept, in a dead key (of which Lua compares the address only, with objects that exist).
 * What lies above a thread's top is dead, as the collector takes it to be, and so are calls that are kept for the next one.
 *
 * Input   the state that is stopped, and the end of what is alive in its stack   Output  nil and NULL in place of all that
 */
#include <stdlib.h>
#include "lfunc.h"
#include "lgc.h"
#include "lstate.h"
#include "ltable.h"

static const void **known;                 /* sorted: objects, and light userdata that are keys */
static size_t nknown, room;

static void know(const void *address)
{
    if (nknown == room) {
        room = room ? 2 * room : 1024;
        known = (realloc)(known, room * sizeof *known);
        if (!known)
            abort();
    }
    known[nknown++] = address;
}

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)*(const void *const *)a, y = (uintptr_t)*(const void *const *)b;
    return (x > y) - (x < y);
}

static int is_known(const void *address) { return bsearch(&address, known, nknown, sizeof *known, by_address) != 0; }

#define CLEAR(reference) do { if ((reference) && !is_known(reference)) (reference) = NULL; } while (0)

static void clear_value(TValue *v)
{
    if (iscollectable(v) && !is_known(gcvalue(v)))
        setnilvalue(v);
}

static void each_object(const global_State *g, void (*call)(GCObject *o))
{
    GCObject *const lists[] = {g->allgc, g->finobj, g->tobefnz, g->fixedgc};
    call(obj2gco(g->mainthread));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (GCObject *o = lists[i]; o; o = o->next)
            call(o);
}

static void note(GCObject *o)
{
    know(o);
    if (o->tt != LUA_VTABLE || isdummy(gco2t(o)))
        return;
    for (int i = 0; i < sizenode(gco2t(o)); i++)
        if (keytt(gnode(gco2t(o), i)) == LUA_VLIGHTUSERDATA)
            know(keyval(gnode(gco2t(o), i)).p);
}

static void clear_table(Table *t)
{
    CLEAR(t->gclist);
    CLEAR(t->metatable);
    for (unsigned i = 0; i < luaH_realasize(t); i++)
        clear_value(&t->array[i]);
    for (int i = 0; !isdummy(t) && i < sizenode(t); i++) {
        Node *n = gnode(t, i);
        clear_value(gval(n));
        if (keyisdead(n))
            CLEAR(gckey(n));
        else if (keyiscollectable(n) && !is_known(gckey(n)))
            setnilkey(n);
    }
}

static void clear_prototype(Proto *f)
{
    CLEAR(f->gclist);
    CLEAR(f->source);
    for (int i = 0; i < f->sizek; i++)
        clear_value(&f->k[i]);
    for (int i = 0; i < f->sizep; i++)
        CLEAR(f->p[i]);
    for (int i = 0; i < f->sizeupvalues; i++)
        CLEAR(f->upvalues[i].name);
    for (int i = 0; i < f->sizelocvars; i++)
        CLEAR(f->locvars[i].varname);
}

static void clear_thread(lua_State *L)
{
    CLEAR(L->gclist);
    if (!L->stack.p)
        return;
    for (StkId o = L->stack.p; o < L->top.p; o++)
        clear_value(s2v(o));
    for (StkId o = L->top.p; o < L->stack_last.p + EXTRA_STACK; o++)
        setnilvalue(s2v(o));
    for (CallInfo *ci = L->ci->next; ci; ci = ci->next) {
        ci->func.p = ci->top.p = NULL;
        ci->u.l.savedpc = NULL;
        ci->u.l.trap = 0;
        ci->u.l.nextraargs = 0;
        ci->callstatus = 0;
    }
}

static void clear_object(GCObject *o)
{
    switch (o->tt) {
    case LUA_VTABLE:
        clear_table(gco2t(o));
        break;
    case LUA_VLCL:
        CLEAR(gco2lcl(o)->gclist);
        CLEAR(gco2lcl(o)->p);
        for (int i = 0; i < gco2lcl(o)->nupvalues; i++)
            CLEAR(gco2lcl(o)->upvals[i]);
        break;
    case LUA_VCCL:
        CLEAR(gco2ccl(o)->gclist);
        for (int i = 0; i < gco2ccl(o)->nupvalues; i++)
            clear_value(&gco2ccl(o)->upvalue[i]);
        break;
    case LUA_VUSERDATA:
        CLEAR(gco2u(o)->metatable);
        if (gco2u(o)->nuvalue)
            CLEAR(gco2u(o)->gclist);
        for (int i = 0; i < gco2u(o)->nuvalue; i++)
            clear_value(&gco2u(o)->uv[i].uv);
        break;
    case LUA_VPROTO:
        clear_prototype(gco2p(o));
        break;
    case LUA_VTHREAD:
        clear_thread(gco2th(o));
        break;
    case LUA_VUPVAL:
        if (!upisopen(gco2upv(o)))
            clear_value(&gco2upv(o)->u.value);
    }
}

void stable_tidy(lua_State *L, StkId top)
{
    global_State *g = G(L);
    StkId was = L->top.p;
    each_object(g, note);
    qsort(known, nknown, sizeof *known, by_address);
    L->top.p = top;
    each_object(g, clear_object);
    L->top.p = was;
    CLEAR(g->gray);
    CLEAR(g->grayagain);
    CLEAR(g->weak);
    CLEAR(g->ephemeron);
    CLEAR(g->allweak);
    stable_keep(is_known);
    free(known);
    known = NULL;
    nknown = room = 0;
}
