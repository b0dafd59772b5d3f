/* directory.c - which images a directory has; the oldest go. See storage.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "core/os.h"
#include "storage/storage.h"

bool ckpti_store_image_path(const char *directory, uint64_t number, char *path, size_t size)
{
    int n = snprintf(path, size, "%s/ckpt-%06llu.img", directory, (unsigned long long)number);

    return n > 0 && (size_t)n < size;
}

uint64_t ckpti_store_number(const char *name)
{
    char again[64];
    unsigned long long number;
    char *end;

    if (strncmp(name, "ckpt-", 5) != 0 || name[5] < '0' || name[5] > '9')
        return 0;
    errno = 0;
    number = strtoull(name + 5, &end, 10);
    snprintf(again, sizeof again, "ckpt-%06llu.img", number);
    return errno == 0 && strcmp(again, name) == 0 ? number : 0;
}

static int newest_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? 1 : x > y ? -1 : 0;
}

ckpt_status ckpti_store_list_images(const char *directory, ckpti_store_list *out)
{
    uint64_t *numbers = 0;
    size_t count = 0, room = 0;
    ckpt_status status = CKPT_OK;
    struct dirent64 *entry;
    DIR *dir = ckpti_os.opendir(directory);

    if (!dir)
        return ckpti_fail_errno(errno, "%s", directory);
    for (errno = 0; (entry = ckpti_os.readdir(dir)); errno = 0) {
        uint64_t number = ckpti_store_number(entry->d_name);

        if (!number)
            continue;
        if (count == room) {
            uint64_t *grown = realloc(numbers, (room = room ? 2 * room : 16) * sizeof *numbers);
            if (!grown) {
                status = ckpti_fail(CKPT_ENOMEM, "%s: out of memory for its list of images", directory);
                goto fail;
            }
            numbers = grown;
        }
        numbers[count++] = number;
    }
    if (errno) {
        status = ckpti_fail_errno(errno, "%s: readdir", directory);
        goto fail;
    }
    ckpti_os.closedir(dir);
    if (count)
        qsort(numbers, count, sizeof *numbers, newest_first);
    out->numbers = numbers;
    out->count = count;
    return CKPT_OK;

fail:
    ckpti_os.closedir(dir);
    free(numbers);
    return status;
}

ckpt_status ckpti_store_prune(const ckpti_store *store, uint64_t newest, uint64_t previous)
{
    ckpti_store_list list;
    char path[CKPTI_STORE_FILE];
    uint64_t keep = 0;
    ckpt_status status = ckpti_store_list_images(store->path, &list);

    if (status != CKPT_OK)
        return status;
    for (size_t i = 0; i < list.count; i++) {
        if (previous && list.numbers[i] == previous)
            keep = previous;
        else if (previous && !keep && list.numbers[i] < newest)
            keep = list.numbers[i];
    }
    for (size_t i = list.count; i-- > 0;) {
        if (list.numbers[i] == newest || list.numbers[i] == keep)
            continue;
        ckpti_store_image_path(store->path, list.numbers[i], path, sizeof path);
        if (ckpti_os.unlink(path) < 0 && errno != ENOENT)
            status = ckpti_fail_errno(errno, "%s: unlink", path);
    }
    free(list.numbers);
    return status;
}

/* Read where a file cannot be mapped (some network and FUSE file systems). */
static ckpt_status read_all(int fd, const char *path, ckpti_store_bytes *out)
{
    size_t done = 0;

    out->data = ckpti_os.mmap(0, out->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (out->data == MAP_FAILED)
        return ckpti_fail_errno(ENOMEM, "%s", path);
    while (done < out->size) {
        ssize_t n = ckpti_os.read(fd, (char *)out->data + done, out->size - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            ckpt_status status = n ? ckpti_fail_errno(errno, "%s", path)
                                   : ckpti_fail(CKPT_EBADIMAGE, "%s: became shorter while it was read", path);
            ckpti_os.munmap(out->data, out->size);
            return status;
        }
        done += (size_t)n;
    }
    return CKPT_OK;
}

ckpt_status ckpti_store_read(const char *path, ckpti_store_bytes *out)
{
    ckpti_store_bytes bytes = { 0, 0 };
    ckpti_stat st;
    ckpt_status status = CKPT_OK;
    int fd = ckpti_os.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);

    if (fd < 0)
        return ckpti_fail_errno(errno, "%s", path);
    if (ckpti_os.fstat(fd, &st) < 0)
        status = ckpti_fail_errno(errno, "%s", path);
    else if (!S_ISREG(st.mode))
        status = ckpti_fail(CKPT_EBADIMAGE, "%s: not a regular file, so no image", path);
    else if (!st.size)
        status = ckpti_fail(CKPT_EBADIMAGE, "%s: empty, so no image", path);
    else if (st.size > (uint64_t)PTRDIFF_MAX)
        status = ckpti_fail(CKPT_EBADIMAGE, "%s: too large for this machine's addresses", path);
    if (status == CKPT_OK) {
        bytes.size = (size_t)st.size;
        bytes.data = ckpti_os.mmap(0, bytes.size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes.data == MAP_FAILED)
            status = read_all(fd, path, &bytes);
    }
    ckpti_os.close(fd);
    if (status == CKPT_OK)
        *out = bytes;
    return status;
}

void ckpti_store_release(ckpti_store_bytes *bytes)
{
    if (bytes->data)
        ckpti_os.munmap(bytes->data, bytes->size);
    bytes->data = 0;
    bytes->size = 0;
}
