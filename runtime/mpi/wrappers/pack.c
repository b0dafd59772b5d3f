/* pack.c - packing into the program's memory, and addresses. See handles/packing.h. */
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include "mpi/handles/apart.h"
#include "mpi/handles/data.h"
#include "mpi/handles/packing.h"
#include "mpi/handles/told.h"
#include "mpi/handles/types.h"
#include "shim.h"
#include "wrap_calls.h"

int ckpt_MPI_Pack_size(int count, int type, int comm, int *size)
{
    ckptm_u64 all;

    (void)comm;
    if (!ckptm_type_usable(type))
        return MPI_ERR_TYPE;
    all = (ckptm_u64)count * ckptm_type_size(type);
    *size = all > INT_MAX ? MPI_UNDEFINED : (int)all;
    return 0;
}

int ckpt_MPI_Pack(const void *inbuf, int count, int type, void *outbuf, int outsize, int *position, int comm)
{
    ckptm_u64 size;

    (void)comm;
    if (!ckptm_type_usable(type))
        return MPI_ERR_TYPE;
    if (count < 0)
        return MPI_ERR_COUNT;
    size = (ckptm_u64)count * ckptm_type_size(type);
    if (*position < 0 || *position > outsize || size > (ckptm_u64)(outsize - *position))
        return MPI_ERR_TRUNCATE;
    ckptm_type_used_with(type, inbuf, (ckptm_u64)count, true);
    ckptm_pack(type, (ckptm_u64)count, inbuf, (unsigned char *)outbuf + *position);
    ckptm_packed_here((unsigned char *)outbuf + *position, size);
    *position += (int)size;
    return 0;
}

int ckpt_MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int count, int type, int comm)
{
    ckptm_u64 size;

    (void)comm;
    if (!ckptm_type_usable(type))
        return MPI_ERR_TYPE;
    if (count < 0)
        return MPI_ERR_COUNT;
    size = (ckptm_u64)count * ckptm_type_size(type);
    if (*position < 0 || *position > insize || size > (ckptm_u64)(insize - *position))
        return MPI_ERR_TRUNCATE;
    ckptm_packed_check((const unsigned char *)inbuf + *position, size, "MPI_Unpack");
    ckptm_type_used_with(type, outbuf, (ckptm_u64)count, false);
    ckptm_unpack(type, (ckptm_u64)count, (const unsigned char *)inbuf + *position, outbuf);
    *position += (int)size;
    return 0;
}

/* ---- external32: bytes that mean the same everywhere ---- */

static int check_external(const char *datarep, int type)
{
    if (strcmp(datarep, "external32") != 0)
        return MPI_ERR_ARG;
    return ckptm_type_usable(type) ? 0 : MPI_ERR_TYPE;
}

int ckpt_MPI_Pack_external_size(const char *datarep, int count, int type, long *size)
{
    int error = check_external(datarep, type);

    if (!error)
        *size = (long)ckptm_external_size(type, (ckptm_u64)count);
    return error;
}

int ckpt_MPI_Pack_external(const char *datarep, const void *inbuf, int count, int type, void *outbuf, long outsize, long *position)
{
    int error = check_external(datarep, type);
    ckptm_u64 size;

    if (error)
        return error;
    size = ckptm_external_size(type, (ckptm_u64)count);
    if (*position < 0 || *position > outsize || size > (ckptm_u64)(outsize - *position))
        return MPI_ERR_TRUNCATE;
    ckptm_type_used_with(type, inbuf, (ckptm_u64)count, true);
    if (!ckptm_pack_external(type, (ckptm_u64)count, inbuf, (unsigned char *)outbuf + *position))
        return MPI_ERR_CONVERSION;
    *position += (long)size;
    return 0;
}

int ckpt_MPI_Unpack_external(const char datarep[], const void *inbuf, long insize, long *position, void *outbuf, int count, int type)
{
    int error = check_external(datarep, type);
    ckptm_u64 size;

    if (error)
        return error;
    size = ckptm_external_size(type, (ckptm_u64)count);
    if (*position < 0 || *position > insize || size > (ckptm_u64)(insize - *position))
        return MPI_ERR_TRUNCATE;
    ckptm_type_used_with(type, outbuf, (ckptm_u64)count, false);
    if (!ckptm_unpack_external(type, (ckptm_u64)count, (const unsigned char *)inbuf + *position, outbuf))
        return MPI_ERR_CONVERSION;
    *position += (long)size;
    return 0;
}

/* ---- addresses ---- */

int ckpt_MPI_Get_address(const void *location, long *address)
{
    *address = (long)(intptr_t)location;
    ckptm_apart_asked(location);
    ckptm_told(location);
    return 0;
}

int ckpt_MPI_Address(void *location, long *address) { return ckpt_MPI_Get_address(location, address); }
MPI_Aint ckpt_MPI_Aint_add(long base, long disp) { return ckptm_told_add(base, disp); }
MPI_Aint ckpt_MPI_Aint_diff(long addr1, long addr2) { return ckptm_told_difference(addr1, addr2); }
