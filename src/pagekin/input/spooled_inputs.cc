#include "pagekin/input/spooled_inputs.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"

namespace pagekin::input {
namespace {

class SpooledSource final : public ByteSource {
 public:
  explicit SpooledSource(std::shared_ptr<const SpoolFile> file) : file_(std::move(file)) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    return file_->read_at(offset, out);
  }
  std::optional<std::uint64_t> size() const override { return file_->size(); }

 private:
  std::shared_ptr<const SpoolFile> file_;
};

// The bytes of a source that can be read only forward.
std::shared_ptr<SpoolFile> spool_all(ByteSource& source, const std::string& path,
                                     std::uint64_t most_bytes) {
  auto file = std::make_shared<SpoolFile>();
  std::vector<char> piece(std::size_t{1} << 16);
  while (const std::size_t got = source.read_at(file->size(), piece)) {
    check_stop();
    if (file->size() + got > most_bytes) {
      throw InputError(
          (path == "-" ? "standard input" : printable(path)) + " has more than " +
          with_commas(most_bytes) +
          " bytes, the limit for an input that can be read only once; save it to a file "
          "first");
    }
    file->append({piece.data(), got});
  }
  return file;
}

std::unique_ptr<ByteSource> open_path(const std::string& path) {
  return path == "-" ? open_stdin() : open_file(path);
}

}  // namespace

std::unique_ptr<ByteSource> SpooledInputs::open(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto known = kept_.find(path);
  if (known != kept_.end()) return std::make_unique<SpooledSource>(known->second);
  std::unique_ptr<ByteSource> source = open_path(path);
  if (source->size()) return source;
  const auto file = spool_all(*source, path, most_bytes_);
  kept_.emplace(path, file);
  return std::make_unique<SpooledSource>(file);
}

std::unique_ptr<ByteSource> seekable(std::unique_ptr<ByteSource> source, const std::string& path,
                                     std::uint64_t most_bytes) {
  if (source->size()) return source;
  return std::make_unique<SpooledSource>(spool_all(*source, path, most_bytes));
}

std::unique_ptr<ByteSource> open_named(const std::string& path, SpooledInputs* spool) {
  return spool != nullptr ? spool->open(path) : open_path(path);
}

}  // namespace pagekin::input
