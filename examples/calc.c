/* calc.c - an interpreter for a small language: numbers, functions, if, while, print.
 *
 * Usage   calc [program file]          (a built-in program by default)
 * Output  what the program prints.
 *
 * The parser and the evaluator are recursive, and the state of a running program lives on the C stack: each call of one of its functions has
 * its variables in an array of call()'s frame, linked to the caller's. The site is where the interpreted program loops or calls:
 * a checkpoint finds the evaluator's frames, dozens deep.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 26, FUNCTIONS = 16, PARAMETERS = 4 };

typedef enum { NUMBER, VARIABLE, BINARY, CALL, ASSIGN, PRINT, IF, WHILE, SEQUENCE, RETURN } kind_t;

typedef struct node {
    kind_t kind;
    int line;
    double number;                           /* NUMBER */
    char operator;                           /* BINARY; VARIABLE and ASSIGN: the variable's letter */
    struct function *function;               /* CALL */
    struct node *child[PARAMETERS];
    int children;
    struct node *next;                       /* SEQUENCE: the statements */
} node_t;

typedef struct function {
    char *name;
    char parameter[PARAMETERS];
    int parameters;
    node_t *body;
    unsigned long calls;
} function_t;

typedef struct scope {
    double value[VARIABLES];
    const function_t *function;
    struct scope *caller;
    int returning;
} scope_t;

static function_t functions[FUNCTIONS];
static int function_count;
static const char *at;                       /* where the parser stands */
static int line = 1;
static char *source;

static const char built_in[] =
    "def fib(n) { if n < 2 { return n } return fib(n - 1) + fib(n - 2) }\n"
    "def gcd(a, b) { while b { t = b; b = a % b; a = t } return a }\n"
    "def prime(n) { d = 2; while d * d <= n { if n % d == 0 { return 0 } d = d + 1 } return 1 }\n"
    "def root(x, g, n) { if n == 0 { return g } return root(x, (g + x / g) / 2, n - 1) }\n"
    "def odd(n) { if n == 0 { return 0 } return even(n - 1) }\n"
    "def even(n) { if n == 0 { return 1 } return odd(n - 1) }\n"
    "print fib(11)\n"
    "i = 1; s = 0\n"
    "while i < 60 { if prime(i) { print i; s = s + i } i = i + 1 }\n"
    "print s; print gcd(1071, 462) * gcd(270, 192)\n"
    "print root(2, 1, 20); print odd(31) - even(18)\n"
    "def deep(n) { if n == 0 { print 7 } if n > 0 { deep(n - 1); print n } return n }\n"
    "print deep(12)\n";

static void fail(const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "calc: line %d: ", line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    putc('\n', stderr);
    exit(1);
}

/* ---- parser ---- */

static void skip(void)
{
    for (; isspace((unsigned char)*at) || *at == ';'; at++)
        line += *at == '\n';
}

static int take(const char *token)
{
    size_t length = strlen(token);

    skip();
    if (strncmp(at, token, length) != 0 || (isalpha((unsigned char)*token) && isalnum((unsigned char)at[length])))
        return 0;
    at += length;
    return 1;
}

static void expect(const char *token)
{
    if (!take(token))
        fail("'%s' expected before '%.10s'", token, at);
}

static char *word(void)
{
    const char *start;

    skip();
    for (start = at; isalpha((unsigned char)*at); at++)
        ;
    if (at == start)
        fail("a name expected before '%.10s'", at);
    return strndup(start, (size_t)(at - start));
}

static node_t *make(kind_t kind, char operator, int children, ...)
{
    node_t *node = calloc(1, sizeof *node);
    va_list arguments;

    if (!node)
        fail("out of memory");
    node->kind = kind;
    node->line = line;
    node->operator = operator;
    va_start(arguments, children);
    while (node->children < children)
        node->child[node->children++] = va_arg(arguments, node_t *);
    va_end(arguments);
    return node;
}

static function_t *function_named(char *name)
{
    for (function_t *f = functions; f < functions + function_count; f++)
        if (strcmp(f->name, name) == 0) {
            free(name);
            return f;
        }
    if (function_count == FUNCTIONS)
        fail("too many functions");
    functions[function_count].name = name;
    return &functions[function_count++];
}

static node_t *expression(int level);

static node_t *primary(void)
{
    node_t *node;

    skip();
    if (take("(")) {
        node = expression(0);
        expect(")");
    } else if (isdigit((unsigned char)*at)) {
        char *end;
        node = make(NUMBER, 0, 0);
        node->number = strtod(at, &end);
        at = end;
    } else {
        char *name = word();
        if (take("(")) {
            node = make(CALL, 0, 0);
            node->function = function_named(name);
            while (!take(")")) {
                if (node->children == PARAMETERS)
                    fail("too many arguments");
                node->child[node->children++] = expression(0);
                take(",");
            }
        } else {
            node = make(VARIABLE, name[0], 0);
            free(name);
        }
    }
    return node;
}

