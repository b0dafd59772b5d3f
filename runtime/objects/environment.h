/* environment.h - the program's environment across a restart. Internal to runtime/objects.
 *
 * Purpose    after a restart `environ` is the list that was saved, with the CKPT_ variables of the new process in place of those of
 *            the process that wrote the image.
 * Invariants the list may lie anywhere the program has put it (heap, variable, stack) and stays there unless a variable has to be added,
 *            which is only done to a list on the heap: the C library's own. A list from which the program has removed the CKPT_
 *            variables gets none.
 */
#ifndef CKPTI_ENVIRONMENT_H
#define CKPTI_ENVIRONMENT_H

#include "core/status.h"

/* Keep the CKPT_ variables that the process was started with. CKPT_ENOMEM */
ckpt_status ckpti_environment_start(void);

/* Does an entry lie in a variable of the program's? putenv() before main may have put it there; it stays that variable. */
_Bool ckpti_environment_is_variables(const char *entry);

/* `environ` is the saved list: put the settings right. */
void ckpti_environment_resumed(void);

#endif
