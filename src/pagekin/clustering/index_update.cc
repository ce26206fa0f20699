#include "pagekin/clustering/index_update.h"

#include <algorithm>
#include <optional>
#include <ratio>
#include <stop_token>
#include <string>
#include <utility>

#include "pagekin/clustering/index_models.h"
#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stop.h"
#include "pagekin/input/document_converter.h"
#include "pagekin/templates/hints.h"

namespace pagekin::clustering {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kLimited = 1;  // the bit of a key that says that a limit cut the page

// Identifies a page of the inputs. Different pages have different keys but for a chance of 2^-63
// a pair.
std::uint64_t key_of(const Page& page) {
  const std::uint64_t place = hash_bytes(page.input, mix(page.offset + 1));
  return hash_bytes(page.id, place) & ~kLimited;
}

constexpr std::int64_t kSecondsOfADay = 86'400;

std::uint32_t today() {
  using Days = std::chrono::duration<std::int64_t, std::ratio<kSecondsOfADay>>;
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint32_t>(std::chrono::floor<Days>(since).count());
}

// Identifies what a run reads and how.
std::uint64_t run_of(const ClusterOptions& options) {
  const input::ReadOptions& reading = options.source.reading;
  std::string text;
  const auto add = [&](const std::string& part) { text += part + '\0'; };
  for (const std::string& input : options.source.inputs) add(input);
  add("");
  add(options.method);
  add(std::string(to_text(options.on_duplicate)));
  add(std::to_string(options.keep_days));
  add(std::to_string(reading.max_page_bytes));
  add(std::to_string(static_cast<int>(reading.all_status)));
  add(std::to_string(static_cast<int>(reading.verify_digests)));
  add(reading.url_field);
  add(reading.html_field);
  add(reading.html_encoding);
  if (reading.converter) add(reading.converter->identity());
  if (reading.pages) add("pages in memory");  // such a run writes no checkpoint
  return hash_bytes(text);
}

}  // namespace

IndexUpdate::IndexUpdate(const ClusterOptions& options, method::Method& method, ClusterRun& run)
    : options_(&options),
      method_(&method),
      run_(&run),
      file_(options.index, method::IndexFile::Access::kUpdate) {
  const auto visit = [&](const method::IndexedPage& page) {
    run.ids.add(page.id);
    run.first_tags.push_back(page.first_tags);
    days_.push_back(page.day);
    if (page.template_id != 0) earlier_ids_.push_back(page.template_id);
  };
  if (auto resumed = file_.resume(run_of(options), options.method, method, visit)) {
    progress_ = std::move(*resumed);
    done_before_ = std::exchange(progress_.done, {});
    std::sort(done_before_.begin(), done_before_.end());
    run.resumed = done_before_.size();
  } else {
    progress_.run = run_of(options);
    progress_.earlier = file_.restore(options.method, method, visit);
  }
  run.earlier = static_cast<std::size_t>(progress_.earlier);
  run.old_pages.assign(run.earlier, true);
  is_read_now_.assign(run.earlier, false);
  run.has_dropped_checkpoint = file_.has_dropped_checkpoint();
  next_checkpoint_ = Clock::now() + options.checkpoint_interval;
}

IndexUpdate::Read IndexUpdate::extract(const Page& page, const features::Needs& needs,
                                       reading::ExtractionNotes& notes) const {
  Read read{.features = {}, .key = key_of(page), .input = {}};
  if (page.time > 0) read.day = static_cast<std::uint32_t>(page.time / kSecondsOfADay);
  if (options_->keep_origins) {
    read.input = page.input;
    read.offset = page.offset;
  }
  const auto found = std::lower_bound(done_before_.begin(), done_before_.end(), read.key);
  read.is_done = found != done_before_.end() && (*found & ~kLimited) == read.key;
  if (read.is_done && *found == read.key) return read;
  // Also a page that was done, if a limit cut it: the limit is reported again.
  read.features = features::extract(page, needs);
  notes = reading::notes_of(read.features);
  if (notes.limits.any() || notes.left_out.any()) read.key |= kLimited;
  return read;
}

void IndexUpdate::take(std::string_view id, Read&& page) {
  progress_.done.push_back(page.key);
  ClusterRun& run = *run_;
  const std::optional<PageId> known = run.ids.find(id);
  note(known.value_or(static_cast<PageId>(run.ids.size())), page);
  if (page.is_done) return;
  const std::uint32_t day = page.day != 0 ? page.day : today();
  if (known) {
    method::Persistent& persistent = *method_->persistent();
    ++progress_.seen_before;
    days_[*known] = day;
    if (options_->on_duplicate == OnDuplicate::kSkip) {
      persistent.see_again(*known);
    } else {
      run.first_tags[*known] = page.features.first_tags;
      persistent.replace(*known, std::move(page.features));
    }
  } else {
    run.ids.add(id);
    run.first_tags.push_back(page.features.first_tags);
    days_.push_back(day);
    method_->add(std::move(page.features));
  }
  constexpr std::size_t pages_between_looks = 64;
  const bool is_long = options_->checkpoint_interval.count() > 0;
  if (is_long && progress_.done.size() % pages_between_looks == 0 &&
      Clock::now() >= next_checkpoint_) {
    write_checkpoint();
  }
}

