// WACZ files: a zip file with WARC files (archive/), an index, and lists of pages (pages/*.jsonl).
//
// The archives are read one after the other, each in parallel where it is stored and not deflated,
// as they are usually. Pages of stored archives have their offset in the WACZ file. With
// ReadOptions::listed_pages only pages whose address a list of pages has are read; a listed page
// that the archives lack is reported.
//
// Source: Webrecorder, WACZ format 1.1.1. The index is not used: archives are read whole.
// Limits: lists of pages of 256 MB; archives inside of archives are not opened. An archive that is
// encrypted or compressed in another way is reported, and the others are read.

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/input/job_source.h"
#include "pagekin/input/recognise.h"
#include "pagekin/input/zip_directory.h"

namespace pagekin::input {
namespace {

constexpr std::size_t kMostListBytes = std::size_t{256} << 20;

// The bytes of a file up to `end`, at the offsets that they have in the file.
class CutSource final : public ByteSource {
 public:
  CutSource(std::shared_ptr<ByteSource> file, std::uint64_t end)
      : file_(std::move(file)), end_(end) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (offset >= end_) return 0;
    const std::uint64_t left = end_ - offset;
    return file_->read_at(offset,
                          left < out.size() ? out.first(static_cast<std::size_t>(left)) : out);
  }
  std::optional<std::uint64_t> size() const override { return end_; }

 private:
  std::shared_ptr<ByteSource> file_;
  std::uint64_t end_;
};

// A range of a file as a file.
class SliceSource final : public ByteSource {
 public:
  SliceSource(std::shared_ptr<ByteSource> file, std::uint64_t begin, std::uint64_t size)
      : file_(std::move(file), begin + size), begin_(begin), size_(size) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    return offset >= size_ ? 0 : file_.read_at(begin_ + offset, out);
  }
  std::optional<std::uint64_t> size() const override { return size_; }

 private:
  CutSource file_;
  std::uint64_t begin_, size_;
};

// The bytes of a deflated entry, at most as many as the directory claims; read forward only. Damage
// ends them; fault() reports it.
class DeflatedSource final : public ByteSource {
 public:
  DeflatedSource(std::shared_ptr<ByteSource> file, const ZipEntry& entry)
      : slice_(std::move(file), entry.begin, entry.size),
        inflated_(slice_, codec::Format::kDeflate),
        left_(entry.bytes),
        fault_(std::make_shared<std::string>()) {}
  std::size_t read_at(std::uint64_t offset, std::span<char> out) override {
    if (out.empty() || !fault_->empty()) return 0;
    if (left_ == 0) {
      char more = 0;
      if (inflated_.read_at(offset, std::span(&more, 1)) != 0) {
        *fault_ = "the deflated data is longer than the directory of the zip file says";
      }
      return 0;
    }
    if (left_ < out.size()) out = out.first(static_cast<std::size_t>(left_));
    const std::size_t got = inflated_.read_at(offset, out);
    left_ -= got;
    if (got == 0) {
      *fault_ = inflated_.status() == codec::Status::kDamaged ? "the deflated data is damaged"
                                                              : "the deflated data ends early";
    }
    return got;
  }
  std::optional<std::uint64_t> size() const override { return std::nullopt; }

  // What was wrong; empty: nothing so far. Stays when the source is gone.
  std::shared_ptr<const std::string> fault() const { return fault_; }

 private:
  SliceSource slice_;
  InflatedSource inflated_;
  std::uint64_t left_;
  std::shared_ptr<std::string> fault_;
};

bool is_name_of_archive(std::string_view name) {
  return name.starts_with("archive/") &&
         (ends_with_ignoring_case(name, ".warc") || ends_with_ignoring_case(name, ".warc.gz") ||
          ends_with_ignoring_case(name, ".warc.zst"));
}

bool is_name_of_page_list(std::string_view name) {
  return name.starts_with("pages/") && name.ends_with(".jsonl");
}

// If one of the two names of an entry is damaged, the other one shows what it is.
bool is_archive(const ZipEntry& entry) {
  return is_name_of_archive(entry.name) || is_name_of_archive(entry.name_at_bytes);
}

bool is_page_list(const ZipEntry& entry) {
  return is_name_of_page_list(entry.name) || is_name_of_page_list(entry.name_at_bytes);
}

std::string_view without_fragment(std::string_view url) { return url.substr(0, url.find('#')); }

