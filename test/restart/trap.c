// A pointer to nothing known is restored as a trap: using it after a restart dies by SIGSEGV and names where the pointer came from.
// CKPT_STRICT=1 refuses the checkpoint instead, and the program goes on.
// REQUIRES: ckptcc, analyses
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.1 2> %t.err1; test $? = 75
// RUN: %FileCheck --allow-empty --check-prefix=LISTED %s < %t.err1
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t use > %t.2 2> %t.err2; test $? = 139
// RUN: %FileCheck --check-prefix=TRAP %s < %t.err2
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_STRICT=1 %t > %t.3 2> %t.err3
// RUN: %FileCheck --check-prefix=STRICT %s < %t.err3
// RUN: test "$(ls %t.d/*.img 2>/dev/null | wc -l)" = 0
// RUN: grep -x 'all good' %t.3
// Listed or not at the checkpoint, nothing else is said.
// LISTED-NOT: error
// TRAP: ckpt: holder.cells[3].next: used
// STRICT: ckpt: {{.*}}holder.cells[3].next points to no known object
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct cell { int value; struct cell *next; };
static struct { int n; struct cell *cells; } holder;

int main(int argc, char **argv)
{
    /* Memory that is neither heap nor static nor stack: nothing that a checkpoint knows. */
    struct cell *foreign = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    (void)argc, (void)argv;
    foreign->value = 5;
    holder.n = 5;
    holder.cells = calloc(5, sizeof *holder.cells);
    holder.cells[3].next = foreign;
    holder.cells[2].next = &holder.cells[4];
    #pragma ckpt
    holder.cells[4].value = holder.cells[2].next->value + 1;
    printf("%d\n", holder.cells[4].value);
    fflush(stdout);
    if (holder.cells[3].next->value == 5)
        puts("all good");
    return 0;
}
