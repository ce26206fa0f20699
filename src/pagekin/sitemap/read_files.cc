#include "pagekin/sitemap/read_files.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/url/url.h"

namespace pagekin::sitemap {
namespace {

namespace fs = std::filesystem;

// Reads up to one byte more than the limit, which shows that the file is longer.
std::string first_bytes(ByteSource& source, std::size_t limit) {
  std::string bytes;
  constexpr std::size_t step = std::size_t{1} << 20;
  while (bytes.size() <= limit) {
    const std::size_t size = bytes.size();
    const std::size_t wanted = std::min(step, limit + 1 - size);
    bytes.resize(size + wanted);
    const std::size_t got = read_fully(source, size, {bytes.data() + size, wanted});
    bytes.resize(size + got);
    if (got < wanted) break;
  }
  return bytes;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// A text that is equal for all names of one file.
std::string identity(const fs::path& path) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  return failed ? path.string() : real.string();
}

std::optional<fs::path> beside(const fs::path& folder, const std::string& address) {
  const auto url = url::parse(address);
  if (!url) return {};
  const std::string_view path = url->path();
  const std::string name(path.substr(path.rfind('/') + 1));
  if (name.empty()) return {};
  if (const fs::path file = folder / (name + "?" + std::string(url->query()));
      url->has_query() && is_file(file)) {
    return file;
  }
  if (const fs::path file = folder / name; is_file(file)) return file;
  if (name.ends_with(".gz")) {
    if (const fs::path file = folder / name.substr(0, name.size() - 3); is_file(file)) return file;
  }
  return {};
}

class FileReader {
 public:
  FileReader(const Limits& limits, SitemapFiles& files) : limits_(&limits), files_(&files) {}

  // Reads the file and, if it is an index, all files that it leads to.
  void read(const std::string& path) {
    if (!seen_.insert(identity(path)).second) return;
    take(path, load(path, open_file(path)));
    while (!waiting_.empty()) {
      const std::string child = std::move(waiting_.front());
      waiting_.pop_front();
      try {
        take(child, load(child, open_regular_file(child)));
      } catch (const Error& error) {
        const std::string text = error.what();
        files_->notes.push_back({.file = {}, .note = {.what = text, .is_damage = true}});
      }
    }
  }

 private:
  Sitemap load(const std::string& path, std::unique_ptr<ByteSource> source) const {
    const std::string bytes = first_bytes(*source, limits_->max_bytes);
    try {
      return read_sitemap(bytes, *limits_);
    } catch (const Error& error) {
      const std::string_view problem = error.what();
      throw InputError(
          printable(path) + (problem.starts_with("line ") ? ", " : ": ") + std::string(problem), {},
          path);
    }
  }

  void take(const std::string& path, Sitemap&& sitemap) {
    ++files_->files;
    for (Note& note : sitemap.notes) files_->notes.push_back({path, std::move(note)});
    if (sitemap.kind != Kind::kIndex) {
      files_->addresses.insert(files_->addresses.end(),
                               std::make_move_iterator(sitemap.addresses.begin()),
                               std::make_move_iterator(sitemap.addresses.end()));
      return;
    }
    const fs::path folder = fs::path(path).parent_path();
    for (std::string& address : sitemap.addresses) {
      const auto file = beside(folder, address);
      if (file && seen_.insert(identity(*file)).second) {
        waiting_.push_back(file->string());
      } else {
        files_->not_read.push_back(std::move(address));
      }
    }
  }

  const Limits* limits_;
  SitemapFiles* files_;
  std::set<std::string> seen_;
  std::deque<std::string> waiting_;
};

}  // namespace

SitemapFiles read_sitemap_files(std::span<const std::string> paths, const Limits& limits) {
  SitemapFiles files;
  FileReader reader(limits, files);
  for (const std::string& path : paths) reader.read(path);
  return files;
}

std::string describe(const FileNote& note) {
  if (note.file.empty()) return note.note.what;
  if (note.note.line == 0) return printable(note.file) + ": " + note.note.what;
  return fmt::format("{}, line {}: {}", printable(note.file), note.note.line, note.note.what);
}

}  // namespace pagekin::sitemap
