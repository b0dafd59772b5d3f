// The buffer of a wide stream is as large after a restart of a restart as it was: it became a quarter each time, in the end none.
// REQUIRES: ckptcc
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %ckptcc %s -o p && timeout 120 ./p > expected
// RUN: env CKPT_DIR=i CKPT_AT=1 CKPT_EXIT=1 ./p > out; test $? = 75
// RUN: for v in 2 3 4 5 6; do env CKPT_DIR=i CKPT_RESTART=latest CKPT_AT=$v CKPT_EXIT=1 timeout 120 ./p >> out; test $? = 75; done
// RUN: env CKPT_DIR=i CKPT_RESTART=latest timeout 120 ./p >> out && cmp out expected
#include <locale.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <wchar.h>

int main(void)
{
    wchar_t line[32];
    FILE *f;

    setlocale(LC_ALL, "C.UTF-8");
    f = fopen("wide", "w+");
    for (int i = 0; i < 3000; i++)
        fwprintf(f, L"z\u00e4hle %d\n", i);
    rewind(f);
    for (int i = 0; i < 6; i++) {
        fgetws(line, 32, f);
        int enough = __fbufsize(f) > 500;
        #pragma ckpt
        printf("%ls%ld %d\n", line, ftell(f), enough);
    }
    return fclose(f);
}
