// A stream of which the program keeps a void * (what is given to a callback), or a member of a union of pointers, is that stream again.
// REQUIRES: ckptcc
// RUN: %restart %s --input lines=Inputs/stream_any.txt --visits 6
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union any { FILE *stream; char *text; long *number; };
struct task { int (*read)(void *data); void *data; };

static union any both[2];
static long seven = 7;

static int from_stream(void *data) { return fgetc(data); }
static int from_text(void *data)
{
    char **at = data;
    return **at ? *(*at)++ : EOF;
}

int main(void)
{
    FILE *closed = fopen("lines", "r");
    void **list = malloc(3 * sizeof *list), *gone = closed;
    char *text = strdup("text of a block");
    struct task tasks[3] = {{from_stream, fopen("lines", "r")}, {from_text, &text}, {from_stream, stdin}};
    if (!list || !tasks[0].data || !closed)
        return 1;
    list[0] = tasks[0].data;
    list[1] = stdout;
    list[2] = text;
    both[0].stream = list[0];
    both[1].number = &seven;
    fclose(closed);
    for (int i = 0; i < 6; i++) {
        #pragma ckpt
        int first = tasks[0].read(tasks[0].data), second = tasks[1].read(tasks[1].data), third = fgetc(both[0].stream);
        fprintf(list[1], "%c%c%c %ld %d%d\n", first, second, third, *both[1].number, tasks[0].data == list[0], tasks[2].data == (void *)stdin);
        fflush(list[1]);
    }
    gone = 0;
    return gone != NULL;
}
