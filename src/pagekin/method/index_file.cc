#include "pagekin/method/index_file.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/method/byte_reader.h"

namespace pagekin::method {
namespace {

constexpr std::string_view kName = "pagekin index ";
constexpr std::string_view kVersion = "1\n";
constexpr std::size_t kMaxPayload = std::size_t{1} << 20;

enum Kind : std::uint32_t { kEnd, kMethod, kSaved, kIds, kFirstTags, kKindCount };

struct BlockHead {
  std::uint32_t kind = kEnd;
  std::uint32_t size = 0;
  std::uint64_t checksum = 0;
};

std::uint64_t checksum(const BlockHead& head, std::string_view payload, std::uint64_t before) {
  const std::uint64_t shape = (std::uint64_t{head.kind} << 32) | head.size;
  return hash_bytes(payload, mix(before ^ mix(shape + 1)));
}

// Cuts a stream of bytes into blocks.
class BlockWriter {
 public:
  explicit BlockWriter(AtomicFile& file) : file_(file) {}

  void write(Kind kind, std::string_view bytes) {
    if (kind != kind_) end_block();
    kind_ = kind;
    while (!bytes.empty()) {
      const std::string_view piece = bytes.substr(0, kMaxPayload - payload_.size());
      payload_ += piece;
      bytes.remove_prefix(piece.size());
      if (payload_.size() == kMaxPayload) end_block();
    }
  }

  void end() {
    end_block();
    kind_ = kEnd;
    put();
  }

 private:
  void end_block() {
    if (payload_.empty()) return;
    put();
    payload_.clear();
  }

  void put() {
    BlockHead head{.kind = kind_, .size = static_cast<std::uint32_t>(payload_.size())};
    head.checksum = before_ = checksum(head, payload_, before_);
    file_.write(bytes_of(head));
    file_.write(payload_);
  }

  AtomicFile& file_;
  Kind kind_ = kMethod;
  std::string payload_;
  std::uint64_t before_ = 0;
};

// Reads blocks one after the other. Throws Error at the first that is not right.
class BlockReader {
 public:
  BlockReader(ByteSource& source, std::uint64_t offset) : source_(source), offset_(offset) {}

  // The payload of the next block is appended to the text of its kind; false at the end.
  bool next(const std::array<std::string*, kKindCount>& texts) {
    const std::string where = " in the block at byte " + std::to_string(offset_);
    BlockHead head;
    take({reinterpret_cast<char*>(&head), sizeof head});
    if (head.kind >= kKindCount || head.size > kMaxPayload) throw Error("bad header" + where);
    std::string payload(head.size, '\0');
    take(payload);
    if (head.checksum != checksum(head, payload, before_)) throw Error("bad checksum" + where);
    before_ = head.checksum;
    if (head.kind != kEnd) {
      *texts[head.kind] += payload;
      return true;
    }
    char more = 0;
    if (source_.read_at(offset_, {&more, 1}) > 0) throw Error("bytes behind its end");
    return false;
  }

 private:
  void take(std::span<char> out) {
    if (read_fully(source_, offset_, out) < out.size()) {
      throw Error("it ends too early, at byte " + std::to_string(*source_.size()));
    }
    offset_ += out.size();
  }

  ByteSource& source_;
  std::uint64_t offset_;
  std::uint64_t before_ = 0;
};

}  // namespace

IndexFile::IndexFile(std::string path, Access access) : path_(std::move(path)) {
  if (access == Access::kUpdate) lock();
  try {
    read(access == Access::kUpdate);
  } catch (...) {
    if (lock_ >= 0) close(lock_);
    throw;
  }
}

IndexFile::~IndexFile() {
  if (lock_ >= 0) close(lock_);
}

void IndexFile::lock() {
  const std::string name = path_ + ".lock";
  lock_ = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw Error("cannot open " + name + ": " + std::strerror(errno));
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  close(lock_);
  throw Error(reason == EWOULDBLOCK ? "index " + path_ + " is being updated by another run"
                                    : "cannot lock " + name + ": " + std::strerror(reason));
}

void IndexFile::read(bool may_be_absent) {
  std::error_code ignored;  // what cannot be looked at cannot be opened either
  const auto type = std::filesystem::status(path_, ignored).type();
  if (may_be_absent && type == std::filesystem::file_type::not_found) return;
  if (type == std::filesystem::file_type::fifo) throw Error("index " + path_ + " is not a file");
  const std::unique_ptr<ByteSource> source = open_file(path_);
  if (!source->size()) throw Error("index " + path_ + " is not a file");
  std::string start(kName.size() + kVersion.size(), '\0');
  start.resize(read_fully(*source, 0, start));
  if (!start.starts_with(kName)) throw Error(path_ + " is not a pagekin index");
  if (start.substr(kName.size()) != kVersion) {
    throw Error("index " + path_ + " is of another version than 1, or damaged");
  }
  try {
    BlockReader blocks(*source, start.size());
    while (blocks.next({nullptr, &method_, &saved_, &ids_, &first_tags_})) {
    }
  } catch (const Error& error) {
    throw Error("index " + path_ + " is damaged: " + error.what());
  }
  is_new_ = false;
}

std::size_t IndexFile::restore(std::string_view name, Method& method,
                               const std::function<void(const IndexedPage&)>& visit) {
  if (is_new_) return 0;
  try {
    if (method_ != name) {
      throw Error("it was made by method " + method_ + ", but this run has " + std::string(name));
    }
    const std::size_t page_count = method.load(std::exchange(saved_, {}));
    ByteReader ids(ids_);
    ByteReader first_tags(first_tags_);
    for (std::size_t i = 0; i < page_count; ++i) {
      IndexedPage page;
      page.id = ids.bytes(ids.number<std::uint32_t>());
      page.first_tags = first_tags.number<features::FirstTags>();
      visit(page);
    }
    if (!ids.at_end() || !first_tags.at_end()) throw Error("it has more ids than pages");
    ids_ = first_tags_ = {};
    return page_count;
  } catch (const Error& error) {
    throw Error("index " + path_ + " cannot be used: " + error.what());
  }
}

void IndexFile::write(std::string_view name, Method& method, std::size_t page_count,
                      const std::function<IndexedPage(std::size_t)>& page) {
  if (lock_ < 0) throw Error("index " + path_ + " was opened for reading only");
  AtomicFile file(path_);
  file.write(kName);
  file.write(kVersion);
  BlockWriter blocks(file);
  blocks.write(kMethod, name);
  method.save([&](std::string_view bytes) { blocks.write(kSaved, bytes); });
  for (std::size_t i = 0; i < page_count; ++i) {
    const std::string_view id = page(i).id;
    const auto size = static_cast<std::uint32_t>(id.size());
    blocks.write(kIds, bytes_of(size));
    blocks.write(kIds, id);
  }
  for (std::size_t i = 0; i < page_count; ++i) {
    const features::FirstTags tags = page(i).first_tags;
    blocks.write(kFirstTags, bytes_of(tags));
  }
  blocks.end();
  file.commit();
}

}  // namespace pagekin::method
