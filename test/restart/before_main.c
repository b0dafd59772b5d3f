// What a constructor of the program opens or puts into the environment is the program's own: a temporary file comes back with its place and content, a pipe is refused, and a variable given to putenv stays the one that getenv shows.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
// RUN: %ckptcc -DPIPE %s -o %t && rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 %t 2> %t.err && %FileCheck %s < %t.err
// CHECK: ckpt: checkpoint at visit 1 failed, the program goes on: {{.*}}a pipe
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char own[] = "OWN=1";
static FILE *temporary;
int ends[2];

__attribute__((constructor)) static void begin(void)
{
    temporary = tmpfile();
    putenv(own);
#ifdef PIPE
    if (pipe(ends))
        exit(1);
#endif
}

int main(void)
{
    char line[40];

    if (!temporary)
        return 1;
    for (int i = 0; i < 4; i++) {
        fprintf(temporary, "line %d\n", i);
        #pragma ckpt
        printf("%d %s %ld\n", i, getenv("OWN"), ftell(temporary));
        own[4]++;
    }
    rewind(temporary);
    while (fgets(line, sizeof line, temporary))
        fputs(line, stdout);
    return 0;
}
