/* getopt.c - getopt and getopt_long with state that an image carries.
 *
 * Purpose    the C library keeps the place inside an argument ("-abc") and the range of arguments that it has passed over to itself;
 *            here they are variables. Results, messages and the order of argv are those of the GNU C library.
 * Input      argv of the program; optind, opterr (process_state.c saves these, optarg and optopt).
 * Invariants passed_first..passed_last are the non-options that stand just before the place and will be moved behind the options.
 * Thread     none, as the C library's.
 */
#include <getopt.h>
#include <libintl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "objects/process_roots.h"

enum { PERMUTE, IN_ORDER, STOP };

static char *place;                   /* next character of the argument being looked at, or 0 */
static int passed_first, passed_last, started, order;
static int wrong;                     /* optopt as the last error left it: each call sets it to this */

static const ckptg_var vars[] = {
    CKPTI_VAR("getopt_place", place, ckpti_t_charp), CKPTI_VAR("getopt_first", passed_first, ckpti_t_int),
    CKPTI_VAR("getopt_last", passed_last, ckpti_t_int), CKPTI_VAR("getopt_started", started, ckpti_t_int),
    CKPTI_VAR("getopt_order", order, ckpti_t_int), CKPTI_VAR("getopt_wrong", wrong, ckpti_t_int)
};
CKPTI_UNIT(getopt_unit, "getopt", vars)

/* What a call looks at. */
typedef struct request {
    int argc;
    char **argv;
    const char *letters;
    const struct option *words;
    int *index;
    bool words_only, print;
} request;

#define TEXT(message) dgettext("libc", message)

/* Swap the non-options passed over with the options after them. */
static void exchange(char **argv)
{
    int bottom = passed_first, middle = passed_last, top = optind;

    while (top > middle && middle > bottom) {
        int n = middle - bottom < top - middle ? middle - bottom : top - middle;
        bool shorter_below = top - middle > middle - bottom;
        for (int i = 0; i < n; i++) {
            char **a = &argv[bottom + i], **b = shorter_below ? &argv[top - n + i] : &argv[middle + i], *t = *a;
            *a = *b;
            *b = t;
        }
        if (shorter_below)
            top -= n;
        else
            bottom += n;
    }
    passed_first += optind - passed_last;
    passed_last = optind;
}

static bool is_operand(const request *r) { return r->argv[optind][0] != '-' || !r->argv[optind][1]; }
static int missing(const request *r) { return r->letters[0] == ':' ? ':' : '?'; }

/* ---- long options --------------------------------------------------------------------------------------------------------- */

