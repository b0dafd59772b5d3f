/* files.h - what the program's wrapped calls told us of files, and putting files back. Internal to runtime/objects.
 *
 * Purpose    paths as the program gave them, per descriptor (files.c); every file it opened for writing, removed or renamed, and
 *            how it was before (files_log.c; on disk in the undo journal, undo.c); what stands open at a site (files_open.c).
 * Invariants nothing here uses stdio or the program's heap: open() may be called from signal handlers. Another process that runs in
 *            this memory (vfork) changes nothing.
 * Thread     a lock with all signals blocked: ckpti_files_enter.
 */
#ifndef CKPTI_FILES_H
#define CKPTI_FILES_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "image/process_format.h"

/* Where the runtime puts descriptors of its own (core/own.h), out of the way of the program's. */
#define CKPTI_OWN_DESCRIPTORS 400
/* Files up to this length are kept whole, so that any change of them can be undone (CKPT_KEEP_FILES). */
extern size_t ckpti_keep_whole;
#define CKPTI_KEEP_MOST ((size_t)1 << 30)
/* Others, that may be written anywhere, are known by all their bytes up to this length (files_hash.c). */
#define CKPTI_COMPARE_WHOLE ((uint64_t)256 << 20)
/* By so many nanoseconds a file's times may be late. */
#define CKPTI_FILE_TICK 10000000u
/* Nameless files (tmpfile) up to this length go into the image. */
#define CKPTI_KEEP_NAMELESS ((uint64_t)64 << 20)

/* ---- memory and lock (files.c) --------------------------------------------------------------------------------------- */

/* Take the lock. False in a process that only borrows this memory, or if nothing is to be tracked: do nothing then. */
bool ckpti_files_enter(sigset_t *old);
void ckpti_files_leave(const sigset_t *old);

/* Memory from the system, in sizes of powers of two; not the program's heap. 0 if there is none. */
void *ckpti_files_alloc(size_t size);
void ckpti_files_free(void *block, size_t size);
char *ckpti_files_strdup(const char *text);
void ckpti_files_strfree(char *text);

/* Begin: track if `tracking`, in this process. */
void ckpti_files_start(bool tracking);
/* This process is the one whose files are tracked. */
bool ckpti_files_is_owner(void);

/* ---- paths (files.c) --------------------------------------------------------------------------------------------------- */

/* The path by which the descriptor was opened last, as the program gave it; 0 if not known. It may be out of date: compare. */
const char *ckpti_files_hint(int fd);

/* No descriptor from this one on has a hint. */
int ckpti_files_hints(void);
/* A descriptor was opened by that path. Keeps errno. */
void ckpti_files_opened(int fd, const char *path);

/* The name that all ways to a file share: absolute, without links in the directories and, if it exists, in the last part.
 * out  [PATH_MAX]; false if there is no such directory */
bool ckpti_files_canonical(int directory, const char *path, bool follow, char *out);

/* ---- files written (files_log.c) --------------------------------------------------------------------------------------- */

/* What is about to happen to a file. */
enum ckpti_touch {
    CKPTI_TOUCH_APPEND,           /* grows at its end, if it exists */
    CKPTI_TOUCH_UPDATE,           /* may be written anywhere */
    CKPTI_TOUCH_TRUNCATE,
    CKPTI_TOUCH_GONE,             /* removed, renamed, replaced: the name, not the content */
    CKPTI_TOUCH_MADE,             /* just made under a name that was not there before */
    CKPTI_TOUCH_MODE              /* gets other permissions */
};

/* Called before (MADE: after) the call that does it. Keeps errno. */
void ckpti_files_touch(int directory, const char *path, enum ckpti_touch what);
/* The same of the file that a descriptor leads to; of one without a name nothing. */
void ckpti_files_touch_fd(int fd, enum ckpti_touch what);

/* Called before a file gets a second name. Until the next checkpoint, what is done to it by that name is done to it by its first one, too. */
void ckpti_files_touch_link(int from_directory, const char *from, int to_directory, const char *to, bool follow);

