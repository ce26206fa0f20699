// A file that appears whole or not at all.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pagekin/export.h"

namespace pagekin {

// Writes to a temporary file beside `path`, which commit() syncs and renames. Without commit()
// nothing of it remains. A symbolic link is refused unless follow_links(true) was called; then it
// is followed and stays a link. What is not a regular file (/dev/null, a FIFO, /dev/stdout) is
// written to as it is. Errors throw Error with the path and the system's reason.
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

// Whether a path is a device or a pipe, whose name says nothing of a format. /dev/stdout and
// /dev/fd/7 may also stand for a file.
PAGEKIN_API bool is_device(const std::string& path);

// Whether this process may write outputs of any kind through symbolic links that are in their
// place: a permission of the process, as its umask is. False until it is called. Links that another
// user made are refused in any case. Returns what held before.
PAGEKIN_API bool follow_links(bool allowed);
PAGEKIN_API bool follows_links();

}  // namespace pagekin
