#include "pagekin/method/index_file.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/block_file.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"

namespace pagekin::method {
namespace {

enum Section : std::uint32_t { kMethod = 1, kSaved, kIds, kFirstTags, kTemplates, kTemplateIds };
constexpr BlockFileKind kKind{.name = "index", .version = 2, .section_count = kTemplateIds};

Persistent& persistent_of(Method& method) {
  Persistent* const persistent = method.persistent();
  if (persistent == nullptr) {
    throw OptionError(
        "this method keeps no index; these do: " + names_with(Capability::kPersistent), "method");
  }
  return *persistent;
}

}  // namespace

IndexFile::IndexFile(std::string path, Access access) : path_(std::move(path)) {
  if (access == Access::kUpdate) lock();
  try {
    read(access == Access::kUpdate);
  } catch (...) {
    if (lock_ >= 0) close(lock_);
    throw;
  }
}

IndexFile::~IndexFile() {
  if (lock_ >= 0) close(lock_);
}

void IndexFile::lock() {
  std::error_code ignored;  // a path that does not exist yet has no links to follow
  // One lock for all links to the file.
  const auto target = std::filesystem::canonical(path_, ignored);
  const std::string name = (ignored ? path_ : target.string()) + ".lock";
  lock_ = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw Error("cannot open " + name + ": " + std::strerror(errno));
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  close(lock_);
  throw Error(reason == EWOULDBLOCK ? "index " + path_ + " is being updated by another run"
                                    : "cannot lock " + name + ": " + std::strerror(reason));
}

void IndexFile::read(bool may_be_absent) {
  std::error_code ignored;  // a file whose status cannot be read cannot be opened either
  const auto type = std::filesystem::status(path_, ignored).type();
  if (may_be_absent && type == std::filesystem::file_type::not_found) return;
  std::vector<std::string> sections = read_block_file(path_, kKind);
  method_ = std::move(sections[kMethod]);
  saved_ = std::move(sections[kSaved]);
  ids_ = std::move(sections[kIds]);
  first_tags_ = std::move(sections[kFirstTags]);
  template_ids_ = std::move(sections[kTemplateIds]);
  try {
    read_templates(sections[kTemplates]);
  } catch (const Error& error) {
    throw InputError("index " + path_ + " cannot be used: " + error.what(), error.option(), path_);
  }
  is_new_ = false;
}

void IndexFile::read_templates(std::string_view bytes) {
  if (bytes.empty()) return;
  ByteReader reader(bytes);
  templates_.next_id = reader.number<std::uint32_t>();
  while (!reader.at_end()) {
    IndexedTemplate& one = templates_.all.emplace_back();
    one.id = reader.number<std::uint32_t>();
    one.has_marks = reader.number<std::uint8_t>() != 0;
    one.name = reader.bytes(reader.number<std::uint32_t>());
    if (one.id == 0 || one.id >= templates_.next_id) throw Error("a template has no valid id");
  }
}

std::size_t IndexFile::restore(std::string_view name, Method& method,
                               const std::function<void(const IndexedPage&)>& visit) {
  if (is_new_) return 0;
  try {
    if (method_ != name) {
      throw Error("it was made by method " + method_ + ", but this run has " + std::string(name));
    }
    const std::size_t page_count = persistent_of(method).load(std::exchange(saved_, {}));
    ByteReader ids(ids_);
    ByteReader first_tags(first_tags_);
    ByteReader template_ids(template_ids_);
    for (std::size_t i = 0; i < page_count; ++i) {
      IndexedPage page;
      page.id = ids.bytes(ids.number<std::uint32_t>());
      page.first_tags = first_tags.number<features::FirstTags>();
      if (!template_ids_.empty()) page.template_id = template_ids.number<std::uint32_t>();
      visit(page);
    }
    if (!ids.at_end() || !first_tags.at_end() || !template_ids.at_end()) {
      throw Error("it has more ids than pages");
    }
    ids_ = first_tags_ = template_ids_ = {};
    return page_count;
  } catch (const Error& error) {
    throw InputError("index " + path_ + " cannot be used: " + error.what(), error.option(), path_);
  }
}

void IndexFile::write(std::string_view name, Method& method, const IndexedTemplates& templates,
                      std::size_t page_count, const std::function<IndexedPage(std::size_t)>& page) {
  if (lock_ < 0) throw Error("index " + path_ + " was opened for reading only");
  BlockFileWriter blocks(path_, kKind, AtomicFile::Writers::kOne);
  blocks.write(kMethod, name);
  persistent_of(method).save([&](std::string_view bytes) { blocks.write(kSaved, bytes); });
  for (std::size_t i = 0; i < page_count; ++i) {
    const std::string_view id = page(i).id;
    const auto size = static_cast<std::uint32_t>(id.size());
    blocks.write(kIds, bytes_of(size));
    blocks.write(kIds, id);
  }
  for (std::size_t i = 0; i < page_count; ++i) {
    const features::FirstTags tags = page(i).first_tags;
    blocks.write(kFirstTags, bytes_of(tags));
  }
  blocks.write(kTemplates, bytes_of(templates.next_id));
  for (const IndexedTemplate& one : templates.all) {
    const auto has_marks = static_cast<std::uint8_t>(one.has_marks ? 1 : 0);
    const auto size = static_cast<std::uint32_t>(one.name.size());
    blocks.write(kTemplates, bytes_of(one.id));
    blocks.write(kTemplates, bytes_of(has_marks));
    blocks.write(kTemplates, bytes_of(size));
    blocks.write(kTemplates, one.name);
  }
  for (std::size_t i = 0; i < page_count && method.tracking() == nullptr; ++i) {
    const std::uint32_t id = page(i).template_id;
    blocks.write(kTemplateIds, bytes_of(id));
  }
  blocks.commit();
}

}  // namespace pagekin::method
