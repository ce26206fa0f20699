#include "pagekin/input/zip_directory.h"

#include <algorithm>
#include <utility>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::input {
namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kLongEndSignature = 0x06064b50;
constexpr std::uint32_t kLocatorSignature = 0x07064b50;
constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::size_t kLongEndBytes = 56;
constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kLongestComment = 65535;
constexpr std::uint64_t kMostDirectoryBytes = std::uint64_t{64} << 20;
constexpr const char* kSeveralFiles =
    "the end of the zip file does not follow its directory; it may be several files one after the "
    "other";
constexpr std::uint32_t kLong32 = 0xffffffff;  // the number is in the 64-bit fields
constexpr std::uint16_t kLongFields = 1;       // the id of these fields

std::string zip_bytes(ByteSource& file, std::uint64_t at, std::size_t count) {
  std::string bytes(count, '\0');
  if (read_fully(file, at, bytes) != count) throw InputError("the zip file ends too early");
  return bytes;
}

// Where the directory is.
struct DirectoryPlace {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::uint64_t end_at = 0;  // of the end record, which follows it
};

// `end_at`: where the end record is.
DirectoryPlace long_place(ByteSource& file, std::uint64_t end_at) {
  if (end_at < kLocatorBytes) throw InputError("the zip file lacks its 64-bit end record");
  const std::string locator = zip_bytes(file, end_at - kLocatorBytes, kLocatorBytes);
  ByteReader reader(locator);
  if (reader.number<std::uint32_t>() != kLocatorSignature) {
    throw InputError("the zip file lacks its 64-bit end record");
  }
  reader.bytes(4);
  const auto at = reader.number<std::uint64_t>();
  if (at > end_at || end_at - at < kLongEndBytes) {
    throw InputError("the zip file names a place outside of itself");
  }
  const std::string record = zip_bytes(file, at, kLongEndBytes);
  ByteReader fields(record);
  if (fields.number<std::uint32_t>() != kLongEndSignature) {
    throw InputError("the zip file lacks its 64-bit end record");
  }
  const auto rest_bytes = fields.number<std::uint64_t>();  // behind this number
  constexpr std::uint64_t before_rest = 12;
  if (rest_bytes != end_at - kLocatorBytes - before_rest - at) throw InputError(kSeveralFiles);
  fields.bytes(28);
  DirectoryPlace place;
  place.size = fields.number<std::uint64_t>();
  place.begin = fields.number<std::uint64_t>();
  place.end_at = at;
  return place;
}

DirectoryPlace place_of_directory(ByteSource& file, std::uint64_t file_bytes) {
  if (file_bytes < kEndBytes) throw InputError("the zip file is too short");
  const auto tail_bytes =
      static_cast<std::size_t>(std::min<std::uint64_t>(file_bytes, kEndBytes + kLongestComment));
  const std::uint64_t tail_at = file_bytes - tail_bytes;
  const std::string tail = zip_bytes(file, tail_at, tail_bytes);
  // The last one whose comment reaches exactly to the end.
  for (std::size_t at = tail_bytes - kEndBytes + 1; at-- > 0;) {
    ByteReader reader(std::string_view(tail).substr(at));
    if (reader.number<std::uint32_t>() != kEndSignature) continue;
    const auto disk = reader.number<std::uint16_t>();
    reader.bytes(6);
    DirectoryPlace place;
    place.size = reader.number<std::uint32_t>();
    place.begin = reader.number<std::uint32_t>();
    if (reader.number<std::uint16_t>() != reader.left()) continue;
    if (disk != 0 && disk != 0xffff) throw InputError("the zip file is one of several parts");
    const std::uint64_t end_at = tail_at + at;
    place.end_at = end_at;
    if (place.size == kLong32 || place.begin == kLong32 || disk == 0xffff) {
      place = long_place(file, end_at);
    }
    if (place.begin > end_at || place.size > end_at - place.begin) {
      throw InputError("the directory of the zip file is not inside of it");
    }
    if (place.begin + place.size != place.end_at) {
      throw InputError(
          "the end of the zip file does not follow its directory; it may be several files one "
          "after "
          "the other");
    }
    return place;
  }
  throw InputError("the zip file has no directory at its end; it may be cut off");
}

