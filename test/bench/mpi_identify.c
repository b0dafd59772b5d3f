/* mpi_identify.c - what logging an envelope and identifying late and early messages costs, by the number of distinct envelopes: linear for the
 * hashed counters; the paper's simplest form, a list searched from the start (section 3.3.3), beside it while that is bearable.
 *
 * usage    mpi_identify [MOST [LEAST]]  from LEAST envelopes (1000 unless told) to MOST (1000000), tenfold each
 * Output   a table in Markdown: envelopes, ns to log a message, ns an envelope to identify, ns an envelope with lists
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/store/window.h"

enum { MESSAGES = 3, TAGS = 1000, LIST_MOST = 20000 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int peer_of(int i) { return i / TAGS; }
static int tag_of(int i) { return i % TAGS; }

/* Every envelope has MESSAGES sent and, by turns, all, fewer or more of them consumed. */
static ckptm_u64 consumed_of(int i) { return MESSAGES - 1 + (ckptm_u64)(i % 3); }

static double log_all(ckptm_table *sent, ckptm_table *received, int n)
{
    double start = now();

    for (int m = 0; m < MESSAGES; m++)
        for (int i = 0; i < n; i++)
            ++*ckptm_count_private(sent, 7, peer_of(i), tag_of(i));
    start = (now() - start) / MESSAGES / n;
    for (int i = 0; i < n; i++)
        *ckptm_count_private(received, 7, peer_of(i), tag_of(i)) = consumed_of(i);
    return start;
}

/* As a rank does when the positions of the others come. Returns ns an envelope. */
static double identify(const ckptm_table *sent, const ckptm_table *received, int n)
{
    ckptm_window w = { 0 };
    ckptm_table none = { 0 };
    double start = now();
    long late, early = 0;

    ckptm_window_checkpoint(&w, &none, received, &none);
    for (unsigned i = 0; i < sent->room; i++)
        if (sent->slots[i].comm)
            ckptm_window_before(&w, &(ckptm_sent_before){ .comm = sent->slots[i].comm, .count = sent->slots[i].count,
                                                          .source = sent->slots[i].peer, .tag = sent->slots[i].tag });
    late = ckptm_window_late_total(&w);
    for (int i = 0; i < n; i++)
        early += !ckptm_window_is_before(&w, 7, peer_of(i), tag_of(i), consumed_of(i));
    start = (now() - start) / n;
    if (late != (n + 2) / 3 || early != n / 3) {
        fprintf(stderr, "identify: %ld late and %ld early of %d\n", late, early, n);
        exit(1);
    }
    ckptm_window_clear(&w);
    return start;
}

static double with_lists(int n)
{
    ckptm_counter *sent = malloc((size_t)n * sizeof *sent);
    volatile long late = 0;
    double start;

    for (int i = 0; i < n; i++)
        sent[i] = (ckptm_counter){ .comm = 7, .peer = peer_of(i), .tag = tag_of(i), .count = MESSAGES };
    start = now();
    for (int i = 0; i < n; i++) {
        int k = 0, wanted = (int)((uint32_t)i * 2654435761u % (uint32_t)n);

        while (sent[k].peer != peer_of(wanted) || sent[k].tag != tag_of(wanted))
            k++;
        late += (long)(sent[k].count > consumed_of(wanted));
    }
    start = (now() - start) / n;
    free(sent);
    return start;
}

int main(int argc, char **argv)
{
    int most = argc > 1 ? atoi(argv[1]) : 1000000, least = argc > 2 ? atoi(argv[2]) : 1000;

    printf("| distinct envelopes | logging a message, ns | identification, ns an envelope | with lists, ns an envelope |\n|---:|---:|---:|---:|\n");
    for (int n = least; n <= most; n *= 10) {
        ckptm_table sent = { 0 }, received = { 0 };
        double logging = log_all(&sent, &received, n), identified = identify(&sent, &received, n);

        printf("| %d | %.0f | %.0f | ", n, logging, identified);
        if (n <= LIST_MOST)
            printf("%.0f |\n", with_lists(n));
        else
            printf("|\n");
        ckptm_table_clear(&sent);
        ckptm_table_clear(&received);
    }
    return 0;
}
