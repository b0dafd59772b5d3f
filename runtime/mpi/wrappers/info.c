/* info.c - calls about info objects. See handles/infos.h. */
#include <stdio.h>
#include <string.h>
#include "mpi/handles/infos.h"
#include "mpi/layer.h"
#include "wrap_calls.h"

static int check_key(const char *key) { return !key || !*key || strlen(key) > MPI_MAX_INFO_KEY ? MPI_ERR_INFO_KEY : 0; }

/* One that the program may change. */
static ckptm_info *own(int info) { return info == MPI_INFO_ENV ? 0 : ckptm_info_get(info); }

int ckpt_MPI_Info_create(int *info)
{
    *info = ckptm_handle_new(CKPTM_H_INFO);
    return 0;
}

int ckpt_MPI_Info_set(int info, const char *key, const char *value)
{
    if (!own(info))
        return MPI_ERR_INFO;
    if (check_key(key))
        return MPI_ERR_INFO_KEY;
    if (!value || strlen(value) > MPI_MAX_INFO_VAL)
        return MPI_ERR_INFO_VALUE;
    ckptm_info_set(own(info), key, value);
    return 0;
}

/* The pair with that key, or 0. */
static int find(int info, const char *key, const ckptm_hint **found)
{
    if (!ckptm_info_get(info))
        return MPI_ERR_INFO;
    if (check_key(key))
        return MPI_ERR_INFO_KEY;
    *found = *ckptm_info_find(ckptm_info_get(info), key);
    return 0;
}

int ckpt_MPI_Info_get(int info, const char *key, int room, char *value, int *flag)
{
    const ckptm_hint *found = 0;
    int error = room < 0 ? MPI_ERR_ARG : find(info, key, &found);

    if (error)
        return error;
    *flag = found != 0;
    if (found)
        snprintf(value, (size_t)room + 1, "%s", found->value);
    return 0;
}

int ckpt_MPI_Info_get_valuelen(int info, const char *key, int *length, int *flag)
{
    const ckptm_hint *found = 0;
    int error = find(info, key, &found);

    if (error)
        return error;
    *flag = found != 0;
    if (found)
        *length = (int)strlen(found->value);
    return 0;
}

int ckpt_MPI_Info_delete(int info, const char *key)
{
    ckptm_hint **at;

    if (!own(info))
        return MPI_ERR_INFO;
    if (check_key(key))
        return MPI_ERR_INFO_KEY;
    at = ckptm_info_find(own(info), key);
    if (!*at)
        return MPI_ERR_INFO_NOKEY;
    ckptm_info_remove(at);
    return 0;
}

int ckpt_MPI_Info_get_nkeys(int info, int *nkeys)
{
    if (!ckptm_info_get(info))
        return MPI_ERR_INFO;
    *nkeys = 0;
    for (const ckptm_hint *h = ckptm_info_get(info)->first; h; h = h->next)
        ++*nkeys;
    return 0;
}

int ckpt_MPI_Info_get_nthkey(int info, int n, char *key)
{
    const ckptm_hint *h = ckptm_info_get(info) ? ckptm_info_get(info)->first : 0;

    if (!ckptm_info_get(info))
        return MPI_ERR_INFO;
    for (int i = 0; h && i < n; i++)
        h = h->next;
    if (!h || n < 0)
        return MPI_ERR_ARG;
    strcpy(key, h->key);
    return 0;
}

int ckpt_MPI_Info_dup(int info, int *newinfo)
{
    if (!ckptm_info_get(info))
        return MPI_ERR_INFO;
    ckpt_MPI_Info_create(newinfo);
    for (const ckptm_hint *h = ckptm_info_get(info)->first; h; h = h->next)
        ckptm_info_set(ckptm_info_get(*newinfo), h->key, h->value);
    return 0;
}

int ckpt_MPI_Info_free(int *info)
{
    ckptm_info *i = own(*info);

    if (!i)
        return MPI_ERR_INFO;
    while (i->first)
        ckptm_info_remove(&i->first);
    i->used = 0;
    *info = MPI_INFO_NULL;
    return 0;
}

/* ---- hints to communicators: none is known here, and unknown ones are ignored ---- */

int ckpt_MPI_Comm_set_info(int comm, int info)
{
    (void)comm;
    return ckptm_info_get(info) ? 0 : MPI_ERR_INFO;
}

int ckpt_MPI_Comm_get_info(int comm, int *info)
{
    (void)comm;
    return ckpt_MPI_Info_create(info);
}
