/* storage.c - a directory of images: names, order, retention, locks, left-overs; the sink. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "core/os.h"
#include "storage/storage.h"

static char directory[256];

static int new_directory(void **unused)
{
    static int count;
    char command[600];

    (void)unused;
    snprintf(directory, sizeof directory, "storage.%ld.%d", (long)getpid(), count++);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

static int remove_directory(void **unused)
{
    char command[600];

    (void)unused;
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

static bool has(const char *name)
{
    char path[600];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    return access(path, F_OK) == 0;
}

static void touch(const char *name)
{
    char path[600];
    int fd;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    assert_true((fd = open(path, O_WRONLY | O_CREAT, 0600)) >= 0);
    close(fd);
}

static void write_image(ckpti_store *store, uint64_t number, size_t size)
{
    ckpti_store_file file;
    unsigned char *bytes = malloc(size + 1);

    assert_non_null(bytes);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i * 7 + number);
    assert_int_equal(ckpti_store_begin(store, number, &file), CKPT_OK);
    ckpti_sink_put(&file.sink, bytes, size / 3);
    ckpti_sink_put(&file.sink, bytes + size / 3, size - size / 3);
    assert_true(ckpti_sink_offset(&file.sink) == size);
    assert_int_equal(ckpti_store_commit(&file), CKPT_OK);
    assert_false(file.directory_failed);
    free(bytes);
}

static void open_store(ckpti_store *store)
{
    assert_int_equal(ckpti_store_init(store, directory), CKPT_OK);
    assert_int_equal(ckpti_store_lock(store, 0, 0), CKPT_OK);
}

static void write_and_read(void **unused)
{
    static const size_t sizes[] = { 1, 4, 1000, CKPTI_SINK_ROOM - 1, CKPTI_SINK_ROOM, CKPTI_SINK_ROOM + 1,
                                    3 * CKPTI_SINK_ROOM + 5, (size_t)20 << 20 };
    ckpti_store store;
    struct stat st;
    char path[CKPTI_STORE_FILE];

    (void)unused;
    open_store(&store);
    assert_int_equal(stat(directory, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        ckpti_store_bytes bytes;

        write_image(&store, s + 1, sizes[s]);
        assert_true(ckpti_store_image_path(directory, s + 1, path, sizeof path));
        assert_int_equal(stat(path, &st), 0);
        assert_int_equal(st.st_mode & 07777, 0600);
        assert_int_equal(ckpti_store_read(path, &bytes), CKPT_OK);
        assert_int_equal(bytes.size, sizes[s]);
        for (size_t i = 0; i < bytes.size; i++)
            assert_true(((unsigned char *)bytes.data)[i] == (unsigned char)(i * 7 + s + 1));
        ckpti_store_release(&bytes);
    }
    ckpti_store_unlock(&store);
}

static void names(void **unused)
{
    static const char *const strangers[] = { "ckpt-1.img", "ckpt-000001.img.bak", "ckpt-0000001.img", "ckpt-000000.img", "ckpt-.img",
                                             "ckpt-00000a.img", "ckpt-99999999999999999999999.img", "xckpt-000001.img" };
    ckpti_store_list list;
    ckpti_store store;

    (void)unused;
    assert_int_equal(ckpti_store_list_images(directory, &list), CKPT_ENOENT);
    open_store(&store);
    assert_int_equal(ckpti_store_list_images(directory, &list), CKPT_OK);
    assert_int_equal(list.count, 0);
    free(list.numbers);
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        touch(strangers[i]);
    touch("ckpt-000009.img");
    touch("ckpt-000010.img");
    touch("ckpt-1000000.img");
    touch("ckpt-999999.img");
    assert_int_equal(ckpti_store_list_images(directory, &list), CKPT_OK);
    assert_int_equal(list.count, 4);
    assert_true(list.numbers[0] == 1000000 && list.numbers[1] == 999999 && list.numbers[2] == 10 && list.numbers[3] == 9);
    free(list.numbers);
    ckpti_store_unlock(&store);
}

static void retention(void **unused)
{
    ckpti_store store;

    (void)unused;
    open_store(&store);
    for (unsigned i = 1; i <= 5; i++)
        write_image(&store, i, 8);
    touch("notes.txt");
    assert_int_equal(ckpti_store_prune(&store, 5, 2), CKPT_OK);      /* restarted from 2: 3 and 4 were of another life */
    assert_true(has("ckpt-000005.img") && has("ckpt-000002.img"));
    assert_false(has("ckpt-000001.img") || has("ckpt-000003.img") || has("ckpt-000004.img"));
    write_image(&store, 6, 8);
    assert_int_equal(ckpti_store_prune(&store, 6, 77), CKPT_OK);     /* not there: the newest but one */
    assert_true(has("ckpt-000006.img") && has("ckpt-000005.img") && !has("ckpt-000002.img"));
    write_image(&store, 7, 8);
    assert_int_equal(ckpti_store_prune(&store, 7, 0), CKPT_OK);
    assert_true(has("ckpt-000007.img") && !has("ckpt-000006.img") && !has("ckpt-000005.img"));   /* others are another run's */
    assert_true(has("notes.txt"));
    ckpti_store_unlock(&store);
}

