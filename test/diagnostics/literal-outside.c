// Pointers to compound literals outside functions that can get no name of ours: where the type is defined in the literal itself. Others get one; of constants nothing is
// carried.
// REQUIRES: ckptcc
// RUN: %expect %s
struct pair { int a, b; };
static void *untold = (struct { int n; } []){ { 1 }, { 2 } }; // expect: ckpt-literal-outside
static const void *const table = &(struct late { int n; }){ 3 }; // expect: ckpt-literal-outside
static const void *const constant = &(const struct never { int n; }){ 3 };
static int *numbers = (int []){ 1, 2, 3 };
static struct pair value = (struct pair){ 3, 0 };
static struct node { int n; struct node *next; } first = { 1, &(struct node){ 2, &first } };
static const struct { const char *name, **others; struct pair *pairs; } commands[] = {
    { "ls", (const char *[]){ "list", "dir", 0 }, (struct pair []){ { 1, 2 }, { 2, 3 } } }
};

int main(void)
{
    #pragma ckpt
    return numbers[0] + value.b + commands[0].others[0][0] + commands[0].pairs->a + first.next->n + *(const int *)untold + *(const int *)table + *(const int *)constant;
}
