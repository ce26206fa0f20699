#include "cli/output.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "pagekin/error.h"
#include "pagekin/text.h"

#include "cli/command.h"

namespace pagekin::cli {

FileFormat table_format_of(const std::string& path, const std::string& option) {
  if (path.empty() || path == "-") return TableFormat::kTsv;
  if (const auto format = format_of_name(path)) return *format;
  if (is_device(path)) return TableFormat::kTsv;
  throw UsageError(option + " takes " + file_endings() + ", got '" + printable(path) + "'");
}

bool has_table_beside_json(const std::string& path) { return format_of_name(path).has_value(); }

std::string file_endings() { return "FILE" + std::string(kTableEndings); }

Output::Output(const std::string& path) {
  if (!path.empty() && path != "-") file_ = std::make_unique<OutputFile>(path);
}

void Output::write(std::string_view bytes) {
  if (file_) {
    file_->write(bytes);
    return;
  }
  buffer_ += bytes;
  if (buffer_.size() >= std::size_t{1} << 16) flush();
}

void Output::finish() {
  if (file_) {
    file_->commit();
  } else {
    flush();
  }
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      if (errno == EPIPE) throw ClosedPipe{};
      throw Error(std::string("cannot write to standard output: ") + std::strerror(errno));
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

}  // namespace pagekin::cli
