#include "pagekin/method/saved_crawl.h"

#include <algorithm>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"

namespace pagekin::method {

void write_saved_crawl(std::string_view evidence, const TemplateIds& ids,
                       const templates::CrawlPages& pages,
                       const std::function<void(std::string_view)>& write) {
  const auto size = static_cast<std::uint32_t>(evidence.size());
  write(bytes_of(size));
  write(evidence);
  write(bytes_of(ids.next));
  const auto count = static_cast<std::uint32_t>(ids.known.size());
  write(bytes_of(count));
  for (const templates::KnownTemplate& known_template : ids.known) {
    write(bytes_of(known_template.id));
    write_list(known_template.core, write);
  }
  write_list(ids.of_page, write);
  write(bytes_of(ids.next_variant));
  write_list(ids.variant_of_page, write);
  pages.save(write);
}

std::string read_saved_evidence(std::string_view bytes) {
  ByteReader reader(bytes);
  return std::string(reader.bytes(reader.number<std::uint32_t>()));
}

SavedCrawl read_saved_crawl(std::string_view bytes) {
  ByteReader reader(bytes);
  SavedCrawl saved = read_unfinished_crawl(reader);
  if (!reader.at_end()) throw Error("something follows the pages");
  if (saved.ids.of_page.size() != saved.pages.size()) throw Error("a page has no template");
  return saved;
}

SavedCrawl read_unfinished_crawl(ByteReader& reader) {
  SavedCrawl saved;
  saved.evidence = reader.bytes(reader.number<std::uint32_t>());
  saved.ids.next = reader.number<std::uint32_t>();
  const auto count = reader.number<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto id = reader.number<std::uint32_t>();
    saved.ids.known.push_back({id, read_list<std::uint64_t>(reader)});
    if (id >= saved.ids.next || (i > 0 && saved.ids.known[i - 1].id >= id)) {
      throw Error("ids of templates are out of order");
    }
  }
  saved.ids.of_page = read_list<std::uint32_t>(reader);
  saved.ids.next_variant = reader.number<std::uint32_t>();
  saved.ids.variant_of_page = read_list<std::uint32_t>(reader);
  if (saved.ids.variant_of_page.size() != saved.ids.of_page.size() ||
      std::ranges::any_of(saved.ids.variant_of_page, [&](std::uint32_t id) {
        return id == 0 || id >= saved.ids.next_variant;
      })) {
    throw Error("a page is of no variant");
  }
  saved.pages.load(reader);
  if (saved.ids.of_page.size() > saved.pages.size()) throw Error("a template has no page");
  for (const std::uint32_t id : saved.ids.of_page) {
    const bool is_known = std::binary_search(
        saved.ids.known.begin(), saved.ids.known.end(), templates::KnownTemplate{id, {}},
        [](const auto& a, const auto& b) { return a.id < b.id; });
    if (!is_known) throw Error("a page is of no template");
  }
  return saved;
}

}  // namespace pagekin::method
