/* typemap.c - see typemap.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/basics.h"
#include "mpi/handles/typemap.h"
#include "mpi/store/window.h"

/* ---- signatures -------------------------------------------------------------------------------------------------------- */

ckptm_u64 ckptm_period(const ckptm_row *rows, int nrows)
{
    ckptm_u64 n = 0;

    for (int i = 0; i < nrows; i++)
        n += rows[i].count;
    return n;
}

ckptm_u64 ckptm_period_size(const ckptm_row *rows, int nrows)
{
    ckptm_u64 n = 0;

    for (int i = 0; i < nrows; i++)
        n += rows[i].count * ckptm_basic_size(rows[i].type);
    return n;
}

ckptm_u64 ckptm_elements_in(const ckptm_row *rows, int nrows, ckptm_u64 bytes, ckptm_u64 *rest)
{
    ckptm_u64 period = ckptm_period_size(rows, nrows), n = period ? bytes / period * ckptm_period(rows, nrows) : 0;

    *rest = period ? bytes % period : 0;
    for (int i = 0; i < nrows && *rest; i++) {
        ckptm_u64 size = ckptm_basic_size(rows[i].type), whole = *rest / size;

        if (whole > rows[i].count)
            whole = rows[i].count;
        n += whole;
        *rest -= whole * size;
        if (whole < rows[i].count)
            break;
    }
    return n;
}

ckptm_u64 ckptm_elements_size(const ckptm_row *rows, int nrows, ckptm_u64 elements)
{
    ckptm_u64 period = ckptm_period(rows, nrows), size = period ? elements / period * ckptm_period_size(rows, nrows) : 0;

    elements = period ? elements % period : 0;
    for (int i = 0; i < nrows && elements; i++) {
        ckptm_u64 n = elements < rows[i].count ? elements : rows[i].count;

        size += n * ckptm_basic_size(rows[i].type);
        elements -= n;
    }
    return size;
}

void ckptm_cursor_open(ckptm_cursor *c, const ckptm_row *rows, int nrows, ckptm_u64 elements)
{
    *c = (ckptm_cursor){ .rows = rows, .nrows = nrows, .left = nrows ? rows[0].count : 0, .elements = nrows ? elements : 0 };
    if (nrows == 1)
        c->left = elements;
}

ckptm_u64 ckptm_cursor_next(ckptm_cursor *c, ckptm_u64 most, int *basic)
{
    ckptm_u64 n = c->left < c->elements ? c->left : c->elements;

    if (n > most)
        n = most;
    if (!n)
        return 0;
    *basic = c->rows[c->row].type;
    c->elements -= n;
    if (!(c->left -= n)) {
        c->row = (c->row + 1) % c->nrows;
        c->left = c->rows[c->row].count;
    }
    return n;
}

/* Two rows that repeat and are the same for the sum of their periods are the same for ever. */
bool ckptm_rows_same(const ckptm_row *one, int none, const ckptm_row *other, int nother, ckptm_u64 elements)
{
    ckptm_u64 both = ckptm_period(one, none) + ckptm_period(other, nother);
    ckptm_cursor c;
    ckptm_cursor d;

    if (elements > both)
        elements = both;
    ckptm_cursor_open(&c, one, none, elements);
    ckptm_cursor_open(&d, other, nother, elements);
    while (elements) {
        int t = 0, u = 0;
        ckptm_u64 most = d.left, n = ckptm_cursor_next(&c, most, &t), m = ckptm_cursor_next(&d, n, &u);

        if (!n || m != n || t != u)
            return false;
        elements -= n;
    }
    return true;
}

/* A signature being put together. */
typedef struct sum {
    ckptm_row *rows;
    int nrows, room;
    ckptm_u64 elements;
} sum;

static void add_row(sum *s, int type, ckptm_u64 count)
{
    if (!count)
        return;
    if (s->nrows && s->rows[s->nrows - 1].type == type) {
        s->rows[s->nrows - 1].count += count;
        return;
    }
    if (s->nrows == s->room)
        s->rows = ckptm_private(s->rows, (size_t)(s->room = s->room ? 2 * s->room : 4) * sizeof *s->rows);
    s->rows[s->nrows++] = (ckptm_row){ type, count };
}

