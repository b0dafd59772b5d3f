// Constructors run in a restarted process, too, before the program's state comes back: what they set, allocate and register is afterwards what the image says, once.
// Destructors see the program's state.
// C-SUPPORT: Functions | constructors and destructors | GNU | supported | they run in a restarted process, too
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4 --status 6 --input in=Inputs/lines.txt
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { struct item *next; char name[12]; };
static struct item *items;
static int squares[20], calls, order, caught;
static FILE *in;

static void on(int number) { caught += number != 0; }
static void bye(void) { printf("bye %d\n", calls); }

static void add(const char *name)
{
    struct item *i = malloc(sizeof *i);
    strcpy(i->name, name);
    i->next = items;
    items = i;
}

static void __attribute__((constructor(201))) early(void)
{
    order = 1;
    add("early");
    atexit(bye);
}

static void __attribute__((constructor(202))) late(void)
{
    order = order * 10 + 2;
    for (int i = 0; i < 20; i++)
        squares[i] = i * i;
    add("late");
    calls++;
    signal(SIGUSR2, on);
    setvbuf(stdout, NULL, _IOFBF, 4096);
    in = fopen("in", "r");
}

static void __attribute__((destructor)) at_end(void)
{
    int n = 0;

    for (struct item *i = items; i; i = i->next)
        printf("%s%s", n++ ? " " : "", i->name);
    printf(" %d %d %d\n", calls, order, caught);
}

int main(void)
{
    char line[64];

    for (int i = 0; i < 5; i++) {
        #pragma ckpt
        raise(SIGUSR2);
        calls += squares[i];
        squares[i] = -1;
        squares[i + 1] += 2;
        if (i == 1)
            signal(SIGUSR2, SIG_IGN);
        if (i == 2)
            items->next = NULL, add("main");
        printf("%d %s", calls, fgets(line, sizeof line, in));
    }
    return 6;
}
