/* lineformat.h - the form of a rank's part of a line (rank-0003/line-000007.msg), for those who write it, load it and show it.
 *
 * Purpose    linefile.c writes and loads it, `ckpt show` and `ckpt verify` read it: by this file alone, so that they can't drift apart.
 *            Knows no MPI and none of the layer's state.
 * Form       big-endian words of 8 bytes. Head: magic, line, rank, ranks, layout of the origin, whether bytes without a type are in it.
 *            Then records: a word of kind (upper half) and number of words (lower half), those words, and where the kind has data:
 *            number of rows, each datatype and count, which repeat until the bytes are used up; number of bytes; the bytes, in the common form. The last record is END, with the
 *            number of those before. Then XXH64 of all that.
 * Adding     a kind of record: a line in CKPTM_LINE_KINDS with a new number. Its words become the members of a structure (unsigned ones,
 *            then signed ones; at least one of each), `ckpt show --json` prints them by their names. A new word in a kind: add it there; files
 *            that have more or fewer are refused. What means something else than before gets a new number.
 * Input      untrusted: every length is checked against the bytes that are there.
 */
#ifndef CKPTM_LINEFORMAT_H
#define CKPTM_LINEFORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*  K(name, number, has data, name for people, (unsigned words), (signed words))  */
#define CKPTM_LINE_KINDS(K) \
    /* An envelope of which messages are late: how many were sent before the line. */ \
    K(envelope, 1, false, "envelope", (comm, sent), (source, tag)) \
    /* A late message; those of one sender and communicator in the order of sending, order 0: not known. arrival: place among those taken off \
     * MPI by probes; reserved: for the receive of that number. */ \
    K(late, 7, true, "late message", (order, comm, position, arrival, reserved), (source, tag, truncated)) \
    /* A message that its receiver has had, and that is not sent again. */ \
    K(early, 3, false, "early message", (comm, position, hash), (peer, tag)) \
    /* A message that its receiver knows of by a probe, and has not had: it must be sent again. */ \
    K(promised, 10, false, "message to be sent again", (comm, position), (peer, tag)) \
    /* A part of what a collective gave this rank. */ \
    K(result, 4, true, "result", (comm, index), (part)) \
    /* How something ended that could end otherwise. */ \
    K(outcome, 5, false, "outcome", (value), (kind, flag, source, tag)) \
    /* Where the rank's log ends: messages sent to a peer by then, or (peer and tag -2) collectives posted. */ \
    K(end_of_log, 6, false, "end of the log", (comm, count), (peer, tag)) \
    /* A communicator that others had made before their checkpoints. Data: ranks of the group that ranks name, of the own group if that is */ \
    /* another, then the topology. */ \
    K(communicator, 9, true, "communicator", (key, call, size, other, topology), (rank)) \
    /* How many collectives a rank of the job had posted before the line. */ \
    K(entered, 8, false, "collectives posted", (comm, number), (rank))

#define CKPTM_LINE_BARE(...) __VA_ARGS__
enum ckptm_line_kind {
    CKPTM_LINE_end = 0,
#define K(name, number, data, text, words, integers) CKPTM_LINE_##name = number,
    CKPTM_LINE_KINDS(K)
#undef K
};

#define K(name, number, data, text, words, integers) \
    struct ckptm_line_##name { uint64_t CKPTM_LINE_BARE words; int64_t CKPTM_LINE_BARE integers; };
CKPTM_LINE_KINDS(K)
#undef K

/* Data of a record, where it lies in the file. */
typedef struct ckptm_line_data {
    uint64_t nrows, size;
    const unsigned char *rows, *bytes;
} ckptm_line_data;

typedef struct ckptm_line_record {
    enum ckptm_line_kind kind;
    union {
        uint64_t words[8];
#define K(name, number, data, text, words, integers) struct ckptm_line_##name name;
        CKPTM_LINE_KINDS(K)
#undef K
    };
    ckptm_line_data data;
} ckptm_line_record;

/* ---- writing: memory of the writer, which grows; free(out->bytes) in the end ---- */

typedef struct ckptm_line_out {
    unsigned char *bytes;
    size_t size, room;
    uint64_t records;
    void *(*grow)(void *old, size_t size);   /* as realloc, but it never fails */
} ckptm_line_out;

typedef struct ckptm_line_head {
    uint64_t line, rank, ranks, layout;
    uint64_t has_bytes;           /* of the writer's machine: messages of MPI_BYTE or MPI_PACKED (1), or whose datatype is not known (2) */
} ckptm_line_head;

void ckptm_line_begin(ckptm_line_out *out, const ckptm_line_head *head);
/* A record of that kind; words: its structure. */
void ckptm_line_put(ckptm_line_out *out, enum ckptm_line_kind kind, const void *words);
/* After a record of a kind that has data: so many rows, each of them, then the bytes. */
void ckptm_line_put_rows(ckptm_line_out *out, uint64_t nrows);
void ckptm_line_put_row(ckptm_line_out *out, int type, uint64_t count);
/* Returns where the `size` bytes go. */
unsigned char *ckptm_line_put_bytes(ckptm_line_out *out, uint64_t size);
/* The last record and the sum: out->bytes is the file. */
void ckptm_line_finish(ckptm_line_out *out);

#define CKPTM_LINE_PUT(out, name, ...) ckptm_line_put(out, CKPTM_LINE_##name, &(struct ckptm_line_##name){ __VA_ARGS__ })

/* ---- reading ---- */

typedef struct ckptm_line_in {
    ckptm_line_head head;
    const unsigned char *at, *end;
    uint64_t records;
    const char *why;                         /* what is wrong with it; 0: nothing so far */
} ckptm_line_in;

/* A whole file in memory, which stays. False: in->why says why not. */
bool ckptm_line_open_file(ckptm_line_in *in, const void *bytes, size_t size);
/* The next record. False: there is none, or in->why. */
bool ckptm_line_next(ckptm_line_in *in, ckptm_line_record *record);
void ckptm_line_row(const ckptm_line_data *data, uint64_t row, int *type, uint64_t *count);

/* "late message" */
const char *ckptm_line_kind_text(enum ckptm_line_kind kind);
/* Names of its words, "comm, sent" and "source, tag"; 0: no such kind. */
const char *ckptm_line_kind_words(enum ckptm_line_kind kind);
const char *ckptm_line_kind_integers(enum ckptm_line_kind kind);

#endif
