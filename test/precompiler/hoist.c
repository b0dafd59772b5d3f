// Local statics and local types move to file scope once; both copies of the function share them.
// RUN: %ckptcc --ckpt-emit-c %s | %FileCheck %s
// RUN: %ckptcc %s -o %t && env -i %t
struct pair { char c; };
static int counter(void)
{
    struct pair { int a, b; };
    enum { STEP = 2 };
    typedef struct pair pair_t;
    static pair_t state = { 1, STEP };
    static int calls, *last = &calls;
    pair_t copy = state;
#pragma ckpt
    state.a += copy.b;
    ++*last;
    return state.a + calls;
}
int main(void)
{
    return sizeof(struct pair) == 1 && counter() == 4 && counter() == 7 ? 0 : 1;
}
// CHECK: struct [[PAIR:ckptg_pair_[0-9]+]] { int a, b; };
// CHECK-SAME: static struct [[PAIR]] [[STATE:ckptg_s_state_[0-9]+]] =
// CHECK: [[STATE]].a += copy.b;
// CHECK: ckptg_r_counter
// CHECK: [[STATE]].a += copy.b;
// CHECK: { "state", "counter",
// CHECK: { "calls", "counter",
