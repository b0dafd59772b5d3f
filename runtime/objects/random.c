/* random.c - rand, random and their relatives with state that an image carries.
 *
 * Purpose    ckptg_w_rand, _srand, _random, _srandom, _initstate, _setstate: the generator of BSD's random(3) as the GNU C library
 *            has it: the same numbers for the same seeds, from the same default state.
 * Input      the program's calls; buffers given to initstate are only names here: the words lie in blocks of our own, as numbers,
 *            so that they do not depend on byte order.
 * Invariants `current` is 0 (never used: the default state of seed 1) or one of the list that begins at `first`. The words are
 *            unsigned: sums wrap as the C library's do.
 * Thread     as the C library's: a lock, taken only where there may be another thread.
 * Source     the recurrences and the table of sizes are described in random(3) and in the C library's manual.
 */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>
#include "objects/process_roots.h"

enum { MAX_DEGREE = 63, DISCARD = 10 };

/* Types 0..4: degree of the polynomial, distance of the taps, bytes of a buffer. */
static const struct { unsigned char degree, separation; unsigned short bytes; } shapes[] = {
    { 0, 0, 8 }, { 7, 3, 32 }, { 15, 1, 64 }, { 31, 3, 128 }, { 63, 1, 256 }
};

/* One state. Its name is the program's buffer. */
typedef struct state {
    char *buffer;
    struct state *next;
    int type, front, rear;
    unsigned words[MAX_DEGREE];
} state;

static char default_buffer[128];
static state *first, *current;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const ckptg_type state_pointer;
CKPTI_ARRAY(words_type, ckpti_t_uint, MAX_DEGREE, "unsigned int[63]", unsigned);
static const ckptg_field state_fields[] = {
    CKPTI_FIELD(state, buffer, ckpti_t_charp), CKPTI_FIELD(state, next, state_pointer), CKPTI_FIELD(state, type, ckpti_t_int),
    CKPTI_FIELD(state, front, ckpti_t_int), CKPTI_FIELD(state, rear, ckpti_t_int), CKPTI_FIELD(state, words, words_type)
};
CKPTI_STRUCT(state_type, state, "struct ckpt_random_state", state_fields);
CKPTI_POINTER(state_pointer, state_type, "struct ckpt_random_state *");
CKPTI_ARRAY(buffer_type, ckpti_t_char, sizeof default_buffer, "char[128]", char);
static const ckptg_var vars[] = {
    CKPTI_VAR("default_buffer", default_buffer, buffer_type), CKPTI_VAR("states", first, state_pointer),
    CKPTI_VAR("current", current, state_pointer)
};
CKPTI_UNIT(random_unit, "random", vars)

static int acquire(void)
{
    if (__libc_single_threaded)
        return 0;
    pthread_mutex_lock(&lock);
    return 1;
}

static void release(int locked)
{
    if (locked)
        pthread_mutex_unlock(&lock);
}

static int step(state *s)
{
    int degree = shapes[s->type].degree, result;

    if (!degree) {
        s->words[0] = (s->words[0] * 1103515245u + 12345u) & 0x7fffffffu;
        return (int)s->words[0];
    }
    result = (int)((s->words[s->front] += s->words[s->rear]) >> 1);
    s->front = s->front + 1 == degree ? 0 : s->front + 1;
    s->rear = s->rear + 1 == degree ? 0 : s->rear + 1;
    return result;
}

static void seed(state *s, unsigned value)
{
    int degree = shapes[s->type].degree;
    int32_t word = (int32_t)(value ? value : 1);

    s->words[0] = (unsigned)word;
    if (!degree)
        return;
    for (int i = 1; i < degree; i++) {          /* 16807 * word mod 2^31 - 1, without overflow */
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0)
            word += 2147483647;
        s->words[i] = (unsigned)word;
    }
    s->front = shapes[s->type].separation;
    s->rear = 0;
    for (int i = 0; i < DISCARD * degree; i++)
        step(s);
}

/* The state named by a buffer, or 0. */
static state *find(const char *buffer)
{
    state *s = first;

    while (s && s->buffer != buffer)
        s = s->next;
    return s;
}

static state *make(char *buffer, int type)
{
    state *s = find(buffer);

    if (!s) {
        s = ckptg_calloc(1, sizeof *s, &state_type);
        if (!s)
            return 0;
        s->buffer = buffer;
        s->next = first;
        first = s;
    }
    s->type = type;
    return s;
}

/* The state in use. Without memory for it there can be no sequence to go on with. */
static state *use(void)
{
    CKPTI_USE(random_unit);
    if (!current) {
        current = make(default_buffer, 3);
        if (!current)
            abort();
        seed(current, 1);
    }
    return current;
}

long ckptg_w_random(void)
{
    int locked = acquire();
    int result = step(current ? current : use());

    release(locked);
    return result;
}

int ckptg_w_rand(void) { return (int)ckptg_w_random(); }

void ckptg_w_srandom(unsigned value)
{
    int locked = acquire();

    seed(use(), value);
    release(locked);
}

void ckptg_w_srand(unsigned value) { ckptg_w_srandom(value); }

char *ckptg_w_initstate(unsigned value, char *buffer, size_t size)
{
    int locked = acquire(), type = (int)CKPTI_COUNT(shapes) - 1;
    char *old = use()->buffer;
    state *s;

    while (type >= 0 && size < shapes[type].bytes)
        type--;
    if (!buffer || type < 0) {
        old = 0;
        errno = EINVAL;
    } else if (!(s = make(buffer, type))) {
        old = 0;
        errno = ENOMEM;
    } else {
        seed(s, value);
        current = s;
    }
    release(locked);
    return old;
}

char *ckptg_w_setstate(char *buffer)
{
    int locked = acquire();
    char *old = use()->buffer;
    state *s = buffer ? find(buffer) : 0;

    if (s) {
        current = s;
    } else {
        old = 0;
        errno = EINVAL;
    }
    release(locked);
    return old;
}
