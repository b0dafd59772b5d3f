/* An object that ckptcc has not compiled: it has the foo that keeps.c calls. */
void __wrap_foo(double *p, int n);
void foo(double *p, int n) { __wrap_foo(p, n); }
