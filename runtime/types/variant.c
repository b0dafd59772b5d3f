/* variant.c - which member of a union, which of the structures that begin with a header: what #pragma ckpt variant says. See types.h. */
#include "types/types.h"
#include "xdr/xdr_bulk.h"

enum { NESTED = 8 };             /* headers that begin with headers; more are a circle */

bool ckpti_variant_selected(const ckpti_type *type, const void *memory, const ckpti_field **member, long long *tag)
{
    uint32_t i = type->native->select(memory, tag);
    *member = 0;
    if (i == CKPTG_NO_VARIANT)
        return false;
    if (i)
        *member = &type->fields[i - 1];
    return true;
}

const ckpti_field *ckpti_variant_encoded(const ckpti_type *type, const unsigned char *data)
{
    uint32_t i = ckpt_xdr_get32(data);
    return i && i <= type->nfields ? &type->fields[i - 1] : 0;
}

const ckpti_type *ckpti_header_of(const ckpti_type *type)
{
    for (int i = 0; type->header && i < NESTED; i++)
        type = type->header;
    return type;
}

const ckpti_type *ckpti_header_selected(const ckpti_type *header, const void *start, uint64_t size, long long *tag)
{
    for (int i = 0; header->flags & CKPTG_T_HEADER && i < NESTED; i++) {
        uint32_t k = size >= header->size ? header->native->select(start, tag) : CKPTG_NO_VARIANT;
        if (!k || k == CKPTG_NO_VARIANT)
            return 0;
        const ckpti_type *is = header->variants[k - 1];
        if (is == header)
            break;
        header = is;
    }
    return header;
}
