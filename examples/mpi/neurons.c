/* neurons.c - a network of neurons that excite and inhibit each other: ordinary differential equations by Runge-Kutta.
 *
 * usage    mpiexec -n RANKS ./neurons [NEURONS [STEPS [REPORT EVERY]]]
 * Output   rank 0: spikes so far, a check number of all potentials and two of them; the same for every number of ranks.
 * Source   "Event Logging", section 6.2, program 2 (Parallel NeuronSys): neurons divided evenly among ranks, the classical
 *          fourth-order Runge-Kutta method, in each step five MPI_Allgather (one for each stage's potentials, one for the
 *          spikes) and one MPI_Gather (the potentials, to rank 0). There: 10,000 steps on 4, 8 and 16 ranks.
 *
 * A neuron is FitzHugh's and Nagumo's pair of equations; a synapse opens as x*x / (1 + x*x) of the other's potential.
 * Everything is + - * / in an order that does not depend on the number of ranks.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYNAPSES = 8 };

typedef struct {
    int from[SYNAPSES];
    double weight[SYNAPSES];             /* below zero: inhibits */
    double drive;                        /* current from outside */
} neuron_t;

typedef struct {
    double v, w;                         /* potential, recovery */
} state_t;

typedef struct {
    int neurons, padded, each, first;    /* padded = each * ranks: MPI_Allgather wants equal shares */
    neuron_t *net;                       /* [each] ours */
    state_t *now, *stage, *slope, *sum;  /* [each] */
    double *mine, *all;                  /* [each], [padded] potentials at a stage */
    int *my_spikes, *spikes;             /* [each], [padded] of the last step */
    double *record;                      /* [padded] at rank 0: potentials after the step */
} network_t;

static int rank, size;

