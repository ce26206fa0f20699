#include "pagekin/core/block_file.h"

#include <charconv>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"

namespace pagekin {
namespace {

constexpr std::string_view kProgram = "pagekin ";
constexpr std::size_t kMaxPayload = std::size_t{1} << 20;
constexpr std::size_t kMaxFirstLine = 40;
constexpr std::uint32_t kEnd = 0;

struct BlockHead {
  std::uint32_t section = kEnd;
  std::uint32_t size = 0;
  std::uint64_t checksum = 0;
};

std::uint64_t checksum(const BlockHead& head, std::string_view payload, std::uint64_t before) {
  const std::uint64_t shape = (std::uint64_t{head.section} << 32) | head.size;
  return hash_bytes(payload, mix(before ^ mix(shape + 1)));
}

std::string first_line_of(const BlockFileKind& kind) {
  return std::string(kProgram) + std::string(kind.name) + " " + std::to_string(kind.version) + "\n";
}

std::unique_ptr<ByteSource> open_whole_file(const std::string& path, std::string_view kind) {
  std::error_code ignored;  // what cannot be looked at cannot be opened either
  const auto type = std::filesystem::status(path, ignored).type();
  const std::string no_file = std::string(kind) + " " + path + " is not a file";
  if (type == std::filesystem::file_type::fifo) throw Error(no_file);
  std::unique_ptr<ByteSource> source = open_file(path);
  if (!source->size()) throw Error(no_file);
  return source;
}

// Reads blocks one after the other. Throws Error at the first that is not right.
class BlockReader {
 public:
  BlockReader(ByteSource& source, std::uint64_t offset) : source_(source), offset_(offset) {}

  // The payload of the next block is appended to its section; false at the end.
  bool next(std::vector<std::string>& sections) {
    const std::string where = " in the block at byte " + std::to_string(offset_);
    BlockHead head;
    take({reinterpret_cast<char*>(&head), sizeof head});
    if (head.section >= sections.size() || head.size > kMaxPayload) {
      throw Error("bad header" + where);
    }
    std::string payload(head.size, '\0');
    take(payload);
    if (head.checksum != checksum(head, payload, before_)) throw Error("bad checksum" + where);
    before_ = head.checksum;
    if (head.section != kEnd) {
      sections[head.section] += payload;
      return true;
    }
    char more = 0;
    if (source_.read_at(offset_, {&more, 1}) > 0) throw Error("bytes after its end");
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

// What to do with a file that says it is of this version.
std::string advice_for(const std::string& found, int version) {
  int number = 0;
  const char* const end = found.data() + found.size();
  const auto [stop, error] = std::from_chars(found.data(), end, number);
  if (error != std::errc() || stop != end || number < 1) return "";
  return number < version
             ? "; make it again from the pages, or use the version of pagekin that made it"
             : "; it needs a newer version of pagekin";
}

}  // namespace

BlockFileWriter::BlockFileWriter(const std::string& path, const BlockFileKind& kind,
                                 AtomicFile::Writers writers)
    : file_(path, writers) {
  file_.write(first_line_of(kind));
}

void BlockFileWriter::write(std::uint32_t section, std::string_view bytes) {
  if (section != section_) end_block();
  section_ = section;
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kMaxPayload - payload_.size());
    payload_ += piece;
    bytes.remove_prefix(piece.size());
    if (payload_.size() == kMaxPayload) end_block();
  }
}

void BlockFileWriter::commit() {
  end_block();
  section_ = kEnd;
  put_block();
  file_.commit();
}

void BlockFileWriter::end_block() {
  if (payload_.empty()) return;
  put_block();
  payload_.clear();
}

void BlockFileWriter::put_block() {
  BlockHead head{.section = section_, .size = static_cast<std::uint32_t>(payload_.size())};
  head.checksum = before_ = checksum(head, payload_, before_);
  file_.write(bytes_of(head));
  file_.write(payload_);
}

std::vector<std::string> read_block_file(const std::string& path, const BlockFileKind& kind) {
  const std::unique_ptr<ByteSource> source = open_whole_file(path, kind.name);
  const std::string expected = first_line_of(kind);
  std::string start(kMaxFirstLine, '\0');
  start.resize(read_fully(*source, 0, start));
  const std::string name(kind.name);
  const std::string beginning = std::string(kProgram) + name + " ";
  if (!start.starts_with(beginning)) {
    throw Error(path + " is not a pagekin " + name);
  }
  if (!start.starts_with(expected)) {
    const std::string found = start.substr(beginning.size(), start.find('\n') - beginning.size());
    throw Error(name + " " + path + " is of another version than " + std::to_string(kind.version) +
                ", or damaged: it says '" + printable(found.substr(0, 8)) + "'" +
                advice_for(found, kind.version));
  }
  std::vector<std::string> sections(kind.section_count + 1);
  try {
    BlockReader blocks(*source, expected.size());
    while (blocks.next(sections)) {
    }
  } catch (const Error& error) {
    throw Error(name + " " + path + " is damaged: " + error.what());
  }
  return sections;
}

std::uint64_t last_checksum_of(const std::string& path) {
  std::error_code ignored;  // a file whose status cannot be read cannot be opened either
  if (!std::filesystem::is_regular_file(path, ignored)) return 0;
  const std::unique_ptr<ByteSource> source = open_file(path);
  std::uint64_t last = 0;
  if (*source->size() < sizeof last) return 0;
  read_fully(*source, *source->size() - sizeof last, {reinterpret_cast<char*>(&last), sizeof last});
  return last;
}

std::string first_line_of_file(const std::string& path, std::string_view kind) {
  const std::unique_ptr<ByteSource> source = open_whole_file(path, kind);
  std::string start(kMaxFirstLine, '\0');
  start.resize(read_fully(*source, 0, start));
  return start.substr(0, start.find('\n'));
}

}  // namespace pagekin
