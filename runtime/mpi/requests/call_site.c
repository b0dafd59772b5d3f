/* call_site.c - where in the program a call of MPI is, for messages that end a run.
 *
 * The stack is walked up to the entry of the call (ckpt_call_MPI_Send, or ckpt_call_any_MPI_Send in its stead: wrappers/entries.c); what called that
 * is the place. Names are those of the executable's own table of symbols: the dynamic one has no functions of programs.
 */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "mpi/requests/call_site.h"
#include "mpi/requests/source_line.h"

enum { DEPTH = 40 };

typedef struct executable {
    const unsigned char *bytes;
    size_t size;
    const ElfW(Sym) *symbols;
    size_t count;
    const char *names;
    uintptr_t base;               /* where it is loaded */
} executable;

/* The executable comes first. */
static int first_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1;
}

static void find_symbols(executable *e)
{
    const ElfW(Ehdr) *head = (const void *)e->bytes;
    const ElfW(Shdr) *sections = (const void *)(e->bytes + head->e_shoff);

    if (e->size < sizeof *head || head->e_shoff > e->size || (e->size - head->e_shoff) / sizeof *sections < head->e_shnum)
        return;
    for (unsigned i = 0; i < head->e_shnum; i++) {
        const ElfW(Shdr) *s = &sections[i];

        if (s->sh_type != SHT_SYMTAB || s->sh_link >= head->e_shnum || s->sh_offset + s->sh_size > e->size)
            continue;
        e->symbols = (const void *)(e->bytes + s->sh_offset);
        e->count = s->sh_size / sizeof *e->symbols;
        e->names = (const char *)(e->bytes + sections[s->sh_link].sh_offset);
    }
}

static void open_own(executable *e)
{
    struct stat status;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

    *e = (executable){ 0 };
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && status.st_size > 0) {
        void *bytes = mmap(0, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);

        if (bytes != MAP_FAILED) {
            e->bytes = bytes;
            e->size = (size_t)status.st_size;
            dl_iterate_phdr(first_base, &e->base);
            find_symbols(e);
        }
    }
    close(fd);
}

static void close_own(executable *e)
{
    if (e->bytes)
        munmap((void *)(uintptr_t)e->bytes, e->size);
}

/* The function that has the address, or 0. */
static const char *function_at(const executable *e, const void *address, size_t *offset)
{
    uintptr_t at = (uintptr_t)address - e->base;

    for (size_t i = 0; i < e->count; i++) {
        const ElfW(Sym) *s = &e->symbols[i];

        if ((s->st_info & 15) == STT_FUNC && at >= s->st_value && at < s->st_value + s->st_size) {
            *offset = at - s->st_value;
            return e->names + s->st_name;
        }
    }
    return 0;
}

void ckptm_call_site_find(ckptm_call_site *site)
{
    static const char entry[] = "ckpt_call_", any[] = "any_";
    void *frames[DEPTH];
    int n = backtrace(frames, DEPTH);
    executable e;

    *site = (ckptm_call_site){ 0 };
    open_own(&e);
    for (int i = 0; i + 1 < n; i++) {
        size_t offset;
        const char *name = function_at(&e, (char *)frames[i] - 1, &offset);

        if (name && !strncmp(name, entry, sizeof entry - 1)) {
            site->at = (char *)frames[i + 1] - 1;
            name += sizeof entry - 1;
            name += strncmp(name, any, sizeof any - 1) ? 0 : sizeof any - 1;
            snprintf(site->name, sizeof site->name, "%s", name);
        }
    }
    close_own(&e);
}

const char *ckptm_call_site_text(const ckptm_call_site *site, char *text, size_t room)
{
    static const char copy[] = "ckptg_r_";           /* of a function, which a restart runs */
    executable e;
    size_t offset;
    const char *name;
    unsigned long address;
    char place[200];

    if (!site->at) {
        snprintf(text, room, "the call is not known");
        return text;
    }
    open_own(&e);
    name = function_at(&e, site->at, &offset);
    address = (unsigned long)((uintptr_t)site->at - e.base);
    if (!ckptm_source_line(address, place, sizeof place))
        snprintf(place, sizeof place, "%s+0x%lx", program_invocation_short_name, address);
    if (name)
        snprintf(text, room, "%s called by %s (%s)", site->name, name + (strncmp(name, copy, sizeof copy - 1) ? 0 : sizeof copy - 1), place);
    else
        snprintf(text, room, "%s called at %s", site->name, place);
    close_own(&e);
    return text;
}
