#include "pagekin/reading/choose_pages.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/maybe_pages.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/text.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::reading {
namespace {

// A page that outlives the call of its reader. Empty for a page that cannot be a chosen one.
struct KeptPage {
  bool is_kept = false;
  std::string id;
  std::string body;
  std::string charset;
  std::string input;
  std::uint64_t offset = 0;
};

}  // namespace

FoundPages find_pages(const input::Source& source, std::span<const std::string_view> chosen,
                      bool unique, PageCopies* copies,
                      const std::function<void(const Incident&)>& on_incident, Progress* progress) {
  const MaybePages possible(chosen);
  std::unordered_map<std::string_view, std::size_t, KeyedHash> places;  // in `chosen`
  for (std::size_t i = 0; i < chosen.size(); ++i) places.emplace(chosen[i], i);
  FoundPages result;
  result.found.resize(chosen.size());
  result.kept.resize(chosen.size());
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;  // hashes of pages
  PageIds ids;
  result.counts = read_each<KeptPage>(
      {.source = source, .progress = progress, .incident = on_incident}, ids,
      [&](const Page& page, ExtractionNotes&) -> KeptPage {
        if (!possible.has(page.id)) return {};
        return {true,
                std::string(page.id),
                std::string(page.body),
                std::string(page.charset),
                std::string(page.input),
                page.offset};
      },
      [&](std::string_view id, KeptPage&& page) {
        const auto place = places.find(id);
        if (place == places.end() || !page.is_kept) return;
        result.found[place->second] = true;
        const Hash128 hash = unique ? hash_bytes_128(page.body) : Hash128{};
        if (unique && !seen.emplace(hash.low, hash.high).second) {
          ++result.repeated;
          return;
        }
        result.kept[place->second] = true;
        if (copies == nullptr) return;
        copies->add({.id = page.id,
                     .body = page.body,
                     .charset = page.charset,
                     .input = page.input,
                     .offset = page.offset},
                    id);
      });
  result.missing = static_cast<std::uint64_t>(std::ranges::count(result.found, false));
  if (result.missing == chosen.size()) {
    throw InputError("none of the " + with_commas(chosen.size()) +
                     " chosen pages is in the inputs; the first is " +
                     (chosen.empty() ? "none" : "'" + printable(chosen.front()) + "'") +
                     ", the inputs begin with " +
                     (ids.size() == 0 ? "nothing" : "'" + printable(ids[0]) + "'") +
                     "; name the inputs of the run that made the table");
  }
  return result;
}

}  // namespace pagekin::reading
