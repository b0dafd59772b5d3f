// size_t, off_t and time_t that hold what 32 bits do not; what they do.
// REQUIRES: ckptcc, x86_64
// RUN: %expect %s -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

static size_t none = SIZE_MAX; // expect: ckpt-size-as-64bit
static size_t four = 4;
static uint64_t wide = UINT64_MAX;
static ssize_t minus = -1;
static time_t never = INT64_MAX; /* of 64 bits there, too */

int main(void)
{
    size_t limit = (size_t)6 << 30; // expect: ckpt-size-as-64bit
    size_t from = 0;
    from = wide; // expect: ckpt-size-as-64bit
    #pragma ckpt
    return none == four || limit == from || minus == 1 || never == 0;
}
