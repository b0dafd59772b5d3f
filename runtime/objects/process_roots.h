/* process_roots.h - descriptors for state that the runtime keeps in variables of its own on the program's behalf.
 *
 * Purpose    CKPTI_UNIT registers a file's variables as a unit "libckpt/NAME", so that they are saved, converted and restored like
 *            the program's. What a program never uses is not in its images.
 * Invariants names of units, variables and fields are part of the image format: they stay.
 */
#ifndef CKPTI_PROCESS_ROOTS_H
#define CKPTI_PROCESS_ROOTS_H

#include "ckpt_abi.h"

#define CKPTI_COUNT(array) (sizeof(array) / sizeof *(array))

/* A scalar type: KIND as in enum ckptg_kind. */
#define CKPTI_SCALAR(id, KIND, spelt, T) \
    static const ckptg_type id __attribute__((unused)) = { .kind = KIND, .flags = (T)-1 < (T)1 ? CKPTG_T_SIGNED : 0, \
                                                           .name = spelt, .size = sizeof(T), .align = _Alignof(T) }
CKPTI_SCALAR(ckpti_t_int, CKPTG_INT, "int", int);
CKPTI_SCALAR(ckpti_t_uint, CKPTG_UINT, "unsigned int", unsigned);
CKPTI_SCALAR(ckpti_t_ushort, CKPTG_USHORT, "unsigned short", unsigned short);
CKPTI_SCALAR(ckpti_t_long, CKPTG_LONG, "long", long);
CKPTI_SCALAR(ckpti_t_llong, CKPTG_LLONG, "long long", long long);
CKPTI_SCALAR(ckpti_t_ullong, CKPTG_ULLONG, "unsigned long long", unsigned long long);
CKPTI_SCALAR(ckpti_t_char, CKPTG_CHAR, "char", char);

static const ckptg_type ckpti_t_void __attribute__((unused)) = { .kind = CKPTG_VOID, .name = "void" };
static const ckptg_type ckpti_t_function __attribute__((unused)) = { .kind = CKPTG_FUNCTION, .name = "void (void)" };

#define CKPTI_POINTER(id, to, spelt) \
    static const ckptg_type id __attribute__((unused)) = { .kind = CKPTG_POINTER, .name = spelt, .size = sizeof(void *), \
                                                           .align = _Alignof(void *), .elem = &to }
CKPTI_POINTER(ckpti_t_charp, ckpti_t_char, "char *");
CKPTI_POINTER(ckpti_t_voidp, ckpti_t_void, "void *");
CKPTI_POINTER(ckpti_t_charpp, ckpti_t_charp, "char **");
CKPTI_POINTER(ckpti_t_functionp, ckpti_t_function, "void (*)(void)");

#define CKPTI_ARRAY(id, of, n, spelt, T) \
    static const ckptg_type id = { .kind = CKPTG_ARRAY, .name = spelt, .size = (n) * sizeof(T), .align = _Alignof(T), \
                                   .elem = &of, .count = n }

#define CKPTI_FIELD(S, member, field_type) { .name = #member, .type = &field_type, .offset = __builtin_offsetof(S, member) }
#define CKPTI_STRUCT(id, S, spelt, list) \
    static const ckptg_type id = { .kind = CKPTG_STRUCT, .nfields = CKPTI_COUNT(list), .name = spelt, .size = sizeof(S), \
                                   .align = _Alignof(S), .fields = list }

/* Its identity is (unit, name): a variable of that name in the program is another one. */
#define CKPTI_VAR(spelt, variable, var_type) { .name = spelt, .type = &var_type, .addr = (void *)&(variable), .flags = CKPTG_V_STATIC }

/* A unit that is registered when it is used first, or when an image may be restored. */
typedef struct ckpti_lazy_unit {
    ckptg_unit *unit;
    struct ckpti_lazy_unit *next;
    int used;
} ckpti_lazy_unit;

/* Called by constructors. */
void ckpti_lazy_add(ckpti_lazy_unit *lazy);
/* Register it, if it is not yet. Thread: any */
void ckpti_lazy_use(ckpti_lazy_unit *lazy);
/* Register all: an image may have any of them. */
void ckpti_lazy_use_all(void);

/* Declare the unit of the array `list` of ckptg_var; every function that touches the variables begins with CKPTI_USE(id). */
#define CKPTI_UNIT(id, spelt, list) \
    static ckptg_unit id = { .abi = CKPTG_ABI, .file = "libckpt/" spelt, .vars = list, .nvars = CKPTI_COUNT(list) }; \
    static ckpti_lazy_unit id##_lazy = { .unit = &id }; \
    static void __attribute__((constructor)) id##_add(void) { ckpti_lazy_add(&id##_lazy); }
#define CKPTI_USE(id) (__builtin_expect(id##_lazy.used, 1) ? (void)0 : ckpti_lazy_use(&id##_lazy))

#endif
