/* load.c - from a path on the command line to an open image. See tool.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "image/process_format.h"
#include "tools/tool.h"

bool tool_is_directory(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Every reference: pointers, and the form of the process sections. */
static ckpt_status check_references(const ckpti_image *image, char why[CKPTI_WHY])
{
    ckpt_status st = ckpti_image_check_pointers(image, why);
    for (size_t i = 0; i < ckpti_image_nprocs(image) && !st; i++) {
        ckpti_image_proc p = ckpti_image_proc_at(image, i);
        if ((st = ckpti_proc_show(&p, 0, 0)))
            snprintf(why, CKPTI_WHY, "damaged: process section %zu", i);
    }
    return st;
}

ckpt_status tool_image_try(const char *path, bool pointers, tool_image *out, char why[CKPTI_WHY])
{
    tool_image t = {0};
    ckpt_status st = ckpti_store_read(path, &t.bytes);
    if (st) {
        snprintf(why, CKPTI_WHY, "%s", ckpti_fail_text(st));
        return st;
    }
    *why = 0;
    if (!(st = ckpti_image_open(t.bytes.data, t.bytes.size, &t.image, why)) && pointers)
        st = check_references(t.image, why);
    if (!st && !(t.path = strdup(path)))
        st = CKPT_ENOMEM;
    if (st) {
        char text[CKPTI_WHY];
        snprintf(text, sizeof text, "%.200s: %.250s%s", path, *why ? why : ckpt_status_message(st),
                 st == CKPT_EVERSION ? "; read it with a newer ckpt" : "");
        memcpy(why, text, sizeof text);
        tool_image_close(&t);
        return st;
    }
    *out = t;
    return CKPT_OK;
}

int tool_image_open(const char *path, bool pointers, tool_image *out)
{
    char why[CKPTI_WHY];
    return tool_image_try(path, pointers, out, why) ? tool_complain(TOOL_BAD, "%s", why) : TOOL_OK;
}

void tool_image_close(tool_image *t)
{
    ckpti_image_close(t->image);
    if (t->bytes.data)
        ckpti_store_release(&t->bytes);
    free(t->path);
    *t = (tool_image){0};
}

int tool_image_open_newest(const char *path, bool pointers, bool quiet, tool_image *out)
{
    ckpti_store_list list;
    if (!tool_is_directory(path))
        return tool_image_open(path, pointers, out);
    ckpt_status st = ckpti_store_list_images(path, &list);
    if (st)
        return tool_complain(TOOL_BAD, "%s", ckpti_fail_text(st));
    int status = TOOL_BAD;
    for (size_t i = 0; i < list.count && status; i++) {
        char file[CKPTI_STORE_FILE], why[CKPTI_WHY];
        if (!ckpti_store_image_path(path, list.numbers[i], file, sizeof file))
            status = tool_complain(TOOL_BAD, "%s: name too long", path);
        else if (!tool_image_try(file, pointers, out, why))
            status = TOOL_OK;
        else if (!quiet)
            tool_complain(TOOL_BAD, "%s", why);
    }
    if (status)
        tool_complain(TOOL_BAD, "%s: no %simage in this directory", path, list.count ? "good " : "");
    free(list.numbers);
    return status;
}
