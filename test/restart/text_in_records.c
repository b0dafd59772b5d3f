// ... text at both ends of a record without padding.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <string.h>
struct emp { char name[16]; double pay; char dept[8]; };
static struct emp emps[3] = {{"ann",1.5,"ops"},{"bob",2.5,"dev"},{"cyd",3.5,"hr"}};
int main(void){
  char *best = emps[1].name;
  for(int i=0;i<4;i++){
#pragma ckpt
    printf("%d %s\n",i,best);
  }
  return 0;
}
