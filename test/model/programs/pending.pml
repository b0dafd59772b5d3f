/* A request with ANY_TAG is pending when a later one without wildcards completes; what that got is sent on. */
#define N 2
#define LINES 1
#define CRASHES 1
#define SLOTS
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SEND(1, 0);
    AT_PC(0, 1) = SITE;
    AT_PC(0, 2) = SEND(1, 1);
    AT_PC(0, 3) = SEND(1, 0);
    AT_PC(0, 4) = RECV(1, 0);
    AT_PC(0, 5) = SITE;
    AT_PC(0, 6) = HALT;
    AT_PC(1, 0) = IRECV(0, ANY);
    AT_PC(1, 1) = IRECV(0, 0);
    AT_PC(1, 2) = SITE;
    AT_PC(1, 3) = WAIT(1);
    AT_PC(1, 4) = SEND(0, 0);
    AT_PC(1, 5) = WAIT(0);
    AT_PC(1, 6) = SITE;
    AT_PC(1, 7) = RECVT(0);
    AT_PC(1, 8) = HALT
}

#include "../line.pml"
