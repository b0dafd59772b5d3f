/* stack.h - the return addresses that the stack holds at a site.
 *
 * Purpose    frames that are handed over are those of the functions that called one another when the site was reached. Where a caller runs on (it does not
 *            know that the site can be reached from there), others that it calls then would hand over theirs in its place: they return to
 *            addresses that the stack did not have, or not in that order.
 * Thread     the main thread, on its own stack; elsewhere nothing is known, and everything is accepted.
 */
#ifndef CKPTI_STACK_H
#define CKPTI_STACK_H

#include <stdbool.h>

/* Note all words of the stack, outwards from here, that lie in the code from `low` to `high`. False: no memory. */
bool ckpti_stack_note(const char *low, const char *high);

/* The next frame outwards returns to `ret`. Can that be? */
bool ckpti_stack_returns(const void *ret);

/* Where the stack ended when that was noted last, also after it has been forgotten; 0: on a stack of its own. */
const void *ckpti_stack_lowest(void);

/* Forget the return addresses. */
void ckpti_stack_forget(void);

#endif
