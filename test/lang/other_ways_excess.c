// On i386 gcc computes with excess precision by -std=c11, and comparisons of constants are what that makes of them; Clang does not, and says otherwise.
// REQUIRES: ckptcc, i386
// RUN: %ckptcc --ckpt-cc=i686-linux-gnu-gcc -std=c11 -O1 %s -o %t && %qemu{i386} %t > %t.want
// RUN: for at in 1 2 3; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 %qemu{i386} %t > %t.out; test $? = 75 && env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t >> %t.out && cmp %t.out %t.want || exit 1; done
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int x = atoi("41") + i, y = x + 100, z = y + 100, w = z + 100;
        #pragma ckpt
        if (0.1f * 3.0f == 0.3f)
            printf("equal ");
        else
            printf("not %d ", x);
        if (0.1f + 0.2f == 0.3f)
            printf("equal ");
        else
            printf("not %d ", y);
        if (1.0f / 3.0f == (float)(1.0 / 3.0))
            printf("equal ");
        else
            printf("not %d ", z);
        if (0.1 + 0.2 == 0.3)
            printf("equal\n");
        else
            printf("not %d\n", w);
    }
    return 0;
}
