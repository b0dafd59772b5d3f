/* filter.c - a file filter: numbers lines, folds long ones, counts words.
 *
 * Usage   filter [-w width] [-l log] [-o output] [input]      (standard input and output by default)
 * Output  every line with its number, folded at `width`; a log with one line per 16 input lines; a summary on stdout.
 *
 * It stands for all programs that read one file and write others. The output stays open all the time; the log is opened for
 * appending, written and closed at each entry. Continued on another machine, no line is lost and none appears twice.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned long lines, words, bytes, folded;
    unsigned hash;                       /* FNV-1a of all that was read */
    char longest_word[32];
} counts_t;

typedef struct {
    FILE *in, *out;
    const char *log_name;
    size_t width;
    counts_t counts;
} filter_t;

static void die(const char *what)
{
    fprintf(stderr, "filter: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void count(counts_t *counts, const char *line, size_t length)
{
    size_t start = 0;

    counts->lines++;
    counts->bytes += length;
    for (size_t i = 0; i <= length; i++) {
        int c = i < length ? (unsigned char)line[i] : ' ';
        if (i < length)
            counts->hash = (counts->hash ^ (unsigned)c) * 16777619u;
        if (!isspace(c))
            continue;
        if (i > start) {
            counts->words++;
            size_t n = i - start;
            if (n > strlen(counts->longest_word) && n < sizeof counts->longest_word) {
                memcpy(counts->longest_word, line + start, n);
                counts->longest_word[n] = '\0';
            }
        }
        start = i + 1;
    }
}

/* Write a line in pieces of at most `width` bytes, broken after words where possible. */
static void fold(filter_t *f, const char *line, size_t length)
{
    const char *end = line + length;
    int first = 1;

    do {
        size_t piece = (size_t)(end - line) > f->width ? f->width : (size_t)(end - line);
        if (line + piece < end) {
            size_t back = piece;
            while (back > 1 && line[back] != ' ')
                back--;
            if (back > 1)
                piece = back;
        }
        if (first)
            fprintf(f->out, "%6lu  ", f->counts.lines);
        else
            fputs("      > ", f->out);
        #pragma ckpt
        fwrite(line, 1, piece, f->out);
        putc('\n', f->out);
        f->counts.folded += !first;
        first = 0;
        line += piece;
        while (line < end && *line == ' ')
            line++;
    } while (line < end);
    if (ferror(f->out))
        die("output");
}

static void log_progress(const filter_t *f)
{
    FILE *log;

    if (!f->log_name)
        return;
    if (!(log = fopen(f->log_name, "a")))
        die(f->log_name);
    fprintf(log, "%lu lines, %lu words, hash %08x\n", f->counts.lines, f->counts.words, f->counts.hash);
    if (fclose(log))
        die(f->log_name);
}

static void run(filter_t *f)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;

    while ((length = getline(&line, &capacity, f->in)) != -1) {
        if (length > 0 && line[length - 1] == '\n')
            line[--length] = '\0';
        count(&f->counts, line, (size_t)length);
        fold(f, line, (size_t)length);
        if (f->counts.lines % 16 == 0)
            log_progress(f);
    }
    if (ferror(f->in))
        die("input");
    free(line);
}

int main(int argc, char **argv)
{
    filter_t f = { .in = stdin, .out = stdout, .width = 60, .counts = { .hash = 2166136261u } };
    int i;

    for (i = 1; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        const char *value = argv[i + 1];
        switch (argv[i][1]) {
        case 'w':
            f.width = strtoul(value, NULL, 10);
            break;
        case 'l':
            f.log_name = value;
            break;
        case 'o':
            if (!(f.out = fopen(value, "w")))
                die(value);
            break;
        default:
            i = argc;
        }
    }
    if (i > argc || f.width < 8) {
        fprintf(stderr, "usage: filter [-w width >= 8] [-l log] [-o output] [input]\n");
        return 2;
    }
    if (i < argc && !(f.in = fopen(argv[i], "r")))
        die(argv[i]);
    run(&f);
    log_progress(&f);
    if (f.out != stdout && fclose(f.out))
        die("output");
    printf("%lu lines, %lu words, %lu bytes, %lu folded, longest word \"%s\", hash %08x\n", f.counts.lines,
           f.counts.words, f.counts.bytes, f.counts.folded, f.counts.longest_word, f.counts.hash);
    return 0;
}
