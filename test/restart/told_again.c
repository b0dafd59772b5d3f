// Blocks whose allocation said no type, and that are something else later than at the checkpoint before a restart: what they are is asked of the pointers to them at each checkpoint,
// after a restart as without one.
// REQUIRES: ckptcc, s390x
// RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d && %ckptcc -w -O1 %s -o here && %ckptcc -w -O1 --ckpt-cc=%cc{s390x} %s -o there
// RUN: for what in other pointer; do rm -rf d; ./here $what > wanted; env CKPT_DIR=d CKPT_AT=1 CKPT_EXIT=1 ./here $what > out; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=d CKPT_AT=3 CKPT_EXIT=1 CKPT_RESTART=latest ./here $what >> out; test $? = 75 || exit 2; env CKPT_DIR=d CKPT_RESTART=latest %qemu{s390x} ./there $what >> out || exit 3; \
// RUN:   diff wanted out || exit 4; done
// Numbers to which only pointers to void lead now are bytes that mean something else there.
// RUN: for what in empty text; do rm -rf d; ./here $what > wanted; env CKPT_DIR=d CKPT_AT=1 CKPT_EXIT=1 ./here $what > out; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=d CKPT_AT=3 CKPT_EXIT=1 CKPT_RESTART=latest ./here $what >> out; test $? = 75 || exit 2; env CKPT_DIR=d CKPT_RESTART=latest %qemu{s390x} ./there $what; test $? = 78 || exit 3; \
// RUN:   env CKPT_DIR=d CKPT_RESTART=latest ./here $what >> out || exit 4; diff wanted out || exit 5; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct first { long id; int one, two; };
struct other { long id; long long value; };
struct named { long id; char *text; };

static void *(*volatile get)(size_t) = malloc;
static void *(*volatile grow)(void *, size_t) = realloc;
static struct first *as_first;
static struct other *as_other;
static struct named *as_named;
static char *text;
static void *data;

static void begin(const char *what)
{
    void *slot = get(!strcmp(what, "empty") ? 0 : !strcmp(what, "text") ? 20 : sizeof(struct first));

    if (!strcmp(what, "other") || !strcmp(what, "pointer")) {
        memset(slot, 0, sizeof(struct first));
        as_first = slot;
        as_first->one = 2;
    } else {
        data = slot;
        if (!strcmp(what, "text"))
            strcpy(text = data, "some text");
    }
}

static void change(const char *what)
{
    void *slot = as_first;

    as_first = 0;
    text = 0;
    if (!strcmp(what, "other")) {
        as_other = slot;
        *as_other = (struct other){ 7, 0x0000000500000006 };
    } else if (!strcmp(what, "pointer")) {
        as_named = slot;
        as_named->id = 7;
        as_named->text = strdup("text");
    } else {
        data = grow(data, 20);
        for (int k = 0; k < 5; k++)
            ((int *)data)[k] = 1001 * k;
    }
}

int main(int argc, char **argv)
{
    begin(argv[argc - 1]);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        if (i == 0)
            change(argv[argc - 1]);
        if (as_other)
            printf("%ld %llx\n", as_other->id, as_other->value);
        else if (as_named)
            printf("%ld %s\n", as_named->id, as_named->text);
        else
            printf("%d %d\n", ((int *)data)[1], ((int *)data)[4]);
        fflush(stdout);
    }
    return 0;
}