// Notes where the content of a page is from.
void IndexUpdate::note(PageId page, const Read& read) {
  if (page < run_->earlier) {
    is_read_now_[page] = true;
    if (options_->on_duplicate == OnDuplicate::kSkip) return;
    run_->old_pages[page] = false;
  }
  if (options_->keep_origins) run_->origins.set(page, read.input, read.offset);
}

reading::ReadCounts IndexUpdate::read(const reading::ReadRequest& request) {
  PageIds ids;  // of this run alone
  reading::ReadCounts counts = reading::read_each<Read>(
      {.source = request.source, .progress = request.progress, .incident = request.incident}, ids,
      [&](const Page& page, reading::ExtractionNotes& notes) {
        return extract(page, request.needs, notes);
      },
      [&](std::string_view id, Read&& page) { take(id, std::move(page)); });
  run_->seen_before = static_cast<std::size_t>(progress_.seen_before);
  return counts;
}

void IndexUpdate::forget_old() {
  ClusterRun& run = *run_;
  const std::uint32_t newest = days_.empty() ? 0 : std::ranges::max(days_);
  std::vector<std::uint32_t> new_numbers(run.ids.size());
  std::uint32_t next = 0;
  for (std::size_t page = 0; page < new_numbers.size(); ++page) {
    if (days_[page] == 0) days_[page] = newest;
    const bool is_old = options_->keep_days > 0 && newest - days_[page] > options_->keep_days;
    const bool leaves = is_old && page < run.earlier && !is_read_now_[page];
    new_numbers[page] = leaves ? templates::kPageLeft : next++;
  }
  run.left = new_numbers.size() - next;
  if (run.left == 0) return;
  method_->persistent()->forget(new_numbers);
  RunIds ids;
  reading::PageOrigins origins;
  for (PageId page = 0; page < new_numbers.size(); ++page) {
    if (new_numbers[page] == templates::kPageLeft) continue;
    ids.add(run.ids[page]);
    if (run.origins.has(page)) {
      origins.set(new_numbers[page], run.origins.input(page), run.origins.offset(page));
    }
  }
  run.ids = std::move(ids);
  run.origins = std::move(origins);
  templates::keep_staying(new_numbers, run.first_tags);
  templates::keep_staying(new_numbers, run.old_pages);
  templates::keep_staying(new_numbers, earlier_ids_);
  templates::keep_staying(new_numbers, days_);
  templates::keep_staying(new_numbers, is_read_now_);
  run.earlier = run.old_pages.size();
  progress_.earlier = run.earlier;
}

method::IndexedPage IndexUpdate::page_at(std::size_t page) const {
  return {.id = run_->ids[static_cast<PageId>(page)],
          .first_tags = run_->first_tags[page],
          .day = days_[page]};
}

void IndexUpdate::write_checkpoint() {
  if (options_->source.reading.pages) return;  // no later run could use it
  if (run_->left > 0) return;                  // a checkpoint has all pages of the index
  if (progress_.done.empty() && done_before_.empty()) return;
  const StopScope unstopped{std::stop_token()};
  const Clock::time_point begin = Clock::now();
  // A run that is interrupted again, before it has come to where it was, loses nothing.
  method::RunProgress progress = progress_;
  for (const std::uint64_t key : done_before_) progress.done.push_back(key);
  std::sort(progress.done.begin(), progress.done.end());
  progress.done.erase(std::unique(progress.done.begin(), progress.done.end()), progress.done.end());
  file_.write_checkpoint(progress, options_->method, *method_, run_->ids.size(),
                         [&](std::size_t page) { return page_at(page); });
  constexpr int share = 20;  // of the time at most
  const Clock::time_point end = Clock::now();
  next_checkpoint_ =
      end + std::max<Clock::duration>(options_->checkpoint_interval, share * (end - begin));
}

void IndexUpdate::write(const method::IndexedTemplates& templates) {
  if (!run_->models.empty()) file_.set_models(newer_models(file_.models(), run_->models));
  file_.write(options_->method, *method_, templates, run_->ids.size(), [&](std::size_t page) {
    method::IndexedPage indexed = page_at(page);
    indexed.template_id = run_->template_of(static_cast<PageId>(page));
    return indexed;
  });
}

}  // namespace pagekin::clustering
