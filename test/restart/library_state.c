// Library state that points into program memory or counts along: strtok, strtok_r, getopt, qsort'ed tables, errno, setvbuf, localeconv.
// C-SUPPORT: State | `getopt`, `strtok`, `errno`, locale | 7.11, 7.24, POSIX | supported |
// REQUIRES: ckptcc
// RUN: %restart %s -- -a -b value --flag rest -c more
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void tokens(char *text)
{
    char copy[64], *inner;

    for (char *t = strtok(text, ";"); t; t = strtok(NULL, ";")) {
        strcpy(copy, t);
        #pragma ckpt
        printf("[%s]", t);
        for (char *u = strtok_r(copy, " ", &inner); u; u = strtok_r(NULL, " ", &inner)) {
            #pragma ckpt
            printf(" <%s>", u);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    char text[] = "one two;three;;four five six", *heap = strdup("x y;z");
    char *words[] = { "pear", "apple", "quince", "fig" };
    int option;

    tokens(text);
    tokens(heap);
    opterr = 0;
    while ((option = getopt(argc, argv, "ab:c")) != -1) {
        #pragma ckpt
        printf("option %c %s\n", option, optarg ? optarg : "-");
    }
    for (; optind < argc; optind++) {
        #pragma ckpt
        printf("argument %s\n", argv[optind]);
    }
    qsort(words, 4, sizeof *words, compare);
    char **found = bsearch(&(char *){ "quince" }, words, 4, sizeof *words, compare);
    errno = ENOENT;
    #pragma ckpt
    printf("%s %d %s %d\n", words[0], (int)(found - words), *found, errno);
    return 0;
}
