/* As order, with a request made after the checkpoint. */
#define N 2
#define LINES 1
#define CRASHES 1
#define STRICT
#define SLOTS
#include "../ops.pml"

inline program() {
    AT_PC(0, 0) = SEND(1, 0);
    AT_PC(0, 1) = SEND(1, 1);
    AT_PC(0, 2) = SITE;
    AT_PC(0, 3) = SEND(1, 0);
    AT_PC(0, 4) = HALT;
    AT_PC(1, 0) = SITE;
    AT_PC(1, 1) = RAND;
    AT_PC(1, 2) = JZ(7);
    AT_PC(1, 3) = IRECV(0, 1);
    AT_PC(1, 4) = WAIT(0);
    AT_PC(1, 5) = RECVT(0);
    AT_PC(1, 6) = JMP(9);
    AT_PC(1, 7) = RECVT(0);
    AT_PC(1, 8) = RECVT(0);
    AT_PC(1, 9) = RECVT(0);
    AT_PC(1, 10) = HALT
}

#include "../line.pml"
