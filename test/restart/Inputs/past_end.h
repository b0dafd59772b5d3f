/* What past_end.c and past_end_b.c share. */
extern long first[3], second[], third[3];
extern int grid[2][5], row[5];
long *far_end(void);
long far_distance(const long *);
