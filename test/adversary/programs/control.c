// Control flow: continue to a condition with a call, goto in and out of loops, switch with fall-through, ranges, a switch that is the
// body of a loop, nested loops left from within, calls in all three parts of for. ADV:
#include <stdio.h>

enum state { IDLE, HEAD, BODY = 10, TAIL, DONE = -1 };

static int ticks;
static int step(int x)
{
    ticks++;
#pragma ckpt
    return x;
}

static enum state machine(const char *input)
{
    enum state s = IDLE;
    int depth = 0, seen[3] = { 0 };

    for (const char *p = input; *p; p++) {
        switch (s) {
        case IDLE:
            if (*p != '<')
                continue;
            s = HEAD;
            /* fall through */
        case HEAD:
            depth += step(1);
            if (*p == ':')
        case BODY: {
                s = BODY;
                int local = step(seen[1]);
                seen[1] = local + 1;
                if (*p == ';')
                    break;
                if (*p == '>')
                    goto tail;
                continue;
            }
            break;
        tail:
        case TAIL:
            s = TAIL;
            seen[2]++;
#pragma ckpt
            if (depth-- > 2)
                return DONE;
            s = IDLE;
            break;
        default:
            return s;
        }
        seen[0]++;
    }
    printf("%d %d %d depth %d\n", seen[0], seen[1], seen[2], depth);
    return s;
}

static int duff(int n)
{
    int sum = 0, rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { sum += step(8);
    case 3:      sum += step(4);
#pragma ckpt
    case 2:      sum += step(2);
    case 1:      sum += step(1);
            } while (step(--rounds) > 0);
    }
    return sum;
}

static int conditions(void)
{
    int i = 0, j = 0, n = 0;
    do {
        if (++i % 2)
            continue;
        n += 10;
    } while (step(i) < 5);
    while (step(j++), step(j) < 4) {
        if (j == 2)
            continue;
        for (int a = step(0), b = step(5); step(a) < b && n < 100; a += step(1), b -= step(1)) {
            if (a == 1)
                goto out;
            n++;
            int a = step(n);
            n = a + 1;
        }
    out:
        n += 2;
        if (0) {
        inside:
            n += step(1000);
            break;
        }
        switch (step(n) & 7) {
        case 0 ... 2: n++; continue;
        case 5: case 7: n += 3; break;
        default: if (j == 3) goto inside;
        }
    }
    return n;
}

static int search(int n)
{
    int found = 0;
    for (int a = 1; a < n; a++)
        for (int b = a;; b++) {
            if (b >= n)
                break;
            for (int c = b + 1; c < n; c++) {
                if (step(a) * a + b * b != c * c)
                    continue;
                if (++found == 2)
                    goto enough;
            }
        }
    return -1;
enough:;
    return found;
}

int main(void)
{
    printf("%d\n", machine("a<<b:cc>d<:;;x;>e"));
    printf("%d\n", machine("<<<:>"));
    for (int n = 1; n < 7; n++)
        printf("%d ", duff(n));
    printf("%d\n", conditions());
    printf("%d\n", search(14));
    printf("%d\n", ticks);
    return 0;
}
