// ... arrays of one kind of number at the end of structures of such.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
struct vec { double v[3]; };
static struct vec pos[4];
int main(void){
  double *p = pos[1].v;
  for (int i=0;i<12;i++) pos[i/3].v[i%3]=i*0.5;
  for(int i=0;i<3;i++){
#pragma ckpt
    printf("%d %g\n",i,p[1]);
  }
  return 0;
}
