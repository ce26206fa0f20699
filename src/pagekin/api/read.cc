#include "pagekin/read.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/input/input_name.h"
#include "pagekin/input/read_part.h"
#include "pagekin/reading/read_features.h"

namespace pagekin {
namespace {

OwnedPage owned(const Page& page) {
  return {std::string(page.id), std::string(page.body), std::string(page.charset),
          std::string(page.input), page.offset};
}

// Hands on pages with the ids that their records have.
class PartReader final : public reading::PageReader {
 public:
  PartReader(const reading::ReadEachOptions& order, PageIds& ids,
             const std::function<void(OwnedPage&&)>& use)
      : PageReader(order, ids), use_(&use) {}

  std::unique_ptr<input::PageBatch> open_batch() override { return std::make_unique<Batch>(); }
  void commit(input::PageBatch& committed) override {
    auto& batch = static_cast<Batch&>(committed);
    commit_entries(
        batch, [&](std::size_t page, std::string_view) { (*use_)(std::move(batch.pages[page])); });
  }

 private:
  struct Batch final : reading::BatchEntries {
    void add(const Page& page, const Incident* limited) override {
      pages.push_back(owned(page));
      note_page(page, limited, {});
    }
    std::vector<OwnedPage> pages;
  };
  const std::function<void(OwnedPage&&)>* use_;
};

bool is_whole(const FilePart& part) { return part.begin == 0 && part.end == UINT64_MAX; }

}  // namespace

std::vector<FilePart> divide_input(const std::string& input, std::uint64_t part_bytes) {
  if (part_bytes == 0) throw OptionError("parts of 0 bytes", "part_bytes");
  if (!input::can_divide(input)) return {{.input = input}};
  const std::uint64_t size = std::filesystem::file_size(input::parse_input_name(input).path);
  const std::uint64_t count = std::max<std::uint64_t>(1, (size + part_bytes - 1) / part_bytes);
  std::vector<FilePart> parts;
  parts.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    // The last one also has what the file has grown by.
    parts.push_back({.input = input,
                     .begin = i * part_bytes,
                     .end = i + 1 == count ? UINT64_MAX : (i + 1) * part_bytes});
  }
  return parts;
}

FilePartEnds take_part(const FilePart& part, const Source& source,
                       const std::function<void(OwnedPage&&)>& use, const Run& run) {
  return api::on_own_thread(run, {{"reading"}}, [&](Progress& progress) -> FilePartEnds {
    PageIds ids;
    Source whole = source;
    whole.inputs = {part.input};
    whole.pages = nullptr;
    const reading::ReadEachOptions order{
        .source = api::input_source(whole, run), .progress = &progress, .incident = run.incident};
    PartReader reader(order, ids, use);
    if (is_whole(part)) {
      input::read_pages(order.source.inputs, order.source.reading, reader, &progress);
      return {.first = {}, .next = UINT64_MAX, .counts = reader.counts()};
    }
    const input::PartEnds ends = input::read_part(
        part.input, {.begin = part.begin, .end = part.end, .begins_exactly = part.begins_exactly},
        order.source.reading, reader, &progress);
    return {
        .first = ends.first, .next = ends.next, .is_open = ends.is_open, .counts = reader.counts()};
  });
}

PageCounts take_pages(const Source& source, const std::function<void(OwnedPage&&)>& use,
                      const Run& run) {
  return api::on_own_thread(run, {{"reading"}}, [&](Progress& progress) {
    PageIds ids;
    return PageCounts(reading::read_each<OwnedPage>(
        {.source = api::input_source(source, run), .progress = &progress, .incident = run.incident},
        ids, [](const Page& page, reading::ExtractionNotes&) { return owned(page); },
        [&](std::string_view id, OwnedPage&& page) {
          page.id = id;
          use(std::move(page));
        }));
  });
}

PageCounts read_pages(const Source& source, const std::function<void(const Page&)>& use,
                      const Run& run) {
  const auto use_view = [&](OwnedPage&& page) {
    use({.id = page.id,
         .body = page.body,
         .charset = page.charset,
         .input = page.input,
         .offset = page.offset});
  };
  return take_pages(source, use_view, run);
}

}  // namespace pagekin
