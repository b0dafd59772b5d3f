// A static structure whose flexible array member has an initialiser; one that has none; a constant, and one with members that have no names.
// REQUIRES: ckptcc
// RUN: %expect %s
struct text { int length; char of[]; };

static struct text kept = { 3, "abc" }; // expect: ckpt-flexible-initialiser
static struct text empty = { 0 };
static const struct text constant = { 3, "abc" };
static const struct bits { int low : 4; char of[]; } bits = { 3, "abc" }; // expect: ckpt-flexible-initialiser

int main(void)
{
    kept.length = empty.length + constant.length + bits.low;
    #pragma ckpt
    return kept.length != 3;
}
