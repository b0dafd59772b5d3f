/* As chain, but rank 1 receives without wildcards: nothing in its log says what it depends on. */
#define N 3
#define LINES 1
#define CRASHES 1
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SITE;
    AT_PC(0, 1) = RECVT(1);
    AT_PC(0, 2) = HALT;
    AT_PC(1, 0) = SITE;
    AT_PC(1, 1) = RECV(2, 0);
    AT_PC(1, 2) = SENDR(0);
    AT_PC(1, 3) = HALT;
    AT_PC(2, 0) = SITE;
    AT_PC(2, 1) = RAND;
    AT_PC(2, 2) = SEND(1, 0);
    AT_PC(2, 3) = HALT
}

#include "../line.pml"
