// A cache of records and a tree of them, each read back, changed and walked through.
#include <kccachedb.h>
#include <kcprotodb.h>

#include <cstdio>
#include <string>

using kyotocabinet::CacheDB;
using kyotocabinet::DB;
using kyotocabinet::ProtoTreeDB;

int main() {
  CacheDB cache;
  cache.open("*");
  for (int i = 0; i < 50; i++) {
    cache.set("key" + std::to_string(i), "value" + std::to_string(i * i));
  }
  std::string value;
  cache.get("key7", &value);
  cache.remove("key3");

  ProtoTreeDB tree;
  tree.open("%");
  for (int i = 0; i < 30; i++) {
    tree.append("leaf" + std::to_string(i % 9), "+");
  }
  DB::Cursor *cursor = tree.cursor();
  cursor->jump();
  std::string key;
  while (cursor->get(&key, &value, true)) {
    std::printf("%s %s\n", key.c_str(), value.c_str());
  }
  delete cursor;
  std::printf("%lld\n", static_cast<long long>(cache.count()));
  return 0;
}
