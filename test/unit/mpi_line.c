/* mpi_line.c - the machine of a recovery line (runtime/mpi/protocol) without MPI: any number of ranks, messages between two in order, all else
 * in any order (seeded), wishes, failures and ends of logs that move at any time. All ranks hear the same verdict of every line, no line is
 * committed without all parts, and nothing hangs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "mpi/protocol/line.h"

enum { RANKS = 8, LINES = 400, MOST = 64 };

typedef struct letter {
    struct letter *next;
    uint32_t kind;
    uint64_t number;
    size_t size;
    unsigned char bytes[];
} letter;

static letter *first[RANKS][RANKS], **last[RANKS][RANKS];
static int ranks;
static uint32_t seed;

static struct rank {
    ckptm_line line;
    bool due, writing;
    int moves;                    /* how often its end still moves */
    uint64_t verdict[LINES];      /* 1 committed, 2 abandoned */
    uint64_t written;             /* newest line that its part is written of */
    bool kept[RANKS];             /* whose parts it knows to be written */
} all[RANKS];

static uint64_t recorded[LINES];
static bool stopped;              /* a line was committed after which the job stops */

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static int index_of(void *owner) { return (int)((struct rank *)owner - all); }

static void send(void *owner, int to, uint32_t kind, uint64_t number, const void *bytes, size_t size)
{
    int from = index_of(owner);
    letter *l = calloc(1, sizeof *l + size + 1);

    l->kind = kind;
    l->number = number;
    l->size = size;
    if (size)
        memcpy(l->bytes, bytes, size);
    *last[from][to] = l;
    last[from][to] = &l->next;
}

static void prepare(void *owner, uint64_t number, bool stop)
{
    struct rank *r = owner;

    (void)stop;
    assert_true(number < LINES);
    assert_false(stopped);
    r->due = r->writing = false;
    memset(r->kept, 0, sizeof r->kept);
    r->moves = (int)draw(3);
}

static void go(void *owner) { ((struct rank *)owner)->due = true; }

/* Nothing is heard of a line behind its verdict: what it was kept for is gone. */
static void hear(void *owner, int from, const void *bytes, size_t size)
{
    struct rank *r = owner;

    (void)from, (void)bytes, (void)size;
    assert_int_equal(r->verdict[r->line.number], 0);
}

static void tell_end(void *owner, unsigned char parity, unsigned char moved)
{
    struct rank *r = owner;
    unsigned char head[2] = { parity, moved };

    for (int to = 0; to < ranks; to++)
        ckptm_line_tell(&r->line, to, CKPTM_END, head, sizeof head);
}

static void keep(void *owner, const void *bytes, size_t size)
{
    struct rank *r = owner;
    const unsigned char *below = bytes;

    hear(owner, 0, bytes, size);
    for (size_t i = 0; i < size; i++) {
        assert_false(r->kept[below[i]]);
        assert_int_equal(all[below[i]].written, r->line.number);
        r->kept[below[i]] = true;
    }
}

static void tell_ready(void *owner, int to)
{
    struct rank *r = owner;
    unsigned char whose[RANKS];
    size_t size = 0;

    for (int i = 0; i < ranks; i++)
        if (r->kept[i])
            whose[size++] = (unsigned char)i;
    assert_true(r->kept[r->line.rank]);
    ckptm_line_tell(&r->line, to, CKPTM_READY, whose, size);
}

static bool cut(void *owner) { return ((struct rank *)owner)->moves-- > 0; }
static void write_part(void *owner) { ((struct rank *)owner)->writing = true; }

static bool record(void *owner, uint64_t number, const char **why)
{
    assert_int_equal(index_of(owner), 0);
    for (int i = 0; i < ranks; i++)
        assert_true(all[i].written == number && all[0].kept[i]);
    *why = "the disk is full";
    recorded[number] = draw(10) ? 1 : 2;
    return recorded[number] == 1;
}

static void verdict(struct rank *r, uint64_t number, uint64_t what)
{
    assert_int_equal(r->verdict[number], 0);
    r->verdict[number] = what;
    r->due = r->writing = false;
}

static void committed(void *owner, uint64_t number, bool stop)
{
    assert_int_equal(recorded[number], 1);
    stopped |= stop;
    verdict(owner, number, 1);
}

static void abandoned(void *owner, uint64_t number, const char *why)
{
    assert_true(*why);
    assert_int_not_equal(recorded[number], 1);
    verdict(owner, number, 2);
}

static const ckptm_line_io io = {
    .send = send, .prepare = prepare, .go = go, .positions = hear, .early = hear, .end = hear, .tell_end = tell_end, .cut = cut,
    .write = write_part, .keep = keep, .tell_ready = tell_ready, .record = record, .committed = committed, .abandoned = abandoned,
};

