/* mutate.h - changed images: bytes at random, or content at random with lengths and checksums made right again. */
#ifndef CKPT_TEST_MUTATE_H
#define CKPT_TEST_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bytes {
    unsigned char *data;
    size_t size, room;
} bytes;

/* Room for `room` bytes; ends the process if there is none. */
void bytes_grow(bytes *b, size_t room);
void bytes_add(bytes *b, const void *data, size_t size);

/* One to some random changes anywhere: flipped bits, other bytes and words, cuts, repeats, something in between. */
void mutate_raw(const bytes *from, bytes *to, uint64_t *dice);
/* The same inside of the sections' content, decompressed; now and then sections lost, doubled or swapped; then repaired. */
void mutate_repaired(const bytes *from, bytes *to, uint64_t *dice);

#endif
