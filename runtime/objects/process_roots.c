/* process_roots.c - which of the runtime's variables are part of the program's state. See process_roots.h. */
#include <pthread.h>
#include "objects/process_roots.h"

static ckpti_lazy_unit *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void ckpti_lazy_add(ckpti_lazy_unit *lazy)
{
    lazy->next = first;
    first = lazy;
}

void ckpti_lazy_use(ckpti_lazy_unit *lazy)
{
    pthread_mutex_lock(&lock);
    if (!lazy->used)
        ckptg_register(lazy->unit);
    lazy->used = 1;
    pthread_mutex_unlock(&lock);
}

void ckpti_lazy_use_all(void)
{
    for (ckpti_lazy_unit *l = first; l; l = l->next)
        ckpti_lazy_use(l);
}
