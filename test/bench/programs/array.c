/* array.c - n doubles that do not compress, and how long the site takes.
 * usage: array N [FILE]      with FILE: instead of a site, write the doubles there with write and fsync
 * Output: seconds that the site (or the write) took, and a checksum. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int write_all(const char *name, const char *data, size_t left)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    while (fd >= 0 && left) {
        ssize_t n = write(fd, data, left < (1 << 20) ? left : 1 << 20);
        if (n < 0)
            return -1;
        data += n;
        left -= (size_t)n;
    }
    return fd < 0 || fsync(fd) || close(fd);
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    double *data = malloc(n * sizeof *data), sum = 0, start;
    uint64_t x = 88172645463325252u;

    if (!data)
        return 1;
    for (size_t i = 0; i < n; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        uint64_t bits = (x >> 12) | 0x3ff0000000000000u;         /* a double in [1, 2) */
        memcpy(&data[i], &bits, sizeof bits);
    }
    start = now();
    if (argc > 2) {
        if (write_all(argv[2], (const char *)data, n * sizeof *data))
            return 1;
    } else {
        #pragma ckpt
    }
    double seconds = now() - start;
    for (size_t i = 0; i < n; i += 511)
        sum += data[i];
    printf("%.6f %.17g\n", seconds, sum);
    free(data);
    return 0;
}
