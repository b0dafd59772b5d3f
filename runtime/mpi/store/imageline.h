/* imageline.h - which line, and which rank, an image of a job says that it is of. Knows no MPI.
 *
 * Purpose    an image that was put in the place of another one (a copy of a directory that went wrong) is whole in itself, and its line is not.
 * Input      an open image. Images of before these numbers were kept say nothing, and are taken at their name's word.
 * Thread     pure.
 */
#ifndef CKPTM_IMAGELINE_H
#define CKPTM_IMAGELINE_H

#include "image/image.h"

/* Errors  CKPT_EBADIMAGE: it is another line's or another rank's; why says so */
ckpt_status ckptm_image_is_of(const ckpti_image *image, uint64_t line, int rank, char why[CKPTI_WHY]);

#endif
