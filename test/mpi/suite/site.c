/* site.c - the checkpoint site of MPICH's test suite: called before the calls of MPI that site.h names (lists.py makes it). */
void ckpt_suite_site(void);
void ckpt_suite_site(void)
{
    #pragma ckpt name(mpi_call)
}
