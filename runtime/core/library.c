/* library.c - find the C library's own functions where the program has such names, and see that it finds our allocator, before anything else runs.
 * See library.h. */
#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ckpt.h"
#include "core/library.h"

extern ssize_t __write(int fd, const void *data, size_t size); /* these names are the library's whatever happens */
extern const char __executable_start[] __attribute__((weak, visibility("hidden"))), _end[] __attribute__((weak, visibility("hidden")));

static bool in_executable(const void *at)
{
    return (uintptr_t)at >= (uintptr_t)__executable_start && (uintptr_t)at < (uintptr_t)_end;
}

static void end(const char *const parts[]) __attribute__((noreturn));
static void end(const char *const parts[])
{
    while (*parts && __write(2, *parts, strlen(*parts)) >= 0)
        parts++;
    _exit(CKPT_EXIT_INCOMPATIBLE);
}

static void missing(const char *name) __attribute__((noreturn));
static void missing(const char *name)
{
    end((const char *const[]){"ckpt: the program defines '", name, "', which the run time needs from the C library; give it another name (-D", name, "=my_", name, ")\n", 0});
}

/* The library is to allocate as the program does: each frees what the other has allocated. */
static void check_allocator(void)
{
    static const struct {
        const char *name;
        void *at;
    } ours[] = {{"malloc", malloc}, {"calloc", calloc}, {"realloc", realloc}, {"free", free}, {"memalign", memalign}, {"posix_memalign", posix_memalign},
                {"aligned_alloc", aligned_alloc}};

    for (unsigned i = 0; i < sizeof ours / sizeof *ours; i++) {
        void *theirs = dlsym(RTLD_DEFAULT, ours[i].name);
        if (theirs && theirs != ours[i].at)
            end((const char *const[]){"ckpt: the executable hides '", ours[i].name, "', so that the C library allocates with its own, and not with the program's; link without "
                                      "-Wl,--exclude-libs and -Wl,--version-script, or with -Wl,-E where the script has malloc and its kin as global\n", 0});
    }
}

static ckpti_library_row *row(const char *name)
{
    ckpti_library_row *r = ckpti_library_rows + 1;

    while (r < ckpti_library_end && strcmp(r->name, name) != 0)
        r++;
    return r;
}

/* In programs that are linked dynamically. The program may have a dlsym, too, but no dlvsym then. */
static void find(void)
{
    ckpti_library_row *dlsym_row;

    if (!ckpti_library_rows || in_executable(ckpti_library_rows->at))
        return;
    dlsym_row = row("dlsym");
    if (in_executable(dlsym_row->at) && (in_executable(row("dlvsym")->at) || !(dlsym_row->at = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34"))))
        missing("dlsym");
    for (ckpti_library_row *r = ckpti_library_rows + 1; r < ckpti_library_end; r++)
        if (in_executable(r->at) && !(r->at = dlsym(RTLD_NEXT, r->name)))
            missing(r->name);
    check_allocator();
}

static void (*const first)(void) __attribute__((section(".preinit_array"), used)) = find;
