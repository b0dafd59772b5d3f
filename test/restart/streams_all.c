// Each kind of stream and descriptor goes on where it was, or the checkpoint is refused by name and the program goes on.
// C-SUPPORT: State | pipes, sockets, directories, streams on memory | POSIX | refused at run time | close them before the site
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: rm -rf %t.w; mkdir %t.w; cd %t.w; echo QRSTUV > in
// RUN: for kind in tmpfile rplus aplus wx freopen freopenmode ungetc ungetcstdin closedout closedfd stdineof setvbuf setvbufstack wide error opened chdirumask unlinked renamed devnull dup2out; do \
// RUN:   rm -rf w; mkdir w; (cd w; %t $kind < ../in; cat co 2> /dev/null || :) > plain || exit 1; \
// RUN:   rm -rf w d; mkdir w; (cd w; env CKPT_DIR=../d CKPT_AT=1 CKPT_EXIT=1 %t $kind < ../in) > out; test $? = 75 || exit 1; \
// RUN:   (cd w; env CKPT_DIR=../d CKPT_RESTART=latest %t $kind < ../in; cat co 2> /dev/null || :) >> out; diff plain out || exit 1; \
// RUN: done
// RUN: for kind in fmemopen memstream wmemstream popen popenr ungetwc pipe fullpipe cookie; do \
// RUN:   rm -rf w d; mkdir w; (cd w; %t $kind < ../in) > plain || exit 1; \
// RUN:   rm -rf w; mkdir w; (cd w; env CKPT_DIR=../d CKPT_AT=1 %t $kind < ../in 2> ../err) > out || exit 1; diff plain out || exit 1; \
// RUN:   echo "$kind: $(cat err)"; \
// RUN: done > said
// RUN: %FileCheck %s < said
// CHECK: fmemopen: {{.*}}failed, the program goes on: a stream made by fmemopen is open
// CHECK-NEXT: memstream: {{.*}}a stream made by open_memstream is open
// CHECK-NEXT: wmemstream: {{.*}}a stream made by open_wmemstream is open
// CHECK-NEXT: popen: {{.*}}a stream made by popen is open
// CHECK-NEXT: popenr: {{.*}}a stream made by popen is open
// CHECK-NEXT: ungetwc: {{.*}}uw: a wide character is pushed back
// CHECK-NEXT: pipe: {{.*}}descriptor 3 is a pipe
// CHECK-NEXT: fullpipe: {{.*}}descriptor 3 is a pipe
// CHECK-NEXT: cookie: {{.*}}a stream made by fopencookie is open
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <wchar.h>
#include <errno.h>
#include <sys/stat.h>
static const char *kind;
static int is(const char *name) { return !strcmp(kind, name); }

/* The stream lives across the site. */
static void hold(FILE *f)
{
    (void)f;
    #pragma ckpt
}

