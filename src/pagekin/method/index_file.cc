#include "pagekin/method/index_file.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/block_file.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/output_link.h"
#include "pagekin/core/stored_numbers.h"

namespace pagekin::method {
namespace {

enum Section : std::uint32_t {
  kMethod = 1,
  kSaved,
  kIds,
  kFirstTags,
  kTemplates,
  kTemplateIds,
  kProgress,  // of a checkpoint
  kModels,    // of an index
  kDays
};
constexpr std::uint8_t kUnseenBit = 2;  // the first one had a meaning in earlier versions
constexpr BlockFileKind kKind{.name = "index", .version = 4, .section_count = kDays};
constexpr BlockFileKind kCheckpoint{.name = "checkpoint", .version = 4, .section_count = kDays};

Persistent& persistent_of(Method& method) {
  Persistent* const persistent = method.persistent();
  if (persistent == nullptr) {
    throw OptionError(
        "this method keeps no index; these do: " + names_with(Capability::kPersistent), "method");
  }
  return *persistent;
}

void check_method(std::string_view made_by, std::string_view name) {
  if (made_by == name) return;
  throw Error("it was made by method " + std::string(made_by) + ", but this run has " +
              std::string(name));
}

// What a file has of its pages, by section.
struct StoredPages {
  std::string_view ids;
  std::string_view first_tags;
  std::string_view template_ids;  // of the first pages, or of none
  std::string_view days;          // of all pages, or of none
};

void visit_pages(std::size_t page_count, const StoredPages& stored,
                 const std::function<void(const IndexedPage&)>& visit) {
  ByteReader ids(stored.ids);
  ByteReader first_tags(stored.first_tags);
  ByteReader template_ids(stored.template_ids);
  ByteReader days(stored.days);
  for (std::size_t i = 0; i < page_count; ++i) {
    IndexedPage page;
    page.id = ids.bytes(ids.number<std::uint32_t>());
    page.first_tags = first_tags.number<features::FirstTags>();
    if (!template_ids.at_end()) page.template_id = template_ids.number<std::uint32_t>();
    if (!stored.days.empty()) page.day = days.number<std::uint32_t>();
    visit(page);
  }
  if (!ids.at_end() || !first_tags.at_end() || !template_ids.at_end() || !days.at_end()) {
    throw Error("it has more ids than pages");
  }
}

void write_pages(BlockFileWriter& blocks, std::size_t page_count, const IndexFile::Pages& page) {
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
}

void write_days(BlockFileWriter& blocks, std::size_t page_count, const IndexFile::Pages& page) {
  for (std::size_t i = 0; i < page_count; ++i) {
    const std::uint32_t day = page(i).day;
    blocks.write(kDays, bytes_of(day));
  }
}

}  // namespace

std::string checkpoint_path(const std::string& index) { return index + ".part"; }

IndexFile::IndexFile(std::string path, Access access) : path_(std::move(path)) {
  if (access == Access::kUpdate) {
    output_target(path_);  // before the work: throws for a link
    lock();
    check_checkpoint();
  }
  read(access == Access::kUpdate);
}

void IndexFile::lock() {
  std::error_code ignored;  // a path that does not exist yet has no links to follow
  // One lock for all links to the file.
  const auto target = std::filesystem::canonical(path_, ignored);
  const std::string name = (ignored ? path_ : target.string()) + ".lock";
  try {
    lock_.emplace(name);
  } catch (const LockFile::Busy&) {
    throw IndexBusyError("index " + path_ + " is being updated by another run", {}, path_);
  } catch (const std::system_error& error) {
    throw Error("cannot open " + name + ": " + std::strerror(error.code().value()));
  }
}

// What is in the place of the checkpoint will be removed.
void IndexFile::check_checkpoint() const {
  const std::string path = checkpoint_path(path_);
  std::error_code ignored;  // what cannot be looked at cannot be opened either
  const auto type = std::filesystem::symlink_status(path, ignored).type();
  if (type == std::filesystem::file_type::not_found) return;
  if (type == std::filesystem::file_type::regular &&
      first_line_of_file(path).starts_with("pagekin checkpoint ")) {
    return;
  }
  throw Error(path + " is in the place of the checkpoint, but it is not one; move it away");
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
  days_ = std::move(sections[kDays]);
  try {
    read_templates(sections[kTemplates]);
    read_models(sections[kModels]);
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
    IndexedTemplate& indexed = templates_.all.emplace_back();
    indexed.id = reader.number<std::uint32_t>();
    indexed.is_unseen = (reader.number<std::uint8_t>() & kUnseenBit) != 0;
    indexed.name = reader.bytes(reader.number<std::uint32_t>());
    if (indexed.id == 0 || indexed.id >= templates_.next_id)
      throw Error("a template has no valid id");
  }
}

void IndexFile::read_models(std::string_view bytes) {
  ByteReader reader(bytes);
  while (!reader.at_end()) {
    IndexedModel& indexed = models_.emplace_back();
    indexed.template_id = reader.number<std::uint32_t>();
    indexed.bytes = reader.bytes(reader.number<std::uint32_t>());
    const std::size_t before = models_.size() - 1;
    if (before > 0 && models_[before - 1].template_id >= indexed.template_id) {
      throw Error("the models of templates are not in order");
    }
  }
}

void IndexFile::set_models(std::vector<IndexedModel> models) {
  std::ranges::sort(models, {}, &IndexedModel::template_id);
  models_ = std::move(models);
}

std::map<std::uint32_t, std::uint64_t> IndexFile::template_sizes() const {
  std::map<std::uint32_t, std::uint64_t> sizes;
  ByteReader ids(template_ids_);
  while (!ids.at_end()) ++sizes[ids.number<std::uint32_t>()];
  sizes.erase(0);  // no template
  return sizes;
}

std::size_t IndexFile::restore(std::string_view name, Method& method,
                               const std::function<void(const IndexedPage&)>& visit) {
  if (is_new_) return 0;
  try {
    check_method(method_, name);
    const std::size_t page_count = persistent_of(method).load(std::exchange(saved_, {}));
    visit_pages(page_count, {ids_, first_tags_, template_ids_, days_}, visit);
    if (!template_ids_.empty() && template_ids_.size() != page_count * sizeof(std::uint32_t)) {
      throw Error("it has not one template for each page");
    }
    ids_ = first_tags_ = template_ids_ = days_ = {};
    return page_count;
  } catch (const Error& error) {
    throw InputError("index " + path_ + " cannot be used: " + error.what(), error.option(), path_);
  }
}

std::optional<RunProgress> IndexFile::resume(std::uint64_t run, std::string_view name,
                                             Method& method,
                                             const std::function<void(const IndexedPage&)>& visit) {
  const std::string path = checkpoint_path(path_);
  std::error_code ignored;  // what cannot be looked at cannot be read either
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  std::vector<std::string> sections;
  RunProgress progress;
  try {
    sections = read_block_file(path, kCheckpoint);
    ByteReader reader(sections[kProgress]);
    progress.run = reader.number<std::uint64_t>();
    const auto base = reader.number<std::uint64_t>();
    progress.earlier = reader.number<std::uint64_t>();
    progress.seen_before = reader.number<std::uint64_t>();
    progress.done = read_list<std::uint64_t>(reader);
    if (progress.run != run || base != last_checksum_of(path_) || sections[kMethod] != name) {
      throw Error("it is that of another run");
    }
  } catch (const Error&) {  // the run begins anew, so nothing is lost but time
    std::filesystem::remove(path, ignored);
    has_dropped_checkpoint_ = true;
    return std::nullopt;
  }
  try {
    const std::size_t page_count = persistent_of(method).load_unfinished(sections[kSaved]);
    visit_pages(page_count, {sections[kIds], sections[kFirstTags], template_ids_, sections[kDays]},
                visit);
  } catch (const Error& error) {
    throw InputError(
        "checkpoint " + path + " cannot be used: " + error.what() + "; remove it to begin anew",
        error.option(), path);
  }
  return progress;
}

void IndexFile::write(std::string_view name, Method& method, const IndexedTemplates& templates,
                      std::size_t page_count, const Pages& page) {
  if (!lock_) throw Error("index " + path_ + " was opened for reading only");
  BlockFileWriter blocks(path_, kKind, AtomicFile::Writers::kOne);
  blocks.write(kMethod, name);
  persistent_of(method).save([&](std::string_view bytes) { blocks.write(kSaved, bytes); });
  write_pages(blocks, page_count, page);
  blocks.write(kTemplates, bytes_of(templates.next_id));
  for (const IndexedTemplate& indexed : templates.all) {
    const auto size = static_cast<std::uint32_t>(indexed.name.size());
    blocks.write(kTemplates, bytes_of(indexed.id));
    const std::uint8_t state = indexed.is_unseen ? kUnseenBit : 0;
    blocks.write(kTemplates, bytes_of(state));
    blocks.write(kTemplates, bytes_of(size));
    blocks.write(kTemplates, indexed.name);
  }
  for (std::size_t i = 0; i < page_count && !method.has(Capability::kTracking); ++i) {
    const std::uint32_t id = page(i).template_id;
    blocks.write(kTemplateIds, bytes_of(id));
  }
  for (const IndexedModel& model : models_) {
    if (std::ranges::find(templates.all, model.template_id, &IndexedTemplate::id) ==
        templates.all.end()) {
      continue;
    }
    const auto size = static_cast<std::uint32_t>(model.bytes.size());
    blocks.write(kModels, bytes_of(model.template_id));
    blocks.write(kModels, bytes_of(size));
    blocks.write(kModels, model.bytes);
  }
  write_days(blocks, page_count, page);
  blocks.commit();
  std::error_code ignored;  // without a checkpoint there is nothing to remove
  std::filesystem::remove(checkpoint_path(path_), ignored);
  // Of a run that was killed.
  std::filesystem::remove(checkpoint_path(path_) + AtomicFile::ending_of_one, ignored);
}

void IndexFile::write_checkpoint(const RunProgress& progress, std::string_view name, Method& method,
                                 std::size_t page_count, const Pages& page) {
  if (!lock_) throw Error("index " + path_ + " was opened for reading only");
  BlockFileWriter blocks(checkpoint_path(path_), kCheckpoint, AtomicFile::Writers::kOne);
  blocks.write(kMethod, name);
  persistent_of(method).save_unfinished(
      [&](std::string_view bytes) { blocks.write(kSaved, bytes); });
  write_pages(blocks, page_count, page);
  const std::uint64_t base = last_checksum_of(path_);
  const auto write = [&](std::string_view bytes) { blocks.write(kProgress, bytes); };
  write(bytes_of(progress.run));
  write(bytes_of(base));
  write(bytes_of(progress.earlier));
  write(bytes_of(progress.seen_before));
  write_list(progress.done, write);
  write_days(blocks, page_count, page);
  blocks.commit();
}

}  // namespace pagekin::method
