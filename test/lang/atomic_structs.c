// _Atomic structures and numbers of 16 bytes, in variables of all kinds and blocks, come back on other machines, where some of them are kept by a lock of libatomic's.
// So does gcc's atomic_flag without an initialiser.
// C-SUPPORT: Declarations | `_Atomic` structures and `__int128`, of 16 bytes, too; `atomic_flag` without an initialiser | 6.7.2.4 | supported | not with an initialiser
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4 --libs "-lm -latomic"
// RUN: %if gcc %{ %restart %s --visits 4 --libs "-lm -latomic" --flags=-DFLAG %}
// RUN: %restart %s --visits 3 --libs "-lm -latomic" --only x86_64,s390x,aarch64,riscv64 --flags=-DINT128
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct pair { int a; short b; };
struct wide { long long a; double b; };
struct odd { char text[3]; };
struct holder { int n; _Atomic(struct pair) pair; _Atomic struct wide wide; _Atomic(struct odd) odd; };

static _Atomic(struct pair) global;
static _Atomic struct wide both;
static struct holder holders[2];
#ifdef FLAG
static atomic_flag taken;
#endif
static _Thread_local _Atomic(struct pair) of_thread;
static _Atomic(struct pair) *where;
#ifdef INT128
static _Atomic __int128 large;
#endif

static void step(_Atomic(struct pair) *p, int by)
{
    struct pair old = atomic_load(p), new = { old.a + by, (short)(old.b * 2 + 1) };
    atomic_store(p, new);
}

int main(void)
{
    struct holder *block = calloc(1, sizeof *block);
    _Atomic struct wide local;
    _Atomic(struct odd) odd;

    atomic_init(&local, ((struct wide){ 1LL << 40, 0.5 }));
    atomic_init(&odd, ((struct odd){ "ab" }));
    atomic_init(&global, ((struct pair){ 1, 2 }));
    where = &block->pair;
    for (int i = 0; i < 4; i++) {
        step(&global, 1000);
        step(where, 1);
        step(&of_thread, 5);
        step(&holders[i & 1].pair, 7);
        #pragma ckpt
        struct wide w = atomic_load(&local), was = atomic_exchange(&both, ((struct wide){ w.a + i, w.b * 2 }));
        struct pair p = global, q = atomic_load(where), r = of_thread, s = holders[1].pair;
        struct odd o = odd;
        local = ((struct wide){ w.a * 3, w.b + i });
        block->wide = w;
        block->n += p.a;
        o.text[1]++;
        odd = o;
        holders[0].odd = o;
        printf("%lld %g %lld %g %d %d %d %d %d %d %d %d\n", w.a, w.b, was.a, was.b, p.a, p.b, q.a, q.b, r.a, r.b, s.a, s.b);
        printf("%d %s\n", block->n, o.text);
#ifdef FLAG
        printf("%d\n", atomic_flag_test_and_set(&taken));
        if (i == 1)
            atomic_flag_clear(&taken);
#endif
#ifdef INT128
        large += ((__int128)0x123456789abcdefLL << 64) + 17;
        #pragma ckpt
        __int128 l = large;
        printf("%llx %llx\n", (unsigned long long)(l >> 64), (unsigned long long)l);
#endif
    }
    return 0;
}
