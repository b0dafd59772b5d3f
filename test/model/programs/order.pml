/* ANY_TAG and specific receives of one sender's messages, in send order as MPI has it; the way taken may differ after a restart. */
#define N 2
#define LINES 1
#define CRASHES 1
#define STRICT
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SEND(1, 0);
    AT_PC(0, 1) = SEND(1, 1);
    AT_PC(0, 2) = SITE;
    AT_PC(0, 3) = SEND(1, 0);
    AT_PC(0, 4) = HALT;
    AT_PC(1, 0) = SITE;
    AT_PC(1, 1) = RAND;
    AT_PC(1, 2) = JZ(6);
    AT_PC(1, 3) = RECV(0, 1);
    AT_PC(1, 4) = RECVT(0);
    AT_PC(1, 5) = JMP(8);
    AT_PC(1, 6) = RECVT(0);
    AT_PC(1, 7) = RECVT(0);
    AT_PC(1, 8) = RECVT(0);
    AT_PC(1, 9) = HALT
}

#include "../line.pml"