int main(int argc, char **argv)
{
    char buf[100] = "", *mem = 0;
    size_t n = 0;
    FILE *f = 0;
    int p[2];

    kind = argc > 1 ? argv[1] : "";
    if (is("fmemopen")) {
        f = fmemopen(buf, 100, "w+");
        fputs("abc", f);
        hold(f);
        fputs("def", f);
        fclose(f);
        printf("%s\n", buf);
    }
    if (is("memstream")) {
        f = open_memstream(&mem, &n);
        fputs("abc", f);
        hold(f);
        fputs("def", f);
        fclose(f);
        printf("%s %zu\n", mem, n);
    }
    if (is("wmemstream")) {
        wchar_t *w;
        f = open_wmemstream(&w, &n);
        fputws(L"abc", f);
        hold(f);
        fputws(L"def", f);
        fclose(f);
        printf("%ls %zu\n", w, n);
    }
    if (is("popen")) {
        f = popen("cat > pout", "w");
        fputs("abc\n", f);
        hold(f);
        fputs("def\n", f);
        printf("%d\n", pclose(f));
    }
    if (is("popenr")) {
        f = popen("echo hello; echo there", "r");
        fgets(buf, 100, f);
        hold(f);
        fgets(buf, 100, f);
        printf("%s%d\n", buf, pclose(f));
    }
    if (is("tmpfile")) {
        f = tmpfile();
        fputs("abc\n", f);
        hold(f);
        fputs("def\n", f);
        rewind(f);
        fgets(buf,100,f);
        printf("%s", buf);
        fgets(buf,100,f);
        printf("%s", buf);
    }
    if (is("rplus")) {
        f = fopen("rp", "w");
        fputs("0123456789", f);
        fclose(f);
        f = fopen("rp", "r+");
        fseek(f, 3, SEEK_SET);
        fputs("X", f);
        hold(f);
        fputs("Y", f);
        rewind(f);
        fgets(buf, 100, f);
        printf("%s\n", buf);
    }
    if (is("aplus")) {
        f = fopen("ap", "w");
        fputs("01234\n", f);
        fclose(f);
        f = fopen("ap", "a+");
        fgets(buf, 3, f);
        hold(f);
        fgets(buf+10, 3, f);
        fputs("Y", f);
        rewind(f);
        fgets(buf+20, 50, f);
        printf("%s %s %s", buf, buf+10, buf+20);
        fgets(buf+20, 50, f);
        puts(buf+20);
    }
    if (is("wx")) {
        remove("wxf");
        f = fopen("wxf", "w+x");
        fputs("abc\n", f);
        hold(f);
        fputs("def\n", f);
        rewind(f);
        fgets(buf,100,f);
        printf("%s", buf);
        fgets(buf,100,f);
        printf("%s", buf);
    }
    if (is("freopen")) {
        f = fopen("fr1", "w");
        fputs("one", f);
        f = freopen("fr2", "w+", f);
        fputs("two", f);
        hold(f);
        fputs("three", f);
        rewind(f);
        fgets(buf,100,f);
        printf("%s\n", buf);
    }
    if (is("freopenmode")) {
        f = fopen("fr3", "w");
        fputs("one", f);
        f = freopen(NULL, "r", f);
        hold(f);
        fgets(buf,100,f);
        printf("%s %d\n", buf, fputs("x", f));
    }
    if (is("ungetc")) {
        f = fopen("ug", "w+");
        fputs("abcdef", f);
        rewind(f);
        getc(f);
        ungetc('Z', f);
        hold(f);
        printf("%c", getc(f));
        printf("%c\n", getc(f));
    }
    if (is("ungetcstdin")) {
        getchar();
        ungetc('Z', stdin);
        hold(f);
        printf("%c", getchar());
        printf("%c\n", getchar());
    }
    if (is("ungetwc")) {
        f = fopen("uw", "w+");
        fputws(L"abcdef", f);
        rewind(f);
        getwc(f);
        ungetwc(L'Z', f);
        hold(f);
        printf("%c", (int)getwc(f));
        printf("%c\n", (int)getwc(f));
    }
    if (is("pipe")) {
        if (pipe(p)) return 1;
        if (write(p[1], "x", 1)) hold(f);
        printf("%zd\n", read(p[0], buf, 10));
    }
    if (is("fullpipe")) {
        if (pipe(p)) return 1;
        fcntl(p[1], F_SETFL, O_NONBLOCK);
        while (write(p[1], buf, 100) > 0);
        hold(f);
        printf("%zd\n", read(p[0], buf, 10));
    }
    if (is("closedout")) {
        f = fopen("co", "w");
        fclose(stdout);
        hold(f);
        fputs("done\n", f);
        int fd = open("co2", O_RDWR|O_CREAT, 0600);
        fprintf(f, "%d %d\n", fd, puts("x") == EOF);
        fclose(f);
    }
    if (is("closedfd")) {
        f = fopen("co", "w");
        close(1);
        hold(f);
        fputs("done\n", f);
        int fd = open("co2", O_RDWR|O_CREAT, 0600);
        fprintf(f, "%d %d\n", fd, puts("x") == EOF);
        fflush(stdout);
        fclose(f);
    }
    if (is("stdineof")) {
        while (getchar() != EOF);
        hold(f);
        printf("%d %d\n", feof(stdin) != 0, getchar() == EOF);
        clearerr(stdin);
        printf("%d\n", getchar() == EOF);
    }
    if (is("setvbuf")) {
        static char big[9000];
        f = fopen("sv", "w");
        setvbuf(f, big, _IOFBF, sizeof big);
        fputs("abc", f);
        hold(f);
        fputs("def", f);
        struct stat s;
        stat("sv", &s);
        printf("%ld\n", (long)s.st_size > 3 ? 1L : 0L);
        fclose(f);
        stat("sv", &s);
        printf("%ld\n", (long)s.st_size);
    }
    if (is("setvbufstack")) {
        char big[9000];
        f = fopen("sv", "w");
        setvbuf(f, big, _IOFBF, sizeof big);
        fputs("abc", f);
        hold(f);
        fputs("def", f);
        fclose(f);
        struct stat s;
        stat("sv", &s);
        printf("%ld\n", (long)s.st_size);
    }
    if (is("wide")) {
        f = fopen("wd", "w+");
        fputws(L"one two", f);
        hold(f);
        fputws(L" three", f);
        printf("%d\n", fwide(f, 0) > 0);
        rewind(f);
        wchar_t w[50];
        fgetws(w, 50, f);
        printf("%ls\n", w);
    }
    if (is("error")) {
        f = fopen("er", "w");
        fclose(fopen("er2","w"));
        f = fopen("er2", "r");
        fputs("x", f);
        hold(f);
        printf("%d %d\n", ferror(f) != 0, feof(f));
    }
    if (is("cookie")) {
        cookie_io_functions_t io = {0};
        f = fopencookie(&n, "w", io);
        hold(f);
        puts("done");
    }
    if (is("opened")) {
        int fd = open("od", O_RDWR|O_CREAT|O_TRUNC, 0600);
        f = fdopen(fd, "w+");
        fputs("abc", f);
        hold(f);
        fputs("def", f);
        rewind(f);
        fgets(buf,100,f);
        printf("%s %d\n", buf, fileno(f) == fd);
    }
    if (is("chdirumask")) {
        mkdir("sub", 0777);
        if (chdir("sub")) return 1;
        umask(077);
        f = fopen("x", "w");
        hold(f);
        fputs("abc\n", f);
        fclose(f);
        f = fopen("y", "w");
        struct stat s;
        stat("y", &s);
        printf("%o\n", s.st_mode & 0777);
    }
    if (is("unlinked")) {
        f = fopen("ul", "w+");
        fputs("abc", f);
        remove("ul");
        hold(f);
        fputs("def", f);
        rewind(f);
        fgets(buf,100,f);
        printf("%s\n", buf);
    }
    if (is("renamed")) {
        f = fopen("rn", "w+");
        fputs("abc", f);
        rename("rn", "rn2");
        hold(f);
        fputs("def", f);
        rewind(f);
        fgets(buf,100,f);
        printf("%s %d\n", buf, access("rn2", F_OK));
    }
    if (is("devnull")) {
        f = fopen("/dev/null", "w");
        fputs("abc", f);
        hold(f);
        printf("%d\n", fputs("def", f) >= 0);
    }
    if (is("dup2out")) {
        int fd = open("d2", O_RDWR|O_CREAT|O_TRUNC, 0600);
        int keep = dup(1);
        fflush(stdout);
        dup2(fd, 1);
        close(fd);
        hold(f);
        puts("in d2");
        fflush(stdout);
        dup2(keep, 1);
        close(keep);
        f = fopen("d2", "r");
        fgets(buf, 100, f);
        printf("%s", buf);
    }
    return 0;
}
