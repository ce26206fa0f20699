// A file that appears whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pagekin/export.h"

namespace pagekin {

// Writes to a temporary file beside `path`, which commit() syncs and renames. Without commit()
// nothing of it remains. A link is followed and stays a link. What is not a regular file
// (/dev/null, a FIFO) is written to as it is. Errors throw Error with the path and the system's
// reason.
class PAGEKIN_API OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin
