// uxclust: clusters pages by the XPath of the link through which they were first reached.
//
// Links at the same place of pages of one template mostly lead to pages of one template, so
// pages are grouped by that place without reading them. A few pages of each group then show
// which groups are of one template. See link_walk.h for how pages are reached,
// xpath_clusters.h for how groups are merged, docs/uxclust.md for how well it works.
//
// Source: Grigalis, Cenys: Using XPaths of Inbound Links to Cluster Template-Generated Web
// Pages, 2014, section 3.3.
// The cut-off of the paper suits sites of its size. With 100 on the 59 labelled sites of 40 to
// 2,543 pages the mean adjusted Rand index is 0.09, with the same share of a site it is 0.59; so
// the default is that share.
//
// Cost: see the two headers. The sample is known only after the last page, so what is compared is
// kept, packed, for every page: with common_paths 2 to 25 bytes a page on seven real sites,
// because many pages have the same tag paths; for `verify` up to 29 bytes more. In total a page
// took 150 to 560 bytes there, 50 to 85 of them for its id. Of pages in a store, only those that
// are sampled are kept.
#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"
#include "pagekin/features/content_key.h"
#include "pagekin/measure/set_measure.h"
#include "pagekin/method/agreement.h"
#include "pagekin/method/link_walk.h"
#include "pagekin/method/method.h"
#include "pagekin/method/xpath_clusters.h"

namespace pagekin::method {
namespace {

using features::Features;

constexpr std::size_t kMostNamed = 100;  // pages that a report names

// What is compared of each page, in the order in which pages were added.
class KeptPages {
 public:
  explicit KeptPages(std::unique_ptr<measure::Measure> measure)
      : measure_(std::move(measure)),
        is_document_(measure_->needs().document_paths),
        lists_(is_document_ ? NumberedLists::Kind::kSequence : NumberedLists::Kind::kSet) {}

  const measure::SetMeasure& measure() const { return *measure_->as_set(); }

  void add(Features& page) {
    // Paths of documents become sets only when all pages are known.
    lists_.add(is_document_ ? page.document_paths : measure().set_of(page));
    fingerprints_.add(std::string_view(reinterpret_cast<const char*>(page.fingerprint.data()),
                                       page.fingerprint.size()));
  }

  void fit(std::span<const PageId> pages) {
    if (!is_document_) return;
    std::vector<Features> all;
    for (const PageId page : pages) all.emplace_back().document_paths = lists_.values(page);
    measure_->fit(all);
  }

  std::vector<std::uint64_t> set_of(PageId page) const {
    if (!is_document_) return lists_.values(page);
    Features features;
    features.document_paths = lists_.values(page);
    measure_->prepare(features);
    const measure::SortedHashes set = measure().set_of(features);
    return {set.begin(), set.end()};
  }

  std::vector<std::uint8_t> fingerprint_of(PageId page) const {
    const std::string_view entries = fingerprints_[page];
    return {entries.begin(), entries.end()};
  }

 private:
  std::unique_ptr<measure::Measure> measure_;
  bool is_document_;
  NumberedLists lists_;
  ByteStrings fingerprints_;
};

// The pages in the order in which they were reached.
class PagesInOrder final : public ReachedPages {
 public:
  PagesInOrder(KeptPages& kept, std::span<const PageId> order) : kept_(&kept), order_(order) {}

  std::vector<PageId> announce(std::span<const PageId> pages) override {
    std::vector<PageId> added;
    added.reserve(pages.size());
    for (const PageId page : pages) added.push_back(order_[page]);
    kept_->fit(added);
    return {};
  }
  std::vector<std::uint64_t> set_of(PageId page) override { return kept_->set_of(order_[page]); }
  std::vector<std::uint8_t> fingerprint_of(PageId page) override {
    return kept_->fingerprint_of(order_[page]);
  }

 private:
  KeptPages* kept_;
  std::span<const PageId> order_;
};

// Pages of a store. Those that are announced are read and kept.
class SampledPages final : public ReachedPages {
 public:
  SampledPages(KeptPages& kept, KnownPages& known, const features::Needs& needs)
      : kept_(&kept), known_(&known), needs_(needs) {
    needs_.link_xpaths = false;
    needs_.fingerprint_length = 0;
  }

