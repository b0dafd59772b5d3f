/* line.pml - the recovery-line protocol (event logging) for N ranks, checked by spin.
 *
 * Purpose     every execution of a small program under the protocol: prepare round, local checkpoints, late and early messages by
 *             position, matching queue, window log and its consistent end, commit, abandon, restart, restart of a restart.
 * Input       included by a configuration (programs/NAME.pml), which defines N, LINES, CRASHES, inline program() and perhaps
 *             STRICT      receives with ANY_TAG see the messages of one sender in send order (MPI's own rule); without it a network
 *                         orders the messages of one envelope only
 *             SLOTS       programs use IRECV and WAIT
 *             ABANDON     rank 0 may give a line up at any time
 *             MUT_...     one point of the protocol taken out, see runs.txt; LIT_...: a reading of the design that is wrong
 * Output      none; a violated assertion is named as its check: no_duplicate, in_order, any_tag_order, no_loss, consistent,
 *             no_deadlock, line_completes, early_hash, early_hash_known, early_before_end, replay_same
 * Invariants  every step of a rank is one d_step, so the whole state is in the globals and a restart is an assignment.
 *             A crash happens at a commit or not at all: what a later one restarts from is the same image.
 */

#ifndef MAXM
#define MAXM 3                                             /* messages per envelope; at most 4 */
#endif
#ifndef LM
#define LM 5                                               /* entries of a log */
#endif
#define ALL ((1 << N) - 1)

/* Per envelope (peer, tag) four bits: a count, or a set of positions. */
#define AT(q, t)      (8 * (q) + 4 * (t))
#define NIB(x, q, t)  (((x) >> AT(q, t)) & 15)
#define BIT(q, t, i)  (1 << (AT(q, t) + (i)))
#define UPTO(n)       ((1 << (n)) - 1)
#define LOW(m)        ((m) & 1 -> 0 : ((m) & 2 -> 1 : ((m) & 4 -> 2 : 3)))
#define M(p, q, t, i) ((((p) * N + (q)) * 2 + (t)) * MAXM + (i))

hidden int prog[N * LENGTH];

/* The program's state and MPI's. */
byte  pc[N];
byte  reg[N];
short h[N];
int   sent[N];                      /* count per (destination, tag) */
int   cons[N];                      /* positions consumed per (source, tag) */
int   known[N];                     /* those of them whose payload hash the layer has */
int   wire[N];                      /* positions sent and not received by the layer */
int   qm[N];                        /* positions in the matching queue */
byte  qo[N * N];                    /* its tags in order, head lowest, under a leading 1 */
short mh[N * N * 2 * MAXM];         /* payload sent at a position */
short seen[N * N * 2 * MAXM];       /* payload consumed at a position */
#ifdef STRICT
byte  nr[N * N * 2 * MAXM];         /* number of the message among all from one rank to another */
#endif

/* Logs: an entry is kind | source | tag | position; kind 1 receive, 2 RAND 0, 3 RAND 1, 4 unlogged cause, 5 and 6 completion of request
 * 0 and 1. */
#define ENTRY(k, s, t, i) ((k) + 8 * (s) + 32 * (t) + 64 * (i))
#define EK(e) ((e) & 7)
#define ES(e) (((e) >> 3) & 3)
#define ET(e) (((e) >> 5) & 1)
#define EI(e) (((e) >> 6) & 3)
#define RECEIVED(e) (EK(e) == 1 || EK(e) >= 5)
byte  rl[N];                        /* replay: entries left */
byte  rE[N * LM];  int rS[N * LM];  short rH[N * LM];
byte  ll[N];                        /* window log; send counts and payload at each entry */
byte  lE[N * LM];  int lS[N * LM];  short lH[N * LM];
int   rend[N];                      /* send counts up to which a restarted rank's execution is fixed */

/* The line, and what its local checkpoints hold. */
byte  phase;                        /* 0 none, 1 requested, 2 all have acknowledged */
byte  lines, crashes;
byte  acked, taken, ended;          /* sets of ranks */
bool  unsafe;                       /* an early message is beyond its sender's end: the line must not be committed */
byte  cpc[N];  byte creg[N];  short ch[N];
int   csent[N];  int ccons[N];  int cview[N];  int cknown[N];
int   cqm[N];  byte cqo[N * N];     /* the image's queue: the one at the checkpoint and every late message since */
int   endS[N];                      /* send counts at the end of the log */

#ifdef SLOTS
byte  st[N * 2];                    /* request: 0 none, 1 posted, 2 matched, 3 complete, 4 waited for */
byte  sw[N * 2];                    /* envelope it was posted with */
byte  sm[N * 2];                    /* entry of the message it matched */
byte  cst[N * 2];  byte csm[N * 2];  byte csw[N * 2];
#endif

