/* restart.c - choosing an image and going back to it. See restart.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "core/os.h"
#include "objects/files.h"
#include "objects/process.h"
#include "restore/restore.h"
#include "site/restart.h"

/* What the program being restored still reads; one of them. */
static ckpti_store_bytes mapped;
static ckpti_memory_sink in_memory;

void ckpti_restart_release(void)
{
    ckpti_store_release(&mapped);
    if (in_memory.data)
        ckpti_memory_sink_close(&in_memory);
}

ckpt_status ckpti_restart_file(const char *path, uint64_t *visit)
{
    ckpti_store_bytes bytes;
    ckpt_status status = ckpti_store_read(path, &bytes);

    if (status != CKPT_OK)
        return status;
    ckpti_undo_image(path);
    status = ckpti_restore(bytes.data, bytes.size, visit);
    if (status != CKPT_OK) {
        ckpti_store_release(&bytes);
        return ckpti_fail_prefix(status, "%s", path);
    }
    mapped = bytes;
    return CKPT_OK;
}

ckpt_status ckpti_restart_memory(ckpti_memory_sink *memory, uint64_t *visit)
{
    ckpt_status status;

    ckpti_undo_image(0);
    status = ckpti_restore(memory->data, memory->size, visit);

    if (status == CKPT_OK)
        in_memory = *memory;
    return status;
}

/* Whether a worse image may be tried instead: not of one that is whole for all that is known, and only cannot be read here, or now. */
static bool is_bad_image(ckpt_status status) { return status == CKPT_EBADIMAGE || status == CKPT_ENOENT; }

static ckpt_status restart_latest(const char *directory, ckpti_restarted *out)
{
    ckpti_store_list list = { 0, 0 };
    char path[CKPTI_STORE_FILE];
    ckpt_status status = ckpti_store_list_images(directory, &list);

    if (status == CKPT_ENOENT)
        status = CKPT_OK;
    if (status != CKPT_OK)
        return status;
    if (!list.count)
        ckpti_log("%s: no image yet; starting afresh", directory);
    for (size_t i = 0; i < list.count; i++) {
        ckpti_store_image_path(directory, list.numbers[i], path, sizeof path);
        status = ckpti_restart_file(path, &out->visit);
        if (status == CKPT_OK) {
            if (i)
                ckpti_log("%s: going on from this image", path);
            out->found = true;
            out->number = list.numbers[i];
            break;
        }
        if (!is_bad_image(status) || ckpti_proc_changed())
            break;
        if (i + 1 < list.count)
            ckpti_log("%s; trying the one before", ckpti_fail_text(status));
        else
            status = ckpti_fail(CKPT_EBADIMAGE, "%s; no image in this directory can be used: remove them to start afresh",
                                ckpti_fail_text(status));
    }
    free(list.numbers);
    return status;
}

/* A path of one of the directory's images is its number; else 0. */
static uint64_t number_of(const char *path, const char *directory)
{
    const char *slash = strrchr(path, '/');
    uint64_t number = directory ? ckpti_store_number(slash ? slash + 1 : path) : 0;
    char own[CKPTI_STORE_FILE];
    ckpti_stat a, b;

    return number && ckpti_store_image_path(directory, number, own, sizeof own) && ckpti_os.stat(own, &a) == 0 && ckpti_os.stat(path, &b) == 0 &&
           a.inode == b.inode && a.device == b.device ? number : 0;
}

ckpt_status ckpti_restart(const char *wish, const char *directory, ckpti_restarted *out)
{
    char path[CKPTI_STORE_FILE];
    bool latest = strcmp(wish, "latest") == 0;
    ckpt_status status;
    char *end;

    memset(out, 0, sizeof *out);
    if (latest || strspn(wish, "0123456789") == strlen(wish)) {
        if (!directory)
            return ckpti_fail(CKPT_EUSAGE, "CKPT_RESTART=%s: CKPT_DIR is not set; set it to the directory of the images", wish);
        if (latest)
            return restart_latest(directory, out);
        errno = 0;
        out->number = strtoull(wish, &end, 10);
        if (errno || !out->number)
            return ckpti_fail(CKPT_EUSAGE, "CKPT_RESTART=%s: no image has such a number", wish);
        ckpti_store_image_path(directory, out->number, path, sizeof path);
        wish = path;
    } else {
        out->number = number_of(wish, directory);
    }
    status = ckpti_restart_file(wish, &out->visit);
    if (status != CKPT_OK && directory && is_bad_image(status))
        ckpti_fail(status, "%s; CKPT_RESTART=latest takes the newest whole image of CKPT_DIR", ckpti_fail_text(status));
    out->found = status == CKPT_OK;
    return status;
}
