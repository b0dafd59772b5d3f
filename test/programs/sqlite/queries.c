/* queries.c - a database in memory that is stopped in the middle of its statements: at a step of a cursor, in loops over tables and indexes, in
 * recursion, aggregates, sorters, subqueries, updates, deletes, and the programs of triggers. The site is in SQLite (queries.side).
 *
 * Output   rows, as the sqlite3 shell prints them
 */
#include <stdio.h>
#include <stdlib.h>
#include "sqlite3.h"

static const char *const statements[] = {
    "create table t(a integer primary key, b text, c real)",
    "with recursive n(i) as (select 1 union all select i + 1 from n where i < 120) insert into t select i, 'row ' || i, i * 0.5 from n",
    "create index tb on t(b)",
    "select count(*), sum(a), max(b), min(c), total(c), avg(a) from t",
    "select a.b, count(*), group_concat(b.a) from t a join t b on b.a % 31 = a.a % 31 where a.a < 20 group by a.b order by 2 desc, 1 limit 5",
    "select distinct a % 7 from t where c > 10 order by b desc",
    "select a, (select count(*) from t u where u.a < t.a and u.c * 2 > 20) from t where b in (select b from t where a % 29 = 3) and b like 'row %'",
    "update t set c = c + 1, b = b || '!' where a % 3 = 0",
    "delete from t where a in (select a from t where a % 11 = 5)",
    "create table log(x, y unique)",
    "create trigger tr after delete on t begin insert into log values(old.a, (select count(*) from t where a > old.a)); update log set x = x + 1000 where y = 3; end",
    "delete from t where a % 17 = 1",
    "select * from log order by x",
    "create view v as select a, b, sum(c) as s from t group by a % 10",
    "select v.a, v.s, t.b from v left join t on t.a = v.a * 2 where v.s > 10 union select 1, 2, 3 except select 1, 2, 4 order by 1",
    "select printf('%05d %s', a, hex(b)), round(c, 1), coalesce(null, typeof(c)) from t where a between 30 and 45",
    "with recursive f(i, x, y) as (select 1, 0, 1 union all select i + 1, y, x + y from f where i < 40) select max(y) from f",
    "select a, row_number() over w, rank() over w, sum(c) over w, lag(b) over w, ntile(2) over w, last_value(a) over w from t where a < 16 window w as (partition by a % 3 order by a desc)",
    "select json_group_array(a), json_group_object(b, c), json_array(count(*)) from t where a < 12",
    "pragma integrity_check",
};
static int row(void *unused, int columns, char **values, char **names)
{
    (void)unused;
    (void)names;
    for (int i = 0; i < columns; i++)
        printf("%s%s", i ? "|" : "", values[i] ? values[i] : "NULL");
    printf("\n");
    return 0;
}

int main(void)
{
    sqlite3 *db;

    if (sqlite3_open(":memory:", &db))
        return 1;
    for (unsigned i = 0; i < sizeof statements / sizeof *statements; i++) {
        char *error = NULL;

        if (sqlite3_exec(db, statements[i], row, NULL, &error)) {
            printf("%s: %s\n", statements[i], error);
            return 1;
        }
    }
    return sqlite3_close(db) != SQLITE_OK;
}
