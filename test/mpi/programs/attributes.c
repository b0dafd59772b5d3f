/* attributes.c - attributes with copy and delete callbacks on communicators and datatypes, names, error handlers, info. A
 * callback that ran before a site must not run again for it: callbacks count. */
#include "result.h"

static int copies, deletions, errors_seen;
static int cell[4] = { 10, 20, 30, 40 };

static int copy_cell(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    (void)comm;
    (void)key;
    copies += *(int *)extra;
    *(int **)out = (int *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_cell(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    deletions += *(int *)extra + *(int *)value;
    return MPI_SUCCESS;
}

static int delete_of_type(MPI_Datatype type, int key, void *value, void *extra)
{
    (void)type;
    (void)key;
    (void)extra;
    deletions += *(int *)value;
    return MPI_SUCCESS;
}

static void on_error(MPI_Comm *comm, int *code, ...)
{
    int class;

    (void)comm;
    MPI_Error_class(*code, &class);
    errors_seen += class == MPI_ERR_RANK ? 1 : 1000;
}

static uint64_t fold_text(uint64_t sum, const char *text)
{
    while (*text)
        sum = fold(sum, (unsigned char)*text++);
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 8), key, type_key, found, length, v = 0, one = 1, *bound, *value;
    char text[MPI_MAX_OBJECT_NAME], name[32];
    MPI_Comm a, b;
    MPI_Datatype type;
    MPI_Errhandler handler, now;
    uint64_t sum = 1;

    MPI_Comm_create_keyval(copy_cell, delete_cell, &key, &one);
    MPI_Type_create_keyval(MPI_TYPE_DUP_FN, delete_of_type, &type_key, NULL);
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
    CHECK(found && *bound >= 32767);
    for (int round = 0; round < rounds; round++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &a);
        MPI_Comm_set_attr(a, key, &cell[round % 3]);
        sprintf(name, "round %d", round);
        MPI_Comm_set_name(a, name);
        MPI_Comm_set_errhandler(a, handler);
        #pragma ckpt name(attribute_set)
        MPI_Comm_dup(a, &b);
        MPI_Comm_get_attr(b, key, &value, &found);
        CHECK(found && *value == cell[round % 3 + 1]);
        #pragma ckpt name(duplicated)
        MPI_Comm_get_name(a, text, &length);
        sum = fold_text(sum, text);
        MPI_Send(&v, 1, MPI_INT, size + 1, 1, a);
        MPI_Comm_get_errhandler(b, &now);
        CHECK(now == handler);
        MPI_Errhandler_free(&now);
        MPI_Type_contiguous(3, MPI_INT, &type);
        MPI_Type_set_attr(type, type_key, &cell[3]);
        MPI_Type_set_name(type, "three");
        MPI_Type_set_name(MPI_SHORT, name);
        #pragma ckpt name(type_named)
        MPI_Type_get_name(type, text, &length);
        sum = fold_text(sum, text);
        MPI_Type_get_name(MPI_SHORT, text, &length);
        sum = fold_text(sum, text);
        MPI_Type_free(&type);
        MPI_Comm_delete_attr(a, key);
        MPI_Comm_get_attr(a, key, &value, &found);
        CHECK(!found);
        #pragma ckpt name(deleted)
        MPI_Comm_free(&b);
        MPI_Comm_free(&a);
        sum = fold(sum, (uint64_t)(copies * 1000000 + deletions * 1000 + errors_seen));
    }
    CHECK(copies == rounds && errors_seen == rounds);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free_keyval(&key);
    MPI_Type_free_keyval(&type_key);
    return end(sum);
}
