/* Three ranks, two lines: rank 0 sent rank 1 an early message that depends on what it got from rank 2, and is saved again before that. */
#define N 3
#define LINES 2
#define CRASHES 2
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SITE;
    AT_PC(0, 1) = SITE;
    AT_PC(0, 2) = RECVT(2);
    AT_PC(0, 3) = SENDR(1);
    AT_PC(0, 4) = RECVT(2);
    AT_PC(0, 5) = HALT;
    AT_PC(1, 0) = RECVT(0);
    AT_PC(1, 1) = SITE;
    AT_PC(1, 2) = SITE;
    AT_PC(1, 3) = HALT;
    AT_PC(2, 0) = SITE;
    AT_PC(2, 1) = SITE;
    AT_PC(2, 2) = SEND(0, 0);
    AT_PC(2, 3) = SEND(0, 1);
    AT_PC(2, 4) = HALT
}

#include "../line.pml"
