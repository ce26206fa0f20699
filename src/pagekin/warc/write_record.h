// Writes WARC/1.1 records: a version line, named fields, an empty line, the block, two line
// ends.
//
// Source: ISO 28500:2017.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace pagekin::warc {

struct RecordField {
  std::string_view name;
  std::string_view value;  // without line ends
};

// Appends a record with these fields in their order, then Content-Length. A field with an
// empty value is left out. The parts of the block are written one after the other.
void append_record(std::initializer_list<RecordField> fields,
                   std::initializer_list<std::string_view> block, std::string& out);

// The value of a WARC-Record-ID, "<urn:uuid:...>", from two random numbers.
std::string record_id(std::uint64_t first, std::uint64_t second);

// The values of Content-Type for the two kinds of record that are written.
constexpr std::string_view kWarcFields = "application/warc-fields";
constexpr std::string_view kHttpResponse = "application/http; msgtype=response";

}  // namespace pagekin::warc
