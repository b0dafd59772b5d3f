/* unit_types.h - the types of all units, and the types that every program has, for heap blocks whose type no table of this program mentions. */
#ifndef CKPTI_UNIT_TYPES_H
#define CKPTI_UNIT_TYPES_H

#include "types/universe.h"

/* Add the arithmetic types and a pointer to anything. False without memory. */
bool ckpti_basic_types(ckpti_universe *universe);

/* One of them; 0 if this target has none of that kind. */
const ckptg_type *ckpti_basic_type(unsigned kind);

/* Add all types that the tables of the program's units mention. False without memory. */
bool ckpti_units_types(ckpti_universe *universe);

#endif
