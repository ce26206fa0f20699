#include "pagekin/synth/crawl_plan.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/synth/redesign.h"

namespace pagekin::synth {
namespace {

// Independent decisions have independent generators, so that a change of one does not affect
// another.
enum PlanStream : std::uint64_t { kWords, kSites, kEngines, kTemplates, kSizes, kRedesigns };

constexpr std::uint32_t kMaxTemplates = 100'000;
constexpr std::uint32_t kMaxSites = 1'000'000;
constexpr std::uint64_t kMaxPages = 1'000'000'000'000;
constexpr std::uint64_t kMaxParts = 1'000'000;
constexpr std::uint32_t kTemplatesPerEngine = 3;

// Makes themes and templates, one after the other.
class TemplateMaker {
 public:
  explicit TemplateMaker(Plan& plan)
      : plan_(plan), sites_(plan.options.sites), total_(plan.options.templates) {
    // With one site there are no other sites to share with.
    const std::uint32_t shared = sites_ > 1 ? std::max(1U, total_ / 8) : 0;
    own_ = total_ - shared;
  }

  void make() {
    plan_.templates.reserve(total_);
    for (std::uint32_t number = 0; number < total_; ++number) {
      if (number < own_) {
        add_own(number);
      } else {
        add_shared(number);
      }
    }
  }

 private:
  Random random_for(std::uint32_t number) const {
    return plan_.random.fork(kTemplates).fork(number);
  }

  // Own templates are dealt to the sites in turn. The first of a site makes its
  // front page; from then on every second one derives from the one before it.
  void add_own(std::uint32_t number) {
    const std::uint32_t site = number % sites_;
    const std::uint32_t turn = number / sites_;
    if (turn == 0) add_theme(plan_.random.fork(kSites).fork(site));
    Template made;
    made.sites = {site};
    if (turn >= 2 && turn % 2 == 0) {
      const std::uint32_t base = number - sites_;
      switch ((site + turn / 2) % 3) {
        case 0:
          derive_view(number, base, made);
          break;
        case 1:
          derive_twin(number, base, made);
          break;
        default:
          derive_layout(number, base, made);
          break;
      }
    } else {
      made.theme = site;
      fresh(number, turn == 0, made);
      place(number, "", site, made);
    }
    plan_.templates.push_back(std::move(made));
  }

  // An engine gives up to three templates, in its own theme, to several sites, and to every site
  // that has no other template.
  void add_shared(std::uint32_t number) {
    const std::uint32_t engine = (number - own_) / kTemplatesPerEngine;
    const Random random = plan_.random.fork(kEngines).fork(engine);
    Template made;
    if ((number - own_) % kTemplatesPerEngine == 0) {
      made.theme = add_theme(random);
      Random draw = random.fork(1);
      const std::uint32_t first = draw.below(sites_);
      const std::uint32_t installed = std::min(sites_, 2 + draw.below(5));
      for (std::uint32_t i = 0; i < installed; ++i) made.sites.push_back((first + i) % sites_);
      for (std::uint32_t site = own_; site < sites_; ++site) {
        if ((site + sites_ - first) % sites_ >= installed) made.sites.push_back(site);
      }
    } else {
      made.theme = plan_.templates.back().theme;
      made.sites = plan_.templates.back().sites;
    }
    fresh(number, false, made);
    place(number, fmt::format("wiki{}/", engine + 1), kMaxSites + engine, made);
    plan_.templates.push_back(std::move(made));
  }

  std::uint32_t add_theme(Random random) {
    plan_.themes.push_back(
        make_theme(make_style(random.fork(2)), View::kFull, plan_.vocabulary, random.fork(3)));
    return static_cast<std::uint32_t>(plan_.themes.size() - 1);
  }

  void name(std::uint32_t number, std::string_view ending, Template& made) {
    made.name = fmt::format("{}-{:02}{}", page_kinds()[made.kind].name, number + 1, ending);
  }

  void fresh(std::uint32_t number, bool front, Template& made) {
    Random random = random_for(number);
    const auto kinds = static_cast<std::uint32_t>(page_kinds().size());
    made.base = number;
    made.kind = front ? 0 : 1 + random.below(kinds - 1);
    made.body = make_body(page_kinds()[made.kind], View::kFull, plan_.themes[made.theme].style,
                          plan_.vocabulary, random.fork(1));
    name(number, "", made);
  }

