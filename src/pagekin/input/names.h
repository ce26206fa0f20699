// The names of all inputs in order: lists of inputs are replaced by the names in them.
//
// A list has one name a line. It is read as the names are needed, so that it may be a pipe.
// What is not a list is said at once: a line that is too long for a name, or that looks like
// JSON, markup or binary data, ends the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/file_window.h"
#include "pagekin/core/page.h"
#include "pagekin/input/input_name.h"
#include "pagekin/input/spooled_inputs.h"

namespace pagekin::input {

// An input, or the reason why a list gives no more inputs.
struct NextName {
  InputName name;
  // Standard input that was not named with a kind: already open, because its first bytes were
  // looked at.
  std::unique_ptr<ByteSource> file;
  bool is_from_list = false;
  std::optional<Incident> fault;
};

class Names {
 public:
  // `spool` may be null; see open_named().
  explicit Names(std::span<const std::string> inputs, SpooledInputs* spool = nullptr)
      : given_(inputs), spool_(spool) {}

  // Nothing at the end.
  std::optional<NextName> next();

 private:
  struct List {
    List(std::string given, std::unique_ptr<ByteSource> from)
        : name(std::move(given)), source(std::move(from)), window(*source) {}
    std::string name;  // as the user gave it
    std::unique_ptr<ByteSource> source;
    FileWindow window;
    std::uint64_t at = 0;
    std::uint64_t line = 0;  // the number of the line read last
  };

  // The next line that is not empty; false at the end. Throws InputError for what is not a name.
  static bool next_line(List& list, std::string& line);

  // Opens a list. Returns a fault if that is not possible.
  std::optional<Incident> open_list(const std::string& given, const std::string& path,
                                    std::unique_ptr<ByteSource> file);

  std::span<const std::string> given_;
  SpooledInputs* spool_;
  std::size_t at_ = 0;
  std::deque<List> lists_;  // each named by the one before it
};

}  // namespace pagekin::input
