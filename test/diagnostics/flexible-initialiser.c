// A static structure whose flexible array member has an initialiser; one that has none, a constant one.
// REQUIRES: ckptcc
// RUN: %expect %s
struct text { int length; char of[]; };

static struct text kept = { 3, "abc" }; // expect: ckpt-flexible-initialiser
static struct text empty = { 0 };
static const struct text constant = { 3, "abc" };

int main(void)
{
    kept.length = empty.length + constant.length;
    #pragma ckpt
    return kept.length != 3;
}
