// Wide strings as initialisers of arrays, and wide characters by value: wchar_t is long on i386 and powerpc, int elsewhere.
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x,powerpc,arm
#include <stdio.h>
#include <wchar.h>

struct word { wchar_t text[8]; const wchar_t *rest; };
static wchar_t title[] = L"title";
static const wchar_t *const names[] = { L"one", L"two" };

static wchar_t upper(wchar_t c)
{
    #pragma ckpt
    return c >= L'a' && c <= L'z' ? c - L'a' + L'A' : c;
}

int main(void)
{
    wchar_t local[] = L"wide", *p = local + 1;
    struct word w = { L"member", names[1] + 1 };
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        *p = upper(*p);
        p++;
        title[i] = w.text[i] = upper(w.text[i + 1]);
        printf("%ls %ls %ls %ls\n", local, title, w.text, w.rest);
        w.rest = i ? L"end" : p;
    }
    return 0;
}
