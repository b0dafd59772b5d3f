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

/* Nobody keeps what dlopen gave, nor closes it: what the library holds is not saved all the same. */
static void initialise(void)
{
    dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL); // expect: ckpt-dynamic-loading
}

int main(void)
{
    initialise();
    void *h = dlopen("libm.so.6", RTLD_NOW); // expect: ckpt-dynamic-loading
    function = (double (*)(double))dlsym(h, "cos"); // expect: ckpt-dynamic-loading
    #pragma ckpt
    return function(0) == 1 && h && has("libm.so.6");
}
