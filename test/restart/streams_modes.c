// Streams of mode a+, w+x and r+, and wide ones, between reading and writing, go on elsewhere where they were.
// C-SUPPORT: State | streams of mode `a+`, `w+x`, `r+`, between reading and writing | 7.21.5.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6 --output appended,fresh,updated,wide
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    char line[40] = "", other[40] = "", next[40] = "";
    wchar_t words[40] = L"";
    FILE *appended = fopen("appended", "a+"), *fresh = fopen("fresh", "w+x"), *updated = fopen("updated", "w"), *wide = fopen("wide", "w+");

    if (!appended || !fresh || !updated || !wide)
        return 1;
    fputs("0123456789\nabcdefghij\nABCDEFGHIJ\n", updated);
    fclose(updated);
    updated = fopen("updated", "r+");
    fputs("first\nsecond\n", appended);
    fputws(L"one two\nthree four\nfive\n", wide);
    for (int i = 0; i < 4; i++) {
        fseek(appended, 6 * (i & 1), SEEK_SET);
        fgets(line, 4, appended);
        fprintf(fresh, "line %d of several\n", i);
        fseek(updated, 11 * (i % 3) + i, SEEK_SET);
        fputc('*', updated);
        #pragma ckpt
        fgets(other, sizeof other, appended);               /* the rest of the line: it is read where it was */
        fseek(updated, 0, SEEK_CUR);
        fgets(next, 5, updated);
        printf("%s|%s%s|%ld %ld\n", line, other, next, ftell(fresh), ftell(updated));
        fseek(appended, 0, SEEK_SET);
        fprintf(appended, "step %d\n", i);                  /* at the end, wherever it was */
        fseek(fresh, 5 * i, SEEK_SET);
        fgets(line, sizeof line, fresh);
        #pragma ckpt
        fgets(other, sizeof other, fresh);
        printf("%s%d %s%ld\n", line, feof(fresh) != 0, other, ftell(appended));
        fseek(fresh, 0, SEEK_END);
        rewind(wide);
        fgetws(words, 6, wide);
        #pragma ckpt
        printf("%d %ls|", fwide(wide, 0) > 0, words);
        fgetws(words, 40, wide);
        printf("%ls%d\n", words, fputs("bytes", wide) < 0);     /* which a wide stream does not take */
        clearerr(wide);
        fseek(wide, 0, SEEK_END);
        fwprintf(wide, L"%ls%d\n", L"more ", i);
    }
    errno = 0;
    FILE *again = fopen("fresh", "w+x");
    printf("%d %d\n", again == NULL, errno == EEXIST);
    return fclose(appended) + fclose(fresh) + fclose(updated) + fclose(wide);
}
