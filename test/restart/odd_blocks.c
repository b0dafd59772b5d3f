// Blocks from the program's own allocator, of which nothing but the type of a pointer tells what they hold, and whose size is no multiple of that: a
// structure with text behind it, something smaller than what the pointer is to. They are carried where memory is laid out alike, and refused elsewhere; a
// checkpoint that would lose an address behind the structure fails. Bytes without an address are carried where memory is laid out alike, and bind nothing: elsewhere
// a pointer to them is a trap, and so is one to what it cannot be (an old pointer, more often than not). All were left out of the image, and nothing was said.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O2 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for how in list write realloc free smaller chain; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) || exit 1; \
// RUN:   for i in 1 2; do env CKPT_DIR=%t.d CKPT_RESTART=latest %t $how > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || { echo $how; exit 1; }; done; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how 2> %t.err; test $? = 78) && grep 'types lie in memory' %t.err || exit 1; done
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 %t behind > %t.1 2> %t.err && grep 'root: heap block of 28 bytes that is longer than what it begins with holds an address' %t.err
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t odd > %t.1; test $? = 75) && (env CKPT_DIR=%t.d CKPT_RESTART=latest %t odd > %t.2 2> %t.err; test $? = 139) && \
// RUN:   grep 'ckpt: root->next: used, but when the checkpoint' %t.err
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t bytes > %t.1; test $? = 75) && env CKPT_DIR=%t.d CKPT_RESTART=latest %t bytes > %t.2 && grep -x 'ten bytes' %t.2 && \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x bytes > %t.3 2> %t.err; test $? = 139) && grep 'ckpt: root: used, but when the checkpoint' %t.err
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_MODE=sync CKPT_AT=2 timeout 60 %t long > %t.1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct record { struct record *next; long length; };
static struct record *root;

static void *get(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        exit(1);
    return p;
}

static void push(const char *text)
{
    void *b = get(sizeof(struct record) + strlen(text) + 1);
    ((struct record *)b)->length = (long)strlen(text);
    ((struct record *)b)->next = root;
    strcpy((char *)b + sizeof(struct record), text);
    root = b;
}

static char *copy(const char *text)
{
    char *t = get(strlen(text) + 1);
    return strcpy(t, text);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "list";
    char *text = 0;
    int many = !strcmp(how, "chain") ? 20000 : !strcmp(how, "long") ? 400000 : 0;

    if (strcmp(how, "bytes")) {
        push("first\n");
        push("second one\n");
    } else {
        void *b = get(11);
        memcpy(b, "ten bytes\n", 11);
        root = b;
    }
    for (int i = 0; i < many; i++)
        push(i % 2 ? "odd\n" : "not even\n");
    if (!strcmp(how, "smaller"))
        root->next = (struct record *)copy("ten bytes\n");
    if (!strcmp(how, "behind")) {
        text = copy("x");
        memcpy((char *)root + 16, &text, sizeof text);
    }
    if (!strcmp(how, "odd")) {
        void *self = root, *cell = get(sizeof self);
        memcpy(cell, &self, sizeof self);
        root->next = cell;
    }
    text = 0;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d\n", i);
    }
    fflush(stdout);
    if (!strcmp(how, "write")) {
        if (write(1, root + 1, 11) != 11)
            return 1;
    } else if (!strcmp(how, "realloc")) {
        root = realloc(root, 100);
        printf("%s", (char *)(root + 1));
    } else if (!strcmp(how, "free")) {
        free(root);
        printf("freed\n");
    } else if (!strcmp(how, "smaller")) {
        printf("%s", (char *)root->next);
    } else if (!strcmp(how, "bytes")) {
        printf("%s", (char *)root);
    } else if (!strcmp(how, "odd")) {
        printf("%ld\n", root->next->length);
    } else if (!strcmp(how, "list") || many) {
        for (const struct record *r = root; r; r = r->next)
            printf("%ld %s", r->length, (const char *)(r + 1));
    }
    return 0;
}
