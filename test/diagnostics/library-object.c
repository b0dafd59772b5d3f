// Patterns, conversions and locales that are there at a site; freed before, and made again at a restart.
// REQUIRES: ckptcc
// RUN: %expect %s
// RUN: %ckptcc -w -DONLY %s -o %t && %t > %t.plain
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.1 && cmp %t.1 %t.plain
#define _GNU_SOURCE
#include <iconv.h>
#include <locale.h>
#include <regex.h>
#include <search.h>
#include <stdio.h>

static regex_t pattern, excluded;
#pragma ckpt exclude(excluded)
static void prepare(void) { regcomp(&excluded, "^[a-c]+(x|y)$", REG_EXTENDED); }
#pragma ckpt on_restart(prepare())

static int matches(const char *text)
{
    regex_t here;
    if (regcomp(&here, "^a", 0))
        return 0;
    int result = regexec(&here, text, 0, 0, 0);
    regfree(&here);
    return result;
}

static void *names;
static int byValue(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void nothing(void *node) { (void)node; }
static int sorted(int *numbers)
{
    void *here = 0;
    if (!tsearch(numbers, &here, byValue))
        return 1;
    tdestroy(here, nothing);
    return 0;
}

int main(void)
{
    static int key = 3;
    prepare();
#ifndef ONLY
    regcomp(&pattern, "x", 0); // expect: ckpt-library-object
    iconv_t conversion = iconv_open("UTF-8", "UTF-16"), closed = iconv_open("UTF-16", "UTF-8"); // expect: ckpt-library-object
    locale_t locale = newlocale(LC_ALL_MASK, "C", 0); // expect: ckpt-library-object
    iconv_close(closed);
    int **found = tsearch(&key, &names, byValue); // expect: ckpt-library-object
    key += **found;
#endif
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d %d %d\n", i, regexec(&excluded, i % 2 ? "abcx" : "zzz", 0, 0, 0), matches("abc") + sorted(&key));
    }
    regfree(&excluded);
#ifndef ONLY
    iconv_close(conversion);
    freelocale(locale);
    regfree(&pattern);
    return tfind(&key, &names, byValue) != 0;
#endif
    return 0;
}
