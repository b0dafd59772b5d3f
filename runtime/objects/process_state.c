/* process_state.c - see process_state.h. */
#include <errno.h>
#include <fenv.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include "core/log.h"
#include "core/request.h"
#include "objects/environment.h"
#include "objects/process_roots.h"
#include "objects/heap.h"
#include "objects/process_state.h"

/* In a static program that does not use them these are 0. */
#pragma weak setlocale
#pragma weak newlocale
#pragma weak freelocale
#pragma weak fegetround
#pragma weak fesetround
#pragma weak fetestexcept
#pragma weak feclearexcept
#pragma weak fesetexcept

enum { SIGNALS = 64, KEPT_FLAGS = SA_NOCLDSTOP | SA_NOCLDWAIT | SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER };
#define RESET_HAND 0x80000000u        /* SA_RESETHAND */

static ckpt_status no_memory(void) { return ckpti_fail(CKPT_ENOMEM, "out of memory for the state of the process"); }

/* ---- variables --------------------------------------------------------------------------------------------------------------- */

/* A signal whose disposition is not the default. */
typedef struct disposition {
    void (*handler)(void);
    int number;
    unsigned flags;
    unsigned long long mask;
} disposition;

static disposition *dispositions;
static unsigned ndispositions;

static const ckptg_field disposition_fields[] = {
    CKPTI_FIELD(disposition, handler, ckpti_t_functionp), CKPTI_FIELD(disposition, number, ckpti_t_int),
    CKPTI_FIELD(disposition, flags, ckpti_t_uint), CKPTI_FIELD(disposition, mask, ckpti_t_ullong)
};
CKPTI_STRUCT(disposition_type, disposition, "struct ckpt_signal", disposition_fields);
CKPTI_POINTER(disposition_pointer, disposition_type, "struct ckpt_signal *");
static const ckptg_var vars[] = {
    CKPTI_VAR("environ", environ, ckpti_t_charpp), CKPTI_VAR("signals", dispositions, disposition_pointer),
    CKPTI_VAR("signals_count", ndispositions, ckpti_t_uint), CKPTI_VAR("optarg", optarg, ckpti_t_charp),
    CKPTI_VAR("optind", optind, ckpti_t_int), CKPTI_VAR("opterr", opterr, ckpti_t_int), CKPTI_VAR("optopt", optopt, ckpti_t_int)
};
CKPTI_UNIT(process_unit, "process", vars)

/* The runtime's own handlers have names: a program keeps what sigaction told it of the one before. */
static ckptg_fnref handlers[] = { { "request_usr1", 0, 1, 0 }, { "request_term", 0, 1, 0 } };

static void __attribute__((constructor)) always(void)
{
    handlers[0].addr = (void (*)(void))ckpti_request_handler(SIGUSR1);
    handlers[1].addr = (void (*)(void))ckpti_request_handler(SIGTERM);
    process_unit.fnrefs = handlers;
    process_unit.nfnrefs = CKPTI_COUNT(handlers);
    CKPTI_USE(process_unit);
}

/* ---- signals ------------------------------------------------------------------------------------------------------------------- */

static uint64_t bits_of(const sigset_t *set)
{
    uint64_t bits = 0;

    for (int i = 1; i <= SIGNALS; i++)
        if (sigismember(set, i) == 1)
            bits |= 1ull << (i - 1);
    return bits;
}

static void set_of(uint64_t bits, sigset_t *set)
{
    sigemptyset(set);
    for (int i = 1; i <= SIGNALS; i++)
        if (bits >> (i - 1) & 1)
            (void)sigaddset(set, i);
}

static unsigned holds;                /* how many hold them */
static sigset_t held;                 /* the program's mask */

void ckpti_proc_hold_signals(void)
{
    static const int by_instructions[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT };
    sigset_t all;

    sigfillset(&all);
    for (unsigned i = 0; i < CKPTI_COUNT(by_instructions); i++)
        sigdelset(&all, by_instructions[i]);
    if (holds || pthread_sigmask(SIG_BLOCK, &all, &held) == 0)
        holds++;
}

