/* main.c - the real main: starts the program or lets it go on, and is where a capture's unwinding ends.
 *
 * Alone in its file: a program without sites that has its own main does not pull it in.
 */
#include "ckpt_abi.h"
#include "site/site.h"

int main(int argc, char **argv, char **envp)
{
    int status = ckpti_site_start(&argc, &argv, &envp) ? ckptg_user_main_restart(argc, argv, envp)
                                                       : ckptg_user_main(argc, argv, envp);

    while (ckptg_capturing) {
        ckpti_site_captured();
        status = ckptg_user_main_restart(argc, argv, envp);
    }
    return status;
}