/* Scratch of one step. */
hidden byte x, y, z, k, i, n, changed;
hidden int  e, m;
hidden byte no_duplicate, in_order, any_tag_order, no_loss, consistent, no_deadlock, line_completes, early_hash, early_hash_known,
            early_before_end, replay_same, replay_fits, bounds;

#define IN(set, p)  (((set) >> (p)) & 1)
#define COUNT(m) (((m) & 1) + (((m) >> 1) & 1) + (((m) >> 2) & 1) + (((m) >> 3) & 1))
#if defined MUT_MATCHING || defined LIT_POSITIONS    /* completions are counted, positions are not kept */
#define LATE(q, s, t) (NIB(csent[s], q, t) > COUNT(NIB(ccons[q], s, t)) + COUNT(NIB(cqm[q], s, t)))
#define EARLY(p, q, t, i) ((i) < COUNT(NIB(cons[q], p, t)))
#else
#define EARLY(p, q, t, i) (cons[q] & BIT(p, t, i))
#define LATE(q, s, t) (UPTO(NIB(csent[s], q, t)) & ~NIB(cview[q], s, t) & ~NIB(cqm[q], s, t))
#endif
/* May a late message from s be missing in q's image? */
#define LATE_OUT(q, s) (IN(taken, q) && (q) != (s) && (!IN(taken, s) || LATE(q, s, 0) || LATE(q, s, 1)))

#ifdef STRICT
#define FIRST(q, s, t) (!NIB(wire[q], s, 1 - (t)) || \
    nr[M(s, q, t, LOW(NIB(wire[q], s, t)))] < nr[M(s, q, 1 - (t), LOW(NIB(wire[q], s, 1 - (t))))])
#else
#define FIRST(q, s, t) true
#endif

/* ---- Queue ---- */

/* Take the first one with tag t out of the queue in `order`. */
inline queue_remove(order, t) {
    x = 0; e = order;
    do
    :: ((e >> x) & 1) == (t) -> break
    :: else -> x++
    od;
    order = (e & UPTO(x)) | ((e >> (x + 1)) << x);
    x = 0
}

inline queue_append(order, t) {
    x = 0; e = order;
    do
    :: (e >> x) == 1 -> break
    :: else -> x++
    od;
    bounds = x < 7; assert(bounds);
    order = (e & ~(1 << x)) | ((t) << x) | (1 << (x + 1));
    x = 0
}

/* The layer of q gets position i of (s, t) from MPI: part of the image if it may be late. */
inline record(q, s, t, i) {
    if
    :: LATE_OUT(q, s) && !(cqm[q] & BIT(s, t, i)) -> cqm[q] = cqm[q] | BIT(s, t, i); queue_append(cqo[(q) * N + (s)], t)
    :: else
    fi
}

/* ---- Logs ---- */

#ifdef MUT_WINDOW_LOG
#define LOGGING(p) false
#else
#define LOGGING(p) (IN(taken, p) && !IN(ended, p) && !rl[p])
#endif

/* Which receives the log has: all of them (their positions decide where logs are cut), or only the wildcards. */
#ifdef LIT_WILDCARDS_ONLY
#define FORCED(wild) (wild)
#else
#define FORCED(wild) true
#endif

inline log_append(p, entry, payload) {
    bounds = ll[p] < LM; assert(bounds);
    lE[(p) * LM + ll[p]] = entry; lS[(p) * LM + ll[p]] = sent[p]; lH[(p) * LM + ll[p]] = payload;
    ll[p]++
}

inline replay_pop(p) {
    x = 0;
    do
    :: x + 1 < LM -> rE[(p) * LM + x] = rE[(p) * LM + x + 1]; rS[(p) * LM + x] = rS[(p) * LM + x + 1];
                     rH[(p) * LM + x] = rH[(p) * LM + x + 1]; x++
    :: else -> break
    od;
    rE[(p) * LM + x] = 0; rS[(p) * LM + x] = 0; rH[(p) * LM + x] = 0;
    rl[p]--; x = 0
}

/* ---- The program ---- */

#define MIX(a, b)     (((a) * 13 + (b) + 1) & 16383)
#define PAYLOAD(p, q, t) (2 * MIX(h[p], 2 * (q) + (t)) + (reg[p] & 1))

inline settle(p) {                  /* jumps belong to the step before them */
    do
    :: KIND(OP(p)) == 7 -> pc[p] = (reg[p] == 0 -> A(OP(p)) : pc[p] + 1)
    :: KIND(OP(p)) == 8 -> pc[p] = A(OP(p))
    :: else -> break
    od;
    skip
}

