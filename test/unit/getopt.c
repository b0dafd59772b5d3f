/* getopt.c - the runtime's getopt gives what the C library's gives: results, variables, messages, order of argv; on random lines. */
#include <getopt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

int ckptg_w_getopt(int argc, char *const *argv, const char *letters);
int ckptg_w___posix_getopt(int argc, char *const *argv, const char *letters);
int ckptg_w_getopt_long(int argc, char *const *argv, const char *letters, const struct option *words, int *index);
int ckptg_w_getopt_long_only(int argc, char *const *argv, const char *letters, const struct option *words, int *index);
int __posix_getopt(int argc, char *const *argv, const char *letters);

static int flag;
static const struct option words[] = {
    { "alpha", no_argument, 0, 'a' }, { "beta", required_argument, 0, 'b' }, { "best", optional_argument, 0, 'B' },
    { "gamma", no_argument, &flag, 7 }, { "gas", no_argument, &flag, 7 }, { "c", no_argument, 0, 1000 }, { 0, 0, 0, 0 }
};
static const char *const letter_sets[] = { "ab:c::", "+ab:c", "-ab:c", ":ab:c", "ab:W;c", "+:b:", "" };
static char pool[][16] = { "-a", "-b", "-bx", "-ab", "-abx", "-c", "-cval", "-d", "--", "-", "x", "y", "--alpha", "--al", "--b", "--be=1",
                           "--beta", "--beta=2", "--best", "--best=3", "--ga", "--g", "--gamma=5", "--none", "-alpha", "-W", "-Walpha", "-gam",
                           "-be", "--c", "-:", "--=x" };
enum { POOL = sizeof pool / sizeof *pool, MOST = 7 };

/* Run to the end; what happened as text. which: function; ours or the C library's. */
static void play(int which, int ours, int argc, char **argv, const char *letters, char *out, size_t size)
{
    size_t n = 0;
    int result, index, turns = 0;
    FILE *messages = tmpfile(), *keep = stderr;

    stderr = messages;
    optind = 0;
    flag = 0;
    do {
        index = -1;
        switch (which) {
        case 0: result = (ours ? ckptg_w_getopt : getopt)(argc, argv, letters); break;
        case 1: result = (ours ? ckptg_w_getopt_long : getopt_long)(argc, argv, letters, words, &index); break;
        case 2: result = (ours ? ckptg_w_getopt_long_only : getopt_long_only)(argc, argv, letters, words, &index); break;
        default: result = (ours ? ckptg_w___posix_getopt : __posix_getopt)(argc, argv, letters);
        }
        n += (size_t)snprintf(out + n, size - n, "%d %d %d %d %d %s;", result, optind, optopt, index, flag, optarg ? optarg : "-");
    } while (result != -1 && turns++ < 30);
    for (int i = 0; i < argc; i++)
        n += (size_t)snprintf(out + n, size - n, " %s", argv[i]);
    n += (size_t)snprintf(out + n, size - n, "\n");
    rewind(messages);
    n += fread(out + n, 1, size - n - 1, messages);
    out[n] = 0;
    fclose(messages);
    stderr = keep;
}

static void random_lines(void **unused)
{
    static char theirs[8192], ours[8192];
    unsigned seed = 1;

    (void)unused;
    for (int round = 0; round < 20000; round++) {
        char *a[MOST + 2] = { "prog" }, *b[MOST + 2] = { "prog" };
        int n = 1 + rand_r(&seed) % (MOST + 1), which = rand_r(&seed) % 4;
        const char *letters = letter_sets[rand_r(&seed) % (int)(sizeof letter_sets / sizeof *letter_sets)];
        for (int i = 1; i < n; i++)
            a[i] = b[i] = pool[rand_r(&seed) % POOL];
        opterr = rand_r(&seed) % 4 != 0;
        play(which, 0, n, a, letters, theirs, sizeof theirs);
        play(which, 1, n, b, letters, ours, sizeof ours);
        if (strcmp(theirs, ours))
            printf("function %d, letters \"%s\":\n%s---\n%s", which, letters, theirs, ours);
        assert_string_equal(theirs, ours);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(random_lines) };
    return cmocka_run_group_tests(tests, 0, 0);
}
