static inline int tick(int by)
{
    static int ticks;
    #pragma ckpt
    return ticks += by;
}
