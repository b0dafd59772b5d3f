// Results of libc that point into the program or into libc: strtok, asctime, localtime, getenv, getopt, strerror, bsearch, qsort of
// pointers, strchr into literals, tsearch-less lookups, library functions in tables. ADV: args=-v -n 5 -o out.txt rest1 rest2
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef int (*classify)(int);
struct entry { const char *key; double (*run)(double); classify is; };
static struct entry table[] = { { "sqrt", sqrt, isalpha }, { "fabs", fabs, isdigit }, { "floor", floor, isspace }, { "ceil", ceil, toupper } };
static int (*compare)(const char *, const char *) = strcmp;
static int by_key(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return compare(x->key, y->key);
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static char *prepare(char *t) { t[0] = (char)toupper(t[0]); return t; }

int main(int argc, char **argv)
{
    int c, verbose = 0;
    const char *out = NULL;
    while ((c = getopt(argc, argv, "vn:o:")) != -1) {
        #pragma ckpt
        switch (c) {
        case 'v': verbose++; break;
        case 'o': out = optarg; break;
        case 'n': verbose += atoi(optarg); break;
        }
    }
    #pragma ckpt
    printf("%d %s %s %d\n", verbose, out, argv[optind], argc - optind);
    char line[] = "delta alpha,charlie;bravo", *words[4];
    int n = 0;
    for (char *w = strtok(line, " "); w; w = strtok(NULL, ",;")) {
        #pragma ckpt
        words[n++] = prepare(w);
    }
    qsort(words, (size_t)n, sizeof *words, by_text);
    qsort(table, 4, sizeof *table, by_key);
    struct entry key = { .key = "floor" }, *found = bsearch(&key, table, 4, sizeof *table, by_key);
    #pragma ckpt
    for (int i = 0; i < n; i++)
        printf("%s@%d ", words[i], (int)(words[i] - line));
    printf("%s %g %d\n", found->key, found->run(2.75), found->is(' ') != 0);
    time_t when = 86400 * 365;
    struct tm *tm = gmtime(&when);
    printf("%d %s", tm->tm_year, asctime(tm));
    struct tm kept = *localtime(&when);
    #pragma ckpt
    printf("%d %d\n", kept.tm_yday, mktime(&kept) == when);
    const char *at = strchr("key=value", '='), *rest = at + 1, *end = rest + strlen(rest), *home = getenv("ADV_UNSET");
    const char *message = strerror(2);
    div_t d = div(17, 5);
    double whole, part = modf(3.25, &whole);
    #pragma ckpt
    printf("%s %s %d %s %d %d %g %g\n", at, rest, (int)(end - at), message, home == NULL, d.quot, whole, part);
    setenv("ADV_SET", "one", 1);
    char *value = getenv("ADV_SET");
    putenv("ADV_PUT=two");
    #pragma ckpt
    printf("%s %s %s\n", value, getenv("ADV_SET"), getenv("ADV_PUT"));
    char *save, text[] = "a:b:c";
    for (char *w = strtok_r(text, ":", &save); w; w = strtok_r(NULL, ":", &save)) {
        #pragma ckpt
        printf("%s%c", w, *save ? '-' : '\n');
    }
    return table[1].is('x') ? 0 : 0;
}
