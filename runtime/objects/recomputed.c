/* recomputed.c - variables that a restart makes again. See recomputed.h. */
#include <errno.h>
#include <fenv.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>
#include "objects/recomputed.h"
#include "types/encode.h"

/* Of the maths library, with which a program may not be linked. */
#pragma weak fegetround

enum { PIECE = 1 << 14 };                 /* bytes of an encoding that are hashed at a time */

/* What it is worth: a restart may take a second longer, and as long as a disk takes to write it. */
#define ALLOWANCE_NS 1000000000u
#define NS_A_BYTE 100u

/* ---- the hash ---------------------------------------------------------------------------------------------------- */

static void hash_array(uint64_t *h, const ckpti_type *t, uint64_t count, const unsigned char *memory)
{
    ckpti_encoder e = {0};
    unsigned char piece[PIECE];

    for (; t->kind == CKPTG_ARRAY; t = t->elem)
        count *= t->count;
    if (t->enc > PIECE / 8) {             /* a large structure: member by member */
        for (uint64_t i = 0; i < count; i++)
            for (uint32_t k = 0; k < t->nfields; k++) {
                const ckpti_field *f = &t->fields[k];
                if (f->bits) {
                    memset(piece, 0, 8);
                    ckpti_encode_bits(f, memory + i * t->size, piece);
                    *h = XXH64(piece, 8, *h);
                } else
                    hash_array(h, f->type, 1, memory + i * t->size + f->offset);
            }
        return;
    }
    for (uint64_t at = 0, n; at < count; at += n) {
        n = PIECE / 8 / (t->enc ? t->enc : 1);     /* the same pieces on all machines; where bytes are packed they are filled up */
        n = n > count - at ? count - at : n;
        uint64_t size = 0;
        if (!ckpti_array_enc(t, n, &size)) { /* no such array can exist: then nothing is like it */
            *h = XXH64(&memory, sizeof memory, *h);
            return;
        }
        ckpti_encode_array(&e, t, n, memory + at * t->size, piece);
        *h = XXH64(piece, size, *h);
    }
}

uint64_t ckpti_recomputed_hash(const ckpti_universe *universe, const ckptg_var *v, const char *name, const char *function)
{
    uint64_t h = XXH64(name, strlen(name), 0);

    h = XXH64(function, strlen(function), h);
    hash_array(&h, ckpti_universe_type(universe, v->type), 1, ckpti_var_address(v));
    return h;
}

/* ---- the calls --------------------------------------------------------------------------------------------------- */

static unsigned long long now(void)
{
    struct timespec t;

    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0 ? (unsigned long long)t.tv_sec * 1000000000u + (unsigned long long)t.tv_nsec : 0;
}

static bool rounds_otherwise(void) { return fegetround && fegetround() != FE_TONEAREST; }

void ckptg_make_begin(ckptg_unit *u)
{
    u->begun += 1u + rounds_otherwise();  /* one too many: nothing is left out */
    u->begun_at = now();
}

void ckptg_make_end(ckptg_unit *u)
{
    u->ended++;
    u->took += now() - u->begun_at;
}

void ckpti_recomputed_make(const ckptg_unit *unit)
{
    ckptg_unit *u = (ckptg_unit *)unit;   /* the units registered themselves as what they are: not constant */

    if (u->begun || u->ended)
        return;
    int before = errno;
    u->begun_at = now();
    u->recompute();
    u->took = now() - u->begun_at;
    u->begun = u->ended = u->nmakers;
    u->again = 1;
    errno = before;
}

void ckpti_recomputed_restored(const ckptg_unit *unit, bool all)
{
    ckptg_unit *u = (ckptg_unit *)unit;

    if (u->again && !all)
        u->begun = u->nmakers + 1;
}

/* ---- images ------------------------------------------------------------------------------------------------------ */

static bool is_left_out(const ckptg_unit *u)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < u->nvars; i++)
        if (u->vars[i].flags & CKPTG_V_RECOMPUTED)
            bytes += u->vars[i].type->size;
    return u->begun == u->nmakers && u->ended == u->nmakers && u->took <= ALLOWANCE_NS + NS_A_BYTE * bytes;
}

void ckpti_recomputed_note(const ckpti_universe *universe)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next) {
        uint64_t sum = 0;

        if (!u->recompute)
            continue;
        *u->made = 0;
        if (!is_left_out(u))
            continue;
        for (size_t i = 0; i < u->nvars; i++)
            if (u->vars[i].flags & CKPTG_V_RECOMPUTED)
                sum += ckpti_recomputed_hash(universe, &u->vars[i], u->vars[i].name, u->vars[i].function ? u->vars[i].function : "");
        *u->made = ckpti_recomputed_mark(sum);
    }
}
