/* A function of this file's own, which has the name of one of the C library's. */
static int lfind(void) { return 0; }

int found_here(void) { return lfind(); }
