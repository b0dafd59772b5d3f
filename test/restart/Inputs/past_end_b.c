/* Arrays that other files know nothing of. */
#include "past_end.h"

long far_first[3] = { 1 }, far_second[3] = { 2 };

long *far_end(void) { return far_first + 3; }
long far_distance(const long *end) { return (long)(end - far_first); }
