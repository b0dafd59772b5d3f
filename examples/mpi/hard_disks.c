/* hard_disks.c - Monte Carlo simulation of hard disks in a periodic box.
 *
 * usage    mpiexec -n RANKS ./hard_disks [EDGE [SWEEPS [REPORT EVERY]]]
 *          EDGE   disks along an edge of the first lattice: EDGE * EDGE disks
 * Output   rank 0: moves accepted, pairs that nearly touch, a check number; the same for every number of ranks.
 * Source   "Event Logging", section 6.2, program 3: area fraction 0.5, a triangular lattice at first, master and slaves.
 *          There: a checkpoint every 150 seconds (CKPT_INTERVAL=150).
 *
 * A sweep: the master cuts the box into stripes at a new place, hands the even ones to whichever slave is free
 * (MPI_ANY_SOURCE), then the odd ones. A slave moves the disks of a stripe, which stay in it, between the frozen ones next
 * to it. A stripe is wider than a disk, so stripes of one half-sweep do not see each other, and what comes out does not
 * depend on who did which, nor when.
 */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAG_TASK = 1, TAG_DONE = 2, TAG_STOP = 3 };

typedef struct {
    double x, y;
} disk_t;

typedef struct {
    int edge, disks, stripes;
    double width, height, diameter, reach;   /* of the box; of a disk; the longest step along an axis */
} box_t;

typedef struct {
    int stripe, movable, frozen;             /* movable disks stand first in the task's list */
    int accepted;                            /* the slave's answer */
    double low, high;                        /* y of the stripe; may go beyond the box, in which case y is unwrapped */
    uint64_t seed;
} task_t;

static int rank, size;