/* Called before a directory is renamed: each file below changes its name. Keeps errno. Not async-signal-safe. */
void ckpti_files_touch_tree(int from_directory, const char *from, int to_directory, const char *to);

/* Is there such a file (or may there be: it cannot be seen)? Keeps errno. */
bool ckpti_files_is_there(int directory, const char *path, bool follow);

/* Flags of open() or of a stream's mode, as a touch. Does nothing for reading, nor for what is neither there nor to be made. */
void ckpti_files_touch_open(int directory, const char *path, int flags);

/* A new checkpoint begins: from now on, what happens is relative to it. */
void ckpti_files_log_new_segment(void);

/* Note that a file stands open for writing at the site being prepared, by that descriptor. flags: CKPTI_WF_OPEN, _UPDATE */
ckpt_status ckpti_files_log_open(const char *canonical, unsigned flags, int fd);
/* (files_list.c) Write number and rows of the WRIT section: every file written so far, as it is now. */
ckpt_status ckpti_files_log_rows(ckpti_pw *w);
/* Of a job: the files that may have been written between the checkpoint before and the last one, as they were then, and others that have been since. */
enum ckpti_file_how {
    CKPTI_FILE_CLOSED,            /* not open any more at the checkpoint */
    CKPTI_FILE_OPEN,
    CKPTI_FILE_IDLE,              /* open, by a stream that is not used to this moment */
    CKPTI_FILE_AFTER              /* first touched after the checkpoint */
};

typedef struct ckpti_file_found {
    const char *path;
    uint64_t machine;             /* ckpti_files_key: the file is another one on another */
    uint64_t inode;               /* another one: renamed, removed or replaced */
    bool update;                  /* open, and may be written anywhere */
    uint64_t state;               /* another one after any change; 0: there was no file, or AFTER */
    uint64_t time;                /* of the list; of the first change after it; of the opening; ns since 1970 */
    uint64_t listed;              /* when the list was made */
    enum ckpti_file_how how;
} ckpti_file_found;

void ckpti_files_log_active(void (*take)(void *to, const ckpti_file_found *found), void *to);
/* Restart: the file is one of those written by the program. flags: CKPTI_WF_OPEN, _IDLE */
ckpt_status ckpti_files_log_add(const char *canonical, unsigned flags);
void ckpti_files_log_clear(void);

/* ---- undo journal (undo.c) ----------------------------------------------------------------------------------------------- */

enum ckpti_undo_kind {
    CKPTI_UNDO_START = 1,         /* a program started afresh */
    CKPTI_UNDO_END = 2,           /* it ended by itself */
    CKPTI_UNDO_ABSENT = 3,        /* there was no such file */
    CKPTI_UNDO_LENGTH = 4,        /* file of that length, only appended to */
    CKPTI_UNDO_CONTENT = 5,       /* with its content */
    CKPTI_UNDO_LINK = 6,          /* content: name of a second link to the file, in the journal's directory */
    CKPTI_UNDO_UPDATE = 7,        /* too long to be kept, may be written anywhere: with its hash */
    CKPTI_UNDO_LOST = 8,          /* too long to be kept, will be gone; if only its name will be, hash: identity, content: u64 time of its last change */
    CKPTI_UNDO_DIRECTORY = 9,     /* an empty directory, will be removed */
    CKPTI_UNDO_SYMLINK = 10,      /* content: where it leads */
    CKPTI_UNDO_NAMES = 11,        /* after the first record of a file with several names; length: its inode, hash: identity, mode: how many names */
    CKPTI_UNDO_MODE = 12,         /* will get other permissions than these */
    CKPTI_UNDO_FIFO = 13,         /* a named pipe, will be removed */
    CKPTI_UNDO_PUT_BACK = 15      /* files are put back as they were at the beginning of segment `length` (mode 1: have been); path: the directory
                                     that the run goes on in, if that is another one */
};