static node_t *expression(int level)
{
    static const char *const operators[][5] = { { "<=", "==", "<", ">" }, { "+", "-" }, { "*", "/", "%" } };
    node_t *left = level == 3 ? primary() : expression(level + 1);

    for (int i = 0; level < 3 && operators[level][i]; i++) {
        if (!take(operators[level][i]))
            continue;
        char operator = operators[level][i][1] == '=' && level == 0 && i == 0 ? 'L' : operators[level][i][0];
        left = make(BINARY, operator, 2, left, expression(level + 1));
        i = -1;
    }
    return left;
}

static node_t *block(void);

static node_t *statement(void)
{
    if (take("print"))
        return make(PRINT, 0, 1, expression(0));
    if (take("return"))
        return make(RETURN, 0, 1, expression(0));
    if (take("if") || take("while")) {
        kind_t kind = at[-1] == 'f' ? IF : WHILE;
        node_t *condition = expression(0);
        return make(kind, 0, 2, condition, block());
    }
    node_t *node = expression(0);
    if (node->kind == VARIABLE && take("=")) {
        node->kind = ASSIGN;
        node->child[node->children++] = expression(0);
    }
    return node;
}

static node_t *block(void)
{
    node_t *sequence = make(SEQUENCE, 0, 0), **link = &sequence->child[0];

    expect("{");
    while (!take("}")) {
        *link = statement();
        link = &(*link)->next;
    }
    return sequence;
}

static void definition(void)
{
    function_t *f = function_named(word());

    expect("(");
    while (!take(")")) {
        char *name = word();
        if (f->parameters == PARAMETERS)
            fail("too many parameters");
        f->parameter[f->parameters++] = name[0];
        free(name);
        take(",");
    }
    f->body = block();
}

/* ---- evaluator ---- */

static double evaluate(const node_t *node, scope_t *scope);

static double *variable(scope_t *scope, char letter)
{
    return &scope->value[(letter - 'a') % VARIABLES];
}

static double call(const node_t *node, scope_t *caller)
{
    scope_t scope = { .function = node->function, .caller = caller };
    function_t *f = node->function;

    if (!f->body || node->children != f->parameters)
        fail("%s: no such function", f->name);
    for (int i = 0; i < f->parameters; i++)
        *variable(&scope, f->parameter[i]) = evaluate(node->child[i], caller);
    f->calls++;
    #pragma ckpt name(call)
    return evaluate(f->body, &scope);
}

static double binary(char operator, double left, double right)
{
    switch (operator) {
    case '+': return left + right;
    case '-': return left - right;
    case '*': return left * right;
    case '/': return left / right;
    case '%': return (double)((long)left % (long)right);
    case '<': return left < right;
    case '>': return left > right;
    case 'L': return left <= right;
    default: return left == right;
    }
}

static double evaluate(const node_t *node, scope_t *scope)
{
    double value = 0;

    switch (node->kind) {
    case NUMBER:
        return node->number;
    case VARIABLE:
        return *variable(scope, node->operator);
    case BINARY: {
        double left = evaluate(node->child[0], scope);
        return binary(node->operator, left, evaluate(node->child[1], scope));
    }
    case CALL:
        return call(node, scope);
    case ASSIGN:
        return *variable(scope, node->operator) = evaluate(node->child[0], scope);
    case PRINT:
        printf("%.17g\n", value = evaluate(node->child[0], scope));
        break;
    case IF:
        if (evaluate(node->child[0], scope) != 0)
            value = evaluate(node->child[1], scope);
        break;
    case WHILE:
        while (!scope->returning && evaluate(node->child[0], scope) != 0) {
            #pragma ckpt name(loop)
            value = evaluate(node->child[1], scope);
        }
        break;
    case SEQUENCE:
        for (const node_t *s = node->child[0]; s && !scope->returning; s = s->next)
            value = evaluate(s, scope);
        break;
    case RETURN:
        value = evaluate(node->child[0], scope);
        scope->returning = 1;
        break;
    }
    return value;
}

static char *slurp(const char *name)
{
    size_t size = 0, room = 256;
    char *text = malloc(room);
    FILE *file = fopen(name, "r");

    if (!file || !text)
        fail("cannot read %s", name);
    for (size_t n; (n = fread(text + size, 1, room - size - 1, file)) > 0;)
        if ((size += n) + 1 == room && !(text = realloc(text, room *= 2)))
            fail("out of memory");
    text[size] = '\0';
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    scope_t global = { .function = NULL };

    source = argc > 1 ? slurp(argv[1]) : strdup(built_in);
    for (at = source, skip(); *at; skip()) {
        if (take("def"))
            definition();
        else
            evaluate(statement(), &global);
    }
    for (const function_t *f = functions; f < functions + function_count; f++)
        printf("%s: %lu calls\n", f->name, f->calls);
    free(source);
    return 0;
}
