struct hidden;
struct operation { const char *name; int (*run)(int); };
struct holder { struct hidden *hidden; const struct operation *op; };
extern const struct operation operations[];
enum { TAIL = 2 };
extern long tail[TAIL], *const last;
struct hidden *other_new(void);
int other_sum(struct hidden *h);
static inline int tick(void)
{
    static int ticks;
    #pragma ckpt
    return ++ticks;
}
