/* clocks.c - clocks that do not show the real time go on after a restart from where they were at the checkpoint.
 *
 * Purpose    clock, times, clock_gettime, clock_nanosleep, getrusage, omp_get_wtime: what this process shows plus what earlier ones had used. The time
 *            between a checkpoint and the restart from it does not exist for them. CLOCK_REALTIME is left alone, so are time,
 *            gettimeofday, timespec_get; but a process of a job shows them to the job, which may have to show the same again (job.h).
 * Invariants `saved` is what the program would have been shown at the checkpoint; `offset` is what is added in this process. Without a
 *            restart all offsets are 0. What a job shows again may be ahead of this process's clock: the offset grows, and no clock goes back.
 * Thread     offsets are set at a restart, with one thread; reading needs no lock.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include "objects/job.h"
#include "objects/process_hooks.h"
#include "objects/process_roots.h"

#define SECOND 1000000000LL

/* The clocks that are shifted; each of its own. */
enum { MONOTONIC, RAW, BOOT, CPU, USER, SYSTEM, CHILD_USER, CHILD_SYSTEM, CLOCKS };
/* Counters of getrusage, of the process and its children. */
enum { MINFLT, MAJFLT, INBLOCK, OUBLOCK, NVCSW, NIVCSW, MAXRSS, COUNTERS };

static long long saved[CLOCKS], offset[CLOCKS];
static long long saved_counters[2 * COUNTERS], offset_counters[2 * COUNTERS];

CKPTI_ARRAY(clocks_type, ckpti_t_llong, CLOCKS, "long long[8]", long long);
CKPTI_ARRAY(counters_type, ckpti_t_llong, 2 * COUNTERS, "long long[14]", long long);
static const ckptg_var vars[] = {
    CKPTI_VAR("clocks", saved, clocks_type), CKPTI_VAR("counters", saved_counters, counters_type)
};
CKPTI_UNIT(clocks_unit, "clocks", vars)
/* Always: a program that asks for its processor time at the end only gets all of it. */
static void __attribute__((constructor)) always(void) { CKPTI_USE(clocks_unit); }

/* ---- what the system says --------------------------------------------------------------------------------------------------- */

static long long read_clock(clockid_t id)
{
    struct timespec t;

    return clock_gettime(id, &t) == 0 ? (long long)t.tv_sec * SECOND + t.tv_nsec : 0;
}

static long long of_timeval(const struct timeval *t) { return (long long)t->tv_sec * SECOND + t->tv_usec * 1000LL; }

static void counters_of(const struct rusage *u, long long *out)
{
    const long long all[COUNTERS] = { u->ru_minflt, u->ru_majflt, u->ru_inblock, u->ru_oublock, u->ru_nvcsw, u->ru_nivcsw,
                                      u->ru_maxrss };
    memcpy(out, all, sizeof all);
}

/* Of the children's greatest size only the greatest is known: while that is ours (clocks_reap), theirs is what it was before. */
static long long our_maxrss, their_maxrss;

static long long without_ours(long long maxrss) { return maxrss > our_maxrss ? maxrss : their_maxrss; }

static void read_all(long long clocks[CLOCKS], long long counters[2 * COUNTERS])
{
    struct rusage self, children;

    memset(&self, 0, sizeof self);
    memset(&children, 0, sizeof children);
    (void)getrusage(RUSAGE_SELF, &self);
    (void)getrusage(RUSAGE_CHILDREN, &children);
    clocks[MONOTONIC] = read_clock(CLOCK_MONOTONIC);
    clocks[RAW] = read_clock(CLOCK_MONOTONIC_RAW);
    clocks[BOOT] = read_clock(CLOCK_BOOTTIME);
    clocks[CPU] = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    clocks[USER] = of_timeval(&self.ru_utime);
    clocks[SYSTEM] = of_timeval(&self.ru_stime);
    clocks[CHILD_USER] = of_timeval(&children.ru_utime);
    clocks[CHILD_SYSTEM] = of_timeval(&children.ru_stime);
    counters_of(&self, counters);
    counters_of(&children, counters + COUNTERS);
    counters[COUNTERS + MAXRSS] = without_ours(counters[COUNTERS + MAXRSS]);
}

static long long larger(long long a, long long b) { return a > b ? a : b; }

void ckpti_clocks_prepare(void)
{
    read_all(saved, saved_counters);
    for (int i = 0; i < CLOCKS; i++)
        saved[i] += offset[i];
    for (int i = 0; i < 2 * COUNTERS; i++)
        saved_counters[i] = i % COUNTERS == MAXRSS ? larger(saved_counters[i], offset_counters[i])
                                                   : saved_counters[i] + offset_counters[i];
}

void ckpti_clocks_resumed(void)
{
    read_all(offset, offset_counters);
    for (int i = 0; i < CLOCKS; i++)
        if (saved[i] < 0 || saved[i] > LLONG_MAX / 4)
            saved[i] = 0; /* no time of a program: the image was changed */
    for (int i = 0; i < 2 * COUNTERS; i++)
        if (saved_counters[i] < 0 || saved_counters[i] > LLONG_MAX / 4)
            saved_counters[i] = 0;
    for (int i = 0; i < CLOCKS; i++)
        offset[i] = saved[i] - offset[i];
    for (int i = 0; i < 2 * COUNTERS; i++)
        offset_counters[i] = i % COUNTERS == MAXRSS ? saved_counters[i] : saved_counters[i] - offset_counters[i];
}

