/* infos.c - see infos.h */
#include <stdlib.h>
#include <string.h>
#include "ckpt_abi.h"
#include "mpi/handles/infos.h"
#include "shim.h"

ckptm_info *ckptm_info_get(int info)
{
    if (info == MPI_INFO_ENV)
        return &ckptm_handles.environment;
    return info >= CKPTM_FIRST && info < ckptm_handles.ninfos && ckptm_handles.infos[info].used ? &ckptm_handles.infos[info] : 0;
}

ckptm_hint **ckptm_info_find(ckptm_info *info, const char *key)
{
    ckptm_hint **at = &info->first;

    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

void ckptm_info_set(ckptm_info *info, const char *key, const char *value)
{
    ckptm_hint **at = ckptm_info_find(info, key);

    if (!*at) {
        *at = ckptm_new_of(&ckptm_hint_type, 1);
        (*at)->key = ckptm_new_text(key, strlen(key));
    }
    free((*at)->value);
    (*at)->value = ckptm_new_text(value, strlen(value));
}

void ckptm_info_remove(ckptm_hint **at)
{
    ckptm_hint *gone = *at;

    *at = gone->next;
    free(gone->key);
    free(gone->value);
    free(gone);
}

void ckptm_infos_start(void)
{
    char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];

    for (int i = 0; ckptm_info_env(i, key, sizeof key, value, sizeof value); i++)
        ckptm_info_set(&ckptm_handles.environment, key, value);
}
