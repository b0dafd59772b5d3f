/* completion.c - what storm does with requests that are open. See storm.h. */
#include "storm.h"

void complete_some(int blocking)
{
    MPI_Request list[OPEN];
    MPI_Status statuses[OPEN];
    int place[OPEN], indices[OPEN], n = 0, done = 0, at, receives = 0, how;

    for (int i = 0; i < OPEN; i++)
        if (opens[i].kind) {
            list[n] = opens[i].request;
            place[n++] = i;
            receives += opens[i].kind == 2 || opens[i].kind == 4;
        }
    if (!n)
        return;
    how = draw(blocking && receives ? 6 : 4);
    if (how == 0) {
        MPI_Testsome(n, list, &done, indices, statuses);
    } else if (how == 1) {
        MPI_Testany(n, list, &at, &done, statuses);
        indices[0] = at;
    } else if (how == 2) {
        indices[0] = draw(n);
        MPI_Test(&list[indices[0]], &done, statuses);
    } else if (how == 3) {
        MPI_Request_get_status(list[indices[0] = draw(n)], &done, statuses);
        if (done)
            MPI_Wait(&list[indices[0]], statuses);
    } else if (how == 4) {
        for (at = 0; opens[place[at]].kind != 2 && opens[place[at]].kind != 4; at++)
            ;
        MPI_Wait(&list[at], statuses);
        indices[0] = at;
        done = 1;
    } else {
        MPI_Waitsome(n, list, &done, indices, statuses);
    }
    if (done == MPI_UNDEFINED)
        done = 0;
    see((uint64_t)done);
    for (int i = 0; i < done; i++) {
        see((uint64_t)indices[i]);
        opens[place[indices[i]]].request = list[indices[i]];
        finished(&opens[place[indices[i]]], &statuses[i]);
    }
}

void complete_all(void)
{
    for (int i = 0; i < OPEN; i++)
        if (opens[i].kind) {
            MPI_Status status;

            MPI_Wait(&opens[i].request, &status);
            finished(&opens[i], &status);
            if (draw(6) == 0)
                visit();
        }
}
