/* As twice, and rank 0 may give a line up at any time. */
#define N 2
#define LINES 2
#define CRASHES 1
#define ABANDON
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SEND(1, 0);
    AT_PC(0, 1) = SITE;
    AT_PC(0, 2) = RAND;
    AT_PC(0, 3) = SENDR(1);
    AT_PC(0, 4) = RECVT(1);
    AT_PC(0, 5) = SITE;
    AT_PC(0, 6) = HALT;
    AT_PC(1, 0) = SITE;
    AT_PC(1, 1) = RECVT(0);
    AT_PC(1, 2) = SITE;
    AT_PC(1, 3) = RECVT(0);
    AT_PC(1, 4) = SENDR(0);
    AT_PC(1, 5) = SITE;
    AT_PC(1, 6) = HALT
}

#include "../line.pml"
