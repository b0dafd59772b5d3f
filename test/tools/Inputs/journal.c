/* journal.c - changes a file, removes another one, between sites. */
#include <stdio.h>
#include <unistd.h>

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    if (!f)
        _exit(1);
    fputs(text, f);
    fclose(f);
}

int main(void)
{
    for (int k = 0; k < 4; k++) {
        put("changed", "a\n" + 2 * (k > 1));
        if (k == 2)
            remove("removed");
        #pragma ckpt
    }
    puts(access("removed", F_OK) ? "gone" : "there");
    return 0;
}
