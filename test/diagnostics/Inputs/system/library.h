/* library.h - a library that is installed, and not compiled with the program. */
struct database;
struct database *library_open(const char *name);
void library_close(struct database *);
void library_on_event(int (*f)(void));
