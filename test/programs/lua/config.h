/* config.h - Lua's configuration for going on on another data layout; given to the compiler by -include, Lua's own files are not changed.
 *
 * What is counted in bytes of this machine and kept while a script runs is the same number everywhere: the size of buffers and of the space before a
 * thread, places in the stack (counted in slots), differences of pointers (64 bits). Dispatch is by switch: computed goto cannot be entered again.
 * Hashes of addresses: objects keep theirs when they move (stable.c).
 */
#ifndef CONFIG_H
#define CONFIG_H
#ifndef LUA_CORE
#define LUA_CORE
#endif
#ifndef LUA_LIB
#define LUA_LIB
#endif
#include "lprefix.h"
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "luaconf.h"
#undef LUA_KCONTEXT
#define LUA_KCONTEXT long long
#undef LUA_EXTRASPACE
#define LUA_EXTRASPACE 8
#undef LUAL_BUFFERSIZE
#define LUAL_BUFFERSIZE 1024
#define LUA_MAXCAPTURES 32
#define LUA_USE_JUMPTABLE 0

#include "lobject.h"
#define ptrdiff_t long long      /* places in the stack */
#include "lstate.h"
#undef ptrdiff_t
#include "ldo.h"
#define realloc(p, n) ((p) ? (realloc)(p, n) : calloc(1, n)) /* what has never been set would have to fit elsewhere, too */
#undef savestack
#define savestack(L, pt) ((pt) - (L)->stack.p)
#undef restorestack
#define restorestack(L, n) ((L)->stack.p + (n))

unsigned int stable_object(void *address);
unsigned int stable_function(lua_CFunction address);
void stable_moved(lua_State *L);
void stable_keep(int (*is_kept)(const void *address));
void stable_tidy(lua_State *L, StkId top);
#undef point2uint
#define point2uint(p) _Generic((p), const char *: (unsigned int)((L_P2I)(p) & UINT_MAX), lua_CFunction: stable_function((lua_CFunction)(p)), \
                               default: stable_object((void *)(p)))

/* Userdata of the standard libraries, as they lie in memory: a header, then what the library keeps there. Most of those structures are known only in
 * the file of their library; these have the same members. */
#define userdata(name, members) \
    struct name { CommonHeader; unsigned short nuvalue; size_t len; struct Table *metatable; members }; \
    _Static_assert(sizeof(struct name) >= offsetof(Udata0, bindata), "the header of userdata without values")
#include "lauxlib.h"
userdata(userdata_file, luaL_Stream stream;);
userdata(userdata_box, void *box; size_t size;);
userdata(userdata_random, unsigned long long state[4];);
userdata(userdata_gmatch, const char *source; const char *pattern; const char *last; const char *begin; const char *end; const char *pattern_end;
    lua_State *L; int depth; unsigned char level; struct { const char *start; ptrdiff_t length; } captures[LUA_MAXCAPTURES];);
/* The userdata that p, from lua_newuserdatauv, is the content of. */
#define userdata_of(name, p) ((struct name *)((char *)(p) - offsetof(Udata0, bindata)))
#endif
