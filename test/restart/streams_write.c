// Streams being written: every line comes out once, whatever was written after the checkpoint by the run that is restarted;
// append-and-close at each step, update in place, buffering modes, several files.
// C-SUPPORT: State | streams being written, in all modes | 7.21 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --output out,log,records,both
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record { int number; char text[12]; };

static char own_buffer[64];

static void say(const char *name, int i)
{
    FILE *log = fopen(name, "a");
    if (!log)
        exit(1);
    fprintf(log, "step %d\n", i);
    fclose(log);
}

static void update(FILE *records, int i)
{
    struct record r = { i * 11, "" };
    snprintf(r.text, sizeof r.text, "rec-%d", i);
    fseek(records, (i % 3) * 16L, SEEK_SET);
    fprintf(records, "%4d %-10s\n", r.number, r.text);
    #pragma ckpt
    fflush(records);
}

int main(void)
{
    FILE *out = fopen("out", "w"), *records = fopen("records", "w+"), *both;
    char line[40];

    if (!out || !records)
        return 1;
    setvbuf(out, own_buffer, _IOFBF, sizeof own_buffer);
    setvbuf(records, NULL, _IONBF, 0);
    for (int i = 0; i < 5; i++) {
        fprintf(out, "line %d of the output, of a length that does not fit the buffer twice\n", i);
        #pragma ckpt
        fputs("half a line ", out);
        update(records, i);
        say("log", i);
        fprintf(out, "and the rest %d\n", i);
    }
    fclose(records);
    both = fopen("records", "r+");
    while (fgets(line, sizeof line, both)) {
        #pragma ckpt
        printf("%s", line);
    }
    fseek(both, 0, SEEK_CUR);
    fputs("at the end\n", both);
    fclose(both);
    both = fopen("both", "w");
    fputs("temporary\n", both);
    #pragma ckpt
    fclose(both);
    both = freopen("both", "a", out);              /* closes out */
    fputs("appended\n", both);
    #pragma ckpt
    fputs("more\n", both);
    return fclose(both) != 0;
}
