/* Asks a database in memory. */
#include <stdio.h>
#include "sqlite3.h"

static const char script[] =
    "CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE);"
    "CREATE TABLE book(id INTEGER PRIMARY KEY, author INTEGER REFERENCES author, title TEXT, price REAL);"
    "CREATE INDEX byAuthor ON book(author, price DESC);"
    "CREATE VIEW dear AS SELECT title, price FROM book WHERE price > 20;"
    "INSERT INTO author(name) VALUES ('Root'), ('Leaf'), ('O''Brien');"
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)"
    "  INSERT INTO book(author, title, price) SELECT i % 3 + 1, printf('Book %03d', i), i * 1.25 FROM n;"
    "UPDATE book SET price = round(price * 0.9, 2) WHERE author IN (SELECT id FROM author WHERE name LIKE 'r%');"
    "DELETE FROM book WHERE id % 7 = 0;"
    "SELECT name, count(*), avg(price), group_concat(substr(title, 6), ' ') FROM book JOIN author"
    "  ON author.id = book.author GROUP BY name HAVING count(*) > 2 ORDER BY 3 DESC;"
    "SELECT title, rank() OVER (PARTITION BY author ORDER BY price) FROM book LIMIT 5;"
    "SELECT * FROM dear EXCEPT SELECT title, price FROM book WHERE title GLOB '*[0-4]' ORDER BY 1 LIMIT 4;"
    "SELECT json_extract('{\"a\":[1,2,{\"b\":3}]}', '$.a[2].b'), hex(zeroblob(3)), CAST('12x' AS INTEGER);";

static int printRow(void *count, int columns, char **values, char **names) {
  for (int i = 0; i < columns; i++) {
    printf("%s%s=%s", i ? ", " : "", names[i], values[i] ? values[i] : "NULL");
  }
  putchar('\n');
  ++*(int *)count;
  return 0;
}

int main(void) {
  sqlite3 *db;
  char *message = NULL;
  int rows = 0;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 1;
  if (sqlite3_exec(db, script, printRow, &rows, &message) != SQLITE_OK) {
    fprintf(stderr, "%s\n", message);
    sqlite3_free(message);
  }
  sqlite3_exec(db, "SELECT nothing FROM nowhere", printRow, &rows, &message);
  printf("%d rows, then: %s\n", rows, message);
  sqlite3_free(message);
  return sqlite3_close(db);
}
