// A configuration file read line by line: getline, string builder with realloc, sections in a hash table with chains, arrays of strings,
// strdup, bytes above 127, lines with continuations, state in statics of functions. ADV: stdin=[one]\na=1\nb=two\\\\\n three\n# note\n[two]\nk\xe9y=v\xffl\na=9\n[one]\na=3\n
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder { char *text; size_t used, room; };
struct option { char *key, **values; int nvalues; struct option *next; };
struct section { char name[16]; struct option *buckets[4]; struct option **order; int noptions; struct section *next; };
static struct section *sections, **last = &sections, *now;

static void add(struct builder *b, const char *s, size_t n)
{
    if (b->used + n + 1 > b->room)
        b->text = realloc(b->text, b->room = (b->used + n + 1) * 3 / 2);
    memcpy(b->text + b->used, s, n);
    b->text[b->used += n] = 0;
#pragma ckpt
}
static char *unique(const char *s)
{
    static char **known;
    static int n;
    for (int i = 0; i < n; i++)
        if (!strcmp(known[i], s))
            return known[i];
    known = realloc(known, (size_t)(n + 1) * sizeof *known);
    return known[n++] = strdup(s);
}
static struct section *section(const char *name, size_t n)
{
    for (struct section *s = sections; s; s = s->next)
        if (strlen(s->name) == n && !strncmp(s->name, name, n))
            return s;
    *last = calloc(1, sizeof **last);
    memcpy((*last)->name, name, n);
    struct section *made = *last;
    last = &made->next;
#pragma ckpt
    return made;
}
static void set(const char *key, const char *value)
{
    struct option **at = &now->buckets[(unsigned char)key[strlen(key) - 1] % 4];
    while (*at && strcmp((*at)->key, key))
        at = &(*at)->next;
    if (!*at) {
        *at = malloc(sizeof **at);
        **at = (struct option){ .key = unique(key) };
        now->order = realloc(now->order, sizeof(struct option *) * (size_t)(now->noptions + 1));
        now->order[now->noptions++] = *at;
    }
    struct option *o = *at;
    #pragma ckpt
    o->values = realloc(o->values, (size_t)++o->nvalues * sizeof(char *));
    o->values[o->nvalues - 1] = unique(value);
}
static int parse(char *line)
{
    static struct builder pending;
    static int number;
    size_t n = strcspn(line, "\n");
    number++;
    if (n && line[n - 1] == '\\')
        return add(&pending, line, n - 1), 0;
    add(&pending, line, n);
    char *p = pending.text;
    pending.used = 0;
    while (isspace((unsigned char)*p))
        p++;
    switch (*p) {
    case 0: case '#':
        return 0;
    case '[':
        now = section(p + 1, strcspn(p + 1, "]"));
        return 1;
    }
    char *equals = strchr(p, '=');
    *equals++ = 0;
    set(p, equals);
    return number;
}
int main(void)
{
    char *line = NULL;
    size_t room = 0;
    int sum = 0;
    while (getline(&line, &room, stdin) > 0)
        sum += parse(line);
    free(line);
    for (const struct section *s = sections; s; s = s->next)
        for (int i = 0; i < s->noptions; i++)
            for (int j = 0; j < s->order[i]->nvalues; j++) {
                #pragma ckpt
                printf("%s.%s[%d] = %s%s", s->name, s->order[i]->key, j, s->order[i]->values[j],
                       s->order[i]->values[j] == unique("1") ? " (shared)\n" : "\n");
            }
    printf("%d\n", sum);
    return 0;
}
