/* process.h - state of the process that is not the program's memory: streams, descriptors, files written, working directory,
 * umask, locale, signals, functions at exit, clocks, environment; calls made again (replay).
 *
 * Purpose    one sequence of calls for a checkpoint and one for a restart:
 *
 *     start      ckpti_proc_start(dir)                  main, before anything of the program runs, always
 *     fresh      ckpti_proc_rewind()                    CKPT_RESTART=latest found no image: undo what a killed run did to files
 *     checkpoint ckpti_proc_prepare()                   in the program at the site, before the fork; may refuse: the program goes on
 *                mark = ckpti_proc_mark()               kept with the child, for committed()
 *                ckpti_proc_encode(put, to)             where the image is written (child, or inplace)
 *                ckpti_proc_committed(mark)             in the program, when it hears that the image is on disk
 *     restart    ckpti_proc_decode_check(blobs, n)      all PROC sections; nothing is changed if it fails (78, or 65)
 *                ckpti_proc_apply()                     before pointers to streams are resolved (ckpti_stream_by_id)
 *                ckpti_replay_run()                     (replay.h; weak) the calls to be made again
 *                ckpti_proc_resumed()                   last thing in ckptg_resumed: memory is complete, the program runs next
 *
 * Input      the kernel's own view (/proc/self/fd, sigaction, ...) at the site; what wrappers noted (paths, modes).
 * Invariants what can be saved as a variable is one: tables registered as units "libckpt/..." are walked like the program's memory, so
 *            function pointers (handlers) and pointers to buffers need no format of their own. The rest are PROC sections
 *            (image/process_format.h). A checkpoint never changes what the program sees, but for output flushed early.
 * Thread     one thread, at a site; wrappers: any.
 */
#ifndef CKPTI_PROCESS_H
#define CKPTI_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "image/image.h"

/* Take one PROC section: `tag` and its opaque bytes, borrowed. */
typedef ckpt_status (*ckpti_proc_put)(void *to, uint32_t tag, const void *bytes, size_t size);

/* Note how the process was started: its descriptors, directory, clocks, CKPT_ variables.
 * directory  of the images (absolute), copied; 0: no checkpoints, nothing is ever written. It is never made here.
 * Errors     CKPT_ENOMEM */
ckpt_status ckpti_proc_start(const char *directory);

/* Whether the directory is ours: while another program has it, no journal is kept there. */
void ckpti_proc_journal(bool keep);

/* Put the files that a killed run changed before its first image back as they were when it began. After ckpti_proc_start.
 * What cannot be put back is reported. */
ckpt_status ckpti_proc_rewind(void);

/* From now on no signal is delivered to this thread, until they are let in again: what a handler does while the state is being taken would be in one
 * part of the image and not in the other (a timer that has run out, and is still to run out). Who holds them lets them in: the last one's call delivers them, and may not
 * return, for a handler may jump. In a process that captures, and in one that goes on from an image, the mask of the image ends it. */
void ckpti_proc_hold_signals(void);
void ckpti_proc_let_signals_in(void);
/* Only those that no handler waits for, while they are held and the run time waits: so that the program can be ended and stopped meanwhile. */
void ckpti_proc_let_others_in(void);
/* The program is at its end: none of its timers ends it while the run time waits. */
void ckpti_proc_no_timers(void);

/* Flush output streams and remember all that may change while the image is being written. errno is the program's on entry
 * (and is saved), and is kept.
 * Errors  CKPT_EUNSUPPORTED: a pipe, socket, directory stream, ... is open: text says which; CKPT_EFILE: output cannot be
 *         flushed; CKPT_ENOMEM */
ckpt_status ckpti_proc_prepare(void);

/* The same, under the name that site/site.h looks for. */
ckpt_status ckpti_process_snapshot(void);

/* Names the state that was prepared last. */
uint64_t ckpti_proc_mark(void);

/* In a child, before frames are handed over: what the program wrote is brought to the disk, and its descriptors lead to nothing from here on. */
void ckpti_proc_shield(void);

/* Give what was prepared as PROC sections, in a fixed order. Also brings files that are open for writing to the disk. */
ckpt_status ckpti_proc_encode(ckpti_proc_put put, void *to);

/* The image of that mark is on disk: copies of files kept for images older than the one before it are not needed any more. */
void ckpti_proc_committed(uint64_t mark);

/* Read an image's PROC sections and see whether all of it can be done here: files are there and long enough, locales exist.
 * The bytes are copied. Nothing is changed.
 * Errors  CKPT_EBADIMAGE; CKPT_EFILE, CKPT_EUNSUPPORTED: text has path and reason; CKPT_ENOMEM */
ckpt_status ckpti_proc_decode_check(const ckpti_image_proc *blobs, size_t count);

/* Do it: files cut back, streams and descriptors open again at their places, directory, umask, locale. Signals are blocked from
 * here to ckpti_proc_resumed, and messages go to the standard error that the process was given.
 * Errors  as above: the process cannot go on */
ckpt_status ckpti_proc_apply(void);

/* ckpti_proc_apply has begun: this process cannot try another image. */
bool ckpti_proc_changed(void);

/* Memory is complete: install handlers, functions at exit, environment (CKPT_ variables stay the new process's), clocks,
 * generators' buffers, mask; errno becomes the program's. */
void ckpti_proc_resumed(void);

#endif
