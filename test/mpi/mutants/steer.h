/* steer.h - what the programs of this directory share: an execution that is rare is made to come to pass (runtime/mpi/protocol/steer.h), with
 * flags that ranks raise for each other, as files.
 *
 * A program is linked with --ckpt-mpi=mutants; its argument says which execution. Ranks print what they found, a line each.
 */
#ifndef STEER_H
#define STEER_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DUE, KNOWN, ENDED, OVER };
void ckptm_steer_ask(int line);
void ckptm_steer_wait(int line, int moment);
void ckptm_steer_hear(int milliseconds);
int ckptm_steer_restarted(void);
void ckptm_steer_hold(int tag);
void ckptm_steer_hold_log(int tag, int milliseconds);
void ckptm_steer_hold_drain(int milliseconds);

#define W MPI_COMM_WORLD
#define AGAIN ckptm_steer_restarted()

static int me;

static void say(const char *format, ...)
{
    char text[200];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    printf("%d: %s\n", me, text);
    fflush(stdout);
}

/* What is found is not what must be: no need to wait for what comes of that. */
static inline void must(int good, const char *format, ...)
{
    char text[200];
    va_list list;

    if (good)
        return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "%d: WRONG: %s\n", me, text);
    usleep(100000);
    MPI_Abort(W, 9);
}

/* Ask for a line, and go on when the next site is it. */
static void due(int line)
{
    ckptm_steer_ask(line);
    ckptm_steer_wait(line, DUE);
}

static const char *name_of(const char *flag)
{
    static char name[60];

    snprintf(name, sizeof name, "flag.%s.%d", flag, AGAIN);
    return name;
}

static inline int raised(const char *flag) { return access(name_of(flag), F_OK) == 0; }

static inline void flag(const char *flag) { fclose(fopen(name_of(flag), "w")); }

static inline void await(const char *flag)
{
    while (!raised(flag))
        ckptm_steer_hear(1);
}

/* Nothing of MPI moves meanwhile. */
static inline void await_deaf(const char *flag)
{
    while (!raised(flag))
        usleep(1000);
}

static inline void send(int value, int to, int tag) { MPI_Send(&value, 1, MPI_INT, to, tag, W); }

static inline int receive(int from, int tag)
{
    int value = -1;

    MPI_Recv(&value, 1, MPI_INT, from, tag, W, MPI_STATUS_IGNORE);
    return value;
}

static inline int is(const char *name, const char *wanted) { return strcmp(name, wanted) == 0; }

#endif
