// Libraries loaded while the program runs; unloaded before a site.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <dlfcn.h>

static double (*function)(double);

static int has(const char *name)
{
    void *h = dlopen(name, RTLD_NOW);
    if (h)
        dlclose(h);
    return h != 0;
}

int main(void)
{
    void *h = dlopen("libm.so.6", RTLD_NOW); // expect: ckpt-dynamic-loading
    function = (double (*)(double))dlsym(h, "cos"); // expect: ckpt-dynamic-loading
    #pragma ckpt
    return function(0) == 1 && h && has("libm.so.6");
}
