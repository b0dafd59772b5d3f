/* Three ranks, two lines, both wildcards, messages between all of them. */
#define N 3
#define LINES 2
#define CRASHES 2
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SITE;
    AT_PC(0, 1) = RECVS(0);
    AT_PC(0, 2) = SENDR(1);
    AT_PC(0, 3) = SITE;
    AT_PC(0, 4) = RECVS(0);
    AT_PC(0, 5) = SEND(2, 0);
    AT_PC(0, 6) = RECVT(1);
    AT_PC(0, 7) = HALT;
    AT_PC(1, 0) = SEND(0, 0);
    AT_PC(1, 1) = SITE;
    AT_PC(1, 2) = RECVT(0);
    AT_PC(1, 3) = RAND;
    AT_PC(1, 4) = SEND(0, 1);
    AT_PC(1, 5) = SITE;
    AT_PC(1, 6) = HALT;
    AT_PC(2, 0) = SEND(0, 0);
    AT_PC(2, 1) = SITE;
    AT_PC(2, 2) = RECV(0, 0);
    AT_PC(2, 3) = SITE;
    AT_PC(2, 4) = HALT
}

#include "../line.pml"