/* What a process of ours adds to the times of children is taken off again. */
void ckpti_clocks_reap(bool after)
{
    static struct rusage before;
    struct rusage now;
    long long was[COUNTERS], is[COUNTERS];

    if (getrusage(RUSAGE_CHILDREN, after ? &now : &before) != 0 || !after)
        return;
    offset[CHILD_USER] -= of_timeval(&now.ru_utime) - of_timeval(&before.ru_utime);
    offset[CHILD_SYSTEM] -= of_timeval(&now.ru_stime) - of_timeval(&before.ru_stime);
    counters_of(&before, was);
    counters_of(&now, is);
    for (int i = 0; i < COUNTERS; i++)
        if (i != MAXRSS)
            offset_counters[COUNTERS + i] -= is[i] - was[i];
    if (is[MAXRSS] > was[MAXRSS]) {
        their_maxrss = without_ours(was[MAXRSS]);
        our_maxrss = is[MAXRSS];
    }
}

/* ---- what the program sees ---------------------------------------------------------------------------------------------------- */

/* The offset of a clock that is shifted, or 0. */
static long long *offset_of(clockid_t id)
{
    switch (id) {
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_COARSE: return &offset[MONOTONIC];
    case CLOCK_MONOTONIC_RAW: return &offset[RAW];
    case CLOCK_BOOTTIME: return &offset[BOOT];
    case CLOCK_PROCESS_CPUTIME_ID: return &offset[CPU];
    case CLOCK_THREAD_CPUTIME_ID: return gettid() == getpid() ? &offset[CPU] : 0;
    default: return 0;
    }
}

static long long shift_of(clockid_t id)
{
    const long long *shift = offset_of(id);

    return shift ? *shift : 0;
}

static struct timespec add(struct timespec t, long long shift)
{
    long long seconds = shift / SECOND, rest = t.tv_nsec + shift % SECOND;

    if (rest < 0) {
        rest += SECOND;
        seconds--;
    } else if (rest >= SECOND) {
        rest -= SECOND;
        seconds++;
    }
    t.tv_sec += (time_t)seconds;
    t.tv_nsec = (long)rest;
    return t;
}

/* What a process of a job is shown of a clock with that offset (0: it has none). */
static struct timespec told(struct timespec t, long long *shift)
{
    long long ns, now = (long long)t.tv_sec * SECOND + t.tv_nsec;

    if (!ckpti_job_value)
        return t;
    ns = ckpti_job_value(now);
    if (shift && ns > now && ns <= LLONG_MAX / 4)
        *shift += ns - now;
    return (struct timespec){ (time_t)(ns / SECOND), (long)(ns % SECOND) };
}

/* The same of a number that counts something, `unit` of the offset each; it may have wrapped round. */
static long told_count(long count, long long *shift, long long unit)
{
    long shown, ahead;

    if (!ckpti_job_value)
        return count;
    shown = (long)ckpti_job_value(count);
    ahead = (long)((unsigned long)shown - (unsigned long)count);
    if (shift && ahead > 0 && ahead <= LLONG_MAX / 4 / unit)
        *shift += ahead * unit;
    return shown;
}

int ckptg_w_clock_gettime(clockid_t id, struct timespec *out)
{
    int result = clock_gettime(id, out);
    long long shift = result == 0 ? shift_of(id) : 0;

    if (shift)
        *out = add(*out, shift);
    if (result == 0)
        *out = told(*out, offset_of(id));
    return result;
}

double ckptg_w_omp_get_wtime(void);

/* What both OpenMP libraries read, without a reference to either. */
double ckptg_w_omp_get_wtime(void)
{
    struct timespec t = { 0 };

    (void)ckptg_w_clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / (double)SECOND;
}

time_t ckptg_w_time(time_t *out)
{
    time_t t = time(0);

    if (t != (time_t)-1)
        t = told((struct timespec){ .tv_sec = t }, 0).tv_sec;
    if (out)
        *out = t;
    return t;
}

int ckptg_w_gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    int result = gettimeofday(out, zone);

    if (result == 0 && out) {
        struct timespec t = told((struct timespec){ out->tv_sec, out->tv_usec * 1000L }, 0);

        out->tv_sec = t.tv_sec;
        out->tv_usec = t.tv_nsec / 1000;
    }
    return result;
}

int ckptg_w_timespec_get(struct timespec *out, int base)
{
    int result = timespec_get(out, base);

    if (result)
        *out = told(*out, 0);
    return result;
}

int ckptg_w_clock_nanosleep(clockid_t id, int flags, const struct timespec *request, struct timespec *remaining)
{
    long long shift = flags & TIMER_ABSTIME ? shift_of(id) : 0;
    struct timespec t;

    if (!shift || !request)
        return clock_nanosleep(id, flags, request, remaining);
    t = add(*request, -shift);
    if (t.tv_sec < 0)                              /* long ago, also for the clock of this machine */
        t = (struct timespec){ 0, request->tv_nsec };
    return clock_nanosleep(id, flags, &t, remaining);
}

