/* topologies.h - a topology in one list of numbers, as a communicator's record has it.
 *
 * Form       MPI_CART, dimensions, [dims], [periods]
 *            MPI_GRAPH, nodes, edges, [index], [edges]
 *            MPI_DIST_GRAPH, weighted, in, out, [sources], [their weights], [destinations], [their weights]
 * Invariants the list is part of images and lines. Ranks are never reordered.
 */
#ifndef CKPTM_TOPOLOGIES_H
#define CKPTM_TOPOLOGIES_H

/* The list is copied. */
void ckptm_comm_set_topology(int comm, const int *words, int count);
#endif
