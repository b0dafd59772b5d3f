// Pointers to compound literals outside functions that can have no name; most have one (lang/static_literals.c).
// REQUIRES: ckptcc
// RUN: %expect %s
struct pair { int a, b; };
static int *numbers = (int []){ 1, 2, 3 };
static struct pair value = (struct pair){ 3, 0 };
static struct node { int n; struct node *next; } first = { 1, &(struct node){ 2, &first } };
static struct inner { int n; } *list = (struct inner []){ { sizeof(struct here { int n; }) } }; // expect: ckpt-literal-outside
static const struct { const char *name, **others; struct pair *pairs; } commands[] = {
    { "ls", (const char *[]){ "list", "dir", 0 }, (struct pair []){ { 1, 2 }, { 2, 3 } } }
};

int main(void)
{
    #pragma ckpt
    return numbers[0] + value.b + commands[0].others[0][0] + commands[0].pairs->a + first.next->n + list->n;
}
