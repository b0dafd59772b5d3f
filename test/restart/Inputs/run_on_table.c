int step(int);
int (*const ckpt_table[1])(int) = { step };
