/* local.c - calls that depend on nothing a restart changes: translated. The text is made from calls.def. */
#include "shim.h"

#include "wrap_local.inc"
