/* ckpt.h - what a program may say to the checkpoint runtime. Nothing here is needed: sites are `#pragma ckpt` lines, and
 * when checkpoints are taken is set in the environment (CKPT_DIR, CKPT_INTERVAL, ...: see ckptcc(1)).
 */
#ifndef CKPT_H
#define CKPT_H

#define CKPT_VERSION_MAJOR 0
#define CKPT_VERSION_MINOR 1
#define CKPT_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Exit statuses of a program that the runtime ends. */
enum {
    CKPT_EXIT_BAD_IMAGE = 65,     /* CKPT_RESTART: the image is damaged or no image; nothing of it was used */
    CKPT_EXIT_STOPPED = 75,       /* stopped on purpose after a checkpoint (CKPT_EXIT, SIGTERM): restart to go on */
    CKPT_EXIT_INCOMPATIBLE = 78   /* the image is another program's, or something of it does not fit here; or a bad setting */
};

/* Ask for a checkpoint at the next site that is visited. Without CKPT_DIR this does nothing.
 * Thread  any; also from a signal handler */
void ckpt_request(void);

/* The runtime's version, "0.1.0". Static text. */
const char *ckpt_version(void);

#ifdef __cplusplus
}
#endif
#endif
