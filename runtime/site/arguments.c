/* arguments.c - argv and environ lie where no allocator knows them: copies on the heap, typed, are plain objects.
 *
 * `environ` itself, a variable of the C library, has a table entry in objects/process_state.c.
 */
#include <string.h>
#include "ckpt_abi.h"
#include "objects/environment.h"
#include "objects/process_roots.h"
#include "site/arguments.h"

char **ckpti_arguments_copy(int count, char *const *strings)
{
    char **copy = ckptg_calloc((size_t)count + 1, sizeof *copy, &ckpti_t_charp);

    for (int i = 0; copy && i < count; i++) {
        size_t size = strlen(strings[i]) + 1;

        if (ckpti_environment_is_variables(strings[i])) { /* by putenv, before main */
            copy[i] = strings[i];
            continue;
        }
        if (!(copy[i] = ckptg_malloc(size, &ckpti_t_char)))
            return 0;
        memcpy(copy[i], strings[i], size);
    }
    return copy;
}