inline do_send(p, q, t) {
    i = NIB(sent[p], q, t);
    bounds = i < MAXM; assert(bounds);
    mh[M(p, q, t, i)] = PAYLOAD(p, q, t);
#ifdef STRICT
    nr[M(p, q, t, i)] = i + NIB(sent[p], q, 1 - (t));
#endif
    sent[p] = sent[p] + (1 << AT(q, t));
    if
    :: EARLY(p, q, t, i) ->         /* early: q had it before its checkpoint */
       early_hash = mh[M(p, q, t, i)] == seen[M(p, q, t, i)]; assert(early_hash);
#ifdef MUT_SUPPRESSION
       wire[q] = wire[q] | BIT(p, t, i)
#endif
    :: else -> wire[q] = wire[q] | BIT(p, t, i)
    fi;
    if
    :: rend[p] == 0
    :: else ->                      /* forget the fixed part when all of it is sent again */
       x = 0; changed = 0;
       do
       :: x < 6 -> changed = changed | (((sent[p] >> (4 * x)) & 15) < ((rend[p] >> (4 * x)) & 15)); x++
       :: else -> break
       od;
       if :: changed :: else -> rend[p] = 0 fi; changed = 0; x = 0
    fi;
    pc[p]++; settle(p); i = 0
}

#ifdef SLOTS
#define HAS(q, r, s, t, i) (st[2 * (q) + (r)] == 2 && sm[2 * (q) + (r)] == ENTRY(1, s, t, i))
#define MATCHED(q, s, t, i) (HAS(q, 0, s, t, i) || HAS(q, 1, s, t, i))
#define SOURCE(q, r)     (sw[2 * (q) + (r)] >> 4)
#define TAG(q, r)        (sw[2 * (q) + (r)] & 15)
#define WILDSLOT(q, r)   (SOURCE(q, r) == ANY || TAG(q, r) == ANY)
#define SLOT_FITS(q, r, s, t) (st[2 * (q) + (r)] == 1 && (SOURCE(q, r) == (s) || SOURCE(q, r) == ANY) && (TAG(q, r) == (t) || TAG(q, r) == ANY))
#define POSTED(q, s, t)  (SLOT_FITS(q, 0, s, t) || SLOT_FITS(q, 1, s, t))
/* A request of before the checkpoint is MPI's; one made while late messages may be outstanding is kept here and served by the queue. */
#ifdef LIT_DIRECT
#define KEPT(q, r, s)    false
#else
#define KEPT(q, r, s)    (LATE_OUT(q, s) && !cst[2 * (q) + (r)])
#endif
#define AT_MPI(q, s, t)  ((SLOT_FITS(q, 0, s, t) && !KEPT(q, 0, s)) || (SLOT_FITS(q, 1, s, t) && !KEPT(q, 1, s)))
#else
#define AT_MPI(q, s, t) false
#define MATCHED(q, s, t, i) false
#define POSTED(q, s, t) false
#endif

/* Position i of (s, t) leaves the queue or the wire for a receive with tag `want`: the logged one in a replay, else the first. */
inline take(q, s, t, want, replayed) {
    if
    :: replayed -> i = EI(rE[(q) * LM])
    :: !(replayed) && NIB(qm[q], s, t) -> i = LOW(NIB(qm[q], s, t))
    :: else -> i = LOW(NIB(wire[q], s, t))
    fi;
    no_duplicate = !(cons[q] & BIT(s, t, i)); assert(no_duplicate);
    k = 0; in_order = true;         /* what was sent before was consumed before, or is for a receive posted before */
    do
    :: k < i -> in_order = in_order && ((cons[q] & BIT(s, t, k)) || MATCHED(q, s, t, k)); k++
    :: else -> break
    od;
    in_order = in_order || POSTED(q, s, t); assert(in_order); k = 0;
#ifdef STRICT
    if
    :: (want) == ANY ->
       m = NIB(wire[q] | qm[q], s, 1 - (t)) & ~NIB(cons[q], s, 1 - (t));
       any_tag_order = !m || nr[M(s, q, t, i)] < nr[M(s, q, 1 - (t), LOW(m))]; assert(any_tag_order); m = 0
    :: else
    fi;
#endif
    if
    :: qm[q] & BIT(s, t, i) -> qm[q] = qm[q] & ~BIT(s, t, i); queue_remove(qo[(q) * N + (s)], t)
    :: else -> wire[q] = wire[q] & ~BIT(s, t, i)
    fi
}

