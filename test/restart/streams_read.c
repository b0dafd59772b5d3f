// Streams being read: position, pushed-back characters, end-of-file flag, fseek, ftell; several on one file.
// C-SUPPORT: State | streams being read, with pushed-back characters | 7.21 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --input in=Inputs/lines.txt
#include <stdio.h>
#include <stdlib.h>

static FILE *global_stream;
static struct { FILE *stream; int n; } holder[2];

static int read_word(FILE *in, char *word)
{
    return fscanf(in, "%31s", word) == 1;
}

int main(void)
{
    char word[32], line[256];
    FILE *in = fopen("in", "r"), *same = in;
    long where, half;

    global_stream = fopen("in", "rb");
    holder[1].stream = fopen("in", "r");
    if (!in || !global_stream || !holder[1].stream)
        return 1;
    where = ftell(in);
    for (int i = 0; i < 4 && read_word(in, word); i++) {
        #pragma ckpt
        printf("%s %d %ld\n", word, getc(global_stream), ftell(same));
    }
    int c = getc(in);
    ungetc('#', in);
    #pragma ckpt
    int pushed = getc(in), after = getc(in);
    printf("%d %d %d\n", c, pushed, after);
    fseek(global_stream, -4, SEEK_END);
    #pragma ckpt
    printf("%s", fgets(line, sizeof line, global_stream));
    c = getc(global_stream);
    #pragma ckpt
    printf("%d %d %d\n", c, feof(global_stream) != 0, ferror(global_stream));
    rewind(global_stream);
    half = 12;
    fseek(holder[1].stream, half, SEEK_SET);
    #pragma ckpt
    printf("%s", fgets(line, sizeof line, holder[1].stream));
    fseek(in, where, SEEK_SET);
    while (fgets(line, sizeof line, in)) {
        if (line[0] == 's') {
            #pragma ckpt
        }
        printf("%.10s\n", line);
    }
    fclose(in);
    #pragma ckpt
    printf("%d\n", getc(global_stream));
    fclose(global_stream);
    fclose(holder[1].stream);
    return 0;
}
