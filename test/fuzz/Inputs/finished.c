/* finished.c - the end of shapes in an ordinary build. */
#include <unistd.h>

void finished(void);
void finished(void) { _exit(7); }
