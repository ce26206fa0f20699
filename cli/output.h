// Where results go: standard output, or a file that appears whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pagekin/file_format.h"
#include "pagekin/output_file.h"

namespace pagekin::cli {

// The reader of our standard output has gone away; main() ends quietly.
struct ClosedPipe {};

// The format of a table by the ending of its file, which `option` names. Standard output, devices
// and pipes are TSV. Throws UsageError for any other file.
FileFormat table_format_of(const std::string& path, const std::string& option = "-o");

// Whether a table is written where --json asks for one JSON object: if `path` has the ending of a
// table, it takes the table, and the object goes to standard output.
bool has_table_beside_json(const std::string& path);

// What help says of such an option: "FILE.tsv, .csv, .jsonl or .parquet, ...".
std::string file_endings();

class Output {
 public:
  // Empty path or "-": standard output.
  explicit Output(const std::string& path);

  // Throws ClosedPipe or Error.
  void write(std::string_view bytes);

  // Writes; valid while this object exists.
  TextSink sink() {
    return [this](std::string_view bytes) { write(bytes); };
  }

  // Call once everything is written; without it a file is not made.
  void finish();

 private:
  void flush();

  std::unique_ptr<OutputFile> file_;
  std::string buffer_;  // of standard output
};

}  // namespace pagekin::cli