/* It is the program's: its state depends on it from now on. */
inline consume(q, s, t, wild, kind) {
    cons[q] = cons[q] | BIT(s, t, i);
    seen[M(s, q, t, i)] = mh[M(s, q, t, i)];
    if
    :: IN(acked, q) && !IN(taken, q) -> known[q] = known[q] | BIT(s, t, i)
    :: else
    fi;
    if
    :: rl[q] && FORCED(wild) ->
       replay_fits = rE[(q) * LM] == ENTRY(kind, s, t, i); assert(replay_fits);
#ifndef OBSERVABLE
       replay_same = rH[(q) * LM] == mh[M(s, q, t, i)]; assert(replay_same);
#endif
       replay_pop(q)
    :: LOGGING(q) && FORCED(wild) -> log_append(q, ENTRY(kind, s, t, i), mh[M(s, q, t, i)])
    :: else
    fi
}

inline do_recv(q, s, t) {
    m = OP(q); n = (A(m) == ANY || B(m) == ANY); z = MODE(m); y = B(m);
    take(q, s, t, y, (rl[q] && FORCED(n)));
    record(q, s, t, i);
    consume(q, s, t, n, 1);
    h[q] = MIX(h[q], mh[M(s, q, t, i)] * 7 + 2 * (s) + (t));
    reg[q] = (z == 1 -> (t) : (z == 2 -> (s) & 1 : mh[M(s, q, t, i)] & 1));
    pc[q]++; settle(q);
    m = 0; n = 0; i = 0; y = 0; z = 0
}
/* May q's receive take the next one of (s, t)? Replay decides for a logged receive; the queue is looked at first. */
#define WILD(op)         (A(op) == ANY || B(op) == ANY)
#define FITS(op, s, t)   ((A(op) == (s) || A(op) == ANY) && (B(op) == (t) || B(op) == ANY))
#define REPLAYED(q, op)  (rl[q] && FORCED(WILD(op)))
#define IN_QUEUE(q, op, s, t) (NIB(qm[q], s, t) && (B(op) != ANY || (qo[(q) * N + (s)] & 1) == (t)))
#define ON_WIRE(q, op, s, t)  (NIB(wire[q], s, t) && !NIB(qm[q], s, t) && (B(op) != ANY || (!NIB(qm[q], s, 1 - (t)) && FIRST(q, s, t))) \
                               && DIRECT(q, s))
#define LOGGED_NEXT(q, kind, s, t) (EK(rE[(q) * LM]) == (kind) && ES(rE[(q) * LM]) == (s) && ET(rE[(q) * LM]) == (t) \
                                    && ((qm[q] | (DIRECT(q, s) -> wire[q] : 0)) & BIT(s, t, EI(rE[(q) * LM]))))
#ifdef LIT_DIRECT                   /* a receive that finds nothing in the queue goes to MPI though late messages may be outstanding */
#define DIRECT(q, s) true
#else
#define DIRECT(q, s) !LATE_OUT(q, s)
#endif
#define CAN_RECV(q, s, t) (KIND(OP(q)) == 3 && FITS(OP(q), s, t) && (q) != (s) \
    && (REPLAYED(q, OP(q)) -> LOGGED_NEXT(q, 1, s, t) : IN_QUEUE(q, OP(q), s, t) || ON_WIRE(q, OP(q), s, t)))

inline do_rand(p, v) {
    if
    :: rl[p] -> replay_fits = EK(rE[(p) * LM]) == 2 + (v); assert(replay_fits); replay_pop(p)
    :: LOGGING(p) -> log_append(p, ENTRY(2 + (v), 0, 0, 0), 0)
    :: else
    fi;
    reg[p] = v; h[p] = MIX(h[p], v); pc[p]++; settle(p)
}
#define CAN_RAND(p, v) (KIND(OP(p)) == 4 && (!rl[p] || EK(rE[(p) * LM]) == 2 + (v)))

inline do_unlogged(p, v) {
    if
    :: LOGGING(p) -> log_append(p, ENTRY(4, 0, 0, 0), 0)
    :: else
    fi;
    reg[p] = v; h[p] = MIX(h[p], v); pc[p]++; settle(p)
}

/* ---- The protocol in a rank ---- */