typedef struct ckpti_undo {
    enum ckpti_undo_kind kind;
    const char *path;
    uint64_t length, hash;
    uint32_t mode;
    const unsigned char *content; /* [content_size] */
    size_t content_size;
    uint64_t segment;             /* that it was read from */
    bool ends;                    /* reading only: of kind UPDATE, the hash is that of its ends */
    uint64_t time;                /* when it was written, ns since 1970; reading only; 0: not known */
} ckpti_undo;

/* Where journals are; 0: nowhere. */
void ckpti_undo_start(const char *directory);
bool ckpti_undo_active(void);
/* Write nothing for now: another program has the directory. Then go on, in a segment of its own. */
void ckpti_undo_pause(bool pause);
/* Number of the segment that records go to now. */
uint64_t ckpti_undo_segment(void);
void ckpti_undo_next_segment(void);
/* This process goes on from an image: the segments from `segment` on belong to it; 0: it is another journal's. */
void ckpti_undo_restored(uint64_t segment);
/* The directory that this process' journal is in; 0: it has none. */
const char *ckpti_undo_directory(void);
/* This process goes on from an image: what comes does not begin a run. */
void ckpti_undo_goes_on(void);
/* Append a record, whole or not at all; the first failure is reported. */
void ckpti_undo_put(const ckpti_undo *record);
/* Link a file into the directory. name: [32], set on success. */
bool ckpti_undo_link(const char *path, char *name);
/* Remove segments that no image needs: an image with that segment is on disk. */
void ckpti_undo_committed(uint64_t segment);
void ckpti_undo_ended(void);
/* Read all records of that directory's segments from `first` on, in order. Damaged ends of segments are skipped. */
ckpt_status ckpti_undo_read(const char *directory, uint64_t first, ckpt_status (*take)(void *to, const ckpti_undo *record), void *to);
/* The segment in which the last run began that did not end by itself; not open: there is none. */
ckpt_status ckpti_undo_unfinished(const char *directory, uint64_t *segment, bool *open);

/* ---- which journal is an image's (undo_home.c) ---- */

/* A number that tells this process' journal from all others, in a file beside it; 0: it has none. */
uint64_t ckpti_undo_id(void);
/* The image that is read next; 0: one in memory. */
void ckpti_undo_image(const char *path);
/* The directory of the journal of the image just read: the one beside it, or the one that the image names, or none (0), by the number it has of it (0: it
 * is of before, and the one beside it counts). Borrowed. */
const char *ckpti_undo_home(uint64_t id, const char *named);
/* Is that this process' own? */
bool ckpti_undo_is_own(const char *home);
/* Note in that journal that files are put back as they were when segment `segment` began (done: have been), for a run that goes on in this process'
 * journal, or in none. */
void ckpti_undo_note_back(const char *home, uint64_t segment, bool done);
/* Add a record to that journal. */
void ckpti_undo_note(const char *home, const ckpti_undo *record);
/* Have files been put back to how they were before that segment began, after it had?  Errors  CKPT_EBADIMAGE: yes */
ckpt_status ckpti_undo_check_back(const char *directory, uint64_t segment);
/* Say so. */
ckpt_status ckpti_undo_fail_back(const char *directory);

/* What is the same of all names of a file, and of no other file, also of none that gets its inode later. False if there is no file. */
bool ckpti_files_identity(const char *path, uint64_t *identity, uint64_t *inode, uint32_t *names);

/* What is the same of a file's inode for all ranks of a job that share the file, and for no others. */
uint64_t ckpti_files_key(const char *path, uint64_t inode);
/* The time, ns since 1970. */
uint64_t ckpti_files_now(void);

/* ---- files_hash.c ---- */
/* A number made of the file's first `length` bytes; above CKPTI_COMPARE_WHOLE, of its ends and the time of its last change. */
bool ckpti_files_hash(int fd, uint64_t length, uint64_t *hash);
/* A quick one, of all bytes up to 128 KiB, else of the first and last 64 KiB. */
bool ckpti_files_hash_ends(int fd, uint64_t length, uint64_t *hash);

/* ---- putting back (undo_plan.c, undo_apply.c) -------------------------------------------------------------------------------------------- */

