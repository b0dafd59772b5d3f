// Pointers to compound literals outside functions; their values, and constants.
// REQUIRES: ckptcc
// RUN: %expect %s
int *numbers = (int []){ 1, 2, 3 }; // expect: ckpt-literal-outside
struct pair { int a, b; };
static struct pair value = (struct pair){ 3, 0 };
static const int *const constants = (const int []){ 4, 5 };

int main(void)
{
    #pragma ckpt
    return numbers[0] + value.b + constants[1];
}