  // Gives the template its own URLs; its section must differ from those of `owner`.
  void place(std::uint32_t number, std::string_view prefix, std::uint32_t owner, Template& made) {
    Random random = random_for(number).fork(2);
    const std::uint32_t earlier = used_[{owner, made.kind}]++;
    made.url.section = std::string(prefix) + page_kinds()[made.kind].section +
                       (earlier == 0 ? "" : std::to_string(earlier + 1));
    made.url.form = static_cast<UrlForm>(random.below(6));
    made.url.first_id = 1 + random.below(5000);
  }

  void derive_twin(std::uint32_t number, std::uint32_t base, Template& made) {
    const Template& original = plan_.templates[base];
    made.origin = Origin::kTwin;
    made.base = base;
    made.theme = original.theme;
    made.kind = original.kind;
    made.body = make_twin(original.body, plan_.themes[made.theme].style, plan_.vocabulary,
                          random_for(number));
    place(number, "", made.sites[0], made);
    name(number, "-twin", made);
  }

  // Base and layout share one URL pattern, with ids in turn.
  void derive_layout(std::uint32_t number, std::uint32_t base, Template& made) {
    Template& original = plan_.templates[base];
    made.origin = Origin::kLayout;
    made.base = base;
    made.theme = original.theme;
    made.kind = original.kind;
    made.body = make_body(page_kinds()[made.kind], View::kFull, plan_.themes[made.theme].style,
                          plan_.vocabulary, random_for(number));
    original.url.stride = 2;
    made.url = original.url;
    made.url.first_id += 1;
    name(number, "-layout", made);
  }

  void derive_view(std::uint32_t number, std::uint32_t base, Template& made) {
    const Template& original = plan_.templates[base];
    Random random = random_for(number);
    made.origin = Origin::kView;
    made.view = random.chance(0.5) ? View::kPrint : View::kMobile;
    const bool print = made.view == View::kPrint;
    made.base = base;
    made.kind = original.kind;
    plan_.themes.push_back(make_theme(plan_.themes[original.theme].style, made.view,
                                      plan_.vocabulary, random.fork(1)));
    made.theme = static_cast<std::uint32_t>(plan_.themes.size() - 1);
    made.body = make_body(page_kinds()[made.kind], made.view, plan_.themes[made.theme].style,
                          plan_.vocabulary, random.fork(2));
    made.url = original.url;
    made.url.query = print ? "print=1" : "m=1";
    name(number, print ? "-print" : "-mobile", made);
  }

  Plan& plan_;
  std::uint32_t sites_;
  std::uint32_t total_;
  std::uint32_t own_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> used_;
};

// The pages of one template on one site, with those of its view if it has one.
struct Bundle {
  std::uint32_t site = 0;
  std::uint32_t template_number = 0;
  std::uint32_t view = 0;  // template number of the view; 0: none, because template 0 is not a view
  std::uint64_t pages = 0;
};

// First one bundle for each template, in their order, then the other installations.
std::vector<Bundle> bundles_of(const std::vector<Template>& templates) {
  std::vector<Bundle> bundles, installations;
  std::map<std::uint32_t, std::uint32_t> view_of;
  for (std::uint32_t number = 0; number < templates.size(); ++number) {
    if (templates[number].origin == Origin::kView) view_of[templates[number].base] = number;
  }
  for (std::uint32_t number = 0; number < templates.size(); ++number) {
    const Template& made = templates[number];
    if (made.origin == Origin::kView) continue;
    const auto view = view_of.find(number);
    for (std::size_t i = 0; i < made.sites.size(); ++i) {
      (i == 0 ? bundles : installations)
          .push_back({.site = made.sites[i],
                      .template_number = number,
                      .view = view == view_of.end() ? 0 : view->second});
    }
  }
  bundles.insert(bundles.end(), installations.begin(), installations.end());
  return bundles;
}

// Gives one page to each template, then one to each installation, while pages are left; shares
// the rest by Zipf's law with random ranks.
void share_pages(std::uint64_t pages, Random random, std::vector<Bundle>& bundles) {
  for (Bundle& bundle : bundles) {
    bundle.pages = std::min<std::uint64_t>(pages, bundle.view == 0 ? 1 : 2);
    pages -= bundle.pages;
  }
  const auto count = static_cast<std::uint32_t>(bundles.size());
  std::vector<std::uint32_t> by_rank(count);
  for (std::uint32_t i = 0; i < count; ++i) by_rank[i] = i;
  for (std::uint32_t i = count; i > 1; --i) std::swap(by_rank[i - 1], by_rank[random.below(i)]);

  double total = 0;
  for (std::uint32_t rank = 0; rank < count; ++rank) total += 1.0 / (rank + 1);
  double sum = 0;
  std::uint64_t given = 0;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    sum += 1.0 / (rank + 1);
    const std::uint64_t up_to =
        rank + 1 == count ? pages
                          : static_cast<std::uint64_t>(static_cast<double>(pages) * (sum / total));
    bundles[by_rank[rank]].pages += up_to - given;
    given = up_to;
  }
}

void add_slots(const Bundle& bundle, Random random, Site& site) {
  const auto slot = static_cast<std::uint32_t>(site.slots.size());
  const auto section = static_cast<std::uint32_t>(site.sections.size());
  site.sections.push_back(slot);
  site.slots.push_back(
      {.template_number = bundle.template_number, .pages = bundle.pages, .section = section});
  if (bundle.view == 0 || bundle.pages < 2) return;
  // A view shows at most every second page.
  const std::uint64_t shown =
      std::max<std::uint64_t>(1, bundle.pages * (10 + random.below(40)) / 100);
  site.slots[slot].pages -= shown;
  site.slots[slot].views = {slot + 1};
  site.slots.push_back({.template_number = bundle.view, .pages = shown, .section = section});
}

std::vector<std::uint64_t> slot_lengths(const Site& site) {
  std::vector<std::uint64_t> lengths;
  for (const Slot& slot : site.slots) lengths.push_back(slot.pages);
  return lengths;
}

}  // namespace