/* How a file must be. */
typedef struct ckpti_plan_file {
    char *path;                   /* as in the image or journal */
    enum ckpti_undo_kind kind;
    uint32_t flags;               /* CKPTI_WF_ */
    uint64_t length, hash;
    uint64_t hashed;              /* with CKPTI_WF_HASHED, _ENDS: of how many bytes the hash is */
    uint32_t mode;
    unsigned char *content;
    size_t content_size;
    uint64_t segment, time;       /* of its first record in the journal; 0: only the image has it */
    char *rescued;                /* owned: a name that its file has while files are put back; 0: none */
    uint64_t moved, moved_time;   /* of one that is LOST for its name only: its identity, and when it was changed last (ns since 1970); else 0 */
    uint64_t identity, inode;     /* with CKPTI_PLAN_NAMES */
    uint32_t names;
    uint64_t done;                /* identity of what is at its path, once it is as it must be; 0: not yet */
    bool back;                    /* the file itself is in its place again */
    enum ckpti_undo_kind later_kind; /* of one with CKPTI_WF_IDLE: what the journal has of it, CONTENT or LINK, beside what the image says; else 0 */
    unsigned char *later;         /* [later_size] */
    size_t later_size;
    uint64_t content_time, later_time; /* when the journal put it aside; 0: it is the image's */
    struct ckpti_plan_file *next, *chain;
} ckpti_plan_file;

enum { CKPTI_PLAN_BUCKETS = 512 };

/* Flag beside CKPTI_WF_: only the image says that the file is not to be there. It is removed if the journal says that the program
 * made it since; else it is somebody else's. */
#define CKPTI_PLAN_UNCONFIRMED 0x80000000u
/* It had several names; its permissions were changed. */
#define CKPTI_PLAN_NAMES 0x40000000u
#define CKPTI_PLAN_MODE 0x20000000u
/* Another rank of the job puts it back, or nobody has to (files_job.c). */
#define CKPTI_PLAN_OTHERS 0x10000000u

typedef struct ckpti_plan {
    ckpti_plan_file *first, *last, *buckets[CKPTI_PLAN_BUCKETS];
    char *from, *to;              /* owned: paths below `from` are now below `to`; 0: as they are */
    char *journal;                /* owned: directory of the journal; 0: none */
    uint64_t segment;             /* the first one of it that counts */
    char *elsewhere;              /* owned: where another run that went on from there has its journal; 0: none */
    uint64_t time;                /* of the image's list; 0: none, or not of a job */
    bool together;                /* all ranks of a job put back files at once */
} ckpti_plan;                     /* all zero: empty */

void ckpti_plan_free(ckpti_plan *plan);
/* Add what the image says. The plan takes nothing over. */
ckpt_status ckpti_plan_add(ckpti_plan *plan, const ckpti_plan_file *file);
/* Add what the journal in that directory (0: none) says since then: what a file was first counts.
 * Errors  CKPT_EBADIMAGE: files have been put back to a state before that */
ckpt_status ckpti_plan_add_journal(ckpti_plan *plan, const char *directory, uint64_t segment);
/* A file of that journal: a link to what has lost its name. */
bool ckpti_plan_kept(const ckpti_plan *plan, const char *name, char *out, size_t size);
/* A file of the plan by its canonical path, or 0. */
const ckpti_plan_file *ckpti_plan_find(const ckpti_plan *plan, const char *path);
/* Whether files that must be there are, or can be made. Changes nothing. */
ckpt_status ckpti_plan_check(const ckpti_plan *plan);
/* Put all files back. What cannot be is reported, and an error if it was open at the checkpoint. May be repeated. */
ckpt_status ckpti_plan_apply(const ckpti_plan *plan);
/* Of a job (else nothing): agree with the other ranks on who puts back a file that several have written. Collective.
 * Errors  CKPT_EFILE: what the file was at the line is not known */
ckpt_status ckpti_plan_agree(ckpti_plan *plan);
/* The path as it is here, [PATH_MAX]. */
void ckpti_plan_path(const ckpti_plan *plan, const char *path, char *out);

#endif
