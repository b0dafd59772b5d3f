/* null.c - what ckpt.h declares, in a program without a checkpoint site.
 *
 * Purpose    ckptcc links such a program as cc would, without the runtime; only if it calls these functions does
 *            libckpt_null.a give it ones that do nothing.
 */
#include "ckpt.h"

#define TEXT(x) #x
#define VERSION(a, b, c) TEXT(a) "." TEXT(b) "." TEXT(c)

void ckpt_request(void)
{
}

const char *ckpt_version(void)
{
    return VERSION(CKPT_VERSION_MAJOR, CKPT_VERSION_MINOR, CKPT_VERSION_PATCH);
}
