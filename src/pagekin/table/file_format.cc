#include "pagekin/table/file_format.h"

#include <string>

#include "pagekin/core/text.h"

namespace pagekin {
namespace {

// Takes the ending from the name: "gz" of "a/b.tsv.gz"; empty: it has none.
std::string take_ending(std::string_view& path) {
  const std::size_t dot = path.find_last_of("./");
  if (dot == std::string_view::npos || path[dot] == '/') return {};
  std::string ending = lower_case(path.substr(dot + 1));
  path = path.substr(0, dot);
  return ending;
}

}  // namespace

std::optional<FileFormat> format_of_name(std::string_view path) {
  FileFormat format;
  std::string ending = take_ending(path);
  if (ending == "gz" || ending == "zst") {
    format.compression = ending == "gz" ? Compression::kGzip : Compression::kZstd;
    ending = take_ending(path);
  }
  if (ending == "tsv") {
    format.table = TableFormat::kTsv;
  } else if (ending == "csv") {
    format.table = TableFormat::kCsv;
    format.is_exact = take_ending(path) == "exact";
  } else if (ending == "jsonl" || ending == "ndjson") {
    format.table = TableFormat::kJsonl;
  } else if (ending == "parquet") {
    format.table = TableFormat::kParquet;
  } else {
    return std::nullopt;
  }
  return format;
}

}  // namespace pagekin
