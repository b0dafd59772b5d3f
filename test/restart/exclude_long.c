// Excluded blocks of which the image has nothing, but their length: a structure with a long array at its end, one that was allocated shorter than it is with bytes that fill no element,
// longer than all that is saved. And many elements of no value. Restarts took such images for damaged. (A pointer into the middle of these led to their end.)
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2 --no-inplace && %restart %s --visits 2 --only x86_64 -- middle
#include <stdio.h>
#include <stdlib.h>

struct cache { size_t n; unsigned char bytes[]; };
struct numbers { int n; double a[]; };
struct shorter { int n; char c[2000000]; long z; };
struct pad { int : 32; };

static struct cache *cache;
static struct numbers *numbers;
static struct shorter *shorter;
static struct pad *pads, *end, *middle;
static int x = 7;

int main(int argc, char **argv)
{
    cache = malloc(sizeof *cache + 65536);
    numbers = malloc(sizeof *numbers + 1000000 * sizeof(double));
    shorter = malloc(1000001);
    pads = malloc(100000 * sizeof *pads);
    end = pads + 100000;
    middle = argc > 1 ? pads + 50000 : pads;
    #pragma ckpt exclude(*cache, *numbers, *shorter)
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        cache->bytes[65535] = (unsigned char)i;
        numbers->a[999999] = i + 0.5;
        shorter->c[1000000 - 8] = (char)i;
        printf("%d %d %g %d %d %d\n", x++, cache->bytes[65535], numbers->a[999999], shorter->c[1000000 - 8], (int)(end - pads), (int)(middle - pads));
    }
    return !argv[0];
}