clock_t ckptg_w_clock(void)
{
    struct timespec t;

    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) != 0)
        return (clock_t)-1;
    t = told(add(t, offset[CPU]), &offset[CPU]);
    return (clock_t)((long long)t.tv_sec * CLOCKS_PER_SEC + t.tv_nsec / (SECOND / CLOCKS_PER_SEC));
}

/* Of nanoseconds: a sum of two numbers of ticks, the process's and those before it, may be one less than what was shown before a restart. */
static clock_t ticks(long long nanoseconds, int clock)
{
    long long unit = SECOND / sysconf(_SC_CLK_TCK);

    return (clock_t)told_count((long)((nanoseconds + offset[clock]) / unit), &offset[clock], unit);
}

/* Counts from the start of CLOCK_MONOTONIC, which may be any point in the past (POSIX, times()). */
clock_t ckptg_w_times(struct tms *out)
{
    struct rusage own = { 0 }, children = { 0 };
    struct timespec now = { 0 };

    (void)getrusage(RUSAGE_SELF, &own);
    (void)getrusage(RUSAGE_CHILDREN, &children);
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    if (out) {
        out->tms_utime = ticks(of_timeval(&own.ru_utime), USER);
        out->tms_stime = ticks(of_timeval(&own.ru_stime), SYSTEM);
        out->tms_cutime = ticks(of_timeval(&children.ru_utime), CHILD_USER);
        out->tms_cstime = ticks(of_timeval(&children.ru_stime), CHILD_SYSTEM);
    }
    return ticks(now.tv_sec * (long long)SECOND + now.tv_nsec, MONOTONIC);
}

static void shift_timeval(struct timeval *t, long long shift)
{
    struct timespec s = add((struct timespec){ t->tv_sec, t->tv_usec * 1000 }, shift);

    t->tv_sec = s.tv_sec;
    t->tv_usec = s.tv_nsec / 1000;
}

/* With the offsets of its times, user's and system's, and of its counters; 0: it has none. */
static void tell_usage(struct rusage *u, long long *times, long long *counters)
{
    struct timespec user = told((struct timespec){ u->ru_utime.tv_sec, u->ru_utime.tv_usec * 1000L }, times);
    struct timespec system = told((struct timespec){ u->ru_stime.tv_sec, u->ru_stime.tv_usec * 1000L }, times ? times + 1 : 0);
    const struct { long *value; int counter; } all[] = {
        { &u->ru_maxrss, -1 }, { &u->ru_ixrss, -1 }, { &u->ru_idrss, -1 }, { &u->ru_isrss, -1 }, { &u->ru_minflt, MINFLT }, { &u->ru_majflt, MAJFLT },
        { &u->ru_nswap, -1 }, { &u->ru_inblock, INBLOCK }, { &u->ru_oublock, OUBLOCK }, { &u->ru_msgsnd, -1 }, { &u->ru_msgrcv, -1 },
        { &u->ru_nsignals, -1 }, { &u->ru_nvcsw, NVCSW }, { &u->ru_nivcsw, NIVCSW },
    };

    u->ru_utime.tv_sec = user.tv_sec;
    u->ru_utime.tv_usec = user.tv_nsec / 1000;
    u->ru_stime.tv_sec = system.tv_sec;
    u->ru_stime.tv_usec = system.tv_nsec / 1000;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i].value = told_count(*all[i].value, counters && all[i].counter >= 0 ? &counters[all[i].counter] : 0, 1);
    if (counters)
        counters[MAXRSS] = larger(counters[MAXRSS], u->ru_maxrss);
}

int ckptg_w_getrusage(__rusage_who_t who, struct rusage *out)
{
    int result = getrusage(who, out);
    long long *counters = offset_counters + (who == RUSAGE_CHILDREN ? COUNTERS : 0);
    int user = who == RUSAGE_CHILDREN ? CHILD_USER : USER;

    if (result != 0)
        return result;
    if (who == RUSAGE_THREAD && gettid() != getpid()) {
        if (ckpti_job_value)
            tell_usage(out, 0, 0);
        return result;
    }
    shift_timeval(&out->ru_utime, offset[user]);
    shift_timeval(&out->ru_stime, offset[user + 1]);
    out->ru_minflt += (long)counters[MINFLT];
    out->ru_majflt += (long)counters[MAJFLT];
    out->ru_inblock += (long)counters[INBLOCK];
    out->ru_oublock += (long)counters[OUBLOCK];
    out->ru_nvcsw += (long)counters[NVCSW];
    out->ru_nivcsw += (long)counters[NIVCSW];
    if (who == RUSAGE_CHILDREN)
        out->ru_maxrss = (long)without_ours(out->ru_maxrss);
    out->ru_maxrss = (long)larger(out->ru_maxrss, counters[MAXRSS]);
    if (ckpti_job_value)
        tell_usage(out, &offset[user], counters);
    return result;
}
