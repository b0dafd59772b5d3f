/* show_process.c - the state of the process in an image: streams, files, signals, ... See show.h. */
#include <inttypes.h>
#include <string.h>
#include "image/process_format.h"
#include "tools/show.h"

/* Of little interest: what every process was started with, where the journal of its files is, and states that are empty. */
static bool is_ordinary(const char *key, const char *value)
{
    return strstr(value, "kind inherited,") || strstr(value, "flags [inherited]") || strstr(value, "flags [journal],") || !strncmp(key, "descriptor ", 11) ||
           !strncmp(key, "next ", 5) || !strcmp(key, "segment") || !strcmp(value, "[]") || !strcmp(value, "0") ||
           !strcmp(value, "to nearest");
}

static void put_line(void *to, const char *key, const char *value, const ckpti_pr *raw)
{
    const show *s = to;
    (void)raw;
    if (!s->all_process && is_ordinary(key, value))
        return;
    fputs("  ", s->out);
    tool_put(s->out, key);
    fputs(": ", s->out);
    tool_put(s->out, value);
    fputs("\n", s->out);
}

void show_process(const show *s)
{
    size_t n = ckpti_image_nprocs(s->image);
    if (n)
        fputs("\nprocess\n", s->out);
    for (size_t i = 0; i < n; i++) {
        ckpti_image_proc p = ckpti_image_proc_at(s->image, i);
        if (ckpti_proc_show(&p, put_line, (void *)s))
            fprintf(s->out, "  (section %" PRIu32 " of %zu bytes is damaged)\n", p.tag, p.size);
    }
}
