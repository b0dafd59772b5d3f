/* handles.c - the records of handles, described as ckptcc describes a program's variables. See handles.h. */
#include <stdlib.h>
#include <string.h>
#include "ckpt_abi.h"
#include "mpi/handles/handles.h"
#include "objects/process_roots.h"

ckptm_handles_t ckptm_handles;

#define F CKPTI_FIELD
CKPTI_POINTER(t_intp, ckpti_t_int, "int *");

static const ckptg_field group_fields[] = { F(ckptm_group, used, ckpti_t_int), F(ckptm_group, size, ckpti_t_int), F(ckptm_group, world, t_intp) };
CKPTI_STRUCT(t_group, ckptm_group, "struct ckptm_group", group_fields);
CKPTI_POINTER(t_groupp, t_group, "struct ckptm_group *");

static const ckptg_field errhandler_fields[] = { F(ckptm_errhandler, used, ckpti_t_int), F(ckptm_errhandler, function, ckpti_t_functionp) };
CKPTI_STRUCT(t_errhandler, ckptm_errhandler, "struct ckptm_errhandler", errhandler_fields);
CKPTI_POINTER(t_errhandlerp, t_errhandler, "struct ckptm_errhandler *");

static const ckptg_field added_fields[] = { F(ckptm_added, used, ckpti_t_int), F(ckptm_added, class, ckpti_t_int), F(ckptm_added, text, ckpti_t_charp) };
CKPTI_STRUCT(t_added, ckptm_added, "struct ckptm_added", added_fields);
CKPTI_POINTER(t_addedp, t_added, "struct ckptm_added *");

static const ckptg_field keyval_fields[] = {
    F(ckptm_keyval, used, ckpti_t_int), F(ckptm_keyval, live, ckpti_t_int), F(ckptm_keyval, bearer, ckpti_t_int),
    F(ckptm_keyval, copy, ckpti_t_functionp), F(ckptm_keyval, delete, ckpti_t_functionp), F(ckptm_keyval, extra, ckpti_t_voidp),
};
CKPTI_STRUCT(t_keyval, ckptm_keyval, "struct ckptm_keyval", keyval_fields);
CKPTI_POINTER(t_keyvalp, t_keyval, "struct ckptm_keyval *");

CKPTI_POINTER(t_attributep, ckptm_attribute_type, "struct ckptm_attribute *");
static const ckptg_field attribute_fields[] = {
    F(ckptm_attribute, keyval, ckpti_t_int), F(ckptm_attribute, value, ckpti_t_voidp), F(ckptm_attribute, next, t_attributep),
};
const ckptg_type ckptm_attribute_type = { .kind = CKPTG_STRUCT, .nfields = CKPTI_COUNT(attribute_fields), .name = "struct ckptm_attribute",
                                          .size = sizeof(ckptm_attribute), .align = _Alignof(ckptm_attribute), .fields = attribute_fields };

CKPTI_POINTER(t_hintp, ckptm_hint_type, "struct ckptm_hint *");
static const ckptg_field hint_fields[] = { F(ckptm_hint, key, ckpti_t_charp), F(ckptm_hint, value, ckpti_t_charp), F(ckptm_hint, next, t_hintp) };
const ckptg_type ckptm_hint_type = { .kind = CKPTG_STRUCT, .nfields = CKPTI_COUNT(hint_fields), .name = "struct ckptm_hint",
                                     .size = sizeof(ckptm_hint), .align = _Alignof(ckptm_hint), .fields = hint_fields };

static const ckptg_field info_fields[] = { F(ckptm_info, used, ckpti_t_int), F(ckptm_info, first, t_hintp) };
CKPTI_STRUCT(t_info, ckptm_info, "struct ckptm_info", info_fields);
CKPTI_POINTER(t_infop, t_info, "struct ckptm_info *");

static const ckptg_field handles_fields[] = {
    F(ckptm_handles_t, groups, t_groupp), F(ckptm_handles_t, ngroups, ckpti_t_int), F(ckptm_handles_t, errhandlers, t_errhandlerp),
    F(ckptm_handles_t, nerrhandlers, ckpti_t_int), F(ckptm_handles_t, added, t_addedp), F(ckptm_handles_t, nadded, ckpti_t_int),
    F(ckptm_handles_t, keyvals, t_keyvalp), F(ckptm_handles_t, nkeyvals, ckpti_t_int), F(ckptm_handles_t, infos, t_infop),
    F(ckptm_handles_t, ninfos, ckpti_t_int), F(ckptm_handles_t, environment, t_info),
};
CKPTI_STRUCT(t_handles, ckptm_handles_t, "struct ckptm_handles", handles_fields);

static const ckptg_var variables[] = { CKPTI_VAR("handles", ckptm_handles, t_handles) };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "libckpt/mpi/handles", .vars = variables, .nvars = CKPTI_COUNT(variables) };

static void __attribute__((constructor)) add(void) { ckptg_register(&unit); }

/* The list of a kind, and the type of its records, which begin with `used`. */
static const struct list {
    void *records;                /* of a pointer */
    int *count;
    const ckptg_type *type;
} lists[CKPTM_H_KINDS] = {
    [CKPTM_H_GROUP] = { &ckptm_handles.groups, &ckptm_handles.ngroups, &t_group },
    [CKPTM_H_ERRHANDLER] = { &ckptm_handles.errhandlers, &ckptm_handles.nerrhandlers, &t_errhandler },
    [CKPTM_H_ADDED] = { &ckptm_handles.added, &ckptm_handles.nadded, &t_added },
    [CKPTM_H_KEYVAL] = { &ckptm_handles.keyvals, &ckptm_handles.nkeyvals, &t_keyval },
    [CKPTM_H_INFO] = { &ckptm_handles.infos, &ckptm_handles.ninfos, &t_info },
};

int ckptm_handle_new(enum ckptm_handle_type kind)
{
    const struct list *l = &lists[kind];
    size_t size = l->type->size;
    int at = CKPTM_FIRST, used = 1;
    char *old;

    memcpy(&old, l->records, sizeof old);
    while (at < *l->count && *(int *)(void *)(old + (size_t)at * size))
        at++;
    if (at >= *l->count) {
        int room = *l->count ? 2 * *l->count : 2 * CKPTM_FIRST;
        char *new = ckptm_new_of(l->type, (size_t)room);

        if (old)
            memcpy(new, old, (size_t)*l->count * size);
        memcpy(l->records, &new, sizeof new);
        *l->count = room;
        free(old);
        old = new;
    }
    memset(old + (size_t)at * size, 0, size);
    memcpy(old + (size_t)at * size, &used, sizeof used);
    return at;
}

char *ckptm_new_text(const char *text, size_t length)
{
    char *copy = ckptm_new_of(&ckpti_t_char, length + 1);

    memcpy(copy, text, length);
    return copy;
}
