/* As unlogged, but nothing is early: the next rank has logged what came after the cause. */
#define N 2
#define LINES 1
#define CRASHES 1
#define HAS_UNLOGGED
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SITE;
    AT_PC(0, 1) = UNLOGGED;
    AT_PC(0, 2) = SENDR(1);
    AT_PC(0, 3) = HALT;
    AT_PC(1, 0) = SITE;
    AT_PC(1, 1) = RECVT(0);
    AT_PC(1, 2) = HALT
}

#include "../line.pml"
