/* main.c - the `ckpt` command: reads images. See docs/tools.md. */
#include <errno.h>
#include <locale.h>
#include <stdio_ext.h>
#include <string.h>
#include "ckpt.h"
#include "tools/tool.h"

static const char usage[] =
    "usage: ckpt COMMAND [OPTION]... \n"
    "\n"
    "  show     print what is in an image, in the program's own names\n"
    "  verify   check images\n"
    "  diff     say which variables differ between two images\n"
    "\n"
    "ckpt COMMAND --help says more. Images of every architecture are read on every architecture.\n";

#define STRING_(x) #x
#define STRING(x) STRING_(x)

static int run(int argc, char **argv)
{
    static const struct { const char *name; int (*function)(int, char **, FILE *); } commands[] = {
        {"show", tool_show}, {"verify", tool_verify}, {"diff", tool_diff}};
    if (argc < 2) {
        fputs(usage, stderr);
        return TOOL_USAGE;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(argv[1], commands[i].name))
            return commands[i].function(argc - 1, argv + 1, stdout);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return fputs(usage, stdout) < 0 ? TOOL_OUTPUT : TOOL_OK;
    if (!strcmp(argv[1], "--version")) {
        puts("ckpt " STRING(CKPT_VERSION_MAJOR) "." STRING(CKPT_VERSION_MINOR) "." STRING(CKPT_VERSION_PATCH));
        return TOOL_OK;
    }
    return tool_complain(TOOL_USAGE, "%s: no such command; see ckpt --help", argv[1]);
}

int main(int argc, char **argv)
{
    int status = run(argc, argv);
    bool unwritten = __fpending(stdout) != 0, failed = ferror(stdout) != 0;
    if ((fclose(stdout) != 0 && (unwritten || errno != EBADF)) || failed) /* nothing was to be written: it may be closed */
        return tool_complain(TOOL_OUTPUT, "standard output: %s", strerror(errno));
    return status;
}
