/* As sources, two lines and a restart from each. */
#define N 3
#define LINES 2
#define CRASHES 2
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SITE;
    AT_PC(0, 1) = RECVS(0);
    AT_PC(0, 2) = SEND(1, 1);
    AT_PC(0, 3) = SITE;
    AT_PC(0, 4) = RECVS(0);
    AT_PC(0, 5) = HALT;
    AT_PC(1, 0) = SEND(0, 0);
    AT_PC(1, 1) = SITE;
    AT_PC(1, 2) = RECV(0, 1);
    AT_PC(1, 3) = SITE;
    AT_PC(1, 4) = HALT;
    AT_PC(2, 0) = SITE;
    AT_PC(2, 1) = SEND(0, 0);
    AT_PC(2, 2) = SITE;
    AT_PC(2, 3) = HALT
}

#include "../line.pml"