void ckpti_proc_let_signals_in(void)
{
    int error = errno;

    if (holds && --holds == 0)        /* before: a handler may not come back here */
        pthread_sigmask(SIG_SETMASK, &held, 0);
    errno = error;
}

void ckpti_proc_let_others_in(void)
{
    sigset_t mask;
    struct sigaction a;

    if (!holds || pthread_sigmask(SIG_SETMASK, 0, &mask) != 0)
        return;
    for (int number = 1; number < NSIG; number++)
        if (!sigismember(&held, number) && sigaction(number, 0, &a) == 0 && (a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN))
            sigdelset(&mask, number);
    pthread_sigmask(SIG_SETMASK, &mask, 0);
}

/* The runtime would catch it, and the program will not have that. */
static bool is_given_back(int number, const struct sigaction *a)
{
    return a->sa_handler == SIG_DFL && (number == SIGTERM || number == SIGUSR1);
}

static ckpt_status take_signals(void)
{
    disposition found[SIGNALS], *block;
    unsigned n = 0;

    for (int i = 1; i <= SIGNALS; i++) {
        struct sigaction a;
        if (sigaction(i, 0, &a) < 0 || (!(a.sa_flags & SA_SIGINFO) && !is_given_back(i, &a) && (a.sa_handler == SIG_DFL || ckpti_request_is_handler(a.sa_handler))))
            continue;
        found[n++] = (disposition){ (void (*)(void))a.sa_handler, i, (unsigned)a.sa_flags & (KEPT_FLAGS | RESET_HAND),
                                    bits_of(&a.sa_mask) };
    }
    if (n) {
        int depth = ckpti_heap_private_depth(0); /* an object of the image */
        block = ckptg_realloc(dispositions, n * sizeof *block, &disposition_type);
        ckpti_heap_private_depth(depth);
        if (!block)
            return no_memory();
        memcpy(block, found, n * sizeof *block);
        dispositions = block;
    }
    ndispositions = n;
    return CKPT_OK;
}

static void install_signals(void)
{
    ckpti_block b;

    if (ndispositions && (!dispositions || !ckpti_heap_find(dispositions, &b) || b.start != (unsigned char *)dispositions ||
                          b.size / sizeof *dispositions < ndispositions))
        ndispositions = 0; /* not the list that was saved */
    for (unsigned i = 0; i < ndispositions; i++) {
        const disposition *d = &dispositions[i];
        struct sigaction a = { .sa_handler = (void (*)(int))d->handler, .sa_flags = (int)d->flags };
        set_of(d->mask, &a.sa_mask);
        (void)sigaction(d->number, &a, 0);
    }
}

/* ---- taking ------------------------------------------------------------------------------------------------------------------------ */

static const int roundings[] = {
    FE_TONEAREST,
#ifdef FE_TOWARDZERO
    FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD
#endif
};

/* Bits of `rounding` from FLAGS_FROM on. */
static const int float_flags[] = {
#ifdef FE_DIVBYZERO
    FE_INVALID, FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INEXACT
#else
    0
#endif
};
enum { ROUNDINGS_MASK = 3, FLAGS_FROM = 8, ROUNDING_ALL = ROUNDINGS_MASK | 31 << FLAGS_FROM };

/* A program that has no use for the flags has none. */
static uint32_t float_flags_now(void)
{
    uint32_t set = 0;

    for (uint32_t i = 0; fetestexcept && i < CKPTI_COUNT(float_flags); i++)
        set |= (uint32_t)(fetestexcept(float_flags[i]) != 0) << (FLAGS_FROM + i);
    return set;
}

static void set_float_flags(uint32_t set)
{
    if (!feclearexcept || !fesetexcept)
        return;
    for (uint32_t i = 0; i < CKPTI_COUNT(float_flags); i++)
        if (set >> (FLAGS_FROM + i) & 1)
            (void)fesetexcept(float_flags[i]);
        else
            (void)feclearexcept(float_flags[i]);
}

