/* files_open.h - open files and descriptors: taken at a site, opened again at a restart. Internal to runtime/objects.
 *
 * Purpose    a list of open file descriptions (what dup() shares: file, offset, flags) and of the descriptors that name them.
 * Input      taking: the kernel's list of descriptors and what files.h knows of paths. Setting: rows of an image, checked.
 * Invariants descriptors that the process was started with are never opened again: they are the new process's own. Those of the
 *            runtime (core/own.h) are not seen.
 */
#ifndef CKPTI_FILES_OPEN_H
#define CKPTI_FILES_OPEN_H

#include <sys/types.h>
#include "objects/files.h"

typedef struct ckpti_open_file {
    uint32_t kind;                    /* enum ckpti_open_kind */
    int32_t inherited;                /* number it was started with, or -1 */
    uint32_t flags, mode;             /* CKPTI_FF_; permissions */
    uint64_t offset, length;
    char *path;                       /* owned; "" where there is none */
    unsigned char *content;           /* owned; of a nameless file */
    size_t content_size;
    /* taking: */
    dev_t device;
    ino64_t inode;
    int fd;                           /* one of its descriptors; at a restart where it was opened, or -1 */
    /* restoring: */
    int here;                         /* inherited: the descriptor that leads to it in this process */
} ckpti_open_file;

typedef struct ckpti_descriptor {
    int32_t fd;
    uint32_t file;                    /* index */
    uint32_t flags;                   /* CKPTI_DF_ */
} ckpti_descriptor;

typedef struct ckpti_open_files {
    ckpti_open_file *files;
    ckpti_descriptor *descriptors;
    uint32_t nfiles, ndescriptors;
} ckpti_open_files;                   /* all zero: none */

/* Main is about to begin: descriptors that constructors of the program have opened are its own. */
void ckpti_open_files_main(void);
/* Note the descriptors that the process is started with, or its MPI has opened. */
void ckpti_open_files_start(void);

void ckpti_open_files_free(ckpti_open_files *files);

/* Take what is open. Files open for writing are told to the log.
 * Errors  CKPT_EUNSUPPORTED: text names the descriptor; CKPT_ENOMEM */
ckpt_status ckpti_open_files_take(ckpti_open_files *out);

/* The file of a descriptor, or 0. */
const ckpti_open_file *ckpti_open_files_of(const ckpti_open_files *files, int fd);

/* Bring what was written to the disk (in the child that writes the image; not what is shielded). */
void ckpti_open_files_sync(const ckpti_open_files *files);
/* In that child: put /dev/null in place of them, so that no code of the program reads or writes them. */
void ckpti_open_files_shield(ckpti_open_files *files);

/* Sections OPEN and DESC. */
void ckpti_open_files_write(const ckpti_open_files *files, ckpti_pw *open, ckpti_pw *descriptors);
ckpt_status ckpti_open_files_read(ckpti_pr *open, ckpti_pr *descriptors, ckpti_open_files *out);

/* Whether all can be opened here. plan: files that will be put back. directory: where relative paths begin.
 * Errors  CKPT_EFILE */
ckpt_status ckpti_open_files_check(const ckpti_open_files *files, const ckpti_plan *plan, const char *directory);

/* Which descriptors of this process lead to what the program was started with: the same numbers in a new process; where the files have
 * been taken in this one (mode inplace; taken, else 0) and are still open, those that it has them at. Before the check. */
void ckpti_open_files_locate(ckpti_open_files *files, const ckpti_open_files *taken);
/* Keep those open whatever is closed until they are put in place. */
void ckpti_open_files_hold(ckpti_open_files *files);

/* Open them and put the descriptors in place; others of the program's are closed. The directory is the program's. */
ckpt_status ckpti_open_files_apply(ckpti_open_files *files, const ckpti_plan *plan);
/* Descriptors from here on are neither the program's nor the runtime's. */
int ckpti_open_files_above(const ckpti_open_files *files);

/* Set close-on-exec, last. */
void ckpti_open_files_finish(const ckpti_open_files *files);

#endif
