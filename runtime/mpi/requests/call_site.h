/* call_site.h - see call_site.c */
#ifndef CKPTM_CALL_SITE_H
#define CKPTM_CALL_SITE_H

#include <stddef.h>

/* A call of the program's that is being done: which one, and where it returns to. name: "MPI_Send", or "". */
typedef struct ckptm_call_site {
    const void *at;
    char name[40];
} ckptm_call_site;

void ckptm_call_site_find(ckptm_call_site *site);
/* "MPI_Send called by exchange (ring.c:34)"; where the line is not known, (ring+0x11f4): the address that addr2line wants. */
const char *ckptm_call_site_text(const ckptm_call_site *site, char *text, size_t room);

#endif
