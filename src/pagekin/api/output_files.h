// The files of a TableOutput: all appear together at the end, or none of them.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/output_file.h"
#include "pagekin/records.h"
#include "pagekin/table/file_format.h"
#include "pagekin/table/row_writer.h"

namespace pagekin::api {

// Throws OptionError for an ending that says no format.
inline table::FileFormat format_of_file(const std::string& path, const std::string& option) {
  const std::optional<table::FileFormat> format = table::format_of_name(path);
  if (!format) {
    throw OptionError("expected a file that ends in " + std::string(table::kEndings) + ", got '" +
                          printable(path) + "'",
                      option, path);
  }
  return *format;
}

class OutputFiles {
 public:
  // Without a path the text goes to `lines` of the output, which must outlive the object.
  explicit OutputFiles(const TableOutput& output)
      : output_(output),
        format_(output.path.empty() ||
                        (!table::format_of_name(output.path) && is_device(output.path))
                    ? output.format
                    : format_of_file(output.path, "path")) {}

  const table::FileFormat& format() const { return format_; }

  table::Sink open(const std::string& path) {
    if (output_.path.empty()) {
      return [this](std::string_view bytes) {
        if (output_.lines) output_.lines(bytes);
      };
    }
    AtomicFile& file = files_.emplace_back(path);
    return [&file](std::string_view bytes) { file.write(bytes); };
  }

  void commit() {
    for (AtomicFile& file : files_) file.commit();
  }

 private:
  const TableOutput& output_;
  table::FileFormat format_;
  std::list<AtomicFile> files_;  // their addresses stay
};

}  // namespace pagekin::api