// The pages that the lists name, and which of them were found.
class ListedPages {
 public:
  // Adds the addresses of a list. Its first line is a header, which has no address.
  void add(std::string_view lines) {
    simdjson::dom::parser parser;
    while (!lines.empty()) {
      const std::string_view line = lines.substr(0, lines.find('\n'));
      lines.remove_prefix(std::min(lines.size(), line.size() + 1));
      simdjson::dom::element object;
      std::string_view url;
      if (trim(line).empty()) continue;
      if (parser.parse(line.data(), line.size()).get(object) != simdjson::SUCCESS) {
        ++damaged_lines;
      } else if (object["url"].get_string().get(url) == simdjson::SUCCESS) {
        missing.emplace(without_fragment(url));
      }
    }
    all = missing;
  }
  bool has(std::string_view url) const { return all.contains(without_fragment(url)); }

  std::set<std::string, std::less<>> all;
  std::set<std::string, std::less<>> missing;  // changed when batches are committed
  std::uint64_t damaged_lines = 0;
};

class ListedBatch final : public PageBatch {
 public:
  ListedBatch(std::unique_ptr<PageBatch> inner, const ListedPages& pages)
      : inner_(std::move(inner)), pages_(&pages) {}
  void add(const Page& page, const Incident* limited) override {
    if (!pages_->has(page.id)) {
      if (limited == nullptr || !limited->is_damage) {
        return inner_->pass_over(PassedOver::kNotListed, 1);
      }
      Incident damage = *limited;  // may concern listed pages
      damage.reason = Reason::kDamaged;
      damage.detail = "in a page that is not listed: " + damage.detail;
      return inner_->skip(std::move(damage));
    }
    seen_.emplace_back(without_fragment(page.id));
    inner_->add(page, limited);
  }
  // What cannot be read might have been a listed page.
  void skip(Incident incident) override {
    const bool is_listed = pages_->has(incident.page);
    if (is_listed) seen_.emplace_back(without_fragment(incident.page));
    if (is_listed || is_unreadable(incident.reason) || incident.is_damage) {
      inner_->skip(std::move(incident));
    } else {
      inner_->pass_over(PassedOver::kNotListed, 1);
    }
  }
  PageBatch& inner() { return *inner_; }
  const std::vector<std::string>& seen() const { return seen_; }

 private:
  std::unique_ptr<PageBatch> inner_;
  const ListedPages* pages_;
  std::vector<std::string> seen_;
};

// Hands on the pages that are listed.
class ListedConsumer final : public PageConsumer {
 public:
  ListedConsumer(PageConsumer& outer, ListedPages& pages) : outer_(&outer), pages_(&pages) {}
  std::unique_ptr<PageBatch> open_batch() override {
    return std::make_unique<ListedBatch>(outer_->open_batch(), *pages_);
  }
  void commit(PageBatch& batch) override {
    auto& listed = static_cast<ListedBatch&>(batch);
    for (const std::string& url : listed.seen()) pages_->missing.erase(url);
    outer_->commit(listed.inner());
  }

 private:
  PageConsumer* outer_;
  ListedPages* pages_;
};

// What the jobs of one WACZ file share.
struct WaczState {
  WaczState(const ReadContext& given, std::string name) : path(std::move(name)), context(given) {}
  std::string path;
  ListedPages listed;
  std::optional<ListedConsumer> consumer;
  ReadContext context;  // with that consumer, if pages are listed
};

// A job that keeps the state as long as it exists.
class WaczJob final : public Job {
 public:
  WaczJob(std::unique_ptr<Job> job, std::shared_ptr<const WaczState> state)
      : state_(std::move(state)), job_(std::move(job)) {}
  void work() override { job_->work(); }
  void finish() override { job_->finish(); }

 private:
  std::shared_ptr<const WaczState> state_;
  std::unique_ptr<Job> job_;
};

// Reports listed pages that the archives lack, when all pages before have been committed.
class MissingPagesJob final : public Job {
 public:
  MissingPagesJob(const ReadContext& context, std::shared_ptr<const WaczState> state)
      : context_(&context), state_(std::move(state)) {}
  void work() override {}
  void finish() override {
    const std::unique_ptr<PageBatch> batch = context_->consumer->open_batch();
    for (const std::string& url : state_->listed.missing) {
      ++context_->progress->items;
      batch->skip({.input = state_->path,
                   .page = url,
                   .reason = Reason::kNoBody,
                   .detail = "a list of pages has it, but the archives do not"});
    }
    context_->commit(*batch);
  }

 private:
  const ReadContext* context_;
  std::shared_ptr<const WaczState> state_;
};

