// Standard input from a regular file goes on where it was; standard output is whatever the restarted process was given.
// REQUIRES: ckptcc
// RUN: %restart %s --stdin Inputs/lines.txt
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[256];
    int n = 0;

    while (fgets(line, sizeof line, stdin)) {
        n++;
        #pragma ckpt
        printf("%d %zu\n", n, strlen(line));
        int c = getchar();
        if (c != EOF)
            ungetc(c, stdin);
        putchar('>');
        #pragma ckpt
        putchar('\n');
    }
    printf("%d %d\n", n, feof(stdin) != 0);
    return 0;
}
