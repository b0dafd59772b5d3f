/* completion.c - tests and waits. See delay.h. */
#include "delay.h"

STORE(Test);
STORE(Request_get_status);
SHIM(Request_get_status, (MPI_Request request, int *flag, MPI_Status *status))
{
    ask(1, &request);
    return REAL(Request_get_status)(request, flag, status);
}

SHIM(Test, (MPI_Request *request, int *flag, MPI_Status *status))
{
    ask(1, request);
    return REAL(Test)(request, flag, status);
}

STORE(Testall);
SHIM(Testall, (int n, MPI_Request requests[], int *flag, MPI_Status statuses[]))
{
    ask(n, requests);
    return REAL(Testall)(n, requests, flag, statuses);
}

STORE(Testany);
SHIM(Testany, (int n, MPI_Request requests[], int *index, int *flag, MPI_Status *status))
{
    ask(n, requests);
    return REAL(Testany)(n, requests, index, flag, status);
}

STORE(Testsome);
SHIM(Testsome, (int n, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]))
{
    ask(n, requests);
    return REAL(Testsome)(n, requests, done, indices, statuses);
}

/* Until it would be complete; the call that follows says how. */
static void until_complete(MPI_Request request)
{
    int flag = 0;

    while (REAL(Request_get_status)(request, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS && !flag)
        rest();
}

STORE(Wait);
SHIM(Wait, (MPI_Request *request, MPI_Status *status))
{
    if (on) {
        ask(1, request);
        until_complete(*request);
    }
    return REAL(Wait)(request, status);
}

STORE(Waitall);
SHIM(Waitall, (int n, MPI_Request requests[], MPI_Status statuses[]))
{
    if (on) {
        ask(n, requests);
        for (int i = 0; i < n; i++)
            until_complete(requests[i]);
    }
    return REAL(Waitall)(n, requests, statuses);
}

STORE(Waitany);
SHIM(Waitany, (int n, MPI_Request requests[], int *index, MPI_Status *status))
{
    int result, flag = 0;

    if (!on)
        return REAL(Waitany)(n, requests, index, status);
    ask(n, requests);
    while ((result = REAL(Testany)(n, requests, index, &flag, status)) == MPI_SUCCESS && !flag)
        rest();
    return result;
}

STORE(Waitsome);
SHIM(Waitsome, (int n, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]))
{
    int result;

    if (!on)
        return REAL(Waitsome)(n, requests, done, indices, statuses);
    ask(n, requests);
    while ((result = REAL(Testsome)(n, requests, done, indices, statuses)) == MPI_SUCCESS && *done == 0)
        rest();
    return result;
}
