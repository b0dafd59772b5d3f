/* ops.pml - the operations that a program under the protocol consists of; prog[] has LENGTH of them for each rank. */

#ifndef LENGTH
#define LENGTH 16
#endif

#define ANY 7
#define SEND(q, t)    (1 + 16 * (q) + 256 * (t))           /* payload: hash of the state, register's last bit */
#define SENDR(q)      (2 + 16 * (q))                       /* its tag is the register */
#define RECV(s, t)    (3 + 16 * (s) + 256 * (t))           /* register := payload's last bit */
#define RECVT(s)      (3 + 16 * (s) + 256 * ANY + 4096)    /* ANY_TAG; register := tag */
#define RECVS(t)      (3 + 16 * ANY + 256 * (t) + 8192)    /* ANY_SOURCE; register := its last bit */
#define RAND          4                                    /* a logged cause: register := 0 or 1 */
#define UNLOGGED      5                                    /* one the layer knows of and cannot log */
#define SITE          6
#define JZ(pc)        (7 + 16 * (pc))                      /* register 0: go to pc */
#define JMP(pc)       (8 + 16 * (pc))
#define IRECV(s, t)   (9 + 16 * (s) + 256 * (t))           /* the first one of a rank is request 0, the next request 1 */
#define WAIT(r)       (10 + 16 * (r))
#define HALT          0
#define KIND(op)      ((op) & 15)
#define A(op)         (((op) >> 4) & 15)
#define B(op)         (((op) >> 8) & 15)
#define MODE(op)      ((op) >> 12)
#define OP(p)         prog[(p) * LENGTH + pc[p]]
#define AT_PC(p, c)   prog[(p) * LENGTH + (c)]
