/* statements.c - a database in memory, worked on statement by statement: tables with and without a rowid, indexes, large values in overflow pages, a
 * transaction with a savepoint that is rolled back, and what is then in it; defaults, checks, indexes on expressions, views and triggers, of which the
 * schema keeps the expressions. One site before each statement.
 *
 * Output   rows, as the sqlite3 shell prints them
 */
#include <stdio.h>
#include <stdlib.h>
#include "sqlite3.h"

static const char *const statements[] = {
    "create table t(a integer primary key, b text, c real)",
    "with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) insert into t select i, 'row ' || i, i * 0.5 from n",
    "create index tb on t(b)",
    "select count(*), sum(a), max(b), total(c) from t",
    "select a.b, count(*) from t a join t b on b.a % 97 = a.a % 97 where a.a < 200 group by a.b order by 2 desc, 1 limit 5",
    "create table u(k text primary key, v blob, w, unique(v, w)) without rowid",
    "insert into u select 'key ' || a, zeroblob(a % 50), null from t where a % 40 = 0",
    "create table big(x)",
    "insert into big values (zeroblob(20000) || 'end'), (printf('%5000d', 17))",
    "begin",
    "update t set b = b || '!' where a < 500",
    "select count(*) from t where b like '%!'",
    "savepoint one",
    "delete from t where a > 1500",
    "select count(*) from t",
    "rollback to one",
    "insert into t values(5000, 'last', 1e300)",
    "commit",
    "update t set c = c + 1 where a % 3 = 0",
    "delete from t where a % 7 = 1",
    "drop index tb",
    "create unique index tc on t(c desc, b)",
    "select count(*), sum(a), max(b), total(c) from t",
    "select k, length(v), w from u order by k desc limit 5",
    "select length(x), substr(x, -5) from big",
    "create table e(a integer primary key, b text default ('x' || 1 + 2), c real check (c > 0 and c < 1e9), d default -7)",
    "insert into e(b, c) values('one', 1.5), ('two', 2.5), ('three', 3.5)",
    "insert into e(c) values(9)",
    "create index ei on e(b || '-' || c) where a > 1",
    "create view v as select a, b || '!' as bang, (select count(*) from e) as n from e where c between 1 and 100 order by case when a > 2 then -a else a end",
    "select * from v",
    "create table log(x, y)",
    "create trigger tr after insert on e when new.c > 2 begin insert into log values(new.a, 'added ' || new.b); update log set y = y || '.' where x = new.a; end",
    "insert into e(b, c) values('four', 4.5), ('half', 0.5)",
    "select * from log",
    "select b from e where b || '-' || c = 'four-4.5' and a > 1",
    "insert or ignore into e(c) values(-1)",
    "select * from v where n > 3",
    "drop trigger tr",
    "insert into e(b, c) values('five', 5.5)",
    "select * from e",
    "drop view v",
    "vacuum",
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

        #pragma ckpt name(statement)
        if (sqlite3_exec(db, statements[i], row, NULL, &error)) {
            printf("%s: %s\n", statements[i], error);
            return 1;
        }
    }
    return sqlite3_close(db) != SQLITE_OK;
}