inline local_checkpoint(p) {
    taken = taken | (1 << (p));
    pc[p]++; settle(p);             /* a restart goes on behind the site */
    cpc[p] = pc[p]; creg[p] = reg[p]; ch[p] = h[p];
    csent[p] = sent[p]; ccons[p] = cons[p]; cknown[p] = known[p];
    cview[p] = cons[p];
    cqm[p] = qm[p];
    x = 0;
    do :: x < N -> cqo[(p) * N + x] = qo[(p) * N + x]; x++ :: else -> break od;
#ifdef MUT_RESTART_QUEUE            /* what a restart put into the queue is not part of the next image */
    cqm[p] = 0; x = 0;
    do :: x < N -> cqo[(p) * N + x] = 1; x++ :: else -> break od;
    cview[p] = cview[p] | qm[p];
#endif
#ifndef MUT_RESTART_LOG             /* replayed outcomes are logged again */
    x = 0; ll[p] = rl[p];
    do
    :: x < LM -> lE[(p) * LM + x] = rE[(p) * LM + x]; lS[(p) * LM + x] = rS[(p) * LM + x]; lH[(p) * LM + x] = rH[(p) * LM + x]; x++
    :: else -> break
    od;
#endif
    x = 0;
#ifdef SLOTS
    do
    :: x < 2 -> cst[2 * (p) + x] = (st[2 * (p) + x] == 2 -> 1 : st[2 * (p) + x]);
       csm[2 * (p) + x] = (st[2 * (p) + x] == 2 -> 0 : sm[2 * (p) + x]); csw[2 * (p) + x] = sw[2 * (p) + x]; x++
    :: else -> break
    od;
    x = 0;
#endif
    skip
}

/* A rank stops logging when all are known to have checkpointed, and says how far its execution is fixed: what it has sent, but at
 * least what was fixed when it restarted (its remaining replay is in the image). */
inline end_log(p) {
    ended = ended | (1 << (p));
    endS[p] = sent[p];
#ifndef LIT_END
    x = 0;
    do
    :: x < 6 -> e = (rend[p] >> (4 * x)) & 15;
       if
       :: e > ((endS[p] >> (4 * x)) & 15) -> endS[p] = (endS[p] & ~(15 << (4 * x))) | (e << (4 * x))
       :: else
       fi; x++
    :: else -> break
    od;
    e = 0; x = 0
#endif
}
#ifdef MUT_LOG_END_EARLY            /* logs stop as soon as the rank itself has checkpointed */
#define MAY_END(p) (IN(taken, p) && !IN(ended, p))
#else
#define MAY_END(p) (taken == ALL && !IN(ended, p) && POSITIONS_KNOWN(p))
#endif

inline do_drain(q, s, t) {
    i = LOW(NIB(wire[q], s, t));
    wire[q] = wire[q] & ~BIT(s, t, i);
    record(q, s, t, i);
    qm[q] = qm[q] | BIT(s, t, i); queue_append(qo[(q) * N + (s)], t);
    i = 0
}
#ifdef MUT_DRAIN                    /* tag by tag instead of in arrival order */
#define DRAIN_ORDER(q, s, t) ((t) == 1 || !NIB(wire[q], s, 1))
#else
#define DRAIN_ORDER(q, s, t) FIRST(q, s, t)
#endif
#ifdef LIT_DIRECT
#define MAY_DRAIN(q, s) (LATE_OUT(q, s) && IN(taken, s))
#else
#define MAY_DRAIN(q, s) LATE_OUT(q, s)
#endif
#define CAN_DRAIN(q, s, t) (MAY_DRAIN(q, s) && NIB(wire[q], s, t) && DRAIN_ORDER(q, s, t) \
    && !AT_MPI(q, s, t))            /* a posted receive has a message before a probe sees it */

/* A completion gives a source and a tag. Its position is known when every receive posted before it that could have had the message
 * is complete, too; such a receive has matched already, so this is waited for, not for the program. */
#if defined SLOTS && !defined MUT_MATCHING && !defined LIT_POSITIONS
#define POSITIONS_KNOWN(p) !(st[2 * (p) + 1] >= 3 && st[2 * (p)] == 2)
#else
#define POSITIONS_KNOWN(p) true
#endif

#ifdef SLOTS
inline do_post(p) {
    x = (st[2 * (p)] -> 1 : 0);
    st[2 * (p) + x] = 1; sw[2 * (p) + x] = 16 * A(OP(p)) + B(OP(p));
    pc[p]++; settle(p); x = 0
}

/* MPI matches a message with the receive posted first. After a restart a logged receive gets what the log says, other wildcards are
 * posted when the replay is over. */
#ifdef MUT_RESERVE
#define HELD(q, r) false
#else
#define HELD(q, r) (rl[q] && FORCED(WILDSLOT(q, r)))
#endif
#define SLOT_QUEUED(q, r, s, t) (NIB(qm[q], s, t) && (TAG(q, r) != ANY || (qo[(q) * N + (s)] & 1) == (t)))
#define SLOT_WIRED(q, r, s, t)  (!KEPT(q, r, s) && NIB(wire[q], s, t) && !NIB(qm[q], s, t) && (TAG(q, r) != ANY || (!NIB(qm[q], s, 1 - (t)) && FIRST(q, s, t))))
#define SLOT_LOGGED(q, r, s, t) (rl[q] && EK(rE[(q) * LM]) == 5 + (r) && LOGGED_NEXT(q, 5 + (r), s, t))
#define CAN_MATCH(q, r, s, t) ((q) != (s) && SLOT_FITS(q, r, s, t) && (SLOT_LOGGED(q, r, s, t) || (!HELD(q, r) \
    && ((r) == 0 || !SLOT_FITS(q, 0, s, t) || HELD(q, 0)) && (SLOT_QUEUED(q, r, s, t) || SLOT_WIRED(q, r, s, t)))))

