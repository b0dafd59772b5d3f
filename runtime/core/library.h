/* library.h - the C library's functions, whatever the program calls its own.
 *
 * Purpose    an ISO C program may define poll, close or getpid; the linker would give the run time that one. In libckpt.a each such name is
 *            library.NAME (library.py renames it when libckpt is joined), which jumps to where a row leads: to the name as it is linked, and, if the
 *            executable itself has that name, from the start on to the library's.
 * Limits     in static programs there is only one of each name. What no shared libc has (atexit, pthread_atfork) is called as it is linked.
 */
#ifndef CKPTI_LIBRARY_H
#define CKPTI_LIBRARY_H

typedef struct ckpti_library_row {
    void *at;
    const char *name;             /* 0: of the first row, __libc_start_main */
} ckpti_library_row;

/* Only in a joined libckpt. */
extern ckpti_library_row ckpti_library_rows[] __attribute__((weak, visibility("hidden")));
extern ckpti_library_row ckpti_library_end[] __attribute__((weak, visibility("hidden")));

#endif
