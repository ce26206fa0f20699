#include "pagekin/warc/write_record.h"

#include "pagekin/core/uuid.h"

namespace pagekin::warc {

void append_record(std::initializer_list<RecordField> fields,
                   std::initializer_list<std::string_view> block, std::string& out) {
  out += "WARC/1.1\r\n";
  for (const auto& [name, value] : fields) {
    if (value.empty()) continue;
    out += name;
    out += ": ";
    out += value;
    out += "\r\n";
  }
  std::size_t length = 0;
  for (const std::string_view part : block) length += part.size();
  out += "Content-Length: ";
  out += std::to_string(length);
  out += "\r\n\r\n";
  for (const std::string_view part : block) out += part;
  out += "\r\n\r\n";
}

std::string record_id(std::uint64_t first, std::uint64_t second) {
  return "<urn:uuid:" + uuid_from(first, second) + ">";
}

}  // namespace pagekin::warc
