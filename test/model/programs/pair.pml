/* Late and early messages both ways, receives with ANY_TAG, a logged cause. */
#define N 2
#define LINES 1
#define CRASHES 1
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SEND(1, 0);
    AT_PC(0, 1) = SITE;
    AT_PC(0, 2) = SEND(1, 1);
    AT_PC(0, 3) = RAND;
    AT_PC(0, 4) = SENDR(1);
    AT_PC(0, 5) = RECVT(1);
    AT_PC(0, 6) = RECVT(1);
    AT_PC(0, 7) = HALT;
    AT_PC(1, 0) = SEND(0, 1);
    AT_PC(1, 1) = SITE;
    AT_PC(1, 2) = RECVT(0);
    AT_PC(1, 3) = SITE;
    AT_PC(1, 4) = SENDR(0);
    AT_PC(1, 5) = RECVT(0);
    AT_PC(1, 6) = SITE;
    AT_PC(1, 7) = RECVT(0);
    AT_PC(1, 8) = HALT
}

#include "../line.pml"
