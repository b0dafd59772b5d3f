// The hot copy tests after each call and hands live locals over; the restart copy jumps, takes them back and goes on.
// RUN: %ckptcc --ckpt-emit-c %s | %FileCheck %s
static int deep(int n)
{
    int dead = n * 3, kept = dead + 1;
    if (n == 0) {
#pragma ckpt name(bottom)
        return kept;
    }
    return deep(n - 1) + kept;
}
int main(void)
{
    return deep(3) == 34 ? 0 : 1;
}
// CHECK: __attribute__((section("ckptg_text"))) static int deep(int n)
// CHECK: if (ckptg_visit()) if (
// CHECK-SAME: ckptg_site(&ckptg_fn1, 0)
// CHECK-SAME: __typeof__(kept) ckptg_c0 = kept; ckptg_capture(&ckptg_fn1, 0,
// CHECK-SAME: __builtin_return_address(0)); return 0;
// CHECK: ckptg_t1 = deep(n - 1); if (ckptg_capturing)
// CHECK-SAME: return ckptg_t1 + kept;
// CHECK: int ckptg_r_deep(int n)
// CHECK: ckptg_u32 ckptg_k = ckptg_enter(&ckptg_fn1);
// CHECK-SAME: case 0: goto ckptg_L0; case 1: goto ckptg_L1;
// CHECK: ckptg_L0:;
// CHECK-SAME: kept = *(__typeof__(kept) *)ckptg_v[0];
// CHECK-SAME: ckptg_resumed();
// CHECK: ckptg_L1:;
// CHECK-SAME: ckptg_t1 = ((int (*)(int))ckptg_next())((int)0); }
// CHECK: "bottom"
