// The records of a plain archive that lies in memory, found by following lengths.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::reference {

struct ChainedRecord {
  std::size_t offset = 0;
  std::string type, target;
  bool leads = false;  // its length leads to a record, to the end, or to what follows a record
};

// For archives as append_record() writes them, in which only lengths are wrong, and some records
// do not begin as a record does; these have no type.
inline std::vector<ChainedRecord> follow_chain(std::string_view archive) {
  constexpr std::string_view start = "WARC/1.1\r\n";
  const auto field = [](std::string_view header, std::string_view name) {
    const std::size_t at = header.find(std::string(name) + ": ");
    if (at == std::string_view::npos) return std::string_view();
    const std::string_view value = header.substr(at + name.size() + 2);
    return value.substr(0, value.find("\r\n"));
  };
  std::vector<ChainedRecord> records;
  std::size_t at = 0;
  while (at < archive.size()) {
    if (!archive.substr(at).starts_with(start)) {
      records.push_back({.offset = at, .type = {}, .target = {}});
      const std::size_t line = archive.find("\n" + std::string(start), at);
      at = line == std::string_view::npos ? archive.size() : line + 1;
      continue;
    }
    const std::size_t block = archive.find("\r\n\r\n", at) + 4;
    const std::string_view header = archive.substr(at, block - at);
    const std::string_view declared = field(header, "Content-Length");
    std::uint64_t length = 0;
    std::from_chars(declared.data(), declared.data() + declared.size(), length);
    ChainedRecord record{.offset = at,
                         .type = std::string(field(header, "WARC-Type")),
                         .target = std::string(field(header, "WARC-Target-URI"))};
    std::size_t next = archive.size();
    if (length <= archive.size() - block) {
      const std::size_t end = block + static_cast<std::size_t>(length);
      next = archive.find_first_not_of("\r\n", end);
      if (next == std::string_view::npos) next = archive.size();
      record.leads = next == archive.size() || archive.substr(next).starts_with(start) ||
                     archive.substr(end).starts_with("\r\n\r\n");
    }
    if (!record.leads) {
      const std::size_t line = archive.find("\n" + std::string(start), block);
      next = line == std::string_view::npos ? archive.size() : line + 1;
    }
    records.push_back(std::move(record));
    at = next;
  }
  return records;
}

}  // namespace pagekin::reference
