/* readies.c - see readies.h */
#include <stdlib.h>
#include <string.h>
#include "image/process_format.h"
#include "mpi/layer.h"
#include "mpi/store/readies.h"
#include "mpi/store/sharing.h"
#include "objects/heap.h"

static struct {
    unsigned char *data;
    size_t size, room;
} kept;

void ckptm_readies_begin(void) { kept.size = 0; }

void ckptm_readies_add(const void *bytes, size_t size)
{
    if (kept.size + size > kept.room)
        kept.data = ckptm_private(kept.data, kept.room = 2 * (kept.size + size));
    if (size)
        memcpy(kept.data + kept.size, bytes, size);
    kept.size += size;
}

ckpt_status ckptm_readies_own(const char *summary)
{
    ckpti_pw files = { 0 }, own = { 0 };
    bool whole;

    ckpti_heap_private(+1);
    ckptm_sharing_list(&files);
    ckpti_pw_u32(&own, (uint32_t)ckptm.rank);
    ckpti_pw_string(&own, summary);
    ckpti_pw_bytes(&own, files.data, files.size);
    whole = !files.failed && !own.failed;
    if (whole)
        ckptm_readies_add(own.data, own.size);
    ckpti_pw_free(&files);
    ckpti_pw_free(&own);
    ckpti_heap_private(-1);
    return whole ? CKPT_OK : ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
}

void ckptm_readies_tell(int to) { ckptm_line_tell(&ckptm.line, to, CKPTM_READY, kept.data, kept.size); }

void ckptm_readies_open(void)
{
    ckpti_pr r = { kept.data, kept.data + kept.size, false };

    while (r.p < r.end) {
        uint32_t rank = ckpti_pr_u32(&r);
        size_t length, size;
        const unsigned char *summary = ckpti_pr_bytes(&r, &length), *files = ckpti_pr_bytes(&r, &size);

        if (r.bad || rank >= (uint32_t)ckptm.size)
            ckptm_fatal("what ranks say of their parts of line %llu is damaged", (unsigned long long)ckptm.line.number);
        ckptm_commit_part((int)rank, (const char *)summary, length);
        ckptm_sharing_add((int)rank, files, size);
    }
}
