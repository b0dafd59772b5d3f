// Streams: pushed back characters, end and error flags, r+ and a+, tmpfile, a file read and written at two places, own buffers, wide
// output, fscanf loops, output to several files in turn, freopen. ADV: stdin=12 30 x 44\nline two\nlast; outputs=log.txt,data.bin,both.txt,second.txt
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct channel { FILE *file; const char *name; long lines; };
static struct channel channels[3];
static char buffer[64];

static void note(struct channel *c, const char *what)
{
    fprintf(c->file, "%ld %s\n", ++c->lines, what);
#pragma ckpt
    if (c->lines % 2)
        fflush(c->file);
}

int main(void)
{
    int n, ch;
    char word[20];
    FILE *both, *temp = tmpfile(), *wide;
    channels[0] = (struct channel){ fopen("log.txt", "w"), "log", 0 };
    channels[1] = (struct channel){ stdout, "out", 0 };
    channels[2] = (struct channel){ fopen("second.txt", "a+"), "second", 0 };
    setvbuf(channels[0].file, buffer, _IOFBF, sizeof buffer);
    for (int i = 0; scanf("%d", &n) == 1; i++) {
        fprintf(temp, "%d %d\n", i, n);
        note(&channels[i % 3], "number");
    }
    ch = getchar();
    ungetc('y', stdin);
    #pragma ckpt
    printf("%c %s", ch, fgets(word, sizeof word, stdin));
    rewind(temp);
    while (fscanf(temp, "%d %d", &n, &ch) == 2) {
        #pragma ckpt
        printf("%d:%d ", n, ch);
    }
    printf("%d %d\n", feof(temp) != 0, ferror(temp));
    both = fopen("both.txt", "w+b");
    for (int i = 0; i < 4; i++) {
        fseek(both, 0, SEEK_END);
        fwrite(&"abcd"[i], 1, 1, both);
        fputc('0' + i, both);
        fseek(both, i, SEEK_SET);
        ch = fgetc(both);
        #pragma ckpt
        printf("%c%c", ch, fgetc(both));
        printf("%ld ", ftell(both));
        clearerr(both);
    }
    putchar('\n');
    while ((ch = getchar()) != EOF) {
        if (ch == 't') {
            ungetc('T', stdin);
            #pragma ckpt
            ch = getchar();
        }
        putchar(ch);
    }
    #pragma ckpt
    printf(" eof %d\n", feof(stdin) != 0);
    fputs("tail", channels[2].file);
    rewind(channels[2].file);
    #pragma ckpt
    while (fgets(word, 6, channels[2].file)) {
        #pragma ckpt
        printf("[%s]", word);
    }
    wide = fopen("data.bin", "w");
    fwprintf(wide, L"wide %ls\n", L"text");
    #pragma ckpt
    fputwc(L'!', wide);
    printf("%d\n", fwide(wide, 0) > 0);
    errno = 0;
    if (!fopen("/nonexistent/file", "r")) {
        #pragma ckpt
        printf("%s\n", strerror(errno));
    }
    if (!freopen("log.txt", "a", channels[0].file))
        return 3;
    note(&channels[0], "again");
    for (int i = 0; i < 3; i++)
        note(&channels[i], channels[i].name);
    fclose(temp), fclose(wide), fclose(both);
    return 0;
}
