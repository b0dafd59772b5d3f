/* names.h - the names of a job's files, for those who write them and those who show them. Knows no MPI.
 *
 *   run1/line-000007.commit              the line is committed if this is there (record.h)
 *   run1/lines.log                       why lines were abandoned (record.h)
 *   run1/rank-0003/ckpt-000007.img       rank 3's image
 *   run1/rank-0003/line-000007.msg       its part of the line (lineformat.h)
 */
#ifndef CKPTM_NAMES_H
#define CKPTM_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All write at most `size` bytes. */
void ckptm_name_record(const char *directory, uint64_t line, char *path, size_t size);
void ckptm_name_log(const char *directory, char *path, size_t size);
void ckptm_name_rank(const char *directory, int rank, char *path, size_t size);
void ckptm_name_image(const char *directory, int rank, uint64_t line, char *path, size_t size);
void ckptm_name_part(const char *directory, int rank, uint64_t line, char *path, size_t size);

/* The number in "line-000007" + suffix, 0: another name. Directories of ranks: -1. */
uint64_t ckptm_name_number(const char *name, const char *prefix, const char *suffix);
int ckptm_name_rank_number(const char *name);

/* Numbers of the files prefix-N-suffix in a directory, newest first; *count of them, free() the list. 0: none, or no memory. */
uint64_t *ckptm_name_list(const char *directory, const char *prefix, const char *suffix, size_t *count);
/* One more than the greatest rank that has a directory there. */
int ckptm_name_ranks(const char *directory);

#endif