/* Write the period out as often as it repeats. */
static void spell(sum *s, const ckptm_row *rows, int nrows, ckptm_u64 elements)
{
    ckptm_cursor c;
    ckptm_u64 n;
    int basic;

    ckptm_cursor_open(&c, rows, nrows, elements);
    while ((n = ckptm_cursor_next(&c, ~(ckptm_u64)0, &basic)))
        add_row(s, basic, n);
}

bool ckptm_rows_equal(const ckptm_row *one, const ckptm_row *other, int n)
{
    for (int i = 0; i < n; i++)
        if (one[i].type != other[i].type || one[i].count != other[i].count)
            return false;
    return true;
}

static bool whole(const ckptm_row *rows, int nrows, ckptm_u64 elements) { return nrows == 1 || elements % ckptm_period(rows, nrows) == 0; }

static void add_signature(sum *s, const ckptm_map *of, ckptm_u64 times)
{
    ckptm_u64 more = of->elements * times;
    bool repeats = times == 1 || (more && whole(of->rows, of->nrows, of->elements));
    sum spelt = { 0 };

    if (!more)
        return;
    if (repeats && !s->elements) {
        for (int i = 0; i < of->nrows; i++)
            add_row(s, of->rows[i].type, of->rows[i].count);
    } else if (!(repeats && whole(s->rows, s->nrows, s->elements) && s->nrows == of->nrows &&
                 ckptm_rows_equal(s->rows, of->rows, s->nrows))) {
        spell(&spelt, s->rows, s->nrows, s->elements);
        for (ckptm_u64 i = repeats ? 1 : times; i; i--)
            spell(&spelt, of->rows, of->nrows, repeats ? more : of->elements);
        free(s->rows);
        s->rows = spelt.rows;
        s->nrows = spelt.nrows;
        s->room = spelt.room;
    }
    s->elements += more;
    if (s->nrows == 1)
        s->rows[0].count = 1;
}

/* Rows that repeat within themselves are written once. */
static void shorten(sum *s)
{
    for (int p = 1; p <= s->nrows / 2; p++)
        if (s->nrows % p == 0 && ckptm_rows_equal(s->rows, s->rows + p, s->nrows - p)) {
            s->nrows = p;
            return;
        }
}

/* ---- making ------------------------------------------------------------------------------------------------------------ */

static ckptm_map *new_map(void)
{
    ckptm_map *map = ckptm_private(0, sizeof *map);

    memset(map, 0, sizeof *map);
    map->users = 1;
    map->align = 1;
    return map;
}

ckptm_map *ckptm_map_use(ckptm_map *map)
{
    map->users++;
    return map;
}

void ckptm_map_drop(ckptm_map *map)
{
    if (!map || --map->users)
        return;
    for (size_t i = 0; i < map->nblocks; i++)
        ckptm_map_drop(map->blocks[i].of);
    free(map->blocks);
    free(map->rows);
    free(map);
}

ckptm_map *ckptm_map_basic(int basic)
{
    ckptm_map *map = new_map();
    sum s = { 0 };

    map->basic = basic;
    map->size = ckptm_basic_size(basic);
    map->ub = map->true_ub = (ptrdiff_t)map->size;
    map->align = ckptm_basic_align(basic);
    map->elements = 1;
    map->dense = true;
    add_row(&s, basic, 1);
    map->rows = s.rows;
    map->nrows = 1;
    return map;
}

typedef struct span {
    ptrdiff_t low, high;
    bool any;
} span;

static void widen(span *s, ptrdiff_t low, ptrdiff_t high)
{
    if (!s->any || low < s->low)
        s->low = low;
    if (!s->any || high > s->high)
        s->high = high;
    s->any = true;
}

/* Where the block's first or last item is that lies lowest, and highest. */
static ptrdiff_t lowest(const ckptm_block *b) { return b->at + (b->stride < 0 ? (ptrdiff_t)(b->count - 1) * b->stride : 0); }
static ptrdiff_t highest(const ckptm_block *b) { return b->at + (b->stride > 0 ? (ptrdiff_t)(b->count - 1) * b->stride : 0); }