/* Deliver the next message of some pair; false: there is none. */
static bool deliver(void)
{
    int pairs[RANKS * RANKS], n = 0, from, to;
    letter *l;

    for (int p = 0; p < ranks * ranks; p++)
        if (first[p / ranks][p % ranks])
            pairs[n++] = p;
    if (!n)
        return false;
    n = pairs[draw((uint32_t)n)];
    from = n / ranks;
    to = n % ranks;
    l = first[from][to];
    if (!(first[from][to] = l->next))
        last[from][to] = &first[from][to];
    ckptm_line_hear(&all[to].line, from, l->kind, l->number, l->bytes, l->size);
    free(l);
    return true;
}

/* A rank does something of its own. */
static void live(struct rank *r, bool failures)
{
    ckptm_line *line = &r->line;

    if (r->due && line->phase == CKPTM_DUE) {
        r->due = false;
        ckptm_line_checkpointed(line);
        for (int to = 0; to < ranks; to++) {
            ckptm_line_tell(line, to, CKPTM_POSITIONS, 0, 0);
            ckptm_line_tell(line, to, CKPTM_EARLY, 0, 0);
        }
    } else if (line->phase == CKPTM_WINDOW && ckptm_line_known(line) && !line->settled) {
        ckptm_line_settled(line);
    } else if (line->phase == CKPTM_WRITING && r->writing) {
        r->writing = false;
        r->written = line->number;
        r->kept[line->rank] = true;
        ckptm_line_ready(line);
    }
    if (failures && !draw(25 * (uint32_t)ranks))
        ckptm_line_failed(line, "no space");
}

/* A line is asked for `most` times, at one of `every` steps. */
static void run(uint32_t with, int count, bool failures, int most, uint32_t every)
{
    int wishes = 0, done = 0, commits = 0;

    seed = with;
    ranks = count;
    stopped = false;
    memset(all, 0, sizeof all);
    memset(recorded, 0, sizeof recorded);
    for (int i = 0; i < ranks; i++) {
        ckptm_line_open(&all[i].line, &io, &all[i], i, ranks, 0);
        for (int k = 0; k < ranks; k++)
            last[i][k] = &first[i][k];
    }
    for (long step = 0; step < 400000 && !(wishes > most && all[0].line.phase == CKPTM_IDLE && done); step++) {
        bool any = false;

        if (wishes <= most && !draw(every)) {
            ckptm_line_wish(&all[draw((uint32_t)ranks)].line, !draw(15));
            wishes++;
        }
        for (int k = 0; k < 3; k++)
            any |= deliver();
        live(&all[draw((uint32_t)ranks)], failures);
        done = !any;
    }
    for (int quiet = 0; quiet < 50; quiet++) {
        while (deliver())
            quiet = 0;
        for (int i = 0; i < ranks; i++)
            live(&all[i], false);
    }
    for (int i = 0; i < ranks; i++)
        assert_true(all[i].line.phase <= CKPTM_WISHED);
    for (uint64_t n = 1; n <= all[0].line.last; n++) {
        commits += all[0].verdict[n] == 1;
        for (int i = 0; i < ranks; i++)
            assert_int_equal(all[i].verdict[n], all[0].verdict[n]);
        assert_int_not_equal(all[0].verdict[n], 0);
    }
    assert_true(commits > 0);
}

static void lines_are_committed(void **state)
{
    (void)state;
    for (uint32_t s = 1; s <= 40; s++)
        run(s, 1 + (int)(s % RANKS), false, 50, 200);
}

static void lines_are_abandoned(void **state)
{
    (void)state;
    for (uint32_t s = 1; s <= 40; s++)
        run(s * 77, 1 + (int)(s % RANKS), true, 50, 200);
}

/* The next line is wanted while messages of an abandoned one are still on their way. */
static void lines_are_asked_for_again(void **state)
{
    (void)state;
    for (uint32_t s = 1; s <= 40; s++)
        run(s * 131, 1 + (int)(s % RANKS), true, LINES - 10, 10);
}

/* Each rank's way to rank 0 has at most as many steps as the size has digits in base two, and each is told by as many as have it for their parent. */
static void the_tree_is_whole(void **state)
{
    (void)state;
    for (int size = 1; size < 300; size++) {
        int told[300] = { 0 };

        for (int r = 1; r < size; r++) {
            int steps = 0;

            told[ckptm_line_parent(r)]++;
            for (int at = r; at; at = ckptm_line_parent(at))
                steps++;
            assert_true(1 << steps <= size);
        }
        for (int r = 0; r < size; r++)
            assert_int_equal(ckptm_line_children(r, size), told[r]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_is_whole),
        cmocka_unit_test(lines_are_committed), cmocka_unit_test(lines_are_abandoned), cmocka_unit_test(lines_are_asked_for_again),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