static void *need(size_t count, size_t bytes)
{
    void *block = calloc(count, bytes);

    if (!block) {
        fprintf(stderr, "neurons: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return block;
}

static uint32_t hash(uint32_t a, uint32_t b)
{
    uint32_t x = a * 2654435761u ^ (b + 1) * 2246822519u;

    x = (x ^ x >> 15) * 2654435761u;
    return x ^ x >> 13;
}

static void connect_neuron(neuron_t *cell, int number, int neurons)
{
    uint32_t n = (uint32_t)number;

    for (uint32_t k = 0; k < SYNAPSES; k++) {
        cell->from[k] = (int)(hash(n, k) % (uint32_t)neurons);
        cell->weight[k] = (double)(hash(n, k + 100) % 257) / 1024.0 - (k % 3 == 2 ? 0.25 : 0.0);
    }
    cell->drive = 0.25 + (double)(hash(n, 1000) % 129) / 512.0;
}

static void build(network_t *net, int neurons)
{
    size_t each;

    net->neurons = neurons;
    net->each = (neurons + size - 1) / size;
    net->padded = net->each * size;
    net->first = rank * net->each;
    each = (size_t)net->each;
    net->net = need(each, sizeof *net->net);
    net->now = need(each, sizeof *net->now);
    net->stage = need(each, sizeof *net->stage);
    net->slope = need(each, sizeof *net->slope);
    net->sum = need(each, sizeof *net->sum);
    net->mine = need(each, sizeof *net->mine);
    net->all = need((size_t)net->padded, sizeof *net->all);
    net->my_spikes = need(each, sizeof *net->my_spikes);
    net->spikes = need((size_t)net->padded, sizeof *net->spikes);
    net->record = need((size_t)net->padded, sizeof *net->record);
    for (int i = 0; i < net->each; i++) {
        connect_neuron(&net->net[i], net->first + i, neurons);
        net->now[i].v = (double)(hash((uint32_t)(net->first + i), 7) % 1024) / 512.0 - 1.0;
        net->now[i].w = -0.5;
    }
}

static void destroy(network_t *net)
{
    free(net->net);
    free(net->now);
    free(net->stage);
    free(net->slope);
    free(net->sum);
    free(net->mine);
    free(net->all);
    free(net->my_spikes);
    free(net->spikes);
    free(net->record);
}

static double synapse(double x) { return x > 0.0 ? x * x / (1.0 + x * x) : 0.0; }

/* Slopes of our neurons at the state `at`, for which everybody's potentials are needed. */
static void slopes(network_t *net, const state_t *at)
{
    for (int i = 0; i < net->each; i++)
        net->mine[i] = at[i].v;
    MPI_Allgather(net->mine, net->each, MPI_DOUBLE, net->all, net->each, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int i = 0; i < net->each; i++) {
        const neuron_t *cell = &net->net[i];
        double v = at[i].v, current = cell->drive;

        for (int k = 0; k < SYNAPSES; k++)
            current += cell->weight[k] * (synapse(net->all[cell->from[k]]) + (net->spikes[cell->from[k]] ? 0.5 : 0.0));
        net->slope[i].v = v - v * v * v / 3.0 - at[i].w + current;
        net->slope[i].w = 0.08 * (v + 0.7 - 0.8 * at[i].w);
    }
}

/* One Runge-Kutta stage: slopes at `at` count `weight` sixths of the step; the next stage stands at now + ahead * slope. */
static void stage(network_t *net, const state_t *at, double weight, double ahead)
{
    slopes(net, at);
    for (int i = 0; i < net->each; i++) {
        net->sum[i].v += weight * net->slope[i].v;
        net->sum[i].w += weight * net->slope[i].w;
        net->stage[i].v = net->now[i].v + ahead * net->slope[i].v;
        net->stage[i].w = net->now[i].w + ahead * net->slope[i].w;
    }
}

static void step(network_t *net, double h)
{
    memset(net->sum, 0, (size_t)net->each * sizeof *net->sum);
    stage(net, net->now, 1.0, h / 2);
    stage(net, net->stage, 2.0, h / 2);
    stage(net, net->stage, 2.0, h);
    stage(net, net->stage, 1.0, h);
    for (int i = 0; i < net->each; i++) {
        double before = net->now[i].v;

        net->now[i].v += h / 6.0 * net->sum[i].v;
        net->now[i].w += h / 6.0 * net->sum[i].w;
        net->mine[i] = net->now[i].v;
        net->my_spikes[i] = net->first + i < net->neurons && before < 1.0 && net->now[i].v >= 1.0;
    }
    MPI_Allgather(net->my_spikes, net->each, MPI_INT, net->spikes, net->each, MPI_INT, MPI_COMM_WORLD);
    MPI_Gather(net->mine, net->each, MPI_DOUBLE, net->record, net->each, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static long count_spikes(const network_t *net)
{
    long count = 0;

    for (int i = 0; i < net->neurons; i++)
        count += net->spikes[i];
    return count;
}

static void report(const network_t *net, int number, long spikes)
{
    double sum = 0.0;

    for (int i = 0; i < net->neurons; i++)
        sum += net->record[i] * (double)(i % 7 + 1);
    printf("step %d: %ld spikes, check %.17g, v[0] = %.17g, v[%d] = %.17g\n", number, spikes, sum, net->record[0],
           net->neurons - 1, net->record[net->neurons - 1]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int neurons, steps, every;
    long spikes = 0;
    network_t net;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    neurons = argc > 1 ? atoi(argv[1]) : 60;
    steps = argc > 2 ? atoi(argv[2]) : 100;
    every = argc > 3 ? atoi(argv[3]) : 25;
    if (neurons < 1 || steps < 1 || every < 1) {
        if (!rank)
            fprintf(stderr, "usage: neurons [NEURONS [STEPS [REPORT EVERY]]]\n");
        MPI_Finalize();
        return 2;
    }
    build(&net, neurons);
    for (int i = 1; i <= steps; i++) {
        #pragma ckpt name(step)
        step(&net, 0.125);
        spikes += count_spikes(&net);
        if (!rank && i % every == 0)
            report(&net, i, spikes);
    }
    destroy(&net);
    MPI_Finalize();
    return 0;
}