  std::vector<PageId> announce(std::span<const PageId> pages) override {
    pages_.reserve(pages.size());
    known_->read(pages, needs_, [&](PageId number, Features&& page) {
      pages_.push_back(number);
      kept_->add(page);
    });
    std::vector<PageId> all(pages_.size());
    std::iota(all.begin(), all.end(), PageId{0});
    kept_->fit(all);
    std::vector<PageId> unreadable;
    std::ranges::set_difference(pages, pages_, std::back_inserter(unreadable));
    return unreadable;
  }
  std::vector<std::uint64_t> set_of(PageId page) override {
    const auto at = std::ranges::lower_bound(pages_, page);
    return kept_->set_of(static_cast<PageId>(at - pages_.begin()));
  }
  std::vector<std::uint8_t> fingerprint_of(PageId page) override {
    return known_->fingerprint_of(page);
  }

 private:
  KeptPages* kept_;
  KnownPages* known_;
  features::Needs needs_;
  std::vector<PageId> pages_;  // pages that could be read, ascending
};

class Uxclust final : public Method, public Comparing {
 public:
  int cut_off = 0;
  int samples = 5;
  double occurrence = 0.3;
  double similar = 0.8;
  std::string seed_page = "shortest";
  int seed = 1;
  std::string verify = "off";
  bool drop_small = false;

