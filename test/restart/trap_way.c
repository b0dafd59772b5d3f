// A trap deep in a structure is named by the way that leads there from a variable; of a long way the middle is left out.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t list 2> %t.err; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t list 2> %t.err; test $? = 139 && %FileCheck --check-prefix=LIST %s < %t.err
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t tree 2> %t.err; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t tree 2> %t.err; test $? = 139 && %FileCheck --check-prefix=TREE %s < %t.err
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t cell 2> %t.err; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t cell 2> %t.err; test $? = 139 && %FileCheck --check-prefix=CELL %s < %t.err
// LIST: ckpt: head->next->next->next->next->next...->next->next->next->next->next->next: used
// TREE: ckpt: tree.root->child[1]->child[0]->child[1]: used
// CELL: ckpt: cell[0]: used
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct node { int value; struct node *next; };
struct fork { struct fork *child[2]; };
static struct node *head;
static struct { int n; struct fork *root; } tree;
static int **cell;

int main(int argc, char **argv)
{
    char *foreign = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct node *last = NULL;
    int sum = 0;
    for (int i = 0; i < 40; i++) {
        struct node *n = calloc(1, sizeof *n);
        n->next = head;
        head = n;
        last = last ? last : n;
    }
    last->next = (void *)foreign;
    tree.root = calloc(1, sizeof *tree.root);
    tree.root->child[1] = calloc(1, sizeof *tree.root);
    tree.root->child[1]->child[0] = calloc(1, sizeof *tree.root);
    tree.root->child[1]->child[0]->child[1] = (void *)(foreign + 64);
    cell = malloc(sizeof *cell);
    *cell = (void *)(foreign + 128);
    last = NULL;
    foreign = NULL;
    #pragma ckpt
    if (argc < 2)
        return 1;
    if (!strcmp(argv[1], "list"))
        for (struct node *n = head; n; n = n->next)
            sum += n->value;
    if (!strcmp(argv[1], "tree"))
        sum += tree.root->child[1]->child[0]->child[1]->child[0] != NULL;
    if (!strcmp(argv[1], "cell"))
        sum += **cell;
    return sum;
}
