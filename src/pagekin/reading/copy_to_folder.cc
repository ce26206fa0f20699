#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/output_link.h"
#include "pagekin/core/text.h"
#include "pagekin/reading/page_copies.h"

namespace pagekin::reading {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostInPart = 100;   // bytes
constexpr std::size_t kMostInName = 1000;  // bytes; the path of the folder comes before it

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_' || c == '~' || static_cast<unsigned char>(c) >= 0x80;
}

// A part of a path that is safe on every file system, and different for different texts that
// are long.
std::string safe_part(std::string_view part) {
  std::string safe;
  for (const char c : part) safe += is_plain(c) ? c : '_';
  if (safe.find_first_not_of('.') == std::string::npos) safe.assign(safe.size(), '_');
  if (safe.size() <= kMostInPart) return safe;
  const std::string hash = fmt::format("{:016x}", hash_bytes(part));
  safe = to_valid_utf8(safe.substr(0, kMostInPart - hash.size() - 4));
  return safe + "-" + hash;
}

bool has_page_ending(std::string_view name) {
  for (const std::string_view ending : {".html", ".htm", ".xhtml", ".shtml"}) {
    if (ends_with_ignoring_case(name, ending)) return true;
  }
  return false;
}

class FolderCopies final : public PageCopies {
 public:
  explicit FolderCopies(std::string path) : path_(std::move(path)) {
    while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
    path_ = output_target(path_);
    std::error_code failure;
    if (fs::exists(path_, failure) && (!fs::is_directory(path_) || !fs::is_empty(path_))) {
      throw OptionError(option_named("output") + " takes a folder that is new or empty, but " +
                            printable(path_) + " has files",
                        "output", path_);
    }
    std::string pattern = path_ + ".XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) fail("cannot make the folder", errno);
    temporary_ = pattern;
    list_ = "page\tfile\tcharset\n";
  }
  ~FolderCopies() override {
    std::error_code ignored;
    if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
  }

  void add(const Page& page, std::string_view id) override {
    const std::string name = free_name(id);
    const fs::path file = fs::path(temporary_) / name;
    std::error_code failure;
    fs::create_directories(file.parent_path(), failure);
    if (failure) fail("cannot make a folder in it", failure.value());
    write_file(file, page.body);
    list_ += escape_tsv(id) + "\t" + escape_tsv(name) + "\t" + escape_tsv(page.charset) + "\n";
  }

  void finish() override {
    write_file(fs::path(temporary_) / "pages.tsv", list_);
    std::error_code failure;
    fs::permissions(temporary_, fs::perms(0755), failure);
    fs::rename(temporary_, path_, failure);
    if (failure) fail("cannot name the folder", failure.value());
    temporary_.clear();
  }

 private:
  [[noreturn]] void fail(const char* what, int code) const {
    throw Error(std::string(what) + ": " + printable(path_) + ": " + std::strerror(code), "output",
                path_);
  }

  void write_file(const fs::path& file, std::string_view bytes) const {
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) fail("cannot write a file in it", errno);
  }

  // A name that is neither taken nor that of a folder, and none of whose folders is a file.
  std::string free_name(std::string_view id) {
    std::string name = file_name_of(id);
    for (int number = 2; !try_name(name); ++number) {
      name = fmt::format("other/{:016x}-{}.html", hash_bytes(id), number);
    }
    return name;
  }

  bool try_name(const std::string& name) {
    if (name == "pages.tsv" || files_.contains(name) || folders_.contains(name)) return false;
    std::vector<std::string> above;
    for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
      above.push_back(name.substr(0, at));
      if (files_.contains(above.back())) return false;
    }
    files_.insert(name);
    folders_.insert(above.begin(), above.end());
    return true;
  }

  std::string path_;
  std::string temporary_;
  std::string list_;
  std::set<std::string> files_;
  std::set<std::string> folders_;
};

}  // namespace

std::string file_name_of(std::string_view id) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (starts_with_ignoring_case(id, scheme)) id.remove_prefix(scheme.size());
  }
  const std::size_t query = std::min(id.find('?'), id.size());
  std::string_view path = id.substr(0, query);
  std::string name;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (!part.empty()) name += (name.empty() ? "" : "/") + safe_part(part);
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  const bool is_folder = id.substr(0, query).ends_with('/') || name.empty();
  if (is_folder) name += name.empty() ? "index" : "/index";
  if (query < id.size()) name += safe_part(id.substr(query));
  if (!has_page_ending(name)) name += ".html";
  if (name.size() > kMostInName) name = fmt::format("other/{:016x}.html", hash_bytes(id));
  return name;
}

}  // namespace pagekin::reading

namespace pagekin {

PageCopies::~PageCopies() = default;

CopyKind copy_kind_of(const std::string& path) {
  if (ends_with_ignoring_case(path, ".warc") || ends_with_ignoring_case(path, ".warc.gz")) {
    return CopyKind::kWarc;
  }
  std::error_code ignored;
  if (path.ends_with('/') || std::filesystem::is_directory(path, ignored)) return CopyKind::kFolder;
  return CopyKind::kNone;
}

std::unique_ptr<PageCopies> copy_to_folder(const std::string& path) {
  return std::make_unique<reading::FolderCopies>(path);
}

}  // namespace pagekin
