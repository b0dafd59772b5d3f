// Streams that are no files, and directories, that may be open at a site; closed before.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <dirent.h>
#include <stdio.h>

static int entries(const char *path)
{
    int n = 0;
    DIR *d = opendir(path);
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

int main(void)
{
    FILE *in = popen("true", "r"), *file = fopen("/dev/null", "r"); // expect: ckpt-open-stream
    DIR *d = opendir("."); // expect: ckpt-open-stream
    #pragma ckpt
    closedir(d);
    fclose(file);
    return pclose(in) + entries(".");
}
