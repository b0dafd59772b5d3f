// time_t and off_t that are kept; those that no checkpoint finds, and types of one width.
// REQUIRES: ckptcc
// RUN: %expect %s -U_FILE_OFFSET_BITS
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct record { time_t begun; int64_t ended; }; // expect: ckpt-time-width
static off_t position; // expect: ckpt-time-width

static int elapsed(struct record *r)
{
    time_t now = time(NULL);
    return (int)(now - r->begun);
}

int main(void)
{
    struct record r = { time(NULL), 0 };
    time_t start = r.begun, once = start; // expect: ckpt-time-width
    position += once == 0;
    #pragma ckpt
    return elapsed(&r) + (start == r.ended);
}
