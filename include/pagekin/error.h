// The exceptions of the library.
//
// An exception ends a whole operation: an option has a wrong value, a file cannot be
// opened, nothing in the input can be read. One bad page among millions is not an exception;
// it is an Incident (see page.h), and the run goes on.
//
// what() is a message for the user. It calls options by their library names, as in
// "option `strict`"; the command line program shows flags instead.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "pagekin/export.h"
#include "pagekin/page.h"

namespace pagekin {

class PAGEKIN_API Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, std::string option = {}, std::string where = {});
  ~Error() override;

  // The option at fault by its library name; empty where none is.
  const std::string& option() const { return option_; }

  // The file, record or page at fault; empty where none is.
  const std::string& where() const { return where_; }

 private:
  std::string option_;
  std::string where_;
};

// The caller asked for something that does not exist or does not fit: an unknown method,
// a value out of range, two options that exclude each other.
class PAGEKIN_API OptionError : public Error {
 public:
  using Error::Error;
  ~OptionError() override;
};

// An input cannot be read, or nothing in it can be used.
class PAGEKIN_API InputError : public Error {
 public:
  using Error::Error;
  ~InputError() override;
};

// No page could be used; the counts say why.
class PAGEKIN_API NoPagesError : public InputError {
 public:
  NoPagesError(const std::string& what, const PageCounts& of_run)
      : InputError(what), counts(of_run) {}
  ~NoPagesError() override;
  PageCounts counts;
};

// Another run is updating the index. Nothing was changed; the same call works when that run is
// over.
class PAGEKIN_API IndexBusyError : public Error {
 public:
  using Error::Error;
  ~IndexBusyError() override;
};

// The caller asked the run to stop. Not an Error: nothing is wrong.
class PAGEKIN_API Cancelled : public std::exception {
 public:
  ~Cancelled() override;
  const char* what() const noexcept override;
};

}  // namespace pagekin
