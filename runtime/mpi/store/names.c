/* names.c - see names.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/os.h"
#include "mpi/store/names.h"

void ckptm_name_record(const char *directory, uint64_t line, char *path, size_t size)
{
    snprintf(path, size, "%s/line-%06llu.commit", directory, (unsigned long long)line);
}

void ckptm_name_log(const char *directory, char *path, size_t size) { snprintf(path, size, "%s/lines.log", directory); }

void ckptm_name_rank(const char *directory, int rank, char *path, size_t size) { snprintf(path, size, "%s/rank-%04d", directory, rank); }

void ckptm_name_image(const char *directory, int rank, uint64_t line, char *path, size_t size)
{
    snprintf(path, size, "%s/rank-%04d/ckpt-%06llu.img", directory, rank, (unsigned long long)line);
}

void ckptm_name_part(const char *directory, int rank, uint64_t line, char *path, size_t size)
{
    snprintf(path, size, "%s/rank-%04d/line-%06llu.msg", directory, rank, (unsigned long long)line);
}

uint64_t ckptm_name_number(const char *name, const char *prefix, const char *suffix)
{
    size_t length = strlen(prefix);
    uint64_t number;
    char *end;

    if (strncmp(name, prefix, length) != 0 || name[length] < '0' || name[length] > '9')
        return 0;
    number = strtoull(name + length, &end, 10);
    return strcmp(end, suffix) == 0 ? number : 0;
}

int ckptm_name_rank_number(const char *name)
{
    char *end;
    long number;

    if (strncmp(name, "rank-", 5) != 0 || name[5] < '0' || name[5] > '9')
        return -1;
    number = strtol(name + 5, &end, 10);
    return *end || number > 1 << 24 ? -1 : (int)number;
}

static int newest_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? 1 : x > y ? -1 : 0;
}

uint64_t *ckptm_name_list(const char *directory, const char *prefix, const char *suffix, size_t *count)
{
    uint64_t *list = 0, number;
    struct dirent64 *entry;
    DIR *dir = ckpti_os.opendir(directory);

    *count = 0;
    while (dir && (entry = ckpti_os.readdir(dir)))
        if ((number = ckptm_name_number(entry->d_name, prefix, suffix))) {
            uint64_t *more = realloc(list, (*count + 1) * sizeof *list);

            if (!more)
                break;
            list = more;
            list[(*count)++] = number;
        }
    if (dir)
        ckpti_os.closedir(dir);
    if (list)
        qsort(list, *count, sizeof *list, newest_first);
    return list;
}

int ckptm_name_ranks(const char *directory)
{
    struct dirent64 *entry;
    DIR *dir = ckpti_os.opendir(directory);
    int ranks = 0;

    while (dir && (entry = ckpti_os.readdir(dir))) {
        int rank = ckptm_name_rank_number(entry->d_name);

        ranks = rank >= ranks ? rank + 1 : ranks;
    }
    if (dir)
        ckpti_os.closedir(dir);
    return ranks;
}
