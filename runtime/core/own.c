/* own.c - see own.h. */
#include <stdlib.h>
#include "core/os.h"
#include "core/own.h"

enum { PLACES = 8 };

static int *places[PLACES];

void ckpti_own(int *fd)
{
    int i = 0;

    while (i < PLACES && places[i] && places[i] != fd)
        i++;
    if (i == PLACES)
        abort();                       /* more holders than there are in the source */
    places[i] = fd;
}

static int *place_of(int fd)
{
    for (int i = 0; fd >= 0 && i < PLACES && places[i]; i++)
        if (*places[i] == fd)
            return places[i];
    return 0;
}

bool ckpti_own_is(int fd) { return place_of(fd) != 0; }

bool ckpti_own_make_way(int fd)
{
    int *place = place_of(fd), other;

    if (!place)
        return true;
    if ((other = ckpti_os.dup_above(fd, fd + 1)) < 0 && (other = ckpti_os.dup_above(fd, 3)) < 0)
        return false;
    *place = other;
    ckpti_os.close(fd);
    return true;
}

int ckpti_own_next(int from)
{
    int least = -1;

    for (int i = 0; i < PLACES && places[i]; i++)
        if (*places[i] >= from && (least < 0 || *places[i] < least))
            least = *places[i];
    return least;
}