SynthOptions checked(SynthOptions options) {
  const auto need = [](const char* name, std::uint64_t found, std::uint64_t low,
                       std::uint64_t high) {
    if (found >= low && found <= high) return;
    throw OptionError(fmt::format("{}: expected {} to {}, found {}", name, low, high, found), name);
  };
  if (options.sites == 0) options.sites = std::max(1U, options.templates / 5);
  need("templates", options.templates, 1, kMaxTemplates);
  need("pages", options.pages, 1, kMaxPages);
  need("sites", options.sites, 1, kMaxSites);
  need("redesign", options.redesign, 0, options.templates);
  const auto [number, count] = options.part;
  const std::uint64_t most = std::min(options.pages, kMaxParts);
  if (number < 1 || number > count || count > most) {
    throw OptionError(
        fmt::format("part: expected K/N with K from 1 to N and N from 1 to {}, found {}/{}", most,
                    number, count),
        "part");
  }
  return options;
}

Plan::Plan(const SynthOptions& given)
    : options(checked(given)), random(given.seed), vocabulary(random.fork(kWords)) {
  TemplateMaker(*this).make();

  std::vector<Bundle> bundles = bundles_of(templates);
  share_pages(options.pages, random.fork(kSizes), bundles);
  // Slots of a site in the order of templates, so that its front page comes first.
  std::stable_sort(bundles.begin(), bundles.end(), [](const Bundle& a, const Bundle& b) {
    return std::pair(a.site, a.template_number) < std::pair(b.site, b.template_number);
  });

  std::vector<std::uint64_t> lengths;
  for (std::size_t i = 0; i < bundles.size();) {
    const std::uint32_t number = bundles[i].site;
    Random draw = random.fork(kSites).fork(number).fork(1);
    Site site;
    vocabulary.append_slug(draw, 1, site.host);
    site.host += fmt::format("{}.example", number + 1);
    site.links = static_cast<LinkForm>(draw.below(3));
    for (; i < bundles.size() && bundles[i].site == number; ++i) {
      if (bundles[i].pages > 0) add_slots(bundles[i], draw.fork(i), site);
    }
    if (site.slots.empty()) continue;
    site.order = Interleave(slot_lengths(site), 8);
    lengths.push_back(site.order.size());
    sites.push_back(std::move(site));
  }
  order = Interleave(std::move(lengths), sites.size() > 1024 ? 8 : 12);
  half_way = range_of({.number = 2, .count = 2}, options.pages).first;
  add_redesigns(*this, random.fork(kRedesigns));
}

PageRef Plan::locate(std::uint64_t page) const {
  const Interleave::Place site = order.at(page);
  const Interleave::Place slot = sites[site.which].order.at(site.index);
  const Site& found = sites[site.which];
  const Template& made = templates[found.slots[slot.which].template_number];
  return {.site = site.which,
          .slot = slot.which,
          .index = slot.index,
          .redesigned = made.redesign != 0 && page >= half_way};
}

}  // namespace pagekin::synth
