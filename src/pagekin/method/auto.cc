// auto: finds the templates of each site without any parameter, and those that several
// sites have in common.
//
// It uses what a template leaves in its pages: tag paths, classes, ids, meaningful
// attributes and short texts, each with its place in the page. docs/auto.md says how it
// works and how well.
//
// Cost: see templates/crawl_pages.h.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stored_numbers.h"
#include "pagekin/method/kept_ids.h"
#include "pagekin/method/method.h"
#include "pagekin/method/saved_crawl.h"
#include "pagekin/model/crawl_classifier.h"
#include "pagekin/templates/crawl_pages.h"
#include "pagekin/templates/track_templates.h"

namespace pagekin::method {
namespace {

constexpr const char* kName = "auto";

class AutoMethod final : public Method, public Persistent, public Classifying {
 public:
  std::string evidence = "all";

  static constexpr auto params = std::tuple{
      word("evidence", &AutoMethod::evidence, "all|content",
           "what is used: everything, or only the contents of pages without their addresses and "
           "links"),
  };

  static std::unique_ptr<Method> make(const ParamMap& given) {
    auto method = std::make_unique<AutoMethod>();
    set_params(*method, given);
    return method;
  }

  features::Needs needs() const override {
    return {.marks = true, .site_links = evidence == "all", .url_shape = true};
  }

  void use_threads(unsigned threads) override { threads_ = threads; }

  void add(features::Features&& page) override {
    pages_.add_later(page.site, std::move(page.marks), context_of(page), threads_);
  }

  using Method::finish;
  MethodResult finish(const FinishOptions& options) override {
    if (options.hints != nullptr) add_hints(*options.hints);
    pages_.settle(options.threads);
    pages_.drop_replaced();
    templates::CrawlTemplates found =
        pages_.learn(options.threads, templates::CrawlPages::FurtherPages::kNo);
    MethodResult result{.clusters = pages_.clusters(found)};
    result.certainty = pages_.certainty(found, result.clusters);
    track_variants(pages_.variants(found));
    result.variants = now_.variant_of_page;
    result.hinted_names = pages_.names(found, result.clusters);
    for (const auto& [page, doubt] : pages_.asked(found, options.questions)) {
      result.questions.push_back({static_cast<PageId>(page), doubt});
    }
    result.caution = caution(found);
    track(result, pages_.cores(std::move(found), result.clusters));
    if (options.holds_ids) {
      earlier_ = now_;
      read_again_.clear();
    }
    return result;
  }

  Classifying* classifying() override { return this; }
  std::unique_ptr<model::PageClassifier> classifier(const IndexedIds& known) override {
    const bool only_loaded =
        earlier_.of_page.size() == pages_.size() && read_again_.empty() && !is_hinted_anew_;
    if (!only_loaded && now_.of_page.size() != pages_.size()) finish();
    return model::make_crawl_classifier(std::move(pages_),
                                        only_loaded ? earlier_.of_page : now_.of_page, known.titles,
                                        kName, threads_);
  }

  Persistent* persistent() override { return this; }

  // Writes the format that saved_crawl.h reads.
  void save(const std::function<void(std::string_view)>& write) override {
    if (now_.of_page.size() != pages_.size()) finish();
    write_saved_crawl(evidence, now_, pages_, write);
  }

  std::size_t load(std::string_view bytes) override {
    SavedCrawl saved = read_saved_crawl(bytes);
    check_evidence(saved.evidence);
    pages_ = std::move(saved.pages);
    earlier_ = std::move(saved.ids);
    return pages_.size();
  }

  void replace(PageId page, features::Features&& features) override {
    pages_.settle(threads_);
    const templates::PageContext context = context_of(features);
    pages_.replace(page, features.site, std::move(features.marks), context);
    see_again(page);
  }

  void forget(std::span<const std::uint32_t> new_numbers) override {
    pages_.settle(threads_);
    pages_.forget(new_numbers);
    templates::keep_staying(new_numbers, earlier_.of_page);
    templates::keep_staying(new_numbers, earlier_.variant_of_page);
    std::vector<PageId> again;
    for (const PageId page : read_again_) {
      if (new_numbers[page] != templates::kPageLeft) again.push_back(new_numbers[page]);
    }
    read_again_ = std::move(again);
    std::vector<std::uint32_t> ids = earlier_.of_page;
    std::ranges::sort(ids);
    std::erase_if(earlier_.known, [&](const templates::KnownTemplate& known) {
      return !std::ranges::binary_search(ids, known.id);
    });
  }

  void see_again(PageId page) override {
    if (page < earlier_.of_page.size()) read_again_.push_back(page);
  }

  // The format of save() with the templates of earlier runs, then the pages that were read again.
  void save_unfinished(const std::function<void(std::string_view)>& write) override {
    pages_.settle(threads_);
    pages_.drop_replaced();
    write_saved_crawl(evidence, earlier_, pages_, write);
    write_list(read_again_, write);
  }

