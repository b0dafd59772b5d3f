// Pointers to what the C library keeps; to copies of it.
// The texts of strerror and strsignal are constants or copies that an image has.
// REQUIRES: ckptcc
// RUN: %expect %s -D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64
#include <stdio.h>
#include <string.h>
#include <time.h>

static struct tm *kept;

int main(void)
{
    time_t now = 0;
    struct tm copy = *localtime(&now);
    const char *why = strerror(2), *when = ctime(&now), *shown = asctime(&copy); // expect: ckpt-library-memory
    kept = gmtime(&now); // expect: ckpt-library-memory
    puts(shown);
    #pragma ckpt
    return kept->tm_year + copy.tm_year + (int)strlen(why) + (int)strlen(when);
}
