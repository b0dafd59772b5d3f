// Tables of compound literals outside functions that are not said to be constant; some that are.
// REQUIRES: ckptcc
// RUN: %expect %s
struct option { int value; const char *name; };
static const struct { const char *name, **aliases; struct option *options; } commands[] = {
    { "ls", (const char *[]){ "list", "dir", 0 }, // expect: ckpt-literal-table
      (struct option[]){ { 1, "one" }, { 2, "two" } } }, // expect: ckpt-literal-table
    { "cd", 0, 0 }
};
static const struct { const char *const *names; const struct option *options; } constants[] = {
    { (const char *[]){ "a", 0 }, (struct option[]){ { 1, "one" } } }
};

int main(void)
{
    #pragma ckpt
    return commands[0].aliases[0][0] + commands[0].options[1].value + constants[0].names[0][0] + constants[0].options->value;
}
