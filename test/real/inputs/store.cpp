// Writes to a database in memory, takes a snapshot, walks it, compacts it.
#include <cstdio>
#include <memory>
#include <string>
#include "helpers/memenv/memenv.h"
#include "leveldb/cache.h"
#include "leveldb/db.h"
#include "leveldb/env.h"
#include "leveldb/filter_policy.h"
#include "leveldb/write_batch.h"

namespace {

std::string Key(int number) {
  char text[16];
  std::snprintf(text, sizeof text, "key%05d", number);
  return text;
}

struct Report : leveldb::WriteBatch::Handler {
  int puts = 0, deletes = 0;
  void Put(const leveldb::Slice&, const leveldb::Slice&) override { ++puts; }
  void Delete(const leveldb::Slice&) override { ++deletes; }
};

leveldb::Status Fill(leveldb::DB* db, int count) {
  leveldb::Status status;
  for (int i = 0; i < count && status.ok(); i += 10) {
    leveldb::WriteBatch batch;
    for (int j = i; j < i + 10; ++j) batch.Put(Key(j * 7919 % count), std::string(j % 90 + 10, 'a' + j % 26));
    batch.Delete(Key(i));
    Report report;
    batch.Iterate(&report);
    status = db->Write(leveldb::WriteOptions(), &batch);
  }
  return status;
}

}  // namespace

int main() {
  std::unique_ptr<leveldb::Env> env(leveldb::NewMemEnv(leveldb::Env::Default()));
  std::unique_ptr<const leveldb::FilterPolicy> filter(leveldb::NewBloomFilterPolicy(10));
  std::unique_ptr<leveldb::Cache> cache(leveldb::NewLRUCache(1 << 16));
  leveldb::Options options;
  options.create_if_missing = true;
  options.env = env.get();
  options.filter_policy = filter.get();
  options.block_cache = cache.get();
  options.write_buffer_size = 1 << 16;
  leveldb::DB* opened = nullptr;
  leveldb::Status status = leveldb::DB::Open(options, "/store", &opened);
  std::unique_ptr<leveldb::DB> db(opened);
  if (status.ok()) status = Fill(db.get(), 2000);
  const leveldb::Snapshot* snapshot = db->GetSnapshot();
  db->Delete(leveldb::WriteOptions(), Key(1001));
  db->CompactRange(nullptr, nullptr);
  leveldb::ReadOptions past;
  past.snapshot = snapshot;
  std::string value;
  for (const auto& read : {past, leveldb::ReadOptions()}) {
    const leveldb::Status got = db->Get(read, Key(1001), &value);
    std::printf("%s %zu\n", got.ToString().c_str(), value.size());
  }
  std::unique_ptr<leveldb::Iterator> each(db->NewIterator(past));
  std::size_t bytes = 0;
  for (each->Seek("key005"); each->Valid() && each->key().compare("key015") < 0; each->Next()) {
    bytes += each->value().size();
  }
  each.reset();
  db->ReleaseSnapshot(snapshot);
  std::string levels;
  db->GetProperty("leveldb.stats", &levels);
  std::printf("%zu bytes, %s\n%s", bytes, status.ToString().c_str(), levels.c_str());
}
