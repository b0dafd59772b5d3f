/* big.c - more live data than a small disk holds, and not compressible: for the tests of failing writes and of pauses.
 * usage: big [steps] [KiB] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 4;
    size_t words = (argc > 2 ? strtoul(argv[2], NULL, 10) : 512) * 128;
    uint64_t *data = malloc(words * sizeof *data), x = 88172645463325252u;

    if (!data)
        return 1;
    for (size_t i = 0; i < words; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        data[i] = x;
    }
    for (int i = 0; i < steps; i++) {
        #pragma ckpt
        data[(size_t)i * 8191 % words] += (uint64_t)i;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < words; i++)
        sum = sum * 31 + data[i];
    printf("%016llx\n", (unsigned long long)sum);
    free(data);
    return 0;
}