class WaczSource final : public JobSource {
 public:
  WaczSource(const ReadContext& context, std::string path, std::unique_ptr<ByteSource> file,
             std::vector<ZipEntry> entries)
      : outer_(&context),
        file_(std::move(file)),
        state_(std::make_shared<WaczState>(context, std::move(path))) {
    for (ZipEntry& entry : entries) {
      if (is_archive(entry))
        archives_.push_back(std::move(entry));
      else if (is_page_list(entry))
        lists_.push_back(std::move(entry));
    }
    if (!context.options.listed_pages) return;
    if (lists_.empty()) throw InputError("the WACZ file has no list of pages (pages/*.jsonl)");
    for (const ZipEntry& list : lists_) read_list(list);
    state_->consumer.emplace(*context.consumer, state_->listed);
    state_->context.consumer = &*state_->consumer;
  }

  std::unique_ptr<Job> next() override {
    for (;;) {
      if (source_) {
        if (std::unique_ptr<Job> job = source_->next()) {
          return std::make_unique<WaczJob>(std::move(job), state_);
        }
        source_.reset();
        if (fault_ && !fault_->empty()) {
          source_ = incident_source(state_->context,
                                    {.input = state_->path + ":" + archives_[next_ - 1].name,
                                     .page = {},
                                     .reason = Reason::kDamaged,
                                     .detail = *fault_});
          fault_.reset();
          continue;
        }
      }
      if (next_ < archives_.size()) {
        source_ = open(archives_[next_++]);
      } else if (outer_->options.listed_pages && !has_reported_missing_) {
        has_reported_missing_ = true;
        return std::make_unique<MissingPagesJob>(*outer_, state_);
      } else {
        return nullptr;
      }
    }
  }

 private:
  void read_list(const ZipEntry& list) {
    if (!list.fault.empty()) {
      throw InputError("'" + printable(list.name) + "' cannot be read: " + list.fault);
    }
    if (list.bytes > kMostListBytes || list.size > kMostListBytes) {
      throw InputError("'" + printable(list.name) + "' has more than " +
                       with_commas(kMostListBytes) + " bytes");
    }
    if (list.is_deflated) {
      DeflatedSource source(file_, list);
      state_->listed.add(read_all(source));
      if (!source.fault()->empty()) {
        throw InputError("'" + printable(list.name) + "': " + *source.fault());
      }
    } else {
      SliceSource source(file_, list.begin, list.size);
      state_->listed.add(read_all(source));
    }
    if (state_->listed.damaged_lines > 0) {
      throw InputError("'" + printable(list.name) + "' has lines that are not JSON");
    }
  }

  std::unique_ptr<JobSource> open(const ZipEntry& entry) {
    const std::string inner = state_->path + ":" + entry.name;
    fault_.reset();
    try {
      if (!entry.fault.empty()) throw InputError(entry.fault);
      if (entry.is_deflated) {
        auto deflated = std::make_unique<DeflatedSource>(file_, entry);
        fault_ = deflated->fault();
        return warc_source(state_->context, inner, rereadable(std::move(deflated)));
      }
      char start[16];
      SliceSource slice(file_, entry.begin, entry.size);
      const auto format = compression_of({start, read_fully(slice, 0, start)});
      if (format == codec::Format::kZstd) {  // its dictionary is expected at the start of a file
        return warc_source(state_->context, inner,
                           std::make_unique<SliceSource>(file_, entry.begin, entry.size));
      }
      return warc_source(state_->context, state_->path,
                         std::make_unique<CutSource>(file_, entry.begin + entry.size), entry.begin);
    } catch (const Error& error) {
      return incident_source(
          state_->context,
          {.input = inner, .page = {}, .reason = Reason::kUnreadable, .detail = error.what()});
    }
  }

  const ReadContext* outer_;
  std::shared_ptr<ByteSource> file_;
  std::shared_ptr<WaczState> state_;
  std::vector<ZipEntry> archives_;
  std::vector<ZipEntry> lists_;
  std::unique_ptr<JobSource> source_;
  std::shared_ptr<const std::string> fault_;  // of the archive that is read
  std::size_t next_ = 0;
  bool has_reported_missing_ = false;
};

}  // namespace

std::unique_ptr<JobSource> wacz_source(const ReadContext& context, std::string path,
                                       std::unique_ptr<ByteSource>& file) {
  std::vector<ZipEntry> entries;
  const bool is_named_so = ends_with_ignoring_case(path, ".wacz");
  try {
    entries = read_zip_directory(*file);
  } catch (const InputError&) {
    if (!is_named_so) return nullptr;
    throw;
  }
  if (std::ranges::none_of(entries, is_archive)) {
    if (!is_named_so) return nullptr;
    throw InputError("expected a WACZ file, found a zip file without archive/*.warc");
  }
  return std::make_unique<WaczSource>(context, std::move(path), std::move(file),
                                      std::move(entries));
}

}  // namespace pagekin::input
