/* nbody.c - gravity between bodies, leapfrog integration, close encounters merge.
 *
 * Usage   nbody [bodies] [steps] [report every]
 * Output  energy and momentum every so many steps, then where each body ended.
 *
 * Bodies live in a global array of structs; a list threaded through it links those that are still there. Vectors
 * are passed and returned by value. The site is in step(), below integrate() below main.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_BODIES = 512 };

typedef struct { double x, y, z; } vec_t;

typedef struct body {
    char name[12];
    double mass;
    vec_t position, velocity, force;
    struct body *next;               /* next living body */
    struct body *merged_into;        /* or null */
} body_t;

typedef struct {
    double kinetic, potential;
    vec_t momentum;
    int alive;
} report_t;

static body_t bodies[MAX_BODIES];
static body_t *living;
static const double softening = 1e-4;

static vec_t vec(double x, double y, double z) { return (vec_t){ x, y, z }; }
static vec_t add(vec_t a, vec_t b) { return vec(a.x + b.x, a.y + b.y, a.z + b.z); }
static vec_t sub(vec_t a, vec_t b) { return vec(a.x - b.x, a.y - b.y, a.z - b.z); }
static vec_t scale(vec_t a, double s) { return vec(a.x * s, a.y * s, a.z * s); }
static double dot(vec_t a, vec_t b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/* A small generator of our own: numbers in [-1, 1) that are the same everywhere. */
static double noise(void)
{
    static unsigned state = 20240229u;

    state = state * 1664525u + 1013904223u;
    return (double)(state >> 8) / 8388608.0 - 1.0;
}

static void create(int count)
{
    for (int i = count - 1; i >= 0; i--) {
        body_t *b = &bodies[i];
        snprintf(b->name, sizeof b->name, "body-%d", i);
        b->mass = 1.0 + 0.5 * noise();
        b->position.x = noise();
        b->position.y = noise();
        b->position.z = 0.25 * noise();
        b->velocity = vec(-b->position.y, b->position.x, 0.0);
        b->next = living;
        living = b;
    }
    bodies[0].mass = 40.0;
    bodies[0].position = bodies[0].velocity = vec(0, 0, 0);
}

static void forces(void)
{
    for (body_t *a = living; a; a = a->next)
        a->force = vec(0, 0, 0);
    for (body_t *a = living; a; a = a->next) {
        for (body_t *b = a->next; b; b = b->next) {
            vec_t d = sub(b->position, a->position);
            double r2 = dot(d, d) + softening;
            double pull = a->mass * b->mass / (r2 * sqrt(r2));
            a->force = add(a->force, scale(d, pull));
            b->force = sub(b->force, scale(d, pull));
        }
    }
}

/* Bodies that come too close become one. Returns how many went. */
static int merge(double distance)
{
    int gone = 0;

    for (body_t *a = living; a; a = a->next) {
        body_t **link = &a->next;
        while (*link) {
            body_t *b = *link;
            vec_t d = sub(b->position, a->position);
            if (dot(d, d) >= distance * distance) {
                link = &b->next;
                continue;
            }
            double mass = a->mass + b->mass;
            a->velocity = scale(add(scale(a->velocity, a->mass), scale(b->velocity, b->mass)), 1.0 / mass);
            a->mass = mass;
            b->merged_into = a;
            *link = b->next;
            gone++;
        }
    }
    return gone;
}

static report_t measure(void)
{
    report_t r = { 0.0, 0.0, { 0.0, 0.0, 0.0 }, 0 };

    for (body_t *a = living; a; a = a->next) {
        r.alive++;
        r.kinetic += 0.5 * a->mass * dot(a->velocity, a->velocity);
        r.momentum = add(r.momentum, scale(a->velocity, a->mass));
        for (body_t *b = a->next; b; b = b->next) {
            vec_t d = sub(b->position, a->position);
            r.potential -= a->mass * b->mass / sqrt(dot(d, d) + softening);
        }
    }
    return r;
}

/* One leapfrog step: kick, drift, kick. Returns how many bodies merged. */
static int step(double dt)
{
    for (body_t *b = living; b; b = b->next) {
        b->velocity = add(b->velocity, scale(b->force, 0.5 * dt / b->mass));
        b->position = add(b->position, scale(b->velocity, dt));
    }
    #pragma ckpt
    forces();
    for (body_t *b = living; b; b = b->next)
        b->velocity = add(b->velocity, scale(b->force, 0.5 * dt / b->mass));
    return merge(0.004);
}

static int integrate(int steps, int report_every, double dt)
{
    int merged = 0;

    forces();
    for (int i = 1; i <= steps; i++) {
        merged += step(dt);
        if (i % report_every == 0) {
            report_t r = measure();
            printf("%4d: %d bodies, energy %.17g (%.17g kinetic), momentum %.17g %.17g %.17g\n", i, r.alive,
                   r.kinetic + r.potential, r.kinetic, r.momentum.x, r.momentum.y, r.momentum.z);
        }
    }
    return merged;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 40;
    int steps = argc > 2 ? atoi(argv[2]) : 100;
    int report_every = argc > 3 ? atoi(argv[3]) : 10;

    if (count < 2 || count > MAX_BODIES || steps < 1 || report_every < 1) {
        fprintf(stderr, "usage: nbody [2..%d bodies] [steps] [report every]\n", MAX_BODIES);
        return 2;
    }
    create(count);
    int merged = integrate(steps, report_every, 1.0 / 1024);
    for (int i = 0; i < count; i++) {
        const body_t *b = &bodies[i];
        if (b->merged_into)
            printf("%-8s is part of %s\n", b->name, b->merged_into->name);
        else
            printf("%-8s %.17g %.17g %.17g\n", b->name, b->position.x, b->position.y, b->position.z);
    }
    printf("%d merged\n", merged);
    return 0;
}
