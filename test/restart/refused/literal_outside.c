// Compound literals outside functions have no name, so pointers to them no target in an image: refused at the literal's line. Those of
// which only the value is used, and those that only constants lead to, are none of it.
// C-SUPPORT: Expressions | pointers to compound literals outside functions | 6.5.2.5 | refused | give the object a name
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
// CHECK: literal_outside.c:10:{{[0-9]+}}: error: a pointer to a compound literal outside functions cannot be carried{{.*}}; declare a static variable with this initialiser
// CHECK: literal_outside.c:11:{{[0-9]+}}: error: a pointer to a compound literal
// CHECK-NOT: error
struct node { int value; struct node *next; };
int *numbers = (int []){ 1, 2, 3 };
struct node list = { 1, &(struct node){ 2, 0 } };
static struct node value = (struct node){ 3, 0 };
static const int *const constants = (const int []){ 4, 5 };

int main(void)
{
    #pragma ckpt
    return numbers[0] + list.next->value + value.value + constants[1];
}
