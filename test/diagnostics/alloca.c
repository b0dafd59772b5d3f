// alloca in a function that reaches a site; in one that does not.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <alloca.h>
#include <string.h>

static size_t length(const char *text)
{
    char *copy = alloca(strlen(text) + 1);
    return strlen(strcpy(copy, text));
}

int main(int argc, char **argv)
{
    char *text = alloca(16 + argc); // expect: ckpt-alloca
    strcpy(text, argv[0]);
    #pragma ckpt
    return length(text) == 0;
}
