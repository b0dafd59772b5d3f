// Numbers that images have no form for, live at a site, in memory and in a structure; one that is not live.
// REQUIRES: ckptcc
// RUN: %expect %s
struct pair { int n; _Complex short z; };

static _Float16 kept = 1; // expect: ckpt-number-type
static struct pair both; // expect: ckpt-number-type
static float fine = 1;

int main(int argc, char **argv)
{
    _Float16 sum = argc, done = 1; // expect: ckpt-number-type
    sum = sum + done;
    kept += sum;
    both.n = argc;
    #pragma ckpt
    return (int)sum == 1 && kept > 1 && both.n && fine > 0;
}
