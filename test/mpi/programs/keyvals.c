/* keyvals.c - attributes that outlive a restart: what callbacks see (values, extra state, order), freed keyvals, predefined attributes and functions,
 * attributes of datatypes, errors of callbacks; info objects. Rank 0 says what it sees. */
#include "result.h"
#include <string.h>

enum { KEYS = 3 };

static int key[KEYS], type_key, freed_key, refuse;
static int cells[KEYS] = { 100, 200, 300 };
static struct state { const char *name; int calls; } states[KEYS] = { { "first", 0 }, { "second", 0 }, { "third", 0 } };
static MPI_Comm_copy_attr_function *const copies[KEYS] = { MPI_COMM_DUP_FN, MPI_COMM_NULL_COPY_FN, 0 };
static MPI_Comm_copy_attr_function *kept_function = MPI_COMM_DUP_FN;
static int *tag_bound, *universe;

static void say(const char *what, const char *name, long value)
{
    if (!rank)
        printf("%s %s %ld\n", what, name, value);
}

static int copy_noted(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    struct state *s = extra;

    (void)comm, (void)keyval;
    s->calls++;
    say("copy", s->name, *(int *)in);
    *flag = refuse != 2;
    *(void **)out = (int *)in - 1;
    return refuse == 1 ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int delete_noted(MPI_Comm comm, int keyval, void *value, void *extra)
{
    struct state *s = extra;
    int over;

    (void)comm, (void)keyval;
    MPI_Finalized(&over);
    if (refuse != 1)                                 /* MPIs differ in what becomes of those that a failing copy was to have */
        say("delete", s->name, (long)((int *)value - cells) * 10 + s->calls + over * 1000);
    return refuse == 3 ? MPI_ERR_OTHER : MPI_SUCCESS;
}

/* A number for a value. */
static int delete_number(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    say("delete number", "freed keyval", (long)value);
    return MPI_SUCCESS;
}

static int copy_of_type(MPI_Datatype type, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)type, (void)keyval;
    say("copy of type", extra, (long)in);
    *(void **)out = (char *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_of_type(MPI_Datatype type, int keyval, void *value, void *extra)
{
    (void)type, (void)keyval;
    say("delete of type", extra, (long)value);
    return MPI_SUCCESS;
}

static void make_keys(void)
{
    int found;

    for (int i = 0; i < KEYS; i++)
        MPI_Comm_create_keyval(copies[i] ? copies[i] : i == 1 ? MPI_COMM_NULL_COPY_FN : copy_noted, delete_noted, &key[i], &states[i]);
    MPI_Keyval_create(MPI_DUP_FN, delete_number, &freed_key, NULL);
    MPI_Type_create_keyval(copy_of_type, delete_of_type, &type_key, "of types");
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &tag_bound, &found);
    CHECK(found && *tag_bound >= 32767);
    MPI_Attr_get(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &found);
    if (!found)
        universe = 0;
}

static long value_at(MPI_Comm comm, int i)
{
    int *value = NULL, found;

    MPI_Comm_get_attr(comm, key[i], &value, &found);
    return found ? *value : -1;
}

static void duplicates(MPI_Comm comm)
{
    MPI_Comm copy;
    void *number;
    int found;

    MPI_Comm_dup(comm, &copy);
    #pragma ckpt name(duplicated)
    for (int i = 0; i < KEYS; i++)
        say("the copy has", states[i].name, value_at(copy, i));
    MPI_Attr_get(copy, freed_key, &number, &found);
    say("the copy has", "number", found ? (long)number : -1);
    CHECK(!universe || *universe >= size);
    CHECK(*tag_bound >= 32767);
    MPI_Comm_free(&copy);
}

/* Errors of callbacks leave things as they were. */
static void errors(MPI_Comm comm)
{
    MPI_Comm copy = MPI_COMM_NULL;
    int code, class, found, invalid = MPI_KEYVAL_INVALID;
    void *value;

    refuse = 1;
    code = MPI_Comm_dup(comm, &copy);
    MPI_Error_class(code, &class);
    say("refused copy:", "other", class == MPI_ERR_OTHER);
    refuse = 2;
    MPI_Comm_dup(comm, &copy);
    say("not copied:", states[2].name, value_at(copy, 2));
    refuse = 0;
    MPI_Comm_free(&copy);
    refuse = 3;
    say("refused deletion:", "fails", MPI_Comm_delete_attr(comm, key[2]) != MPI_SUCCESS);
    say("refused setting:", "fails", MPI_Comm_set_attr(comm, key[2], &cells[0]) != MPI_SUCCESS);
    refuse = 0;
    say("still there:", states[2].name, value_at(comm, 2));
    code = MPI_Comm_get_attr(comm, invalid, &value, &found);
    MPI_Error_class(code, &class);
    say("no keyval:", "class", class == MPI_ERR_KEYVAL);
    say("may not set:", "tag bound", MPI_Comm_set_attr(comm, MPI_TAG_UB, &cells[0]) != MPI_SUCCESS);
}

static void of_types(MPI_Datatype type)
{
    MPI_Datatype copy;
    void *value;
    int found;

    MPI_Type_dup(type, &copy);
    #pragma ckpt name(type_duplicated)
    MPI_Type_get_attr(copy, type_key, &value, &found);
    say("the copy has", "of types", found ? (long)value : -1);
    MPI_Type_free(&copy);
    MPI_Type_get_attr(MPI_INT, type_key, &value, &found);
    say("MPI_INT has", "of types", found ? (long)value : -1);
}

static void infos(MPI_Info info, int round)
{
    char value[64], name[MPI_MAX_INFO_KEY + 1];
    MPI_Info copy;
    int n, length, found;

    snprintf(value, sizeof value, "round %d", round);
    MPI_Info_set(info, "changing", value);
    #pragma ckpt name(info_set)
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(copy, "gone");
    MPI_Info_get_nkeys(copy, &n);
    for (int i = 0; i < n; i++) {
        MPI_Info_get_nthkey(copy, i, name);
        MPI_Info_get(copy, name, sizeof value - 1, value, &found);
        MPI_Info_get_valuelen(copy, name, &length, &found);
        say(name, value, length);
    }
    MPI_Info_get(copy, "gone", sizeof value - 1, value, &found);
    say("info", "gone", found);
    MPI_Info_free(&copy);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 3), saved;
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Info info;

    make_keys();
    saved = freed_key;
    MPI_Info_create(&info);
    MPI_Info_set(info, "kept", "a value");
    MPI_Info_set(info, "gone", "nothing");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
    MPI_Comm_set_info(comm, info);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < KEYS; i++) {
        MPI_Comm_set_attr(comm, key[i], &cells[i]);
        MPI_Comm_set_attr(MPI_COMM_SELF, key[i], &cells[KEYS - 1 - i]);
    }
    MPI_Attr_put(comm, freed_key, (void *)41L);
    MPI_Keyval_free(&freed_key);
    CHECK(freed_key == MPI_KEYVAL_INVALID);
    freed_key = saved;
    MPI_Type_vector(2, 1, 3, MPI_INT, &type);
    MPI_Type_set_attr(type, type_key, (void *)7L);
    MPI_Type_set_attr(MPI_INT, type_key, (void *)70L);
    for (int round = 0; round < rounds; round++) {
        #pragma ckpt name(round)
        duplicates(comm);
        errors(comm);
        of_types(type);
        infos(info, round);
        CHECK(kept_function == copies[0]);
    }
    MPI_Type_delete_attr(MPI_INT, type_key);
    MPI_Type_free(&type);
    MPI_Type_free_keyval(&type_key);
    MPI_Info_free(&info);
    MPI_Comm_free(&comm);
    return end(1);
}