inline do_match(q, r, s, t) {
    n = SLOT_LOGGED(q, r, s, t);
    take(q, s, t, TAG(q, r), n);
    st[2 * (q) + (r)] = 2; sm[2 * (q) + (r)] = ENTRY(1, s, t, i);
    i = 0; n = 0
}

inline do_complete(q, r) {
    z = sm[2 * (q) + (r)]; i = EI(z); y = ES(z); k = ET(z); n = WILDSLOT(q, r);
    record(q, y, k, i);
    consume(q, y, k, n, 5 + (r));
    st[2 * (q) + (r)] = 3;
    i = 0; y = 0; z = 0; k = 0; n = 0
}

inline do_wait(q) {
    x = A(OP(q)); z = sm[2 * (q) + x]; m = seen[M(ES(z), q, ET(z), EI(z))];
    st[2 * (q) + x] = 4;
    h[q] = MIX(h[q], m * 7 + 2 * ES(z) + ET(z));
    reg[q] = (TAG(q, x) == ANY -> ET(z) : m & 1);
    pc[q]++; settle(q); x = 0; z = 0; m = 0
}
#define CAN_WAIT(q) (KIND(OP(q)) == 10 && st[2 * (q) + A(OP(q))] == 3)
#endif

/* ---- Commit and restart ---- */

#ifdef MUT_LOG_ENDS
#define CUT_ENDS false
#else
#define CUT_ENDS true
#endif
#ifdef LIT_UNLOGGED                 /* an unlogged cause is no end of the log */
#define CUT_UNLOGGED false
#else
#define CUT_UNLOGGED true
#endif

/* Cut every log where it consumes what its sender may not send again, to a fixed point. */
inline cut_logs() {
    changed = 1;
    do
    :: changed ->
       changed = 0; y = 0;
       do
       :: y < N ->
          k = 0;
          do
          :: k < ll[y] ->
             e = lE[y * LM + k];
             if
             :: (EK(e) == 4 && CUT_UNLOGGED) || (RECEIVED(e) && EI(e) >= NIB(endS[ES(e)], y, ET(e)) && CUT_ENDS) ->
                ll[y] = k; endS[y] = lS[y * LM + k]; changed = 1;
             :: else -> k++
             fi
          :: else -> break
          od;
          y++
       :: else -> break
       od
#ifdef MUT_FIXED_POINT
       ; changed = 0
#endif
    :: else -> break
    od;
    y = 0; k = 0; e = 0
}
/* Is an early message beyond its sender's end? Its sender may not send it again as it was. */
inline check_early() {
    x = 0;
    do
    :: x < N * N * 2 ->             /* from y to k with tag z */
       y = x / (2 * N); k = (x / 2) % N; z = x % 2;
       m = NIB(ccons[k], y, z) & ~UPTO(NIB(csent[y], k, z));
       early_hash_known = !(m & ~NIB(cknown[k], y, z)); assert(early_hash_known);
       if :: m & ~UPTO(NIB(endS[y], k, z)) -> unsafe = true :: else fi;
       x++
    :: else -> break
    od;
    x = 0; y = 0; k = 0; z = 0; m = 0
}

inline forget_line() {
    phase = 0; acked = 0; taken = 0; ended = 0; unsafe = false;
    x = 0;
    do
    :: x < N ->
       y = 0; m = 0;                /* hashes of early messages that were not sent again yet */
       do
       :: y < N -> m = m | ((15 & ~UPTO(NIB(sent[y], x, 0))) << AT(y, 0)) | ((15 & ~UPTO(NIB(sent[y], x, 1))) << AT(y, 1)); y++
       :: else -> break
       od;
       known[x] = known[x] & m;
       cpc[x] = 0; creg[x] = 0; ch[x] = 0; csent[x] = 0; ccons[x] = 0; cview[x] = 0; cknown[x] = 0; cqm[x] = 0; endS[x] = 0; ll[x] = 0; x++
    :: else -> break
    od;
    x = 0;
    do :: x < N * N -> cqo[x] = 1; x++ :: else -> break od;
    x = 0;
    do :: x < N * LM -> lE[x] = 0; lS[x] = 0; lH[x] = 0; x++ :: else -> break od;
#ifdef SLOTS
    x = 0;
    do :: x < 2 * N -> cst[x] = 0; csm[x] = 0; csw[x] = 0; x++ :: else -> break od;
#endif
    x = 0; y = 0; m = 0
}

