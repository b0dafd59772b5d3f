/* flag.c - the flag that core/request.c sets for the next site. The tools have no sites; they only link that room. */
#include "ckpt_abi.h"

volatile int ckptg_flag;
