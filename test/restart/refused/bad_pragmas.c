// Wrong pragma syntax and sites in wrong places: errors that name the place.
// REQUIRES: ckptcc
// RUN: rm -f %t
// RUN: for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do \
// RUN:   %ckptcc -DCASE=$n %s -o %t > %t.out 2>&1 && { echo "case $n was accepted"; exit 1; }; \
// RUN:   %FileCheck --check-prefix=CASE$n %s < %t.out || exit 1; test ! -e %t || exit 1; \
// RUN: done
#define CASE_IS(n) (CASE == n)
#if CASE_IS(1)
// CASE1: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}function
#pragma ckpt
#endif
struct tagged { int op; union { int i; float f; } u; int kind; };
#pragma ckpt variant(struct tagged, kind, 0: u.i, default: u.f)
struct bits { int first; unsigned few : 3; int last; };
int main(int argc, char **argv)
{
#if CASE_IS(2)
    if (argc > 1)
        // CASE2: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error:
        #pragma ckpt
    argc++;
#elif CASE_IS(3)
    // CASE3: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}sometimes
    #pragma ckpt sometimes
#elif CASE_IS(4)
    // CASE4: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error:
    #pragma ckpt name(
#elif CASE_IS(5)
    // CASE5: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error:
    #pragma ckpt if()
#elif CASE_IS(6)
    // CASE6: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}nowhere
    #pragma ckpt if(nowhere > 3)
#elif CASE_IS(7)
    for (int i = 0; i < argc; i++)
        // CASE7: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error:
        #pragma ckpt
        argc--;
#elif CASE_IS(8)
    // CASE8: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error:
    #pragma ckpt name(1 2)
#elif CASE_IS(9)
    // CASE9: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}the first argument must be a pointer to an object
    #pragma ckpt type(argc, int[2])
#elif CASE_IS(10)
    // CASE10: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}the first argument must be a pointer to an object
    #pragma ckpt type(&main, int[2])
#elif CASE_IS(11)
    // CASE11: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}T must be a complete type of constant size
    #pragma ckpt type(argv, struct nowhere[])
#elif CASE_IS(12)
    // CASE12: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}expected #pragma ckpt type(pointer, T[count])
    #pragma ckpt type(argv, char *)
#elif CASE_IS(15)
    // CASE15: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}T must be a structure, and the member one of its own, no bit-field and not the first
    #pragma ckpt type(argv, struct bits before first)
#elif CASE_IS(16)
    // CASE16: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: cannot compute offset of bit-field 'few'
    #pragma ckpt type(argv, struct bits before few)
#elif CASE_IS(17)
    // CASE17: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}no member named 'nothing'
    #pragma ckpt type(argv, struct bits before nothing)
#elif CASE_IS(18)
    // CASE18: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}expected #pragma ckpt type(pointer, T[count]), type(pointer, T[]) or type(pointer, T before member)
    #pragma ckpt type(argv, struct bits before)
#elif CASE_IS(19)
    // CASE19: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}member 'kind' tells what is in a union before it
    #pragma ckpt type(argv, struct tagged before kind)
    #pragma ckpt
#elif CASE_IS(13)
    // CASE13: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}is a line of its own
    #pragma ckpt name(here) type(argv, char *[2])
#elif CASE_IS(14)
    // CASE14: bad_pragmas.c:[[#@LINE+1]]:{{[0-9]+}}: error: #pragma ckpt replay must stand before a call
    #pragma ckpt replay
    argc++;
#endif
    return argv[argc] != 0;
}
