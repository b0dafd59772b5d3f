/* storage.h - a directory of images: ckpt-000001.img, ckpt-000002.img, ...
 *
 * Purpose    write an image so that it is there whole or not at all, keep the last two, find them again.
 * Invariants an image gets its name only when its bytes are on disk: write to a temporary name, fsync, rename, fsync of the
 *            directory. Whatever call fails or wherever the machine stops, the images before stay as they were. Mode 0600.
 *            A program that writes to a directory holds a lock on it (flock of the directory itself), which its checkpoint's process
 *            inherits: a restart waits for a checkpoint that the killed program's child is still writing, temporary files found
 *            under the lock are nobody's, and two programs cannot mix their images. Where the file system has no locks,
 *            images still have distinct numbers per run and temporary files are left alone.
 * Thread     one store, one thread.
 */
#ifndef CKPTI_STORAGE_H
#define CKPTI_STORAGE_H

#include <stdbool.h>
#include <stdint.h>
#include "core/status.h"
#include "storage/sink.h"

/* Longest directory name, absolute, that a store takes. */
#define CKPTI_STORE_PATH 3840
/* Room for the path of anything in it. */
#define CKPTI_STORE_FILE (CKPTI_STORE_PATH + 64)

typedef struct ckpti_store {
    char path[CKPTI_STORE_PATH];  /* absolute */
    bool seen;                    /* the directory was there once: if it vanishes it is not made again */
    bool unlockable;              /* its file system has no locks */
    int lock;                     /* descriptor, or -1 */
} ckpti_store;

/* Numbers of the images of a directory, newest (greatest) first. */
typedef struct ckpti_store_list {
    uint64_t *numbers;            /* [count], owned */
    size_t count;
} ckpti_store_list;

/* An image being written. */
typedef struct ckpti_store_file {
    ckpti_sink sink;              /* put the image's bytes here */
    ckpti_store *store;
    uint64_t number;
    int fd;
    uint64_t behind;              /* bytes whose way to the disk has been started */
    bool hole;                    /* it ends in zeros that were not written */
    bool directory_failed;        /* of a committed image: its name may not outlive a crash of the machine */
    char temporary[CKPTI_STORE_FILE];
} ckpti_store_file;

/* Name a store. Touches nothing but the working directory's name, for a relative path.
 * Errors  CKPT_EUSAGE: empty or too long; CKPT_EIO */
ckpt_status ckpti_store_init(ckpti_store *store, const char *path);

/* Make the directory (0700, parents must exist) if it never was there, and take its lock.
 * holder_ms   how long to wait for a lock that a living program holds
 * orphan_ms   how long if only a dead program's checkpoint still holds it
 * Errors  CKPT_EBUSY: the lock is not to be had, text names the process; CKPT_EIO, CKPT_ENOENT, CKPT_ENOSPC: no directory.
 * That it cannot be written is no error here: images may be read from it. */
ckpt_status ckpti_store_lock(ckpti_store *store, unsigned holder_ms, unsigned orphan_ms);

/* Give the lock up (a fork of the program: its copy only). */
void ckpti_store_unlock(ckpti_store *store);

/* Remove temporary files that no living process writes. Does nothing without the lock. Failures are not reported. */
void ckpti_store_clean(ckpti_store *store);

/* List the images. The caller frees out->numbers.
 * Errors  CKPT_ENOENT, CKPT_EIO, CKPT_ENOMEM */
ckpt_status ckpti_store_list_images(const char *directory, ckpti_store_list *out);

/* The number in an image's name; 0 if it is no image's name (numbers start at 1). */
uint64_t ckpti_store_number(const char *name);

/* Path of image `number`: writes at most size bytes, false if it does not fit. */
bool ckpti_store_image_path(const char *directory, uint64_t number, char *path, size_t size);

/* Open image `number` for writing under a temporary name. */
ckpt_status ckpti_store_begin(ckpti_store *store, uint64_t number, ckpti_store_file *file);

/* Everything was put: bring it to the disk and give it its name. On failure the temporary file is gone and nothing has changed;
 * on success only file->directory_failed needs to be looked at. */
ckpt_status ckpti_store_commit(ckpti_store_file *file);

/* Give an image up: remove the temporary file. Does nothing after commit. */
void ckpti_store_abort(ckpti_store_file *file);

/* Remove images but `newest` and `previous`. Where that is not there, keep the greatest number below newest instead; where it is 0, none: they are another run's.
 * Errors  CKPT_EIO: something could not be removed */
ckpt_status ckpti_store_prune(const ckpti_store *store, uint64_t newest, uint64_t previous);

/* A file's bytes, mapped (or read, where it cannot be mapped). */
typedef struct ckpti_store_bytes {
    void *data;
    size_t size;
} ckpti_store_bytes;

/* Errors  CKPT_ENOENT, CKPT_EIO, CKPT_EBADIMAGE: not a regular file, empty, or too large for this machine */
ckpt_status ckpti_store_read(const char *path, ckpti_store_bytes *out);
void ckpti_store_release(ckpti_store_bytes *bytes);

#endif