  static constexpr auto params = std::tuple{
      param("cut_off", &Uxclust::cut_off, 0, 100'000'000,
            "a group of one XPath with fewer pages is small; small groups are not merged with each "
            "other; 0: scaled to the crawl, 100 (as in the paper) from 76,503 pages a site on"),
      param("samples", &Uxclust::samples, 1, 1'000'000, "number of pages of a group that are read"),
      param("occurrence", &Uxclust::occurrence, 0, 1,
            "values found in more than this share of these pages are the group's fingerprint"),
      param("similar", &Uxclust::similar, 0, 1,
            "least similarity of the fingerprints of two groups in one cluster"),
      word("seed_page", &Uxclust::seed_page, "shortest|...",
           "id of the page where the walk over the links starts; shortest: the page with the "
           "shortest id"),
      param("seed", &Uxclust::seed, 0, 2'000'000'000, "seed of the random choice of the samples"),
      word("verify", &Uxclust::verify, "off|samples|all",
           "which pages are checked and split off if their template fingerprint disagrees with "
           "most pages of their group"),
      flag("drop_small", &Uxclust::drop_small, "put small groups into no cluster (number 0)"),
  };

  Comparing* comparing() override { return this; }
  void compare_by(std::unique_ptr<measure::Measure> measure) override {
    if (measure->as_set() == nullptr) {
      throw OptionError(
          "uxclust compares what is common to pages of a group, so it needs a measure of sets (" +
              measure::names_of_set_measures() + "); the one given is of another kind",
          "measure");
    }
    needs_ = measure->needs();
    needs_.link_xpaths = true;
    if (verify != "off") needs_.fingerprint_length = features::kTemplateFingerprintLength;
    kept_ = std::make_unique<KeptPages>(std::move(measure));
  }

  features::Needs needs() const override { return needs_; }

  void add(Features&& page) override {
    walk_.add(page.page_id, page.address, page.link_xpaths, content_of(page));
    kept_->add(page);
  }

  using Method::finish;
  MethodResult finish(const FinishOptions& options) override;

  MethodResult cluster_known(KnownPages& pages, const FinishOptions& options) override;

 private:
  static std::uint64_t content_of(const Features& page);
  void choose_cut_off(std::size_t pages, std::size_t sites) {
    used_cut_off_ =
        cut_off == 0 ? scaled_cut_off(pages, sites) : static_cast<std::uint32_t>(cut_off);
  }
  XpathOptions xpath_options(const FinishOptions& options) const;
  using NameOf = std::function<std::string(PageId)>;  // by index in the order
  void describe(std::size_t groups, const XpathClusters& made, const NameOf& name_of);

  features::Needs needs_;
  std::unique_ptr<KeptPages> kept_;
  LinkWalk walk_;
  std::string report_;
  std::uint32_t used_cut_off_ = 0;
};

std::uint64_t Uxclust::content_of(const Features& page) {
  std::uint64_t key = features::content_key(page);
  for (const features::XpathLink& link : page.link_xpaths) {
    key = mix(mix(key ^ link.target) ^ link.xpath);
  }
  return key;
}

XpathOptions Uxclust::xpath_options(const FinishOptions& options) const {
  return {.cut_off = used_cut_off_,
          .samples = static_cast<std::uint32_t>(samples),
          .occurrence = occurrence,
          .similar = similar,
          .seed = static_cast<std::uint64_t>(seed),
          .verify = verify == "all"       ? Verify::kAll
                    : verify == "samples" ? Verify::kSamples
                                          : Verify::kOff,
          .drop_small = drop_small,
          .overlap = kept_->measure().overlap(),
          .threads = options.threads,
          .progress = options.progress,
          .check = options.check};
}

MethodResult Uxclust::finish(const FinishOptions& options) {
  const WalkedPages seen = walk_.walk(seed_page == "shortest" ? "" : seed_page);
  choose_cut_off(seen.order.size(), seen.site_count);
  PagesInOrder pages(*kept_, seen.order);
  const XpathClusters made = cluster_by_xpath(seen.group_of, pages, xpath_options(options));
  report_ = fmt::format("walk        {} links between {} pages, started from {} of them\n",
                        with_commas(seen.link_count), with_commas(seen.order.size()),
                        with_commas(seen.seed_count));
  describe(seen.group_count - seen.seed_count, made,
           [&](PageId page) { return std::string(walk_.id(seen.order[page])); });
  std::vector<int> labels(seen.order.size());
  for (std::size_t i = 0; i < labels.size(); ++i) labels[seen.order[i]] = made.labels[i];
  return {.clusters = canonical(std::move(labels)), .report = report_};
}

MethodResult Uxclust::cluster_known(KnownPages& pages, const FinishOptions& options) {
  if (seed_page != "shortest") {
    throw OptionError(
        "uxclust: seed_page is for pages that are in no store; a store knows its seeds",
        "seed_page");
  }
  const std::span<const std::uint32_t> group_of = pages.group_of();
  choose_cut_off(group_of.size(), pages.site_count());
  SampledPages sampled(*kept_, pages, needs_);
  XpathClusters made = cluster_by_xpath(group_of, sampled, xpath_options(options));
  std::uint32_t groups = 0;
  for (const std::uint32_t group : group_of) groups = std::max(groups, group + 1);
  report_ = fmt::format("reached     {} pages, {} of them not through a link\n",
                        with_commas(group_of.size()), with_commas(pages.seed_count()));
  describe(groups - pages.seed_count(), made, [&](PageId page) { return pages.id(page); });
  return {.clusters = canonical(std::move(made.labels)), .report = report_};
}

void Uxclust::describe(std::size_t group_count, const XpathClusters& made, const NameOf& name_of) {
  const auto groups = [](const GroupCount& count) {
    return fmt::format("{} with {} pages", with_commas(count.groups), with_commas(count.pages));
  };
  report_ += fmt::format("groups      {} by XPath; of {}{} or more: {}\n", with_commas(group_count),
                         with_commas(used_cut_off_), used_cut_off_ == 1 ? " page" : " pages",
                         groups(made.large));
  report_ += fmt::format("clusters    {} of these; small groups that joined one: {}; {}: {}\n",
                         with_commas(made.merged), groups(made.joined),
                         drop_small ? "left out" : "on their own", groups(made.alone));
  report_ += fmt::format("looked at   {} pages\n", with_commas(made.sampled));
  report_ += made.comparing;
  if (verify == "off") return;
  report_ += fmt::format(
      "verify      {} of {} pages disagree with their group, {} of them are like other clusters; "
      "groups without a kind of page that is more than half: {}\n",
      with_commas(made.split_off.size()), with_commas(made.verified), with_commas(made.moved),
      with_commas(made.without_kind));
  for (std::size_t i = 0; i < std::min(kMostNamed, made.split_off.size()); ++i) {
    report_ += fmt::format("            {}\n", escape_tsv(name_of(made.split_off[i])));
  }
  if (made.split_off.size() > kMostNamed) {
    report_ +=
        fmt::format("            and {} more\n", with_commas(made.split_off.size() - kMostNamed));
  }
}

}  // namespace

MethodInfo uxclust() {
  return {.name = "uxclust",
          .summary = "clusters pages by the XPath of the link through which they are first reached",
          .references = {{"grigalis2014", "section 3.3"}},
          .options = documented<Uxclust>(),
          .make = configured<Method, Uxclust>,
          .capabilities = {Capability::kComparing, Capability::kSampling},
          .measure = "common_paths",
          .words = "UXClust, XPath, inbound links, link structure, crawl, sampling",
          .document = "docs/uxclust.md"};
}

}  // namespace pagekin::method
