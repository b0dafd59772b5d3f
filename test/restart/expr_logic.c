// Calls to checkpointable functions in &&, ||, ?:, comma and negation: what must not run does not, before and after a restart.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <stdbool.h>
#include <stdio.h>

static int yes(const char *who) { printf("yes %s\n", who);
    #pragma ckpt
    return 1; }
static int no(const char *who)
{
    #pragma ckpt
    printf("no %s\n", who);
    return 0;
}
static int value(int x)
{
    printf("value %d\n", x);
    #pragma ckpt
    return x;
}

int main(void)
{
    int side = 0;

    if (yes("a") && no("b") && yes("never"))
        puts("wrong");
    if (no("c") || (side++, yes("d")) || no("never"))
        puts("or");
    if (!(yes("e") && (no("f") || yes("g"))))
        puts("wrong");
    int chosen = no("h") ? value(1) : yes("i") ? value(2) : value(3);
    printf("chosen %d\n", chosen);
    bool flag = yes("j") && side;
    printf("flag %d\n", flag);
    int comma = (value(4), side += value(5), value(6) + side);
    printf("comma %d\n", comma);
    int mixed = (no("k") && value(7)) + 5;
    mixed *= yes("l") ? : 9;
    printf("mixed %d %d\n", mixed, !no("m"));
    int deep = yes("n") && (yes("o") ? no("p") || value(0) || value(8) : value(9));
    printf("deep %d\n", deep);
    const char *text = no("q") ? "one" : (value(1), "two");
    int bits = 6 ^ yes("r");
    bits |= value(2) & ~1;
    printf("%s %d\n", text, bits);
    (void)(yes("t") || no("u"));
    yes("v") ? (void)value(10) : (void)value(11);
    return no("w") && yes("x");
}
