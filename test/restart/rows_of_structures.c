// Pointers into arrays of structures whose layout is the same everywhere, or whose rows follow each other in one array: no layout is bound by them.
// REQUIRES: ckptcc
// RUN: env CKPT_STRICT=1 %restart %s --visits 3
#include <stdio.h>
struct pt { double x; int n; };
static struct pt grid[3][3];
int main(void){
  struct pt *row = grid[1];
  for (int i=0;i<9;i++) { grid[i/3][i%3].x=i*0.5; grid[i/3][i%3].n=i; }
  for(int i=0;i<4;i++){
#pragma ckpt
    printf("%d %g %d\n",i,row->x,row[1].n);
  }
  return 0;
}
