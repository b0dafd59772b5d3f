// `environ` set by the program to a list of its own, in a variable or on the stack, stays that list: its entries are there after a
// restart, and what the program writes into it later counts.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: for where in variable local heap none; do \
// RUN:   %t $where > %t.plain; \
// RUN:   for at in 1 2 3; do \
// RUN:     rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 %t $where > %t.out; test $? = 75 || exit 1; \
// RUN:     env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.out || exit 1; diff %t.plain %t.out || exit 1; \
// RUN:   done; \
// RUN: done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static char *list[] = { "FIRST=1", "SECOND=two", NULL, NULL };

static int count(void)
{
    int n = 0;
    while (environ && environ[n])
        n++;
    return n;
}

static const char *or_none(const char *s) { return s ? s : "-"; }

int main(int argc, char **argv)
{
    char *local[] = { "FIRST=local", "SECOND=2", NULL, NULL };
    const char *where = argc > 1 ? argv[1] : "";
    char **mine = list;

    if (!strcmp(where, "local"))
        mine = local;
    else if (!strcmp(where, "heap"))
        mine = memcpy(malloc(sizeof list), list, sizeof list);
    if (!strcmp(where, "none"))
        clearenv();
    else
        environ = mine;
    #pragma ckpt
    printf("%d %s %s %s\n", count(), or_none(getenv("FIRST")), or_none(getenv("SECOND")), or_none(getenv("CKPT_DIR")));
    mine[2] = "THIRD=3";
    #pragma ckpt
    printf("%d %s %s\n", count(), or_none(getenv("THIRD")), environ == mine ? "same" : "other");
    setenv("FOURTH", "4", 1);
    #pragma ckpt
    printf("%d %s\n", count(), or_none(getenv("FOURTH")));
    return 0;
}
