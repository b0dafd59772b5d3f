// Names of one file, changed after the checkpoint: at a restart from it names of one file are names of one file again, and what only other names lead to is not
// written over. The program runs on to its end before each restart; with CKPT_EXIT the first restart is what changes them, in a process that has linked none.
// SAMPLED: 3
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: for kind in relink both open across swap long backup switch through inplace inplace_first renamed renamed_mode other_mode other_content onto onto_long; do case $kind in onto_long) n=;; *) n=%%n;; esac; for at in 1 2 3; do for exit in 0 1; do rm -rf %t.w %t.d && mkdir -p %t.w/w && cd %t.w && %t $kind > want && \
// RUN:   (cd w && find . -printf "%%p $n %%m %%l\n" | sort && cat $(find . -type f | sort)) > want.files && rm -rf w && mkdir w || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_AT=$at CKPT_MODE=sync CKPT_EXIT=$exit %t $kind > out; test $? = $((75 * exit)) || exit 1; cmp -n $(wc -c < out) out want || exit 1; for again in 1 2; do \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind > out 2> err && ! grep . err && test -s out && tail -n "$(wc -l < out)" want | cmp - out || { echo $kind $at; cat out err; exit 1; }; \
// RUN:   (cd w && find . -printf "%%p $n %%m %%l\n" | sort && cat $(find . -type f | sort)) | cmp - want.files || { echo $kind $at; exit 1; }; done; done; done; done
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void put(const char *name, const char *mode, const char *text)
{
    FILE *f = fopen(name, mode);
    fprintf(f, "%s\n", text);
    fclose(f);
}

static int is_onto_long;
static int is_long;                   /* what was kept of a long file is a name more */

static void show(const char *name)
{
    char line[64] = "-\n";
    struct stat st;
    FILE *f = fopen(name, "r");
    int lines = 0;

    if (!f) {
        printf("%s: none\n", name);
        return;
    }
    fstat(fileno(f), &st);
    printf("%s: %d names, %ld bytes, %o\n", name, is_long || is_onto_long ? 0 : (int)st.st_nlink, (long)st.st_size, (unsigned)st.st_mode);
    while (fgets(line, sizeof line, f) && lines++ < 5)
        printf("    %s", line);
    fclose(f);
}

static void show_all(void)
{
    show("v1"), show("v2"), show("current"), show("d/far"), show("sym");
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "relink";
    int fd = -1;

    is_onto_long = !strcmp(kind, "onto_long");
    is_long = !strcmp(kind, "long");
    chdir("w");
    mkdir("d", 0755);
    put("v1", "w", "version 1");
    put("v2", "w", "version 2, longer");
    if (!strcmp(kind, "across"))
        link("v1", "d/far");
    if (is_long)
        for (int i = 0; i < 9000; i++)
            put("v1", "a", "a line of a long file");
    if (!strcmp(kind, "open")) {
        fd = open("v1", O_RDWR);
        lseek(fd, 0, SEEK_END);
    }
    if (!strcmp(kind, "switch"))
        symlink("v1", "sym");
    else if (!strncmp(kind, "onto", 4)) {
        for (int i = 0; i < (is_onto_long ? 9000 : 1); i++)
            put("v2", "a", "a line of a long file");
        link("v2", "current");
    } else if (strcmp(kind, "backup") && strcmp(kind, "through") && strncmp(kind, "renamed", 7))
        link("v1", "current");
    #pragma ckpt
    show_all();
    if (!strcmp(kind, "relink")) {
        unlink("current");
        link("v2", "current");
    } else if (!strcmp(kind, "both")) {
        put("current", "a", "more");
        unlink("v1");
        unlink("current");
        put("current", "w", "made anew");
    } else if (!strcmp(kind, "open")) {
        dprintf(fd, "by the descriptor\n");
        unlink("current");
        dprintf(fd, "after it\n");
    } else if (!strcmp(kind, "across")) {
        put("d/far", "w", "rewritten by another name");
        unlink("v1");
    } else if (!strcmp(kind, "swap")) {
        renameat2(AT_FDCWD, "v2", AT_FDCWD, "current", RENAME_EXCHANGE);
        put("current", "a", "is the second");
    } else if (is_long) {
        unlink("v1");
        rename("v2", "current");
    } else if (!strcmp(kind, "backup")) {
        link("v1", "current");
        put("v1", "w", "rewritten after its backup");
    } else if (!strcmp(kind, "inplace")) {
        put("current", "r+", "VERSION");
        put("new", "w", "made anew");
        rename("new", "current");
        unlink("v1");
    } else if (!strcmp(kind, "inplace_first")) {
        put("v1", "r+", "VERSION");
        put("new", "w", "made anew");
        rename("new", "v1");
        unlink("current");
    } else if (!strncmp(kind, "renamed", 7)) {
        link("v1", "new");
        rename("new", "d/far");
        if (strcmp(kind, "renamed"))
            chmod("d/far", 0640);
        else
            truncate("d/far", 4);
    } else if (!strcmp(kind, "other_mode")) {
        chmod("current", 0640);
    } else if (!strcmp(kind, "other_content")) {
        rename("current", "d");                    /* fails, but what it had is recorded */
        truncate("current", 4);
        put("new", "w", "made anew");
        rename("new", "current");
    } else if (!strncmp(kind, "onto", 4)) {        /* a file that had two names is what one with a name of its own leads to */
        rename("current", "v1");
        put("v1", "a", "added by a name that was another file's");
        unlink("v2");
    } else if (!strcmp(kind, "through")) {
        linkat(AT_FDCWD, "v1", AT_FDCWD, "current", 0);
        put("current", "w", "rewritten by the new name");
        unlink("current");
    } else if (!strcmp(kind, "switch")) {
        unlink("sym");
        symlink("v2", "sym");
    }
    #pragma ckpt
    show_all();
    if (!strcmp(kind, "open"))
        rename("v1", "d/far");
    else
        put("current", "a", "at the end");
    #pragma ckpt
    show_all();
    if (fd >= 0)
        dprintf(fd, "end\n");
    unlink("v2");
    show_all();
    return 0;
}
