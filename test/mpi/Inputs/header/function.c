/* What autoconf's AC_CHECK_FUNC(MPI_Init) compiles. */
char MPI_Init();
int main(void) { return MPI_Init(); }
