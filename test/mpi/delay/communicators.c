/* communicators.c - what makes or ends communicators: all that is held goes first; beginning and end. See delay.h. */
#include <stdio.h>
#include "delay.h"

#define FLUSHES(NAME, PARAMETERS, ...)                                          \
    STORE(NAME);                                                                \
    SHIM(NAME, PARAMETERS)                                                      \
    {                                                                           \
        tick();                                                                 \
        flush();                                                                \
        return REAL(NAME)(__VA_ARGS__);                                         \
    }
FLUSHES(Comm_free, (MPI_Comm *c), c)
FLUSHES(Comm_disconnect, (MPI_Comm *c), c)
FLUSHES(Comm_dup, (MPI_Comm c, MPI_Comm *d), c, d)
FLUSHES(Comm_dup_with_info, (MPI_Comm c, MPI_Info i, MPI_Comm *d), c, i, d)
FLUSHES(Comm_create, (MPI_Comm c, MPI_Group g, MPI_Comm *d), c, g, d)
FLUSHES(Comm_create_group, (MPI_Comm c, MPI_Group g, int t, MPI_Comm *d), c, g, t, d)
FLUSHES(Comm_split, (MPI_Comm c, int k, int o, MPI_Comm *d), c, k, o, d)
FLUSHES(Comm_split_type, (MPI_Comm c, int k, int o, MPI_Info i, MPI_Comm *d), c, k, o, i, d)
FLUSHES(Intercomm_create, (MPI_Comm c, int l, MPI_Comm p, int r, int t, MPI_Comm *d), c, l, p, r, t, d)
FLUSHES(Intercomm_merge, (MPI_Comm c, int h, MPI_Comm *d), c, h, d)
FLUSHES(Cart_create, (MPI_Comm c, int n, const int *m, const int *p, int r, MPI_Comm *d), c, n, m, p, r, d)
FLUSHES(Cart_sub, (MPI_Comm c, const int *k, MPI_Comm *d), c, k, d)
FLUSHES(Graph_create, (MPI_Comm c, int n, const int *i, const int *e, int r, MPI_Comm *d), c, n, i, e, r, d)
FLUSHES(Dist_graph_create, (MPI_Comm c, int n, const int *s, const int *g, const int *t, const int *w, MPI_Info i, int r,
                            MPI_Comm *d), c, n, s, g, t, w, i, r, d)
FLUSHES(Dist_graph_create_adjacent, (MPI_Comm c, int n, const int *s, const int *v, int m, const int *t, const int *w,
                                     MPI_Info i, int r, MPI_Comm *d), c, n, s, v, m, t, w, i, r, d)

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

STORE(Init);
SHIM(Init, (int *argc, char ***argv))
{
    int result = REAL(Init)(argc, argv);

    setup();
    return result;
}

STORE(Init_thread);
SHIM(Init_thread, (int *argc, char ***argv, int required, int *provided))
{
    int result = REAL(Init_thread)(argc, argv, required, provided);

    setup();
    return result;
}

/* Waits for what is on the way, but not for ever: a message that nobody receives is the program's affair. */
STORE(Finalize);
SHIM(Finalize, (void))
{
    double limit = PMPI_Wtime() + 5;

    flush();
    while (on && queue && PMPI_Wtime() < limit)
        rest();
    if (queue)
        fprintf(stderr, "delay: a rank finalizes with sends that nobody receives\n");
    tell();
    return REAL(Finalize)();
}
