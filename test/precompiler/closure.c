// Only functions that can reach a site are instrumented, also through pointers of the right arity.
// RUN: %ckptcc --ckpt-emit-c %s | %FileCheck %s
static int leaf(int x) { return x + 1; }
static int two(int a, int b) { return a + b; }
static int reaches(int x)
{
#pragma ckpt
    return x;
}
static int (*one_arg)(int) = reaches;
static int (*two_args)(int, int) = two;
static int through(int x) { return one_arg(x); }
static int not_through(int x) { return two_args(x, x); }
int main(void) { return leaf(through(not_through(0))) - 1; }
// CHECK-NOT: section{{.*}} leaf(
// CHECK-NOT: ckptg_r_two
// CHECK: section("ckptg_text"){{.*}} reaches(int x)
// CHECK: section("ckptg_text"){{.*}} through(int x)
// CHECK-NOT: ckptg_r_not_through
// CHECK: ckptg_program_main
// CHECK: { "reaches",
// CHECK: { "*",
