// A small stack machine: code assembled from text, a table of handlers, frames in a linked stack, cells of several kinds, labels looked up
// with bsearch, traces in a ring buffer of end pointers. ADV: args=12
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NIL, INT, REAL, TEXT, CODE } kind;
typedef struct { kind kind : 4; unsigned marks : 12; int32_t whole; double real; const char *text; struct insn *code; } cell;
struct vm;
typedef bool handler(struct vm *, const cell *operand);
struct insn { handler *run; cell operand; struct insn *target; };
struct frame { struct frame *caller; struct insn *back; cell locals[3]; };
struct label { char name[8]; struct insn *at; };
struct vm {
    struct insn *code, *end, *pc;
    cell *stack, *top, *limit;
    struct frame *frame;
    struct label *labels; size_t nlabels;
    cell *trace[4], **next;
    unsigned long steps;
};

static cell number(int n) { return (cell){ .kind = INT, .whole = n }; }
static void push(struct vm *v, cell c)
{
    if (v->top == v->limit) {
        size_t n = (size_t)(v->limit - v->stack), used = (size_t)(v->top - v->stack);
        v->stack = realloc(v->stack, (n * 2 + 2) * sizeof *v->stack);
        v->top = v->stack + used;
        v->limit = v->stack + n * 2 + 2;
        for (int i = 0; i < 4; i++)
            v->trace[i] = v->stack;
    }
    *v->top = c;
    *v->next = v->top++;
    if (++v->next == v->trace + 4)
        v->next = v->trace;
}
static cell pop(struct vm *v) { return *--v->top; }
static bool op_push(struct vm *v, const cell *o) { push(v, *o); return true; }
static bool op_load(struct vm *v, const cell *o) { push(v, v->frame->locals[o->whole]); return true; }
static bool op_add(struct vm *v, const cell *o)
{
    cell a = pop(v), b = pop(v);
    (void)o;
#pragma ckpt name(add)
    push(v, number(a.whole + b.whole));
    return true;
}
static bool op_less(struct vm *v, const cell *o) { cell a = pop(v); push(v, number(a.whole < o->whole)); return true; }
static bool op_jumpz(struct vm *v, const cell *o)
{
    if (!pop(v).whole)
        v->pc = o->code;
    return true;
}
static bool op_call(struct vm *v, const cell *o)
{
    struct frame *f = malloc(sizeof *f);
    *f = (struct frame){ v->frame, v->pc, { pop(v) } };
    v->frame = f;
    v->pc = o->code;
#pragma ckpt name(call) if (f->locals[0].whole % 3 == 0)
    return true;
}
static bool op_return(struct vm *v, const cell *o)
{
    struct frame *f = v->frame;
    (void)o;
    v->pc = f->back;
    v->frame = f->caller;
    free(f);
    return v->frame != NULL;
}
static bool op_print(struct vm *v, const cell *o)
{
    printf("%s %d %u\n", o->text, v->top[-1].whole, v->top[-1].marks);
#pragma ckpt
    return true;
}
static const struct { char name[8]; handler *run; } ops[] = {
    { "add", op_add }, { "call", op_call }, { "jumpz", op_jumpz }, { "less", op_less }, { "load", op_load },
    { "print", op_print }, { "push", op_push }, { "return", op_return },
};
static int by_name(const void *k, const void *e) { return strcmp(k, e); }
static int by_label(const void *a, const void *b) { return strcmp(((const struct label *)a)->name, ((const struct label *)b)->name); }

static void assemble(struct vm *v, const char *text)
{
    char *copy = strdup(text), *line, *rest = copy, *word[64];
    size_t n = 0;
    for (const char *p = text; *p; p++)
        n += *p == ';';
    v->pc = v->end = v->code = calloc(n, sizeof *v->code);
    while ((line = strsep(&rest, ";")) && *line) {
        char *at = strchr(line, ':');
        if (at) {
            *at = 0;
            v->labels = realloc(v->labels, (v->nlabels + 1) * sizeof *v->labels);
            strcpy(v->labels[v->nlabels].name, line);
            v->labels[v->nlabels++].at = v->end;
            line = at + 1;
        }
        char *arg = strchr(line, ' ');
        if (arg)
            *arg++ = 0;
        v->end->run = (*(handler *const *)((const char *)bsearch(line, ops, 8, sizeof *ops, by_name) + ((char *)&ops[0].run - (char *)&ops[0])));
        word[v->end - v->code] = arg;
        v->end++;
    }
    qsort(v->labels, v->nlabels, sizeof *v->labels, by_label);
    for (struct insn *i = v->code; i < v->end; i++) {
        const char *w = word[i - v->code];
        #pragma ckpt name(link)
        if (!w)
            continue;
        if (isdigit((unsigned char)*w) || *w == '-')
            i->operand = number(atoi(w)), i->operand.marks = (unsigned)strlen(w);
        else if (*w == '"')
            i->operand = (cell){ .kind = TEXT, .text = strdup(w + 1) };
        else {
            struct label *l = bsearch(w, v->labels, v->nlabels, sizeof *l, by_name);
            i->operand = (cell){ .kind = CODE, .code = l ? l->at : NULL };
        }
    }
    free(copy);
}
static unsigned long run(struct vm *v)
{
    for (const struct insn *i; i = v->pc++, v->steps++, i->run(v, &i->operand) && v->pc < v->end;)
        ;
    return v->steps;
}
int main(int argc, char **argv)
{
    struct vm v = { .next = v.trace };
    struct frame outer = { NULL, NULL, { number(argc > 1 ? atoi(argv[1]) : 5) } }, *first = malloc(sizeof *first);
    *first = outer;
    v.frame = first;
    assemble(&v, "load 0;call fib;print \"fib;return;fib:load 0;less 2;jumpz more;load 0;return;"
                 "more:load 0;push -1;add;call fib;load 0;push -2;add;call fib;add;return;");
    printf("%lu steps\n", run(&v));
    for (cell **c = v.trace; c < v.trace + 4; c++)
        printf("%d:%d ", (int)(*c - v.stack), (*c)->whole);
    printf("%d\n", (int)(v.next - v.trace));
    return 0;
}
