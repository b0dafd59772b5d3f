/* random48.c - drand48 and its relatives with state that an image carries.
 *
 * Purpose    ckptg_w_drand48, _erand48, _lrand48, _nrand48, _mrand48, _jrand48, _srand48, _seed48, _lcong48 on the C library's own
 *            reentrant functions: the same numbers.
 * Invariants `data` is the state as a structure of short and 64-bit numbers, saved field by field.
 * Thread     the C library's have no lock either.
 */
#include <stdlib.h>
#include <string.h>
#include "objects/process_roots.h"

static struct drand48_data data;

CKPTI_ARRAY(short3, ckpti_t_ushort, 3, "unsigned short[3]", unsigned short);
static const ckptg_field fields[] = {
    { .name = "x", .type = &short3, .offset = __builtin_offsetof(struct drand48_data, __x) },
    { .name = "old_x", .type = &short3, .offset = __builtin_offsetof(struct drand48_data, __old_x) },
    { .name = "c", .type = &ckpti_t_ushort, .offset = __builtin_offsetof(struct drand48_data, __c) },
    { .name = "init", .type = &ckpti_t_ushort, .offset = __builtin_offsetof(struct drand48_data, __init) },
    { .name = "a", .type = &ckpti_t_ullong, .offset = __builtin_offsetof(struct drand48_data, __a) }
};
CKPTI_STRUCT(data_type, struct drand48_data, "struct drand48_data", fields);
static const ckptg_var vars[] = { CKPTI_VAR("drand48", data, data_type) };
CKPTI_UNIT(random48_unit, "random48", vars)

double ckptg_w_erand48(unsigned short x[3])
{
    double result;

    CKPTI_USE(random48_unit);
    (void)erand48_r(x, &data, &result);
    return result;
}

double ckptg_w_drand48(void) { return ckptg_w_erand48(data.__x); }

long ckptg_w_nrand48(unsigned short x[3])
{
    long result;

    CKPTI_USE(random48_unit);
    (void)nrand48_r(x, &data, &result);
    return result;
}

long ckptg_w_lrand48(void) { return ckptg_w_nrand48(data.__x); }

long ckptg_w_jrand48(unsigned short x[3])
{
    long result;

    CKPTI_USE(random48_unit);
    (void)jrand48_r(x, &data, &result);
    return result;
}

long ckptg_w_mrand48(void) { return ckptg_w_jrand48(data.__x); }

void ckptg_w_srand48(long value)
{
    CKPTI_USE(random48_unit);
    (void)srand48_r(value, &data);
}

unsigned short *ckptg_w_seed48(unsigned short x[3])
{
    CKPTI_USE(random48_unit);
    (void)seed48_r(x, &data);
    return data.__old_x;               /* the values before; a pointer that the program keeps is saved as one into `data` */
}

void ckptg_w_lcong48(unsigned short parameters[7])
{
    CKPTI_USE(random48_unit);
    (void)lcong48_r(parameters, &data);
}
