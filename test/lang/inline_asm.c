// Inline assembly that works on variables of a frame.
// C-SUPPORT: Functions | inline assembly, with operands, in functions that reach a site | GNU | supported | it is in both copies of the function: no labels of its own
// C-SUPPORT: Functions | `asm goto` | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
static void operands(void) { int t = 0;
  for (int i = 3; i < 6; i++) { 
  __asm__ volatile ("" : "+r" (t) : : "memory");
#pragma ckpt
  int u = i; __asm__ ("" : "+g" (u)); t += u;
  printf("%d\n", t); } }
static void jumps(void) { int t = 0;
  for (int i = 3; i < 6; i++) { 
  __asm__ goto ("" : : "r" (i) : : out);
#pragma ckpt
  t += i; continue; out: t += 100;
  printf("%d\n", t); } printf("%d\n", t); }
int main(void) { operands(); jumps(); return 0; }
