// The program's locale comes back, each category its own: what setlocale says, characters of several bytes, the decimal point, the order of words; where the
// machine has none of that name the restart ends with 78 and names it. Locales for both byte orders are made here (where localedef and its sources are installed).
// C-SUPPORT: State | `setlocale`, a locale for each category | 7.11 | supported | where that locale is installed, else the restart ends with 78
// REQUIRES: ckptcc, s390x
// RUN: %restart %s --visits 3 -- C POSIX
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=s390x-linux-gnu-gcc %s -o %t.s390x && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t C.UTF-8 C > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static -L /usr/s390x-linux-gnu %t.s390x C.UTF-8 C > %t.1 2> %t.err; test $? = 78
// RUN: grep 'locale C.UTF-8: not installed here; install it to restart' %t.err && test ! -s %t.1
// RUN: if test -f /usr/share/i18n/locales/de_DE; then rm -rf %t.le %t.be; mkdir %t.le %t.be; for l in C.UTF-8 de_DE.UTF-8; do \
// RUN:   localedef --no-archive --little-endian -i ${l%%.*} -f UTF-8 %t.le/$l && localedef --no-archive --big-endian -i ${l%%.*} -f UTF-8 %t.be/$l || exit 1; done; \
// RUN:   env LOCPATH=%t.le:%t.be %t C.UTF-8 de_DE.UTF-8 | grep -x '0 1,50 150 3 1' || exit 1; env LOCPATH=%t.le:%t.be %restart %s --visits 3 -- C.UTF-8 de_DE.UTF-8; fi
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static void show(int i)
{
    static const char word[] = "\xc3\x84hre";               /* which stands before Zahl in German, behind it in C */
    wchar_t wide[8];
    char number[16];
    size_t n = mbstowcs(wide, word, 8);

    snprintf(number, sizeof number, "%.2f", i + 1.5);
    printf("%d %s ", i, number);
    printf("%d ", (int)(100 * strtod(number, NULL)));           /* by the same comma */
    printf("%d %d\n", (int)MB_CUR_MAX > 1 ? (int)n - 1 : 0, strcoll(word, "Zahl") < 0);
    printf("%s %s %s %s\n", setlocale(LC_CTYPE, NULL), setlocale(LC_NUMERIC, NULL), setlocale(LC_COLLATE, NULL), setlocale(LC_TIME, NULL));
    printf("%s %d\n", localeconv()->decimal_point, iswalpha(0xc4) != 0);
}

int main(int argc, char **argv)
{
    if (argc < 3 || !setlocale(LC_ALL, argv[1]) || !setlocale(LC_NUMERIC, argv[2]) || !setlocale(LC_COLLATE, argv[2]))
        return 1;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        show(i);
    }
    return 0;
}
