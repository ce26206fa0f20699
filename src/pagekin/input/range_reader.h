// Parts of files that have addresses, for records that are named by their place.
#pragma once

#include <cstdint>
#include <string>

namespace pagekin::input {

class RangeReader {
 public:
  virtual ~RangeReader() = default;

  // The bytes at `offset`, as many as asked for unless the file ends before. Waits between
  // requests as politeness asks for. Called from several threads. Throws Error, saying why, if the
  // bytes cannot be had.
  virtual std::string read(const std::string& address, std::uint64_t offset,
                           std::uint64_t length) = 0;
};

}  // namespace pagekin::input