static void *need(size_t count, size_t bytes)
{
    void *block = calloc(count, bytes);

    if (!block) {
        fprintf(stderr, "hard_disks: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return block;
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* In [0, 1), 32 bits: exact in any arithmetic. */
static double next_unit(uint64_t *state) { return (double)(uint32_t)(next_random(state) >> 32) / 4294967296.0; }

static box_t make_box(int edge)
{
    const double pi = 3.14159265358979323846;
    box_t box;

    box.edge = edge;
    box.disks = edge * edge;
    box.diameter = 1.0;
    /* A lattice of distance d has the area d * d * sqrt(3) / 2 for each disk; a disk covers pi / 4; half is covered. */
    box.width = edge * sqrt(pi / sqrt(3.0));
    box.height = box.width * sqrt(3.0) / 2.0;
    box.reach = 0.25;
    box.stripes = (int)(box.height / 2.5) / 2 * 2;
    return box;
}

static void lay_lattice(const box_t *box, disk_t *disks)
{
    double d = box->width / box->edge;

    for (int row = 0; row < box->edge; row++)
        for (int column = 0; column < box->edge; column++) {
            disk_t *disk = &disks[row * box->edge + column];

            disk->x = d * column + (row % 2 ? d / 2 : 0.0);
            disk->y = box->height / box->edge * row;
        }
}

/* The shorter way round, without a sign. A comparison that nobody can foretell would be most of the time as a jump: this is a minimum on any machine. */
static double shortest(double d, double period)
{
    double other = period - fabs(d);

    return fabs(d) < other ? fabs(d) : other;
}

/* Nearer to each other than a distance? square: its square. */
static int is_nearer(box_t box, disk_t a, disk_t b, double square)
{
    double dx = shortest(a.x - b.x, box.width), dy = shortest(a.y - b.y, box.height);

    return dx * dx + dy * dy < square;
}

/* A slave's work: one trial move for each movable disk. Returns how many were accepted. */
static int move_disks(box_t box, const task_t *task, disk_t *disks)
{
    uint64_t state = task->seed;
    int all = task->movable + task->frozen, accepted = 0;
    double square = box.diameter * box.diameter;

    for (int trial = 0; trial < task->movable; trial++) {
        int i = (int)(next_random(&state) % (uint64_t)task->movable), free_place = 1;
        disk_t to = disks[i];

        to.x += (next_unit(&state) - 0.5) * 2.0 * box.reach;
        to.y += (next_unit(&state) - 0.5) * 2.0 * box.reach;
        to.x += to.x < 0.0 ? box.width : to.x >= box.width ? -box.width : 0.0;
        if (to.y < task->low || to.y >= task->high)
            continue;
        for (int j = 0; free_place && j < all; j++)
            free_place = j == i || !is_nearer(box, to, disks[j], square);
        if (free_place) {
            disks[i] = to;
            accepted++;
        }
    }
    return accepted;
}

/* y above `low`, going round the box. */
static double above(const box_t *box, double y, double low)
{
    double d = y - low;

    return d < 0.0 ? d + box->height : d >= box->height ? d - box->height : d;
}

/* Fills in the task and its list of disks; `numbers` says which disks the movable ones are. */
static void make_task(const box_t *box, const disk_t *all, double offset, task_t *task, disk_t *list, int *numbers)
{
    double tall = box->height / box->stripes;
    int frozen = 0;
    disk_t *edge = need((size_t)box->disks, sizeof *edge);

    task->low = offset + tall * task->stripe;
    task->high = task->low + tall;
    task->movable = 0;
    for (int i = 0; i < box->disks; i++) {
        double up = above(box, all[i].y, task->low >= box->height ? task->low - box->height : task->low);

        if (up < tall) {
            numbers[task->movable] = i;
            list[task->movable].x = all[i].x;
            list[task->movable++].y = task->low + up;
        } else if (up < tall + box->diameter || up >= box->height - box->diameter) {
            edge[frozen++] = all[i];
        }
    }
    for (int i = 0; i < frozen; i++)
        list[task->movable + i] = edge[i];
    task->frozen = frozen;
    free(edge);
}

static void send_task(const task_t *task, const disk_t *list, int slave)
{
    int whole[4] = { task->stripe, task->movable, task->frozen, 0 };
    double bounds[2] = { task->low, task->high };

    MPI_Send(whole, 4, MPI_INT, slave, TAG_TASK, MPI_COMM_WORLD);
    MPI_Send(bounds, 2, MPI_DOUBLE, slave, TAG_TASK, MPI_COMM_WORLD);
    MPI_Send(&task->seed, 1, MPI_UINT64_T, slave, TAG_TASK, MPI_COMM_WORLD);
    MPI_Send(list, 2 * (task->movable + task->frozen), MPI_DOUBLE, slave, TAG_TASK, MPI_COMM_WORLD);
}

/* The next answer from anybody goes into its disks' places. Returns the slave, which is free now. */
static int take_answer(const box_t *box, disk_t *all, disk_t *list, int *const *numbers, long *accepted)
{
    int whole[3];
    MPI_Status status;

    MPI_Recv(whole, 3, MPI_INT, MPI_ANY_SOURCE, TAG_DONE, MPI_COMM_WORLD, &status);
    MPI_Recv(list, 2 * box->disks, MPI_DOUBLE, status.MPI_SOURCE, TAG_DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < whole[1]; i++) {
        double y = list[i].y;

        all[numbers[whole[0]][i]].x = list[i].x;
        all[numbers[whole[0]][i]].y = y >= box->height ? y - box->height : y;
    }
    *accepted += whole[2];
    return status.MPI_SOURCE;
}

/* Every second stripe, `odd` or even ones. */
static void half_sweep(const box_t *box, disk_t *all, disk_t *list, int **numbers, int odd, uint64_t *random, long *accepted)
{
    double offset = next_unit(random) * box->height;
    int free_slave = 1, busy = 0;

    for (int stripe = odd; stripe < box->stripes; stripe += 2) {
        task_t task = { 0 };
        int slave;

        #pragma ckpt name(task)
        if (busy == size - 1) {
            slave = take_answer(box, all, list, numbers, accepted);
            busy--;
        } else {
            slave = free_slave++;
        }
        task.stripe = stripe;
        task.seed = next_random(random);
        make_task(box, all, offset, &task, list, numbers[stripe]);
        send_task(&task, list, slave);
        busy++;
    }
    while (busy--)
        take_answer(box, all, list, numbers, accepted);
}

static void report(const box_t *box, const disk_t *disks, int sweep, long accepted)
{
    long near = 0;
    double sum = 0.0, reach = 1.1 * box->diameter, limit = 0.999999 * box->diameter;

    for (int i = 0; i < box->disks; i++) {
        for (int j = 0; j < i; j++) {
            near += is_nearer(*box, disks[i], disks[j], reach * reach);
            if (is_nearer(*box, disks[i], disks[j], limit * limit))
                printf("disks %d and %d overlap\n", j, i);
        }
        sum += disks[i].x * (i % 5 + 1) + disks[i].y * (i % 3 + 1);
    }
    printf("sweep %d: %ld moves, %ld pairs near, check %.17g\n", sweep, accepted, near, sum);
    fflush(stdout);
}

static void master(const box_t *box, int sweeps, int every)
{
    disk_t *disks = need((size_t)box->disks, sizeof *disks), *list = need((size_t)box->disks, sizeof *list);
    int **numbers = need((size_t)box->stripes, sizeof *numbers);
    uint64_t random = 20071;
    long accepted = 0;

    for (int i = 0; i < box->stripes; i++)
        numbers[i] = need((size_t)box->disks, sizeof **numbers);
    lay_lattice(box, disks);
    for (int sweep = 1; sweep <= sweeps; sweep++) {
        half_sweep(box, disks, list, numbers, 0, &random, &accepted);
        half_sweep(box, disks, list, numbers, 1, &random, &accepted);
        if (sweep % every == 0)
            report(box, disks, sweep, accepted);
    }
    for (int slave = 1; slave < size; slave++)
        MPI_Send(NULL, 0, MPI_INT, slave, TAG_STOP, MPI_COMM_WORLD);
    for (int i = 0; i < box->stripes; i++)
        free(numbers[i]);
    free(numbers);
    free(list);
    free(disks);
}

static void slave(const box_t *box)
{
    disk_t *list = need((size_t)box->disks, sizeof *list);

    for (;;) {
        int whole[4], answer[3];
        double bounds[2];
        task_t task;
        MPI_Status status;

        #pragma ckpt name(wait)
        MPI_Recv(whole, 4, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == TAG_STOP)
            break;
        MPI_Recv(bounds, 2, MPI_DOUBLE, 0, TAG_TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&task.seed, 1, MPI_UINT64_T, 0, TAG_TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(list, 2 * box->disks, MPI_DOUBLE, 0, TAG_TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        task.stripe = whole[0];
        task.movable = whole[1];
        task.frozen = whole[2];
        task.low = bounds[0];
        task.high = bounds[1];
        answer[0] = task.stripe;
        answer[1] = task.movable;
        answer[2] = move_disks(*box, &task, list);
        MPI_Send(answer, 3, MPI_INT, 0, TAG_DONE, MPI_COMM_WORLD);
        MPI_Send(list, 2 * task.movable, MPI_DOUBLE, 0, TAG_DONE, MPI_COMM_WORLD);
    }
    free(list);
}

int main(int argc, char **argv)
{
    int edge, sweeps, every;
    box_t box;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    edge = argc > 1 ? atoi(argv[1]) : 12;
    sweeps = argc > 2 ? atoi(argv[2]) : 100;
    every = argc > 3 ? atoi(argv[3]) : 20;
    if (edge < 6 || edge % 2 || sweeps < 1 || every < 1 || size < 2) {
        if (!rank)
            fprintf(stderr, "usage: hard_disks [EDGE, even, >= 6 [SWEEPS [REPORT EVERY]]], on two ranks or more\n");
        MPI_Finalize();
        return 2;
    }
    box = make_box(edge);
    if (rank)
        slave(&box);
    else
        master(&box, sweeps, every);
    MPI_Finalize();
    return 0;
}