static uint32_t rounding_now(void)
{
    int now = fegetround ? fegetround() : FE_TONEAREST;

    for (uint32_t i = 0; i < CKPTI_COUNT(roundings); i++)
        if (roundings[i] == now)
            return i;
    return 0;
}

static ckpt_status take_locales(ckpti_process_state *out)
{
    for (int i = 0; setlocale && i < CKPTI_LOCALES; i++) {
        const char *name = i == LC_ALL ? 0 : setlocale(i, 0);
        if (name && strcmp(name, "C") && !(out->locales[i] = strdup(name)))
            return no_memory();
    }
    return CKPT_OK;
}

static uint64_t nanoseconds(const struct timeval *t) { return ((uint64_t)t->tv_sec * 1000000u + (uint64_t)t->tv_usec) * 1000u; }

static const __itimer_which_t timers[CKPTI_TIMERS] = { ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF };
static const int timer_signals[CKPTI_TIMERS] = { SIGALRM, SIGVTALRM, SIGPROF };

/* What has come while signals are held, and the program neither blocks nor handles: it ends this process in a moment (SIGPIPE of a flush), or is the runtime's own. A restart
 * would have it again, and end. */
static bool is_of_this_run(int number, uint64_t blocked)
{
    struct sigaction a;

    return !(blocked >> (number - 1) & 1) && sigaction(number, 0, &a) == 0 && !(a.sa_flags & SA_SIGINFO) &&
           (a.sa_handler == SIG_DFL || ckpti_request_is_handler(a.sa_handler));
}

void ckpti_proc_no_timers(void)
{
    const struct itimerval none = { { 0, 0 }, { 0, 0 } };
    sigset_t set;

    sigemptyset(&set);
    for (int i = 0; i < CKPTI_TIMERS; i++)
        sigaddset(&set, timer_signals[i]);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    for (int i = 0; i < CKPTI_TIMERS; i++)
        (void)setitimer(timers[i], &none, 0);
}

ckpt_status ckpti_process_state_take(ckpti_process_state *out, int error)
{
    char directory[PATH_MAX];
    ckpt_status status;
    struct itimerval timer;
    sigset_t set;

    memset(out, 0, sizeof *out);
    out->error = error;
    out->rounding = float_flags_now() | rounding_now();
    out->umask = umask(0);
    umask(out->umask);
    if (holds || pthread_sigmask(SIG_BLOCK, 0, &set) == 0)
        out->blocked = bits_of(holds ? &held : &set);
    if (sigpending(&set) == 0)
        out->pending = bits_of(&set);
    for (int i = 1; i <= SIGNALS; i++)
        if (out->pending >> (i - 1) & 1 && is_of_this_run(i, out->blocked))
            out->pending &= ~((uint64_t)1 << (i - 1));
    for (int i = SIGRTMIN; i <= SIGRTMAX; i++)
        if (out->pending >> (i - 1) & 1)
            return ckpti_fail(CKPT_EUNSUPPORTED, "a real-time signal (SIGRTMIN + %d) is pending: how often it was sent, and its values, would be lost; receive "
                              "it before the site", i - SIGRTMIN);
    for (int i = 0; i < CKPTI_TIMERS; i++)
        if (getitimer(timers[i], &timer) == 0) {
            out->timer_left[i] = nanoseconds(&timer.it_value);
            out->timer_interval[i] = nanoseconds(&timer.it_interval);
        }
    out->directory = strdup(getcwd(directory, sizeof directory) ? directory : "");
    status = out->directory ? take_locales(out) : no_memory();
    if (status == CKPT_OK)
        status = take_signals();
    if (status != CKPT_OK)
        ckpti_process_state_free(out);
    return status;
}

void ckpti_process_state_free(ckpti_process_state *state)
{
    free(state->directory);
    for (int i = 0; i < CKPTI_LOCALES; i++)
        free(state->locales[i]);
    memset(state, 0, sizeof *state);
}

