/* object cache that keeps content: object's tail members survive put/get; link on top of the double */
#include <stdio.h>
#include <stdlib.h>
struct vec { double x; double y, z; int gen; char name[12]; };
static void *cache; static int made;
static struct vec *vec_get(void)
{
    struct vec *v;
    if (cache) { v = cache; cache = *(void **)v; }
    else { v = malloc(sizeof *v); v->y = 10 + made; v->z = -made; v->gen = 0; snprintf(v->name, sizeof v->name, "v%d", made++); }
    v->x = 0.5; v->gen++;
    return v;
}
static void vec_put(struct vec *v) { *(void **)v = cache; cache = v; }
static void show(const char *w, struct vec *v) { printf("%s %s %g %g %g %d\n", w, v->name, v->x, v->y, v->z, v->gen); }
int main(void)
{
    struct vec *live[6];
    for (int i = 0; i < 6; i++) { live[i] = vec_get(); live[i]->x = i * 1.25; }
    vec_put(live[1]); vec_put(live[4]); vec_put(live[2]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d\n", i);
        if (i == 1) { live[2] = vec_get(); show("got", live[2]); }
        if (i == 2) { live[4] = vec_get(); show("got", live[4]); vec_put(live[0]); }
    }
    live[0] = vec_get(); live[1] = vec_get();
    for (int i = 0; i < 6; i++) show("end", live[i]);
    show("new", vec_get());
    return 0;
}