// Numbers that do not fit into 32 bits are in the extra fields, in the order of these parameters.
void take_long_numbers(std::string_view extra, std::uint64_t& bytes, std::uint64_t& size,
                       std::uint64_t& local_at) {
  ByteReader fields(extra);
  while (fields.left() >= 4) {
    const auto id = fields.number<std::uint16_t>();
    ByteReader field(fields.bytes(fields.number<std::uint16_t>()));
    if (id != kLongFields) continue;
    for (std::uint64_t* const number : {&bytes, &size, &local_at}) {
      if (*number == kLong32) *number = field.number<std::uint64_t>();
    }
    return;
  }
}

ZipEntry next_entry(ByteReader& directory, std::uint64_t& local_at) {
  if (directory.number<std::uint32_t>() != kEntrySignature) {
    throw InputError("the directory of the zip file is damaged");
  }
  directory.bytes(4);
  const auto flags = directory.number<std::uint16_t>();
  const auto method = directory.number<std::uint16_t>();
  directory.bytes(8);
  ZipEntry entry;
  entry.size = directory.number<std::uint32_t>();
  entry.bytes = directory.number<std::uint32_t>();
  const auto name_bytes = directory.number<std::uint16_t>();
  const auto extra_bytes = directory.number<std::uint16_t>();
  const auto comment_bytes = directory.number<std::uint16_t>();
  directory.bytes(8);
  local_at = directory.number<std::uint32_t>();
  entry.name = directory.bytes(name_bytes);
  take_long_numbers(directory.bytes(extra_bytes), entry.bytes, entry.size, local_at);
  directory.bytes(comment_bytes);
  if ((flags & 1) != 0) {
    entry.fault = "it is encrypted";
  } else if (method != 0 && method != 8) {
    entry.fault =
        "it is compressed by method " + std::to_string(method) + "; expected stored or deflated";
  }
  entry.is_deflated = method == 8;
  return entry;
}

// Finds the bytes of an entry. The extra fields before them may differ from those in the directory;
// if the name does, one of the two is damaged.
void find_bytes(ByteSource& file, std::uint64_t local_at, ZipEntry& entry) {
  const std::string head = zip_bytes(file, local_at, kLocalBytes);
  ByteReader reader(head);
  if (reader.number<std::uint32_t>() != kLocalSignature) {
    throw InputError("'" + printable(entry.name) +
                     "' is not where the directory of the zip file says");
  }
  reader.bytes(22);
  const auto name_bytes = reader.number<std::uint16_t>();
  entry.begin = local_at + kLocalBytes + name_bytes + reader.number<std::uint16_t>();
  entry.name_at_bytes = zip_bytes(file, local_at + kLocalBytes, name_bytes);
  if (entry.name_at_bytes != entry.name && entry.fault.empty()) {
    entry.fault = "before its bytes the zip file calls it '" + printable(entry.name_at_bytes) + "'";
  }
}

void check_overlap(const std::vector<ZipEntry>& entries) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const ZipEntry& entry : entries) {
    if (entry.size > 0) ranges.emplace_back(entry.begin, entry.begin + entry.size);
  }
  std::ranges::sort(ranges);
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].first < ranges[i - 1].second) {
      throw InputError("entries of the zip file share bytes");
    }
  }
}

}  // namespace

bool is_zip(std::string_view start) { return start.starts_with("PK\x03\x04"); }

std::vector<ZipEntry> read_zip_directory(ByteSource& file) {
  const std::uint64_t file_bytes = file.size().value_or(0);
  const DirectoryPlace place = place_of_directory(file, file_bytes);
  if (place.size > kMostDirectoryBytes) {
    throw InputError("the directory of the zip file has more than " +
                     with_commas(kMostDirectoryBytes) + " bytes");
  }
  const std::string bytes = zip_bytes(file, place.begin, static_cast<std::size_t>(place.size));
  std::vector<ZipEntry> entries;
  try {
    ByteReader directory(bytes);
    while (!directory.at_end()) {
      std::uint64_t local_at = 0;
      ZipEntry& entry = entries.emplace_back(next_entry(directory, local_at));
      if (local_at > place.begin || place.begin - local_at < kLocalBytes) {
        throw InputError("'" + printable(entry.name) + "' is not inside of the zip file");
      }
      find_bytes(file, local_at, entry);
      if (entry.begin > place.begin || entry.size > place.begin - entry.begin) {
        throw InputError("'" + printable(entry.name) + "' is longer than the zip file");
      }
    }
  } catch (const InputError&) {
    throw;
  } catch (const Error&) {
    throw InputError("the directory of the zip file is damaged");
  }
  check_overlap(entries);
  return entries;
}

}  // namespace pagekin::input
