/* Three ranks, three lines, messages between all of them, both wildcards. */
#define N 3
#define LINES 3
#define CRASHES 2
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SITE;
    AT_PC(0, 1) = SEND(1, 0);
    AT_PC(0, 2) = RECVS(0);
    AT_PC(0, 3) = RAND;
    AT_PC(0, 4) = SEND(2, 1);
    AT_PC(0, 5) = SITE;
    AT_PC(0, 6) = RECVS(0);
    AT_PC(0, 7) = SEND(1, 1);
    AT_PC(0, 8) = RECVT(1);
    AT_PC(0, 9) = SITE;
    AT_PC(0, 10) = HALT;
    AT_PC(1, 0) = SEND(0, 0);
    AT_PC(1, 1) = SITE;
    AT_PC(1, 2) = RECVT(0);
    AT_PC(1, 3) = SEND(2, 0);
    AT_PC(1, 4) = SITE;
    AT_PC(1, 5) = RECVT(0);
    AT_PC(1, 6) = SEND(0, 1);
    AT_PC(1, 7) = SITE;
    AT_PC(1, 8) = HALT;
    AT_PC(2, 0) = SEND(0, 0);
    AT_PC(2, 1) = SITE;
    AT_PC(2, 2) = RECV(1, 0);
    AT_PC(2, 3) = SITE;
    AT_PC(2, 4) = RECV(0, 1);
    AT_PC(2, 5) = SITE;
    AT_PC(2, 6) = HALT
}

#include "../line.pml"