  std::size_t load_unfinished(std::string_view bytes) override {
    ByteReader rest(bytes);
    SavedCrawl saved = read_unfinished_crawl(rest);
    check_evidence(saved.evidence);
    pages_ = std::move(saved.pages);
    earlier_ = std::move(saved.ids);
    read_again_ = read_list<std::uint32_t>(rest);
    if (!rest.at_end()) throw Error("something follows the pages");
    return pages_.size();
  }

 private:
  void check_evidence(const std::string& saved) const {
    if (saved == evidence) return;
    throw Error(
        fmt::format("it was made with evidence={}, but this run has evidence={}", saved, evidence));
  }

  templates::PageContext context_of(features::Features& page) const {
    if (evidence != "all") return {};
    return {.address = std::move(page.url_marks),
            .target = page.link_target,
            .links = std::move(page.site_links)};
  }

  std::string caution(const templates::CrawlTemplates& found) const {
    std::string text;
    const std::uint32_t parts = pages_.parts_without_host(found);
    if (parts > 1) {
      text = fmt::format(
          "Pages without a host in their ids were divided by content into {} groups that share no "
          "frame, each learned like a site. A group may hold several sites. Ids that are addresses "
          "of their sites help more.",
          parts);
    } else if (pages_.has_mixed_sites()) {
      text =
          "The pages have no host in their ids and no class name or id in common. They may be of "
          "several sites; as one site, small templates are lost. Give ids that are addresses.";
    }
    const auto [all, small] = pages_.site_counts();
    if (small == 0) return text;
    if (!text.empty()) text += ' ';
    const std::string few = fmt::format("fewer than {} pages", pages_.few_pages_of_site);
    const std::string sites = all == 1 ? fmt::format("The site has {}", few)
                                       : fmt::format("{} of {} sites have {}", small, all, few);
    return text + sites +
           ". With so few, templates of one or two pages are often joined with others, or "
           "divided. Look at them before you rely on them, or add pages.";
  }

  void add_hints(templates::Hints hints) {
    hints.add_older(pages_.hints());
    hints.drop_contradictions();
    pages_.set_hints(std::move(hints));
    is_hinted_anew_ = true;
  }

  // Gives ids to the current clusters, based on the ids of the loaded pages.
  void track(MethodResult& result, std::vector<std::vector<std::uint64_t>> cores) {
    const Clustering& clusters = result.clusters;
    std::sort(read_again_.begin(), read_again_.end());
    read_again_.erase(std::unique(read_again_.begin(), read_again_.end()), read_again_.end());
    templates::Tracked tracked = templates::track_templates(
        earlier_.of_page, clusters, cores, earlier_.known, earlier_.next, read_again_);
    now_.next = earlier_.next;
    now_.known.clear();
    now_.of_page.clear();
    std::map<std::uint32_t, std::vector<std::uint64_t>> core_of;
    for (std::size_t cluster = 0; cluster < cores.size(); ++cluster) {
      const std::uint32_t id = tracked.id_of[cluster];
      now_.next = std::max(now_.next, id + 1);
      core_of[id] = std::move(cores[cluster]);
    }
    for (auto& [id, core] : core_of) now_.known.push_back({id, std::move(core)});
    for (const int label : clusters.labels) {
      now_.of_page.push_back(tracked.id_of[static_cast<std::size_t>(label)]);
    }
    result.template_ids = std::move(tracked.id_of);
    if (!earlier_.of_page.empty()) result.changes = std::move(tracked.changes);
  }

  // The same for variants.
  void track_variants(const Clustering& variants) {
    const std::vector<std::uint32_t> id_of =
        kept_ids(earlier_.variant_of_page, variants, earlier_.next_variant);
    now_.next_variant = earlier_.next_variant;
    now_.variant_of_page.clear();
    for (const int label : variants.labels) {
      const std::uint32_t id = id_of[static_cast<std::size_t>(label)];
      now_.next_variant = std::max(now_.next_variant, id + 1);
      now_.variant_of_page.push_back(id);
    }
  }

  unsigned threads_ = 1;  // that add() and classifier() may use
  templates::CrawlPages pages_;
  TemplateIds earlier_;             // of the loaded pages, which are the first pages
  TemplateIds now_;                 // of all pages, at the last finish()
  std::vector<PageId> read_again_;  // pages of earlier_ that this run has read again
  bool is_hinted_anew_ = false;
};

}  // namespace

MethodInfo auto_method() {
  return {.name = kName,
          .summary = "finds the templates of each site without any parameter",
          .references = {},
          .options = documented<AutoMethod>(),
          .make = AutoMethod::make,
          .capabilities = {Capability::kPersistent, Capability::kTracking, Capability::kAssessing,
                           Capability::kClassifying, Capability::kVaried, Capability::kHinted},
          .words =
              "default, parameter-free, unsupervised, template detection, template induction, page "
              "types",
          .document = "docs/auto.md",
          .saved_options = [](std::string_view saved) {
            return "evidence=" + read_saved_evidence(saved);
          }};
}

}  // namespace pagekin::method
