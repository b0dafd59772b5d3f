/* xdr.c - benchmark: arrays in XDR, ours against libtirpc's xdr_vector and against memcpy, in one run.
 *
 * Usage   xdr [largest size in MiB]     (default 256)
 * Output  per type and size: MB/s of each, ratios; a last line `ok` or `too slow` by the limits: at least 5 times xdr_vector at every
 *         size from 4 KiB for double, float, int, hyper, at least 0.7 times memcpy from 64 MiB. Status 1 if too slow.
 * Method  each figure is the best of several runs, the three interleaved, so that other load on the machine hits all alike.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <rpc/rpc.h>
#include "xdr/xdr_bulk.h"

#define MIN_XDR 5.0
#define MIN_MEMCPY 0.7
#define MEMCPY_FROM ((size_t)64 << 20)

static const struct {
    const char *name;
    size_t size;
    xdrproc_t filter;
} kinds[] = {
    { "double", 8, (xdrproc_t)xdr_double },
    { "float", 4, (xdrproc_t)xdr_float },
    { "int", 4, (xdrproc_t)xdr_int },
    { "hyper", 8, (xdrproc_t)xdr_hyper },
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void by_xdr_vector(int kind, void *out, void *in, size_t bytes)
{
    XDR xdr;

    xdrmem_create(&xdr, out, (u_int)bytes, XDR_ENCODE);
    if (!xdr_vector(&xdr, in, (u_int)(bytes / kinds[kind].size), (u_int)kinds[kind].size, kinds[kind].filter))
        abort();
    xdr_destroy(&xdr);
}

static void by_us(int kind, void *out, void *in, size_t bytes)
{
    if (kinds[kind].size == 8)
        ckpt_xdr_copy64(out, in, bytes / 8);
    else
        ckpt_xdr_copy32(out, in, bytes / 4);
}

static void by_memcpy(int kind, void *out, void *in, size_t bytes)
{
    (void)kind;
    memcpy(out, in, bytes);
    __asm__ volatile("" : : "r"(out) : "memory");
}

static double seconds(void (*how)(int, void *, void *, size_t), int kind, void *out, void *in, size_t bytes, size_t repeats)
{
    double start = now();

    for (size_t i = 0; i < repeats; i++)
        how(kind, out, in, bytes);
    return (now() - start) / (double)repeats;
}

static int measure(int kind, size_t bytes, unsigned char *in, unsigned char *out)
{
    size_t repeats = bytes < ((size_t)8 << 20) ? ((size_t)8 << 20) / bytes : 1;
    int rounds = bytes < ((size_t)64 << 20) ? 7 : 5, slow;
    double best[3] = { 1e9, 1e9, 1e9 };
    void (*const how[3])(int, void *, void *, size_t) = { by_xdr_vector, by_us, by_memcpy };

    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < 3; i++) {
            size_t n = i ? repeats : repeats / 8 + 1;
            double t = seconds(how[i], kind, out, in, bytes, n);
            if (t < best[i])
                best[i] = t;
        }
    slow = best[0] / best[1] < MIN_XDR || (bytes >= MEMCPY_FROM && best[2] / best[1] < MIN_MEMCPY);
    printf("%-7s %9zu KiB  xdr_vector %8.0f  ours %8.0f  memcpy %8.0f MB/s   %6.1f x xdr_vector  %5.2f x memcpy%s\n",
           kinds[kind].name, bytes >> 10, (double)bytes / best[0] / 1e6, (double)bytes / best[1] / 1e6,
           (double)bytes / best[2] / 1e6, best[0] / best[1], best[2] / best[1], slow ? "  TOO SLOW" : "");
    fflush(stdout);
    return slow;
}

int main(int argc, char **argv)
{
    size_t largest = (size_t)(argc > 1 ? atoi(argv[1]) : 256) << 20;
    unsigned char *in = aligned_alloc(4096, largest), *out = aligned_alloc(4096, largest);
    int slow = 0;

    if (!in || !out)
        return 2;
    for (size_t i = 0; i < largest; i++)
        in[i] = (unsigned char)(i * 2654435761u >> 13);
    memset(out, 1, largest);
    for (int kind = 0; kind < 4; kind++)
        for (size_t bytes = 4096; bytes <= largest; bytes *= 4)
            slow |= measure(kind, bytes, in, out);
    puts(slow ? "too slow" : "ok");
    free(in);
    free(out);
    return slow;
}
