/* unit_types.c - types of the units, and those that every program has. See unit_types.h. */
#include "objects/unit_types.h"
#include "objects/units.h"

#define INTEGER(KIND, T) {.kind = KIND, .flags = (T)-1 < (T)1 ? CKPTG_T_SIGNED : 0, .name = #T, .size = sizeof(T), .align = _Alignof(T)}
#define REAL(KIND, T, digits) {.kind = KIND, .mant = digits, .name = #T, .size = sizeof(T), .align = _Alignof(T)}

static const ckptg_type basic[] = {
    INTEGER(CKPTG_BOOL, _Bool), INTEGER(CKPTG_CHAR, char), INTEGER(CKPTG_SCHAR, signed char), INTEGER(CKPTG_UCHAR, unsigned char),
    INTEGER(CKPTG_SHORT, short), INTEGER(CKPTG_USHORT, unsigned short), INTEGER(CKPTG_INT, int), INTEGER(CKPTG_UINT, unsigned int),
    INTEGER(CKPTG_LONG, long), INTEGER(CKPTG_ULONG, unsigned long), INTEGER(CKPTG_LLONG, long long),
    INTEGER(CKPTG_ULLONG, unsigned long long),
#ifdef __SIZEOF_INT128__
    INTEGER(CKPTG_INT128, __int128), INTEGER(CKPTG_UINT128, unsigned __int128),
#endif
    REAL(CKPTG_FLOAT, float, __FLT_MANT_DIG__), REAL(CKPTG_DOUBLE, double, __DBL_MANT_DIG__),
    REAL(CKPTG_LDOUBLE, long double, __LDBL_MANT_DIG__), REAL(CKPTG_CFLOAT, float _Complex, __FLT_MANT_DIG__),
    REAL(CKPTG_CDOUBLE, double _Complex, __DBL_MANT_DIG__), REAL(CKPTG_CLDOUBLE, long double _Complex, __LDBL_MANT_DIG__),
};
static const ckptg_type nothing = {.kind = CKPTG_VOID, .name = "void"};
static const ckptg_type pointer = {.kind = CKPTG_POINTER, .name = "void *", .size = sizeof(void *), .align = _Alignof(void *), .elem = &nothing};

bool ckpti_basic_types(ckpti_universe *u)
{
    for (size_t i = 0; i < sizeof basic / sizeof *basic; i++)
        if (!ckpti_universe_add(u, &basic[i]))
            return false;
    return ckpti_universe_add(u, &pointer);
}

const ckptg_type *ckpti_basic_type(unsigned kind)
{
    for (size_t i = 0; i < sizeof basic / sizeof *basic; i++)
        if (basic[i].kind == kind)
            return &basic[i];
    return 0;
}

bool ckpti_units_types(ckpti_universe *u)
{
    bool ok = true;
    for (const ckptg_unit *unit = ckpti_units(); unit && ok; unit = unit->next) {
        for (size_t i = 0; i < unit->nvars && ok; i++)
            ok = ckpti_universe_add(u, unit->vars[i].type);
        for (size_t i = 0; i < unit->nliterals && ok; i++)
            ok = ckpti_universe_add(u, unit->literals[i].elem);
        for (size_t i = 0; i < unit->ntypes && ok; i++)
            ok = ckpti_universe_add(u, unit->types[i]);
        for (size_t i = 0; i < unit->nchanges && ok; i++)
            ok = ckpti_universe_add(u, unit->changes[i].type);
        for (size_t i = 0; i < unit->nfunctions && ok; i++)
            for (uint32_t k = 0; k < unit->functions[i]->nresumes && ok; k++) {
                const ckptg_resume *r = &unit->functions[i]->resumes[k];
                for (uint32_t j = 0; j < r->nlocals && ok; j++)
                    ok = ckpti_universe_add(u, r->locals[j].type);
            }
    }
    return ok;
}
