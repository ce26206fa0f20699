#include "pagekin/crawl/recorder.h"

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/text.h"
#include "pagekin/crawl/template_budget.h"
#include "pagekin/input/document_type.h"

namespace pagekin::crawl {
namespace {

using store::Discovery, store::Outcome, store::State;

// Whether an answer is a whole document of another type than HTML.
bool is_document(const Arrival& arrival) {
  const Fetched& fetched = arrival.fetched;
  if (arrival.answer.state != State::kNotPage || fetched.body.empty() || fetched.too_long ||
      fetched.cut_short) {
    return false;
  }
  std::string_view type = arrival.answer.media_type;
  if (type.empty() || input::is_vague_type(type)) {
    type = input::document_type_of_bytes(fetched.body, arrival.url.href());
  }
  return input::is_one_of_types(type, input::default_document_types());
}

std::uint64_t key_of(std::string_view key) { return hash_bytes(key, process_seed()); }

}  // namespace

void Recorder::add_known(const store::PageRow& row, const CleanAddress& address) {
  known_.insert(key_of(address.key));
  if (row.found.xpath == 0) scope_.add_site(address.url);
  if (row.found.by_redirect) redirected_from_.emplace(row.id, row.found.parent);
}

void Recorder::begin() {
  found_.clear();
  new_keys_.clear();
  dropped_.clear();
}

void Recorder::commit() {
  for (const FoundPage& page : found_) {
    known_.insert(page.key);
    if (page.redirected_from != 0) {
      redirected_from_.emplace(page.waiting.page, page.redirected_from);
    }
  }
}

void Recorder::add_seeds(std::span<const CleanAddress> seeds) {
  for (const CleanAddress& seed : seeds) {
    scope_.add_site(seed.url);
    if (is_known(key_of(seed.key))) continue;
    add_page(seed, {}, counts_ways() ? way_key({}, seed.url.href()) : 0);
  }
}

void Recorder::write(Arrival& arrival) {
  Answer& answer = arrival.answer;
  const auto& fingerprint = arrival.content.fingerprint;
  Outcome outcome{
      .page = arrival.waiting.page,
      .state = answer.state,
      .status = arrival.fetched.status,
      .media_type = answer.media_type,
      .charset = answer.charset,
      .body = arrival.fetched.body,
      .is_document = options_.keep_documents && is_document(arrival),
      .time = arrival.time,
      .fingerprint = {reinterpret_cast<const char*>(fingerprint.data()), fingerprint.size()},
      .limited = answer.limited};
  if (!answer.location.empty()) write_redirect(arrival, outcome);
  outcome.state = answer.state;
  outcome.reason = answer.reason;
  store_.set_outcome(outcome);
  if (answer.state == State::kPage) write_links(arrival);
}

void Recorder::write_redirect(Arrival& arrival, Outcome& outcome) {
  Answer& answer = arrival.answer;
  const auto fail = [&](std::string why) {
    answer.state = State::kFailed;
    answer.reason = std::move(why);
  };
  const std::optional<CleanAddress> target =
      clean_address(answer.location, &arrival.url, options_.clean);
  if (!target) return fail("a redirect to something that is not an http or https address");
  if (target->url.href().size() > options_.links.max_url_bytes) {
    return fail("a redirect to an address that is too long");
  }
  const std::int64_t page = arrival.waiting.page;
  outcome.redirect = store_.url_id(target->url.href());
  const std::optional<std::int64_t> known = store_.page_of(target->url.href());
  if (known && is_in_chain(*known, page)) return fail("a loop of redirects");
  if (known) return;
  if (redirects_to(page) >= options_.max_redirects) {
    return fail(fmt::format("more than {} redirects one after the other", options_.max_redirects));
  }
  if (arrival.waiting.xpath == 0) {
    scope_.add_site(target->url);
  } else if (!scope_.holds(target->url)) {
    answer.reason = "leads to another site";
    return;
  }
  const std::optional<CleanAddress> own =
      clean_address(arrival.url.href(), nullptr, options_.clean);
  const bool is_respelled = own && own->key == target->key;
  if (is_known(key_of(target->key)) && !is_respelled) return;
  if (const std::string why = why_not(*target, arrival.waiting.depth); !why.empty()) {
    return fail("a redirect to an address that is not followed: " + why);
  }
  FoundPage* const to = add_page(*target,
                                 {.parent = page,
                                  .xpath = arrival.waiting.xpath,
                                  .depth = arrival.waiting.depth,
                                  .run = arrival.waiting.run,
                                  .by_redirect = true},
                                 arrival.waiting.way);
  if (to != nullptr) to->redirected_from = page;
}

void Recorder::write_links(const Arrival& arrival) {
  const std::int64_t page = arrival.waiting.page;
  const std::int32_t depth = arrival.waiting.depth + 1;
  std::vector<store::StoredLink> links;
  links.reserve(arrival.content.links.size());
  struct Candidate {
    const PageLink* link;
    std::int64_t xpath;
  };
  std::vector<Candidate> candidates;
  std::unordered_set<std::uint64_t> keys;
  const std::string shape = address_shape(arrival.url.href());
  bool is_barren = true;  // every new page it leads to has the same address shape
  for (const PageLink& link : arrival.content.links) {
    const std::int64_t xpath = store_.xpath_id(link.xpath);
    const std::string& url = link.target.url.href();
    links.push_back({.target = store_.url_id(url), .xpath = xpath, .nofollow = link.nofollow});
    if (!scope_.holds(link.target.url) || is_known(key_of(link.target.key)) ||
        store_.page_of(url)) {
      continue;
    }
    if (!keys.insert(key_of(link.target.key)).second) continue;
    if (const std::string why = why_not(link.target, depth); !why.empty()) {
      not_followed(why, url);
      continue;
    }
    is_barren = is_barren && address_shape(url) == shape;
    candidates.push_back({.link = &link, .xpath = xpath});
  }
  store_.add_links(page, links);
  const dom::DroppedLinks& dropped = arrival.content.dropped;
  if (dropped.too_many > 0) not_followed("too many links on a page", arrival.url.href());
  if (dropped.too_long > 0) not_followed("address too long", arrival.url.href());

  const std::int32_t run = is_barren ? arrival.waiting.run + 1 : 0;
  for (const Candidate& candidate : candidates) {
    const CleanAddress& target = candidate.link->target;
    if (run > options_.max_run) {
      not_followed(fmt::format("trap: {} pages in a row led only to addresses of the same shape",
                               with_commas(static_cast<std::uint64_t>(options_.max_run))),
                   target.url.href());
      continue;
    }
    const std::uint64_t way = counts_ways() ? way_key(candidate.link->xpath, target.url.href()) : 0;
    add_page(target, {.parent = page, .xpath = candidate.xpath, .depth = depth, .run = run}, way);
  }
}

// Returns null if the store has the page already.
FoundPage* Recorder::add_page(const CleanAddress& target, Discovery discovery, std::uint64_t way) {
  const std::string& url = target.url.href();
  discovery.url = store_.url_id(url);
  discovery.host = target.url.host();
  const std::optional<std::int64_t> page = store_.add_page(discovery);
  if (!page) return nullptr;
  FoundPage& found = found_.emplace_back();
  found.url = url;
  found.key = key_of(target.key);
  new_keys_.insert(found.key);
  found.waiting = {.page = *page,
                   .url = discovery.url,
                   .xpath = discovery.xpath,
                   .way = way,
                   .depth = discovery.depth,
                   .run = discovery.run};
  return &found;
}

std::string Recorder::why_not(const CleanAddress& target, std::int32_t depth) const {
  if (options_.max_depth > 0 && depth > options_.max_depth) {
    return "deeper than " + option_named("max_depth");
  }
  if (const Trap trap = trap_in(target.url, options_.traps); trap != Trap::kNone) {
    return "trap: " + std::string(name_of(trap));
  }
  return {};
}

bool Recorder::is_in_chain(std::int64_t target, std::int64_t page) const {
  for (;;) {
    if (page == target) return true;
    const auto from = redirected_from_.find(page);
    if (from == redirected_from_.end()) return false;
    page = from->second;
  }
}

int Recorder::redirects_to(std::int64_t page) const {
  int count = 0;
  for (auto from = redirected_from_.find(page); from != redirected_from_.end();
       from = redirected_from_.find(from->second)) {
    ++count;
  }
  return count;
}

void Recorder::not_followed(const std::string& why, std::string_view example) {
  NotFollowed& dropped = dropped_[why];
  if (dropped.count++ == 0) dropped.example = example;
}

}  // namespace pagekin::crawl
