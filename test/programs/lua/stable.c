/* stable.c - what a restart must put right in Lua: hashes of addresses, and what the collector has counted in bytes of another machine. What is left
 * over when a checkpoint is taken: tidy.c.
 *
 * Numbers for objects that Lua hashes by address: an object keeps its number when a restart has put it elsewhere, so tables keyed by objects stay
 * as they are, and so does the order in which `next` goes through them, also when a script is stopped in the middle of that.
 *
 * Input   addresses, from point2uint (config.h)   Output  numbers; the next free one when an address is seen for the first time
 * An entry outlives its object, until a checkpoint; another object at the same address then has its number, which is as good as any.
 * The tables here are hashed by address, too: a restart fills them anew.
 */
#include <stdlib.h>
#include "lfunc.h"
#include "lgc.h"
#include "lstate.h"
#include "lstring.h"
#include "ltable.h"

typedef struct LX { lu_byte extra_[LUA_EXTRASPACE]; lua_State l; } LX; /* lstate.c has it */

struct object { void *address; unsigned int number; };
struct function { lua_CFunction address; unsigned int number; };

static struct object *objects;
static struct function *functions;
static size_t room, used, froom, fused;     /* powers of two, at most half of them used */
static unsigned int next_number;

static size_t place_of(size_t address, size_t of) { return (address >> 4 ^ address >> 13) & (of - 1); }

static unsigned int mixed(unsigned int number) { return number * 2654435761u ^ number >> 7; }

static void *allocated(void *p)
{
    if (!p)
        abort();
    return p;
}

static struct object *object_at(void *address)
{
    size_t i = place_of((size_t)address, room);
    while (objects[i].address && objects[i].address != address)
        i = (i + 1) & (room - 1);
    return &objects[i];
}

static struct function *function_at(lua_CFunction address)
{
    size_t i = place_of((size_t)address, froom);
    while (functions[i].address && functions[i].address != address)
        i = (i + 1) & (froom - 1);
    return &functions[i];
}

static void rehash_objects(size_t new_room)
{
    struct object *old = objects;
    size_t n = room;
    objects = allocated(calloc(new_room, sizeof *objects));
    room = new_room;
    for (size_t i = 0; i < n; i++)
        if (old[i].address)
            *object_at(old[i].address) = old[i];
    free(old);
}

static void rehash_functions(size_t new_room)
{
    struct function *old = functions;
    size_t n = froom;
    functions = allocated(calloc(new_room, sizeof *functions));
    froom = new_room;
    for (size_t i = 0; i < n; i++)
        if (old[i].address)
            *function_at(old[i].address) = old[i];
    free(old);
}

/* Keep the entries of those addresses only. */
void stable_keep(int (*is_kept)(const void *address))
{
    size_t n = 0;
    for (size_t i = 0; i < room; i++)
        if (objects[i].address && is_kept(objects[i].address))
            n++;
        else
            objects[i] = (struct object){0, 0};
    used = n;
    if (room)
        rehash_objects(room);
}

unsigned int stable_object(void *address)
{
    if (used * 2 >= room)
        rehash_objects(room ? room * 2 : 64);
    struct object *o = object_at(address);
    if (!o->address) {
        *o = (struct object){address, next_number++};
        used++;
    }
    return mixed(o->number);
}

unsigned int stable_function(lua_CFunction address)
{
    if (fused * 2 >= froom)
        rehash_functions(froom ? froom * 2 : 64);
    struct function *f = function_at(address);
    if (!f->address) {
        *f = (struct function){address, next_number++};
        fused++;
    }
    return mixed(f->number);
}

/* ---- what the collector counts ---- */

static size_t size_of_thread(const lua_State *L)
{
    size_t n = L == G(L)->mainthread ? 0 : sizeof(LX);
    for (const CallInfo *ci = L->base_ci.next; ci; ci = ci->next)
        n += sizeof *ci;
    return n + (size_t)(stacksize(L) + EXTRA_STACK) * sizeof(StackValue);
}

static size_t size_of_prototype(const Proto *f)
{
    return sizeof *f + sizeof *f->code * (size_t)f->sizecode + sizeof *f->p * (size_t)f->sizep + sizeof *f->k * (size_t)f->sizek +
           sizeof *f->lineinfo * (size_t)f->sizelineinfo + sizeof *f->abslineinfo * (size_t)f->sizeabslineinfo +
           sizeof *f->locvars * (size_t)f->sizelocvars + sizeof *f->upvalues * (size_t)f->sizeupvalues;
}

static size_t size_of(GCObject *o)
{
    switch (o->tt) {
    case LUA_VSHRSTR: return sizelstring(gco2ts(o)->shrlen);
    case LUA_VLNGSTR: return sizelstring(gco2ts(o)->u.lnglen);
    case LUA_VUSERDATA: return sizeudata(gco2u(o)->nuvalue, gco2u(o)->len);
    case LUA_VPROTO: return size_of_prototype(gco2p(o));
    case LUA_VLCL: return (size_t)sizeLclosure(gco2lcl(o)->nupvalues);
    case LUA_VCCL: return (size_t)sizeCclosure(gco2ccl(o)->nupvalues);
    case LUA_VTABLE: {
        Table *t = gco2t(o);
        return sizeof *t + sizeof *t->array * luaH_realasize(t) + (t->lastfree ? sizeof *t->node * (size_t)sizenode(t) : 0);
    }
    case LUA_VTHREAD: return size_of_thread(gco2th(o));
    default: return sizeof(UpVal);
    }
}

/* What Lua has allocated, as its collector counts it. */
static size_t allocated_bytes(const global_State *g)
{
    size_t n = sizeof(LX) + sizeof(global_State) + sizeof *g->strt.hash * (size_t)g->strt.size;
    GCObject *const lists[] = {g->allgc, g->finobj, g->tobefnz, g->fixedgc};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (GCObject *o = lists[i]; o; o = o->next)
            n += size_of(o);
    return n;
}

/* On another layout objects are larger or smaller than when they were counted. */
static void count_again(global_State *g)
{
    l_mem change = (l_mem)allocated_bytes(g) - (l_mem)gettotalbytes(g);
    g->totalbytes += change;
    g->GCestimate = (lu_mem)((l_mem)g->GCestimate + change > 0 ? (l_mem)g->GCestimate + change : 0);
}

void stable_moved(lua_State *L)
{
    if (room)
        rehash_objects(room);
    if (froom)
        rehash_functions(froom);
    count_again(G(L));
}
