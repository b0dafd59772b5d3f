/* What a receive without wildcards got decides what is done, and logged, next. */
#define N 2
#define LINES 1
#define CRASHES 1
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SITE;
    AT_PC(0, 1) = RAND;
    AT_PC(0, 2) = SEND(1, 0);
    AT_PC(0, 3) = SEND(1, 1);
    AT_PC(0, 4) = HALT;
    AT_PC(1, 0) = SITE;
    AT_PC(1, 1) = RECV(0, 0);
    AT_PC(1, 2) = JZ(4);
    AT_PC(1, 3) = RAND;
    AT_PC(1, 4) = RECVT(0);
    AT_PC(1, 5) = HALT
}

#include "../line.pml"
