/* attributes.c - calls about attributes of communicators and datatypes. See handles/attributes.h. */
#include "mpi/handles/attributes.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"
#include "wrap_calls.h"

/* ---- communicators ---- */

int ckpt_MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *delete, int *keyval, void *extra)
{
    *keyval = ckptm_keyval_make(CKPTM_OF_COMM, (void (*)(void))copy, (void (*)(void))delete, extra);
    return 0;
}

int ckpt_MPI_Comm_free_keyval(int *keyval) { return ckptm_keyval_free(CKPTM_OF_COMM, keyval); }
int ckpt_MPI_Comm_set_attr(int comm, int keyval, void *value) { return ckptm_attribute_set(CKPTM_OF_COMM, comm, keyval, value); }
int ckpt_MPI_Comm_delete_attr(int comm, int keyval) { return ckptm_attribute_delete(CKPTM_OF_COMM, comm, keyval); }

int ckpt_MPI_Comm_get_attr(int comm, int keyval, void *value, int *flag)
{
    return ckptm_attribute_get(CKPTM_OF_COMM, comm, keyval, value, flag);
}

/* ---- names of MPI-1 ---- */

int ckpt_MPI_Keyval_create(MPI_Copy_function *copy, MPI_Delete_function *delete, int *keyval, void *extra)
{
    return ckpt_MPI_Comm_create_keyval(copy, delete, keyval, extra);
}

int ckpt_MPI_Keyval_free(int *keyval) { return ckpt_MPI_Comm_free_keyval(keyval); }
int ckpt_MPI_Attr_put(int comm, int keyval, void *value) { return ckpt_MPI_Comm_set_attr(comm, keyval, value); }
int ckpt_MPI_Attr_get(int comm, int keyval, void *value, int *flag) { return ckpt_MPI_Comm_get_attr(comm, keyval, value, flag); }
int ckpt_MPI_Attr_delete(int comm, int keyval) { return ckpt_MPI_Comm_delete_attr(comm, keyval); }

/* ---- datatypes ---- */

int ckpt_MPI_Type_create_keyval(MPI_Type_copy_attr_function *copy, MPI_Type_delete_attr_function *delete, int *keyval, void *extra)
{
    *keyval = ckptm_keyval_make(CKPTM_OF_TYPE, (void (*)(void))copy, (void (*)(void))delete, extra);
    return 0;
}

int ckpt_MPI_Type_free_keyval(int *keyval) { return ckptm_keyval_free(CKPTM_OF_TYPE, keyval); }

int ckpt_MPI_Type_set_attr(int datatype, int keyval, void *value)
{
    return ckptm_type_known(datatype) ? ckptm_attribute_set(CKPTM_OF_TYPE, datatype, keyval, value) : MPI_ERR_TYPE;
}

int ckpt_MPI_Type_get_attr(int datatype, int keyval, void *value, int *flag)
{
    return ckptm_type_known(datatype) ? ckptm_attribute_get(CKPTM_OF_TYPE, datatype, keyval, value, flag) : MPI_ERR_TYPE;
}

int ckpt_MPI_Type_delete_attr(int datatype, int keyval)
{
    return ckptm_type_known(datatype) ? ckptm_attribute_delete(CKPTM_OF_TYPE, datatype, keyval) : MPI_ERR_TYPE;
}
