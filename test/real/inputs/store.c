/* Writes to a store of keys and values, and walks it. */
#include <stdio.h>
#include <string.h>
#include "lmdb.h"

static void must(int code, const char *what) {
  if (code != MDB_SUCCESS) fprintf(stderr, "%s: %s\n", what, mdb_strerror(code));
}

static MDB_val value(const char *text) {
  MDB_val result = {strlen(text) + 1, (void *)text};
  return result;
}

static void fill(MDB_env *env) {
  MDB_txn *txn;
  MDB_dbi dbi;
  must(mdb_txn_begin(env, NULL, 0, &txn), "begin");
  must(mdb_dbi_open(txn, "words", MDB_CREATE | MDB_DUPSORT, &dbi), "open");
  for (int i = 0; i < 400; i++) {
    char name[32], text[64];
    snprintf(name, sizeof name, "key %03d", (i * 37) % 400);
    snprintf(text, sizeof text, "value %d of %s", i, name);
    MDB_val key = value(name), data = value(text);
    must(mdb_put(txn, dbi, &key, &data, 0), "put");
  }
  must(mdb_txn_commit(txn), "commit");
}

static int walk(MDB_env *env, size_t *bytes) {
  MDB_txn *txn;
  MDB_dbi dbi;
  MDB_cursor *cursor;
  MDB_val key, data;
  int count = 0;
  must(mdb_txn_begin(env, NULL, 0, &txn), "begin");
  must(mdb_dbi_open(txn, "words", 0, &dbi), "open");
  must(mdb_cursor_open(txn, dbi, &cursor), "cursor");
  while (mdb_cursor_get(cursor, &key, &data, MDB_NEXT) == MDB_SUCCESS) {
    *bytes += key.mv_size + data.mv_size;
    if (++count % 3 == 0) must(mdb_cursor_del(cursor, 0), "delete");
  }
  mdb_cursor_close(cursor);
  must(mdb_txn_commit(txn), "commit");
  return count;
}

int main(void) {
  MDB_env *env;
  MDB_stat stat;
  size_t bytes = 0;
  remove("store.mdb");
  must(mdb_env_create(&env), "create");
  must(mdb_env_set_maxdbs(env, 4), "databases");
  must(mdb_env_open(env, "store.mdb", MDB_NOSUBDIR | MDB_NOSYNC | MDB_NOLOCK, 0644), "open");
  fill(env);
  int count = walk(env, &bytes);
  must(mdb_env_stat(env, &stat), "stat");
  printf("%d entries, %zu bytes, depth %u\n", count, bytes, stat.ms_depth);
  mdb_env_close(env);
  remove("store.mdb");
  return 0;
}
