// A site that would be the body of the statement before it; one in a block.
// REQUIRES: ckptcc
// RUN: %expect %s
int main(int argc, char **argv)
{
    if (argc > 1)
        #pragma ckpt // expect: ckpt-site-place
    argc--;
    if (argc > 1) {
        #pragma ckpt
    }
    switch (argc) {
    case 1:
        #pragma ckpt
        argc++;
    }
    return argc + !argv;
}