static void given_up(void **unused)
{
    ckpti_store store;
    ckpti_store_file file;

    (void)unused;
    open_store(&store);
    write_image(&store, 1, 8);
    assert_int_equal(ckpti_store_begin(&store, 2, &file), CKPT_OK);
    ckpti_sink_put(&file.sink, "half", 4);
    assert_true(access(file.temporary, F_OK) == 0);
    ckpti_store_abort(&file);
    ckpti_store_abort(&file);
    assert_false(has("ckpt-000002.img"));
    touch(".ckpt-000002.4711.tmp");
    touch(".other.tmp");
    ckpti_store_clean(&store);
    assert_false(has(".ckpt-000002.4711.tmp"));
    assert_true(has(".other.tmp") && has("ckpt-000001.img"));
    ckpti_store_unlock(&store);
    touch(".ckpt-000003.4711.tmp");
    ckpti_store_clean(&store);                                       /* without the lock it may be somebody's */
    assert_true(has(".ckpt-000003.4711.tmp"));
}

/* The lock is held by a process, and by its children when it is gone. */
static void locking(void **unused)
{
    ckpti_store store, second;
    int ready[2], go[2];
    pid_t parent;
    char c;

    (void)unused;
    open_store(&store);
    assert_int_equal(ckpti_store_init(&second, directory), CKPT_OK);
    assert_int_equal(ckpti_store_lock(&second, 0, 0), CKPT_EBUSY);
    assert_non_null(strstr(ckpti_fail_text(CKPT_EBUSY), "in use by process"));
    ckpti_store_unlock(&store);
    assert_int_equal(ckpti_store_lock(&second, 0, 0), CKPT_OK);
    ckpti_store_unlock(&second);

    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(go), 0);
    parent = fork();
    if (parent == 0) {                                               /* a program whose child writes on after it has died */
        if (ckpti_store_lock(&second, 0, 0) != CKPT_OK)
            _exit(1);
        if (fork() == 0) {
            close(go[1]);
            (void)!read(go[0], &c, 1);
            _exit(0);
        }
        _exit(write(ready[1], "r", 1) == 1 ? 0 : 1);
    }
    assert_int_equal(read(ready[0], &c, 1), 1);
    waitpid(parent, 0, 0);
    assert_int_equal(ckpti_store_lock(&store, 10000, 100), CKPT_EBUSY);
    close(go[0]);
    close(go[1]);                                                    /* it ends */
    assert_int_equal(ckpti_store_lock(&store, 0, 10000), CKPT_OK);
    ckpti_store_unlock(&store);
    close(ready[0]);
    close(ready[1]);
}

static void bad_places(void **unused)
{
    ckpti_store store;
    ckpti_store_bytes bytes;
    ckpti_store_file file;
    char path[600];

    (void)unused;
    assert_int_equal(ckpti_store_init(&store, ""), CKPT_EUSAGE);
    memset(path, 'x', sizeof path);
    assert_int_equal(mkdir(directory, 0700), 0);
    touch("file");
    snprintf(path, sizeof path, "%s/file", directory);
    assert_int_equal(ckpti_store_init(&store, path), CKPT_OK);
    assert_int_equal(ckpti_store_lock(&store, 0, 0), CKPT_EIO);
    snprintf(path, sizeof path, "%s/no/such", directory);
    assert_int_equal(ckpti_store_init(&store, path), CKPT_OK);
    assert_int_equal(ckpti_store_lock(&store, 0, 0), CKPT_ENOENT);
    assert_int_equal(ckpti_store_begin(&store, 1, &file), CKPT_ENOENT);
    ckpti_store_abort(&file);
    assert_int_equal(ckpti_store_read(directory, &bytes), CKPT_EBADIMAGE);
    assert_int_equal(ckpti_store_read("/dev/null", &bytes), CKPT_EBADIMAGE);
    snprintf(path, sizeof path, "%s/file", directory);
    assert_int_equal(ckpti_store_read(path, &bytes), CKPT_EBADIMAGE);          /* empty */
    assert_int_equal(ckpti_store_read("no such file", &bytes), CKPT_ENOENT);

    assert_int_equal(ckpti_store_init(&store, directory), CKPT_OK);            /* vanishes while in use: not made again */
    assert_int_equal(ckpti_store_lock(&store, 0, 0), CKPT_OK);
    remove_directory(0);
    assert_int_equal(ckpti_store_lock(&store, 0, 0), CKPT_ENOENT);
    assert_true(access(directory, F_OK) < 0);
    ckpti_store_unlock(&store);
}

static void memory_sink(void **unused)
{
    ckpti_memory_sink memory;
    unsigned char *room;
    uint32_t next = 0;

    (void)unused;
    assert_int_equal(ckpti_memory_sink_open(&memory), CKPT_OK);
    for (size_t want = 4; want <= CKPTI_SINK_ROOM; want = want * 3 / 4 * 4) {
        assert_int_equal(ckpti_sink_room(&memory.sink, want, &room), CKPT_OK);
        for (size_t i = 0; i + 4 <= want; i += 4, next++)
            memcpy(room + i, &next, 4);
        ckpti_sink_used(&memory.sink, want / 4 * 4);
        ckpti_sink_put(&memory.sink, &next, 4);
        next++;
    }
    assert_int_equal(ckpti_memory_sink_finish(&memory), CKPT_OK);
    assert_int_equal(memory.size, next * 4u);
    for (uint32_t i = 0; i < next; i++)
        assert_memory_equal(memory.data + 4 * i, &i, 4);
    assert_int_equal(ckpti_sink_room(&memory.sink, CKPTI_SINK_ROOM + 1, &room), CKPT_EINTERNAL);
    assert_int_equal(ckpti_sink_put(&memory.sink, "x", 1), CKPT_EINTERNAL);    /* failures stick */
    ckpti_memory_sink_close(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, new_directory, remove_directory)
        TEST(write_and_read), TEST(names), TEST(retention), TEST(given_up), TEST(locking), TEST(bad_places), TEST(memory_sink),
    };

    return cmocka_run_group_tests(tests, 0, 0);
}