/* ---- sections ------------------------------------------------------------------------------------------------------------------------ */

void ckpti_process_state_write(const ckpti_process_state *state, ckpti_pw *stat, ckpti_pw *time)
{
    uint32_t rows = 0;

    ckpti_pw_string(stat, state->directory);
    ckpti_pw_u32(stat, state->umask);
    ckpti_pw_u64(stat, state->blocked);
    ckpti_pw_u64(stat, state->pending);
    ckpti_pw_u32(stat, (uint32_t)state->error);
    ckpti_pw_u32(stat, state->rounding);
    ckpti_pw_u32(stat, state->next_stream);
    ckpti_pw_u64(stat, state->segment);
    for (int i = 0; i < CKPTI_LOCALES; i++)
        rows += state->locales[i] != 0;
    ckpti_pw_u32(stat, rows);
    for (uint32_t i = 0; i < CKPTI_LOCALES; i++)
        if (state->locales[i]) {
            ckpti_pw_u32(stat, i);
            ckpti_pw_string(stat, state->locales[i]);
        }
    rows = 0;
    for (int i = 0; i < CKPTI_TIMERS; i++)
        rows += state->timer_left[i] != 0;
    ckpti_pw_u32(time, rows);
    for (uint32_t i = 0; i < CKPTI_TIMERS; i++)
        if (state->timer_left[i]) {
            ckpti_pw_u32(time, i);
            ckpti_pw_u64(time, state->timer_left[i]);
            ckpti_pw_u64(time, state->timer_interval[i]);
        }
}

static ckpt_status bad(void) { return ckpti_fail(CKPT_EBADIMAGE, "process: the section is malformed"); }

uint64_t ckpti_process_state_segment(const ckpti_image_proc *blob)
{
    ckpti_pr r = { blob->bytes + 4, blob->bytes + blob->size, blob->size < 4 };

    free(ckpti_pr_string(&r));
    (void)ckpti_pr_u32(&r);
    (void)ckpti_pr_u64(&r);
    (void)ckpti_pr_u64(&r);
    for (int i = 0; i < 3; i++)
        (void)ckpti_pr_u32(&r);
    return ckpti_pr_u64(&r);
}

ckpt_status ckpti_process_state_read(ckpti_pr *stat, ckpti_pr *time, ckpti_process_state *out)
{
    ckpti_process_state s = { .directory = ckpti_pr_string(stat) };
    ckpt_status status = s.directory || stat->bad ? CKPT_OK : no_memory();
    uint32_t rows;

    s.umask = ckpti_pr_u32(stat);
    s.blocked = ckpti_pr_u64(stat);
    s.pending = ckpti_pr_u64(stat);
    if (s.pending & (1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1)))
        status = bad(); /* these cannot be pending */
    s.error = (int32_t)ckpti_pr_u32(stat);
    s.rounding = ckpti_pr_u32(stat);
    s.next_stream = ckpti_pr_u32(stat);
    s.segment = ckpti_pr_u64(stat);
    rows = ckpti_pr_count(stat, 8);
    for (uint32_t i = 0; i < rows && status == CKPT_OK && !stat->bad; i++) {
        uint32_t category = ckpti_pr_u32(stat);
        char *name = ckpti_pr_string(stat);
        if (stat->bad || category >= CKPTI_LOCALES || category == LC_ALL || s.locales[category])
            status = bad();
        else if (!name)
            status = no_memory();
        if (status == CKPT_OK)
            s.locales[category] = name;
        else
            free(name);
    }
    rows = ckpti_pr_count(time, 20);
    for (uint32_t i = 0; i < rows && status == CKPT_OK; i++) {
        uint32_t which = ckpti_pr_u32(time);
        if (which >= CKPTI_TIMERS)
            status = bad();
        else {
            s.timer_left[which] = ckpti_pr_u64(time);
            s.timer_interval[which] = ckpti_pr_u64(time);
        }
    }
    if (status == CKPT_OK && (stat->bad || time->bad || s.umask > 0777 || s.rounding & ~(uint32_t)ROUNDING_ALL || s.next_stream < 3))
        status = bad();
    if (status == CKPT_OK)
        *out = s;
    else
        ckpti_process_state_free(&s);
    return status;
}

