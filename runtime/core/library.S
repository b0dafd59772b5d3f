/* library.S - library.NAME for each function of the C library that libckpt calls: a jump through a row of ckpti_library_rows. See library.h.
 *
 * Registers that a call may change between caller and callee, as the linker's own stubs do, are all that is touched.
 */
#if __SIZEOF_POINTER__ == 8
#define WORD .quad
#else
#define WORD .long
#endif

    .macro row name
    .section .rodata.ckpti_library, "a"
8:  .asciz "\name"
    .section .data.rel.ckpti_library, "aw"
    .balign __SIZEOF_POINTER__
9:  WORD \name
    WORD 8b
    .text
    .balign 16
    .type library.\name, %function
    .globl library.\name
library.\name:
#if defined(__x86_64__)
    endbr64
    jmp *9b(%rip)
#elif defined(__i386__)
    call 1f
1:  popl %eax
    jmp *(9b - 1b)(%eax)
#elif defined(__s390x__)
    lgrl %r1, 9b
    br %r1
#elif defined(__powerpc__) && !defined(__powerpc64__)
    mflr 0
    bcl 20, 31, 1f
1:  mflr 12
    mtlr 0
    addis 12, 12, (9b - 1b)@ha
    lwz 12, (9b - 1b)@l(12)
    mtctr 12
    bctr
#elif defined(__arm__)
    .arm
    ldr ip, 2f
1:  add ip, pc, ip
    ldr pc, [ip]
2:  .long 9b - 1b - 8
#elif defined(__aarch64__)
    hint 34
    adrp x16, 9b
    ldr x16, [x16, :lo12:9b]
    br x16
#elif defined(__riscv)
    ld t1, 9b
    jr t1
#else
#error "no jump for this machine"
#endif
    .size library.\name, . - library.\name
    .endm

    .section .data.rel.ckpti_library, "aw"
    .balign __SIZEOF_POINTER__
    .globl ckpti_library_rows
ckpti_library_rows:
    WORD __libc_start_main
    WORD 0

#include "library.inc"

    .section .data.rel.ckpti_library, "aw"
    .globl ckpti_library_end
ckpti_library_end:
    .section .note.GNU-stack, "", %progbits
