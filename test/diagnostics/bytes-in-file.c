// Numbers written and read as bytes; text.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdio.h>
#include <unistd.h>

struct record { int id; double value; };

int main(void)
{
    struct record r = { 1, 2 };
    long n = 3;
    char text[16] = "text";
    fwrite(&r, sizeof r, 1, stdout); // expect: ckpt-bytes-in-file
    if (read(0, &n, sizeof n) < 0) // expect: ckpt-bytes-in-file
        return 1;
    fwrite(text, 1, 4, stdout);
    return write(1, text, 4) != 4;
}
