// Files that appear whole or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace pagekin {

// Writes to a temporary file beside `path`, which commit() syncs and renames.
// Without commit() nothing of it remains. A symbolic link is refused, unless outputs may be written
// through links (output_link.h): then it is followed and stays a link. What is not a regular file
// (/dev/null, a FIFO, /dev/stdout) is written to as it is, never replaced. Errors throw Error with
// the path and the system's reason; a full disk names the free space left.
//
// Who is killed leaves the temporary file behind. Where a lock keeps other writers out its
// name is PATH.pagekin-new and the next one writes over it, so that there is never more than one.
// Otherwise it is PATH.pagekin-1, or a larger number for runs side by side. A writer locks its
// temporary file, and the next writer to the same path removes those that nobody has locked. No
// other program makes files of these names.
class AtomicFile {
 public:
  enum class Writers { kMany, kOne };
  static constexpr const char* ending_of_one = ".pagekin-new";
  explicit AtomicFile(const std::string& path, Writers writers = Writers::kMany);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail(const char* what) const;

  std::string path_;
  std::string temporary_;
  std::FILE* file_ = nullptr;
};

}  // namespace pagekin