/* ---- setting ------------------------------------------------------------------------------------------------------------------------- */

ckpt_status ckpti_process_state_check(const ckpti_process_state *state)
{
    for (int i = 0; i < CKPTI_LOCALES; i++) {
        locale_t locale;
        if (!state->locales[i])
            continue;
        locale = newlocale && setlocale ? newlocale(1 << i, state->locales[i], (locale_t)0) : (locale_t)0;
        if (!locale)
            return ckpti_fail(CKPT_EUNSUPPORTED, "locale %s: not installed here; install it to restart", state->locales[i]);
        freelocale(locale);
    }
    uint32_t rounding = state->rounding & ROUNDINGS_MASK;
    if (rounding && (!fesetround || rounding >= CKPTI_COUNT(roundings)))
        return ckpti_fail(CKPT_EUNSUPPORTED, "the program had changed the rounding mode, which this program or machine cannot");
    return CKPT_OK;
}

ckpt_status ckpti_process_state_apply(const ckpti_process_state *state)
{
    char here[PATH_MAX] = "?";
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, 0);
    if (*state->directory && chdir(state->directory) < 0) {
        int error = errno;
        (void)!getcwd(here, sizeof here);
        ckpti_log("%s: %s: the program's directory is not here; it goes on in %s", state->directory, strerror(error), here);
    }
    umask(state->umask);
    for (int i = 0; setlocale && i < CKPTI_LOCALES; i++) {
        const char *wanted = state->locales[i] ? state->locales[i] : "C", *now = i == LC_ALL ? wanted : setlocale(i, 0);
        if ((!now || strcmp(now, wanted)) && !setlocale(i, wanted))
            return ckpti_fail(CKPT_EUNSUPPORTED, "locale %s: cannot be set", wanted);
    }
    return CKPT_OK;
}

static struct timeval of_nanoseconds(uint64_t n)
{
    struct timeval t;

    t.tv_sec = (time_t)(n / 1000000000u);
    t.tv_usec = (long)(n / 1000u % 1000000u);
    return t;
}

/* In mode inplace the timer has gone on since it was read: what it has sent will be sent again. */
static void drop_signal_of_timer(const ckpti_process_state *state, int timer)
{
    const struct itimerval none = { { 0, 0 }, { 0, 0 } };
    const struct timespec now = { 0, 0 };
    sigset_t set;

    (void)setitimer(timers[timer], &none, 0);
    sigemptyset(&set);
    sigaddset(&set, timer_signals[timer]);
    if (!(state->pending >> (timer_signals[timer] - 1) & 1))
        (void)sigtimedwait(&set, 0, &now);
}

void ckpti_process_state_resumed(const ckpti_process_state *state)
{
    sigset_t set;

    holds = 0;
    install_signals();
    ckpti_environment_resumed();
    if (state->rounding & ROUNDINGS_MASK && fesetround)
        (void)fesetround(roundings[state->rounding & ROUNDINGS_MASK]);
    set_float_flags(state->rounding);
    for (int i = 0; i < CKPTI_TIMERS; i++)
        if (state->timer_left[i]) {
            struct itimerval timer = { of_nanoseconds(state->timer_interval[i]), of_nanoseconds(state->timer_left[i]) };
            drop_signal_of_timer(state, i);
            (void)setitimer(timers[i], &timer, 0);
        }
    for (int i = 1; i <= SIGNALS; i++)
        if (state->pending >> (i - 1) & 1)
            (void)raise(i);
    set_of(state->blocked, &set);
    pthread_sigmask(SIG_SETMASK, &set, 0);
    errno = state->error;
}
