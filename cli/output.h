// Where results go: standard output, or a file that appears whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pagekin/core/atomic_file.h"
#include "pagekin/eval/assignments.h"

namespace pagekin::cli {

// The reader of our standard output has gone away; main() ends quietly.
struct ClosedPipe {};

// The format of a table by the name of its file, TSV unless it says otherwise: a name
// without an ending, or a device, is fine. Throws UsageError for other endings.
eval::TableFormat table_format_of(const std::string& path);

class Output {
 public:
  // Empty path or "-": standard output.
  explicit Output(const std::string& path);

  // Throws ClosedPipe or Error.
  void write(std::string_view bytes);

  // Call once everything is written; without it a file is not made.
  void finish();

 private:
  void flush();

  std::unique_ptr<AtomicFile> file_;
  std::string buffer_;  // of standard output
};

}  // namespace pagekin::cli
