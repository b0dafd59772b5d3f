/* files_entry.h - what is known of one file that the program has written, removed, renamed or made. Shared by files_log.c and files_list.c.
 *
 * Thread     under the lock of files.h.
 */
#ifndef CKPTI_FILES_ENTRY_H
#define CKPTI_FILES_ENTRY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What the journal has of a file in this segment. */
enum ckpti_files_known { CKPTI_KNOWN_NOTHING, CKPTI_KNOWN_LENGTH, CKPTI_KNOWN_HASH, CKPTI_KNOWN_WHOLE };

typedef struct ckpti_file_entry {
    struct ckpti_file_entry *chain, *next; /* of the bucket; in order of appearance */
    char *path;
    uint64_t segment, length;         /* of `known`; length before the first change in it */
    enum ckpti_files_known known;
    uint32_t touches;                 /* in `segment` */
    unsigned flags;                   /* OPEN, UPDATE, IDLE at the site being prepared */
    uint64_t listed, listed_length;   /* the segment whose image lists it, and with which length */
    uint64_t inode;                   /* when it was listed or the program restarted */
    uint64_t mode_known, mode_inode;  /* the segment whose journal has its permissions; of which file, */
    uint32_t mode;                    /* and which */
    uint64_t counted;                 /* the segment in which it got its first name more, and how many it had before */
    uint32_t names;
    uint64_t linked;                  /* the file that it led to when it got another name; may be out of date */
    bool written;                     /* more than its permissions was changed */
    bool was_open, was_idle;          /* at the last checkpoint */
    bool busy;                        /* at the site being prepared it has a handle that is not idle, or several */
    int idle_fd;                      /* the idle one, */
    uint64_t opened;                  /* and when it was opened, ns since 1970 */
    uint64_t active, idle, state;     /* jobs: the segment whose image lists it as active, as idle, and what it was */
    uint64_t time;                    /* of the first change in `segment` */
} ckpti_file_entry;

/* All of them, in order of appearance. */
ckpti_file_entry *ckpti_files_entries(void);
/* The entry of a file that the program writes, made if there is none; 0 without memory. */
ckpti_file_entry *ckpti_files_entry(const char *canonical);
/* Read `size` bytes that begin at byte `from`; false if they are not there, or cannot be read. */
bool ckpti_files_read(int fd, void *to, size_t size, uint64_t from);

#endif
