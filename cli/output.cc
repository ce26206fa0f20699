#include "cli/output.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "pagekin/core/error.h"

#include "cli/command.h"

namespace pagekin::cli {

eval::TableFormat table_format_of(const std::string& path) {
  const auto slash = path.rfind('/');
  const bool has_ending =
      path.find('.', slash == std::string::npos ? 0 : slash) != std::string::npos;
  const auto format = eval::format_of_name(path);
  if (has_ending && !format) {
    throw UsageError("-o takes FILE.tsv, .csv or .jsonl, got '" + path + "'");
  }
  return format.value_or(eval::TableFormat::kTsv);
}

Output::Output(const std::string& path) {
  if (!path.empty() && path != "-") file_ = std::make_unique<AtomicFile>(path);
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
