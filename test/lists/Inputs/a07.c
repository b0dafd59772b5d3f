/* put((struct link *)node): conversion in the call, typed helper; get returns link and the caller casts */
#include <stdio.h>
#include <stdlib.h>
struct link { struct link *next; };
static void put(struct link **head, struct link *l) { l->next = *head; *head = l; }
static struct link *get(struct link **head) { struct link *l = *head; if (l) *head = l->next; return l; }
struct node { float a[3]; int id; };
static struct link *spare;
static struct node *node(int id)
{
    struct node *n = (struct node *)get(&spare);
    if (!n) n = malloc(sizeof *n);
    n->a[0] = id; n->a[1] = id + 0.5f; n->a[2] = id + 0.25f; n->id = id;
    return n;
}
int main(void)
{
    struct node *n[6];
    for (int i = 0; i < 6; i++) n[i] = node(i);
    for (int i = 1; i < 5; i++) put(&spare, (struct link *)n[i]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        n[i] = node(10 + i);
    }
    n[4] = node(99);
    for (int i = 0; i < 6; i++) printf("%d %g %g\n", n[i]->id, n[i]->a[0], n[i]->a[2]);
    printf("%d\n", spare == 0);
    return 0;
}