static void bounds(ckptm_map *map, int rule)
{
    span all = { 0 }, true_one = { 0 }, low = { 0 }, high = { 0 };

    for (size_t i = 0; i < map->nblocks; i++) {
        const ckptm_block *b = &map->blocks[i];

        if (!b->count)
            continue;
        map->lb_set |= b->of->lb_set;
        map->ub_set |= b->of->ub_set;
        if (b->of->lb_set && (!(rule & CKPTM_LOOSE) || !b->of->elements))
            widen(&low, lowest(b) + b->of->lb, 0);
        if (b->of->ub_set && (!(rule & CKPTM_LOOSE) || !b->of->elements))
            widen(&high, 0, highest(b) + b->of->ub);
        if (!b->of->elements)
            continue;
        widen(&all, lowest(b) + b->of->lb, highest(b) + b->of->ub);
        widen(&true_one, lowest(b) + b->of->true_lb, highest(b) + b->of->true_ub);
        if (b->of->align > map->align)
            map->align = b->of->align;
    }
    map->lb = low.any ? low.low : all.low;
    map->ub = high.any ? high.high : all.high;
    map->true_lb = true_one.low;
    map->true_ub = true_one.high;
    if (rule & CKPTM_PADDED && !high.any && all.any) {
        ptrdiff_t over = (map->ub - map->lb) % (ptrdiff_t)map->align;

        if (over)
            map->ub += (ptrdiff_t)map->align - over;
    }
}

static bool side_by_side(const ckptm_map *map)
{
    ptrdiff_t next = 0;
    bool first = true;

    if (map->nrows != 1)
        return false;
    for (size_t i = 0; i < map->nblocks; i++) {
        const ckptm_block *b = &map->blocks[i];

        if (!b->count || !b->of->elements)
            continue;
        if (!b->of->dense || (b->count > 1 && b->stride != (ptrdiff_t)b->of->size) || (!first && b->at + b->of->true_lb != next))
            return false;
        next = b->at + b->of->true_lb + (ptrdiff_t)(b->count * b->of->size);
        first = false;
    }
    return !first;
}

ckptm_map *ckptm_map_blocks(const ckptm_block *blocks, size_t nblocks, int rule)
{
    ckptm_map *map = new_map();
    sum s = { 0 };

    map->nblocks = nblocks;
    map->blocks = ckptm_private(0, nblocks * sizeof *blocks);
    for (size_t i = 0; i < nblocks; i++) {
        map->blocks[i] = blocks[i];
        ckptm_map_use(blocks[i].of);
        map->size += blocks[i].count * blocks[i].of->size;
        add_signature(&s, blocks[i].of, blocks[i].count);
    }
    shorten(&s);
    map->rows = s.rows;
    map->nrows = s.nrows;
    map->elements = s.elements;
    bounds(map, rule);
    map->dense = side_by_side(map);
    return map;
}

ckptm_map *ckptm_map_bounded(ckptm_map *of, ptrdiff_t lb, ptrdiff_t ub)
{
    ckptm_map *map = ckptm_map_blocks(&(ckptm_block){ 0, 1, 0, of }, 1, 0);

    map->lb = lb;
    map->ub = ub;
    map->lb_set = map->ub_set = true;
    return map;
}

/* ---- walking ----------------------------------------------------------------------------------------------------------- */

typedef struct walk {
    ckptm_u64 left;
    ckptm_visit *visit;
    void *owner;
} walk;

static bool run(walk *w, int basic, ckptm_u64 count, unsigned char *at)
{
    if (count > w->left)
        count = w->left;
    w->left -= count;
    return !count || w->visit(w->owner, basic, count, at);
}

static bool items(walk *w, const ckptm_map *map, ckptm_u64 count, ptrdiff_t stride, unsigned char *at)
{
    if (!map->elements)
        return true;
    if (map->dense && (count == 1 || stride == (ptrdiff_t)map->size))
        return run(w, map->rows[0].type, count * map->elements, at + map->true_lb);
    for (; count && w->left; count--, at += stride) {
        if (map->dense) {
            if (!run(w, map->rows[0].type, map->elements, at + map->true_lb))
                return false;
            continue;
        }
        for (size_t i = 0; i < map->nblocks && w->left; i++)
            if (!items(w, map->blocks[i].of, map->blocks[i].count, map->blocks[i].stride, at + map->blocks[i].at))
                return false;
    }
    return true;
}

bool ckptm_map_walk(const ckptm_map *map, ckptm_u64 count, ckptm_u64 elements, unsigned char *buffer, ckptm_visit *visit, void *owner)
{
    walk w = { elements, visit, owner };

    return !count || !elements || items(&w, map, count, ckptm_map_extent(map), buffer);
}
