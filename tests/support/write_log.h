// Records everything that SQLite writes, in order, so that a test can simulate a disk after a
// power failure: it holds everything written to a file before its last sync, and any part of
// later writes.
//
// While a WriteLog exists, SQLite writes through it. Only one may exist at a time. Files of
// shared memory (-shm) are left out, because SQLite creates them again.
#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include <sqlite3.h>

#include "pagekin/core/random.h"

namespace pagekin::test {

class WriteLog {
 public:
  enum class Kind { kWrite, kTruncate, kSync, kDelete, kMark };
  struct Entry {
    Kind kind;
    std::string file;  // its name without the folder
    std::int64_t offset = 0;
    std::string bytes;
  };

  WriteLog() {
    real_ = sqlite3_vfs_find(nullptr);
    current() = this;
    vfs_ = *real_;
    vfs_.zName = "write_log";
    vfs_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
    vfs_.xOpen = open;
    vfs_.xDelete = remove;
    sqlite3_vfs_register(&vfs_, 1);
  }
  ~WriteLog() {
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(real_, 1);
    current() = nullptr;
  }
  WriteLog(const WriteLog&) = delete;
  WriteLog& operator=(const WriteLog&) = delete;

  void mark() { add({.kind = Kind::kMark, .file = {}}); }
  const std::vector<Entry>& entries() const { return entries_; }

  // Writes to `folder` what may be left if the power fails before entry `end`. Returns the number
  // of marks before the last sync of the file that ends in `log_name`.
  int fail_at(std::size_t end, const std::string& folder, const std::string& log_name,
              Random random) const {
    std::map<std::string, std::size_t> synced;  // all before this is on the disk
    for (std::size_t i = 0; i < end; ++i) {
      if (entries_[i].kind == Kind::kSync) synced[entries_[i].file] = i;
    }
    std::map<std::string, std::string> files;
    for (std::size_t i = 0; i < end; ++i) {
      const Entry& entry = entries_[i];
      if (entry.kind == Kind::kMark || entry.kind == Kind::kSync) continue;
      if (entry.kind == Kind::kDelete) {
        files.erase(entry.file);
        continue;
      }
      const bool is_safe = synced.contains(entry.file) && i < synced[entry.file];
      if (!is_safe && random.below(3) == 0) continue;  // lost
      std::string& bytes = files[entry.file];
      const auto at = static_cast<std::size_t>(entry.offset);
      if (entry.kind == Kind::kTruncate) {
        bytes.resize(at);
        continue;
      }
      std::size_t size = entry.bytes.size();
      if (!is_safe && random.below(4) == 0) {  // torn
        size = random.below(static_cast<std::uint32_t>(size) + 1);
      }
      if (bytes.size() < at + size) bytes.resize(at + size);
      std::memcpy(bytes.data() + at, entry.bytes.data(), size);
    }
    for (const auto& [name, bytes] : files) {
      std::ofstream(folder + "/" + name, std::ios::binary)
          .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    int marks = 0;
    for (const auto& [name, at] : synced) {
      if (!name.ends_with(log_name)) continue;
      for (std::size_t i = 0; i < at; ++i) marks += entries_[i].kind == Kind::kMark ? 1 : 0;
    }
    return marks;
  }

 private:
  struct File {
    sqlite3_file base;
    char name[256];
    // The real file follows this object in memory.
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  };

  static WriteLog*& current() {
    static WriteLog* log = nullptr;
    return log;
  }
  static File* of(sqlite3_file* file) { return reinterpret_cast<File*>(file); }
  static sqlite3_file* real(sqlite3_file* file) { return of(file)->real(); }

  void add(Entry entry) {
    const std::lock_guard lock(mutex_);
    entries_.push_back(std::move(entry));
  }

  static std::string without_folder(const char* path) {
    const char* const slash = path == nullptr ? nullptr : std::strrchr(path, '/');
    return slash == nullptr ? "" : slash + 1;
  }

  static int open(sqlite3_vfs*, const char* path, sqlite3_file* file, int flags, int* out) {
    WriteLog& log = *current();
    File* const made = of(file);
    std::memset(made, 0, sizeof(File));
    std::strncpy(made->name, without_folder(path).c_str(), sizeof made->name - 1);
    const int code = log.real_->xOpen(log.real_, path, made->real(), flags, out);
    if (made->real()->pMethods != nullptr) made->base.pMethods = methods();
    return code;
  }
  static int remove(sqlite3_vfs*, const char* path, int sync) {
    WriteLog& log = *current();
    log.add({.kind = Kind::kDelete, .file = without_folder(path)});
    return log.real_->xDelete(log.real_, path, sync);
  }

  static const sqlite3_io_methods* methods() {
    static sqlite3_io_methods made = [] {
      sqlite3_io_methods m{};
      m.iVersion = 2;  // without memory maps of the database
      m.xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); };
      m.xRead = [](sqlite3_file* f, void* to, int size, sqlite3_int64 at) {
        return real(f)->pMethods->xRead(real(f), to, size, at);
      };
      m.xWrite = [](sqlite3_file* f, const void* from, int size, sqlite3_int64 at) {
        current()->add(
            {.kind = Kind::kWrite,
             .file = of(f)->name,
             .offset = at,
             .bytes = std::string(static_cast<const char*>(from), static_cast<std::size_t>(size))});
        return real(f)->pMethods->xWrite(real(f), from, size, at);
      };
      m.xTruncate = [](sqlite3_file* f, sqlite3_int64 size) {
        current()->add({.kind = Kind::kTruncate, .file = of(f)->name, .offset = size});
        return real(f)->pMethods->xTruncate(real(f), size);
      };
      m.xSync = [](sqlite3_file* f, int flags) {
        current()->add({.kind = Kind::kSync, .file = of(f)->name});
        return real(f)->pMethods->xSync(real(f), flags);
      };
      m.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) {
        return real(f)->pMethods->xFileSize(real(f), size);
      };
      m.xLock = [](sqlite3_file* f, int level) { return real(f)->pMethods->xLock(real(f), level); };
      m.xUnlock = [](sqlite3_file* f, int level) {
        return real(f)->pMethods->xUnlock(real(f), level);
      };
      m.xCheckReservedLock = [](sqlite3_file* f, int* out) {
        return real(f)->pMethods->xCheckReservedLock(real(f), out);
      };
      m.xFileControl = [](sqlite3_file* f, int op, void* argument) {
        return real(f)->pMethods->xFileControl(real(f), op, argument);
      };
      m.xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); };
      m.xDeviceCharacteristics = [](sqlite3_file* f) {
        return real(f)->pMethods->xDeviceCharacteristics(real(f));
      };
      m.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** out) {
        return real(f)->pMethods->xShmMap(real(f), page, size, extend, out);
      };
      m.xShmLock = [](sqlite3_file* f, int offset, int n, int flags) {
        return real(f)->pMethods->xShmLock(real(f), offset, n, flags);
      };
      m.xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); };
      m.xShmUnmap = [](sqlite3_file* f, int remove_it) {
        return real(f)->pMethods->xShmUnmap(real(f), remove_it);
      };
      return m;
    }();
    return &made;
  }

  sqlite3_vfs* real_ = nullptr;
  sqlite3_vfs vfs_{};
  std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace pagekin::test
