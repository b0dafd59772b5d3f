/* program.h - a header of the program's own, of a file that is not given. */
struct tree;
struct tree *tree_make(void);
void tree_each(int (*f)(void));
