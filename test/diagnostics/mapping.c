// Files and shared memory that are mapped; anonymous memory, and what is unmapped before a site.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <sys/mman.h>

static long sum(int fd, unsigned long length)
{
    long total = 0;
    const unsigned char *p = mmap(0, length, PROT_READ, MAP_PRIVATE, fd, 0);
    for (unsigned long i = 0; i < length; i++)
        total += p[i];
    munmap((void *)p, length);
    return total;
}

int main(void)
{
    char *file = mmap(0, 4096, PROT_READ, MAP_PRIVATE, 0, 0); // expect: ckpt-mapping
    char *shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); // expect: ckpt-mapping
    char *fine = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    #pragma ckpt
    return file[0] + shared[0] + fine[0] + (int)sum(0, 0);
}