/* The image's queue of q: what was late, in the order it came. */
inline restore_queue(q) {
    qm[q] = 0; z = 0;
    do
    :: z < N ->
       m = cqo[(q) * N + z]; qo[(q) * N + z] = 1;
       n = NIB(cqm[q], z, 0); changed = NIB(cqm[q], z, 1);
       do
       :: m > 1 ->
          if
          :: m & 1 -> i = LOW(changed); changed = changed & ~(1 << i)
          :: else  -> i = LOW(n); n = n & ~(1 << i)
          fi;
          if
          :: i < NIB(csent[z], q, m & 1) -> qm[q] = qm[q] | BIT(z, m & 1, i); k = m & 1; queue_append(qo[(q) * N + z], k)
          :: else
          fi;
          m = m >> 1
       :: else -> break
       od;
       z++
    :: else -> break
    od;
    z = 0; m = 0; n = 0; i = 0; k = 0; changed = 0
}

#ifdef MUT_RESTART_HASHES           /* hashes of suppressed messages are not part of the next image */
#define KEEP_HASHES known[y] = 0
#else
#define KEEP_HASHES known[y] = cknown[y]
#endif

inline restart() {
    y = 0;
    do
    :: y < N ->
       pc[y] = cpc[y]; reg[y] = creg[y]; h[y] = ch[y]; sent[y] = csent[y]; cons[y] = ccons[y]; KEEP_HASHES;
       wire[y] = 0; rend[y] = endS[y]; rl[y] = ll[y];
       restore_queue(y);
       x = 0;
       do
       :: x < LM && x < ll[y] -> rE[y * LM + x] = lE[y * LM + x]; rS[y * LM + x] = lS[y * LM + x]; rH[y * LM + x] = lH[y * LM + x]; x++
       :: x < LM && x >= ll[y] -> rE[y * LM + x] = 0; rS[y * LM + x] = 0; rH[y * LM + x] = 0; x++
       :: else -> break
       od;
       x = 0;
#ifdef SLOTS
       do
       :: x < 2 -> st[2 * y + x] = cst[2 * y + x]; sm[2 * y + x] = csm[2 * y + x]; sw[2 * y + x] = csw[2 * y + x]; x++
       :: else -> break
       od;
#endif
       y++
    :: else -> break
    od;
    x = 0;                          /* tables of what is not sent, or not consumed, any more */
    do
    :: x < N * N * 2 ->
       y = x / (2 * N); k = (x / 2) % N; z = x % 2; i = 0;
       do
       :: i < MAXM ->
          if :: i >= NIB(sent[y], k, z) -> mh[M(y, k, z, i)] = 0 :: else fi;
#ifdef STRICT
          if :: i >= NIB(sent[y], k, z) -> nr[M(y, k, z, i)] = 0 :: else fi;
#endif
          if :: !(cons[k] & BIT(y, z, i)) -> seen[M(y, k, z, i)] = 0 :: else fi;
          i++
       :: else -> break
       od;
       x++
    :: else -> break
    od;
    x = 0; y = 0; k = 0; z = 0; i = 0;
    forget_line()
}

/* ---- Processes ---- */

#define RECEIVES(q, s) \
    :: d_step { CAN_RECV(q, s, 0) -> do_recv(q, s, 0) } \
    :: d_step { CAN_RECV(q, s, 1) -> do_recv(q, s, 1) } \
    :: d_step { CAN_DRAIN(q, s, 0) -> do_drain(q, s, 0) } \
    :: d_step { CAN_DRAIN(q, s, 1) -> do_drain(q, s, 1) }

#define MATCHES(q, s) \
    :: d_step { CAN_MATCH(q, 0, s, 0) -> do_match(q, 0, s, 0) } \
    :: d_step { CAN_MATCH(q, 0, s, 1) -> do_match(q, 0, s, 1) } \
    :: d_step { CAN_MATCH(q, 1, s, 0) -> do_match(q, 1, s, 0) } \
    :: d_step { CAN_MATCH(q, 1, s, 1) -> do_match(q, 1, s, 1) }

#ifdef MUT_PREPARE                  /* a rank may checkpoint as soon as it knows of the line itself */
#define MAY_CHECKPOINT(p) (phase && IN(acked, p) && !IN(taken, p))
#else
#define MAY_CHECKPOINT(p) (phase == 2 && !IN(taken, p))
#endif

