/* of inline_definitions.c: the same inline definitions, no external one */
int steps;

inline int advance(int n)
{
    int twice = 2 * n;
    #pragma ckpt
    steps++;
    return twice + steps;
}

inline int both(int n)
{
    int first = advance(n);
    return first + advance(n + 1);
}

int other(int n) { return both(n) + advance(-n); }
int (*other_address(void))(int) { return advance; }
