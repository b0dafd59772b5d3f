// Room for text, told by the size of a literal or an array of characters: it is characters, on every machine.
// C-SUPPORT: Allocation | `malloc(strlen(s) + sizeof "suffix")` | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x --visits 3
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "%s/%sXXXXXX"

static char *name;

int main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : "/tmp/abc", *label = "label_q";
    char buffer[20] = "in a buffer", *copy = calloc(1, strlen(label) + sizeof buffer + 1);
    char *fixed = malloc(sizeof "exact"), (*rows)[8] = malloc(3 * sizeof *rows);

    void *plain = malloc(sizeof(char[10]) + strlen(directory)), *line = malloc(sizeof buffer);

    strcpy(plain, directory);
    strcpy(line, buffer);
    name = malloc(strlen(directory) + sizeof(FORMAT) + strlen(label));
    sprintf(name, FORMAT, directory, label);
    strcpy(copy, buffer);
    strcat(copy, label);
    strcpy(fixed, "exact");
    for (int i = 0; i < 3; i++)
        sprintf(rows[i], "row %d", i);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %s %s %s %s %s %s\n", i, name, copy, fixed, rows[i], (char *)plain, (char *)line);
        name[i] = copy[i] = rows[2][i] = (char)('0' + i);
    }
    return 0;
}
