// Characters of several bytes, read in part, and positions in files: the C library's mbstate_t and fpos_t are carried.
// C-SUPPORT: State | `mbstate_t`, `fpos_t` | 7.21.1, 7.29.1 | supported | in a locale whose characters are of several bytes, and not UTF-8: on the same data layout
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4 && %restart %s --visits 4 --flags=-DUTF8 --only x86_64,i386
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

struct reader { mbstate_t state; fpos_t at; int lines; };

int main(void)
{
    static const char text[] = "\xe2\x82\xac-\xf0\x9f\x98\x80 f\xc3\xbcr";
    struct reader *reader = calloc(1, sizeof *reader);
    mbstate_t other = { 0 };
    const char *at = text;
    char line[32];
    FILE *file = tmpfile();

#ifdef UTF8 /* which is not installed for all */
    setlocale(LC_ALL, "C.UTF-8");
#endif
    if (!file || fputs("first\nsecond\nthird\n", file) < 0)
        return 1;
    rewind(file);
    for (size_t i = 0; i < sizeof text; i++) {
        wchar_t c = 0;
        if (i % 3 == 1)
            fgetpos(file, &reader->at);
        #pragma ckpt
        size_t used = mbrtowc(&c, text + i, 1, &reader->state);
        printf("%d %lx %d\n", (int)used, (unsigned long)c, !mbsinit(&reader->state));
        if (i == 1 && mbsrtowcs(NULL, &at, 0, &other) != 7)
            puts("other");
        if (i % 3 == 2) {
            fsetpos(file, &reader->at);
            if (fgets(line, sizeof line, file))
                printf("%d %s", ++reader->lines, line);
        }
    }
    fclose(file);
    return 0;
}
