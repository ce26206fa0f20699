// Standard input and pipes that are read more than once: what comes is kept in a temporary file.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/spool_file.h"
#include "pagekin/run.h"

namespace pagekin::input {

class SpooledInputs : public KeptInputs {
 public:
  // A longer input is refused, with advice: it would fill the folder of temporary files.
  static constexpr std::uint64_t default_limit = std::uint64_t{4} << 30;

  explicit SpooledInputs(std::uint64_t most_bytes = default_limit) : most_bytes_(most_bytes) {}

  // The bytes of a path, or of "-", standard input. What can be read only once is copied at the
  // first call, up to its end; each source that is returned begins at its start. Throws InputError
  // if it is longer than the limit, Error if it cannot be copied.
  std::unique_ptr<ByteSource> open(const std::string& path);

 private:
  std::uint64_t most_bytes_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<SpoolFile>> kept_;  // by path
};

// A source that can be read at any place: itself, or a copy of a pipe in a temporary file. Throws
// as SpooledInputs::open().
std::unique_ptr<ByteSource> seekable(std::unique_ptr<ByteSource> source, const std::string& path,
                                     std::uint64_t most_bytes = SpooledInputs::default_limit);

// Opens a path, or "-"; `spool` may be null: what can be read only once is read as it comes.
std::unique_ptr<ByteSource> open_named(const std::string& path, SpooledInputs* spool);

}  // namespace pagekin::input