proctype rank(byte p) {
end:
    do
    :: d_step { KIND(OP(p)) == 1 -> y = A(OP(p)); z = B(OP(p)); do_send(p, y, z); y = 0; z = 0 }
    :: d_step { KIND(OP(p)) == 2 -> y = A(OP(p)); z = reg[p]; do_send(p, y, z); y = 0; z = 0 }
    RECEIVES(p, 0)
    RECEIVES(p, 1)
#if N > 2
    RECEIVES(p, 2)
#endif
    :: d_step { CAN_RAND(p, 0) -> do_rand(p, 0) }
    :: d_step { CAN_RAND(p, 1) -> do_rand(p, 1) }
    :: d_step { KIND(OP(p)) == 5 -> do_unlogged(p, 0) }
    :: d_step { KIND(OP(p)) == 5 -> do_unlogged(p, 1) }
    :: d_step { KIND(OP(p)) == 6 -> pc[p]++; settle(p) }            /* the request has not come yet, or there is none */
    :: d_step { KIND(OP(p)) == 6 && MAY_CHECKPOINT(p) && POSITIONS_KNOWN(p) -> local_checkpoint(p) }
#ifdef SLOTS
    :: d_step { KIND(OP(p)) == 9 -> do_post(p) }
    :: d_step { CAN_WAIT(p) -> do_wait(p) }
    MATCHES(p, 0)
    MATCHES(p, 1)
#if N > 2
    MATCHES(p, 2)
#endif
    :: d_step { st[2 * p] == 2 -> do_complete(p, 0) }
    :: d_step { st[2 * p + 1] == 2 -> do_complete(p, 1) }
#endif
    :: d_step { phase && !IN(acked, p) -> acked = acked | (1 << p) }
    :: d_step { MAY_END(p) -> end_log(p) }
    od
}

#if N > 2
#define COMPLETE (!LATE_OUT(0, 1) && !LATE_OUT(1, 0) && !LATE_OUT(0, 2) && !LATE_OUT(2, 0) && !LATE_OUT(1, 2) && !LATE_OUT(2, 1))
#else
#define COMPLETE (!LATE_OUT(0, 1) && !LATE_OUT(1, 0))
#endif

#if defined MUT_ABANDON || defined OBSERVABLE
#define ABANDONED false
#else
#define ABANDONED unsafe
#endif
/* Only unlogged causes may put an early message behind its sender's end. */
#ifdef HAS_UNLOGGED
#define MAY_ABANDON true
#else
#define MAY_ABANDON false
#endif

/* What rank 0 does besides being a rank. */
proctype coordinator() {
end:
    do
    :: d_step { phase == 0 && lines < LINES -> phase = 1; lines++ }
    :: d_step { phase == 1 && acked == ALL -> phase = 2 }
#ifdef ABANDON
    :: d_step { phase -> forget_line() }
#endif
    :: atomic {
         taken == ALL && ended == ALL && COMPLETE ->
         d_step { cut_logs(); check_early() };
         if
         :: ABANDONED -> d_step { early_before_end = MAY_ABANDON; assert(early_before_end); forget_line() }
         :: !ABANDONED && crashes < CRASHES -> d_step { crashes++; restart() }
         :: !ABANDONED -> d_step { forget_line() }
         fi
       }
    od
}
#if N > 2
#define HALTED (OP(0) == HALT && OP(1) == HALT && OP(2) == HALT)
#else
#define HALTED (OP(0) == HALT && OP(1) == HALT)
#endif

/* Nobody can go on: the program must be over, and every message have come once, as it was sent. */
proctype monitor() {
end:
    timeout ->
    d_step {
        no_deadlock = HALTED; assert(no_deadlock);
        line_completes = !(taken == ALL); assert(line_completes);
        x = 0; no_loss = true; consistent = true;
        do
        :: x < N * N * 2 ->
           y = x / (2 * N); k = (x / 2) % N; z = x % 2;
           no_loss = no_loss && NIB(cons[k], y, z) == UPTO(NIB(sent[y], k, z)) && !NIB(wire[k], y, z) && !NIB(qm[k], y, z);
           i = 0;
           do
           :: i < NIB(sent[y], k, z) -> consistent = consistent && mh[M(y, k, z, i)] == seen[M(y, k, z, i)]; i++
           :: else -> break
           od;
           x++
        :: else -> break
        od;
        assert(no_loss); assert(consistent);
        x = 0; y = 0; k = 0; z = 0; i = 0
    }
}

init {
    d_step {
        program();
        x = 0;
        do :: x < N * N -> qo[x] = 1; cqo[x] = 1; x++ :: else -> break od;
        x = 0;
        do :: x < N -> y = x; settle(y); x++ :: else -> break od;
        x = 0; y = 0
    };
    atomic {
        run rank(0); run rank(1);
#if N > 2
        run rank(2);
#endif
        run coordinator(); run monitor()
    }
}