static bool same_effect(const struct option *a, const struct option *b)
{
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The option that `place` names, in full or shortened. -1: none, -2: several (reported). */
static int find_word(const request *r, size_t length, const char *prefix)
{
    int found = -1;
    bool ambiguous = false;

    for (int i = 0; r->words[i].name; i++)
        if (!strncmp(r->words[i].name, place, length) && strlen(r->words[i].name) == length)
            return i;
    for (int i = 0; r->words[i].name; i++) {
        if (strncmp(r->words[i].name, place, length))
            continue;
        if (found < 0)
            found = i;
        else if (r->words_only || !same_effect(&r->words[found], &r->words[i]))
            ambiguous = true;
    }
    if (!ambiguous)
        return found;
    if (r->print) {
        flockfile(stderr);
        fprintf(stderr, TEXT("%s: option '%s%s' is ambiguous; possibilities:"), r->argv[0], prefix, place);
        for (int i = 0; r->words[i].name; i++)
            if (i == found || (!strncmp(r->words[i].name, place, length) &&
                               (r->words_only || !same_effect(&r->words[found], &r->words[i]))))
                fprintf(stderr, " '%s%s'", prefix, r->words[i].name);
        fprintf(stderr, "\n");
        funlockfile(stderr);
    }
    return -2;
}

/* The argument of the option just found, if it has one. Returns 0, or what getopt is to return. */
static int word_argument(const request *r, const struct option *o, char *end, const char *prefix)
{
    if (*end) {
        if (o->has_arg) {
            optarg = end + 1;
            return 0;
        }
        if (r->print)
            fprintf(stderr, TEXT("%s: option '%s%s' doesn't allow an argument\n"), r->argv[0], prefix, o->name);
        optopt = o->val;
        return '?';
    }
    if (o->has_arg != required_argument)
        return 0;
    if (optind < r->argc) {
        optarg = r->argv[optind++];
        return 0;
    }
    if (r->print)
        fprintf(stderr, TEXT("%s: option '%s%s' requires an argument\n"), r->argv[0], prefix, o->name);
    optopt = o->val;
    return missing(r);
}

/* Returns -1 only if `words_only` and it may be a letter. */
static int take_word(const request *r, const char *prefix)
{
    char *end = strchrnul(place, '=');
    int found = find_word(r, (size_t)(end - place), prefix), result;

    if (found == -2) {
        place += strlen(place);
        optind++;
        optopt = 0;
        return '?';
    }
    if (found == -1) {
        if (r->words_only && r->argv[optind][1] != '-' && strchr(r->letters, *place))
            return -1;
        if (r->print)
            fprintf(stderr, TEXT("%s: unrecognized option '%s%s'\n"), r->argv[0], prefix, place);
        place = 0;
        optind++;
        optopt = 0;
        return '?';
    }
    optind++;
    place = 0;
    if ((result = word_argument(r, &r->words[found], end, prefix)))
        return result;
    if (r->index)
        *r->index = found;
    if (r->words[found].flag) {
        *r->words[found].flag = r->words[found].val;
        return 0;
    }
    return r->words[found].val;
}

/* ---- letters ----------------------------------------------------------------------------------------------------------------- */

static int needs_argument(const request *r, char c)
{
    if (r->print)
        fprintf(stderr, TEXT("%s: option requires an argument -- '%c'\n"), r->argv[0], c);
    optopt = c;
    return missing(r);
}

/* "W;": -W word is --word. */
static int take_w(request *r, char c)
{
    if (*place)
        optarg = place;
    else if (optind == r->argc)
        return needs_argument(r, c);
    else
        optarg = r->argv[optind];
    place = optarg;
    optarg = 0;
    r->words_only = false;
    return take_word(r, "-W ");
}

static int take_letter(request *r)
{
    char c = *place++;
    const char *entry = strchr(r->letters, c);

    if (!*place)
        optind++;
    if (!entry || c == ':' || c == ';') {
        if (r->print)
            fprintf(stderr, TEXT("%s: invalid option -- '%c'\n"), r->argv[0], c);
        optopt = c;
        return '?';
    }
    if (entry[0] == 'W' && entry[1] == ';' && r->words)
        return take_w(r, c);
    if (entry[1] != ':')
        return c;
    if (*place) {
        optarg = place;
        optind++;
        place = 0;
        return c;
    }
    place = 0;
    if (entry[2] == ':') {
        optarg = 0;
        return c;
    }
    if (optind == r->argc)
        return needs_argument(r, c);
    optarg = r->argv[optind++];
    return c;
}

/* ---- the next argument --------------------------------------------------------------------------------------------------------- */

static void start(request *r, bool posix)
{
    if (!optind)
        optind = 1;
    passed_first = passed_last = optind;
    place = 0;
    order = *r->letters == '-' ? IN_ORDER : *r->letters == '+' || posix || getenv("POSIXLY_CORRECT") ? STOP : PERMUTE;
    started = 1;
}

/* Go on to the next argument that is an option. Returns 0 and sets place, or what getopt is to return. */
static int next_argument(request *r, bool *done)
{
    int code;

    *done = true;
    if (passed_last > optind)
        passed_last = optind;
    if (passed_first > optind)
        passed_first = optind;
    if (order == PERMUTE) {
        if (passed_first != passed_last && passed_last != optind)
            exchange(r->argv);
        else if (passed_last != optind)
            passed_first = optind;
        while (optind < r->argc && is_operand(r))
            optind++;
        passed_last = optind;
    }
    if (optind != r->argc && !strcmp(r->argv[optind], "--")) {
        optind++;
        if (passed_first != passed_last && passed_last != optind)
            exchange(r->argv);
        else if (passed_first == passed_last)
            passed_first = optind;
        passed_last = optind = r->argc;
    }
    if (optind == r->argc) {
        if (passed_first != passed_last)
            optind = passed_first;
        return -1;
    }
    if (is_operand(r)) {
        if (order == STOP)
            return -1;
        optarg = r->argv[optind++];
        return 1;
    }
    if (r->words && r->argv[optind][1] == '-') {
        place = r->argv[optind] + 2;
        return take_word(r, "--");
    }
    if (r->words && r->words_only && (r->argv[optind][2] || !strchr(r->letters, r->argv[optind][1]))) {
        place = r->argv[optind] + 1;
        code = take_word(r, "-");
        if (code != -1)
            return code;
    }
    place = r->argv[optind] + 1;
    *done = false;
    return 0;
}

static int go_on(request r, bool posix)
{
    bool done;
    int code;

    r.print = opterr != 0;
    if (r.argc < 1)
        return -1;
    optarg = 0;
    if (!optind || !started)
        start(&r, posix);
    if (*r.letters == '-' || *r.letters == '+')
        r.letters++;
    if (*r.letters == ':')
        r.print = false;
    if (!place || !*place) {
        code = next_argument(&r, &done);
        if (done)
            return code;
    }
    return take_letter(&r);
}

static int run(request r, bool posix)
{
    int result;

    CKPTI_USE(getopt_unit);
    optopt = wrong;
    result = go_on(r, posix);
    wrong = optopt;
    return result;
}

int ckptg_w_getopt(int argc, char *const *argv, const char *letters)
{
    return run((request){ .argc = argc, .argv = (char **)argv, .letters = letters }, false);
}

/* What getopt is in a program that asks for POSIX and nothing else. */
int ckptg_w___posix_getopt(int argc, char *const *argv, const char *letters)
{
    return run((request){ .argc = argc, .argv = (char **)argv, .letters = letters }, true);
}

int ckptg_w_getopt_long(int argc, char *const *argv, const char *letters, const struct option *words, int *index)
{
    return run((request){ .argc = argc, .argv = (char **)argv, .letters = letters, .words = words, .index = index }, false);
}

int ckptg_w_getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *words, int *index)
{
    return run((request){ .argc = argc, .argv = (char **)argv, .letters = letters, .words = words, .index = index,
                          .words_only = true }, false);
}
