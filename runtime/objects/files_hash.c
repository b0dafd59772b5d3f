/* files_hash.c - whether the bytes of a file are what they were. See files.h.
 *
 * Purpose    a file that may be written anywhere and is too long to be kept is known by a number made of all its bytes, so that a change of
 *            any of them is noticed at a restart. Very long ones would take too long at each checkpoint: of these the number is made of
 *            the ends and the time of the last change.
 * Invariants a change within the tick of the last one leaves a file's time as it is (Linux stamps by ticks of up to 10 ms): it is looked at when that is over. Some
 *            file systems have times in seconds, so only a number of a file that did not change for longer than that is used again.
 */
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#define XXH_STATIC_LINKING_ONLY        /* XXH64_state_t without the heap */
#include <xxhash.h>
#include "objects/files.h"
#include "objects/files_entry.h"

enum { PIECE = 256 << 10, END = 64 << 10, KNOWN = 16 };

#define SETTLED 3000000000u              /* ns */

/* Numbers of files that have not changed since. */
static struct known {
    uint64_t device, inode, changed, length, hash;
} known[KNOWN];

static uint64_t in_ns(const struct timespec *t) { return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec; }

/* The bytes from there to there go into the number. */
static bool add(XXH64_state_t *sum, int fd, unsigned char *buffer, uint64_t from, uint64_t to)
{
    while (from < to) {
        size_t size = to - from < PIECE ? (size_t)(to - from) : PIECE;

        if (!ckpti_files_read(fd, buffer, size, from))
            return false;
        XXH64_update(sum, buffer, size);
        from += size;
    }
    return true;
}

static bool of_bytes(int fd, uint64_t length, uint64_t last_change, uint64_t *hash)
{
    XXH64_state_t sum;
    unsigned char *buffer = ckpti_files_alloc(PIECE), time[8];
    bool ok = buffer;

    XXH64_reset(&sum, length);
    if (length <= CKPTI_COMPARE_WHOLE) {
        ok = ok && add(&sum, fd, buffer, 0, length);
    } else {
        ok = ok && add(&sum, fd, buffer, 0, PIECE) && add(&sum, fd, buffer, length - PIECE, length);
        for (int i = 0; i < 8; i++)
            time[i] = (unsigned char)(last_change >> 8 * i);
        XXH64_update(&sum, time, sizeof time);
    }
    if (ok)
        *hash = XXH64_digest(&sum);
    ckpti_files_free(buffer, PIECE);
    return ok;
}

bool ckpti_files_hash(int fd, uint64_t length, uint64_t *hash)
{
    struct stat64 st;
    uint64_t now = ckpti_files_now(), changed, written;
    struct known *k;

    if (fstat64(fd, &st) < 0)
        return false;
    changed = in_ns(&st.st_ctim);
    written = in_ns(&st.st_mtim);
    k = &known[st.st_ino % KNOWN];
    if (k->changed && k->changed == changed && k->inode == st.st_ino && k->device == st.st_dev && k->length == length) {
        *hash = k->hash;
        return true;
    }
    if (length > CKPTI_COMPARE_WHOLE && written <= now && now - written < CKPTI_FILE_TICK)
        (void)nanosleep(&(struct timespec){ .tv_nsec = CKPTI_FILE_TICK }, 0);
    if (!of_bytes(fd, length, written, hash))
        return false;
    if (changed < now && now - changed > SETTLED)
        *k = (struct known){ .device = st.st_dev, .inode = st.st_ino, .changed = changed, .length = length, .hash = *hash };
    return true;
}

bool ckpti_files_hash_ends(int fd, uint64_t length, uint64_t *hash)
{
    unsigned char *buffer = ckpti_files_alloc(2 * END);
    size_t head = length < 2 * END ? (size_t)length : END;
    bool ok = buffer && ckpti_files_read(fd, buffer, head, 0);

    if (ok && length > head) {
        ok = ckpti_files_read(fd, buffer + head, END, length - END);
        head += END;
    }
    if (ok)
        *hash = XXH64(buffer, head, length);
    ckpti_files_free(buffer, 2 * END);
    return ok;
}
