#include "pagekin/extraction/learn_wrapper.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "pagekin/clustering/describe_pages.h"
#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/clustering/template_models.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/page_ids.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/learn_records.h"
#include "pagekin/extraction/read_field_labels.h"
#include "pagekin/extraction/slot_pages.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/reading/read_again.h"
#include "pagekin/templates/mark_overlap.h"
#include "pagekin/wrapper/choose_template.h"
#include "pagekin/wrapper/css_selector.h"
#include "pagekin/wrapper/learn.h"
#include "pagekin/wrapper/listed_text.h"
#include "pagekin/wrapper/place_path.h"
#include "pagekin/wrapper/place_value.h"
#include "pagekin/wrapper/reserve_places.h"
#include "pagekin/wrapper/share_fields.h"
#include "pagekin/wrapper/value_text.h"
#include "pagekin/wrapper/xpath.h"

namespace pagekin::extraction {
namespace {

using wrapper::GivenLabel;

constexpr std::size_t kMarkPages = 24;      // of a template without labels
constexpr std::size_t kMaxTemplates = 500;  // that a wrapper knows
constexpr std::size_t kMinSample = 40;
constexpr std::size_t kSharingPages = 12;       // of a template without labels, read for its slots
constexpr std::size_t kSharingTemplates = 200;  // so many of these
constexpr double kSameSite = 0.2;      // overlap of marks of templates that may share fields
constexpr std::size_t kMaxDonors = 3;  // that are asked

// A page that was read again: its slots, if its template has labels; its marks.
struct SampledPage {
  std::unique_ptr<wrapper::PageSlots> slots;
  std::unique_ptr<rows::RowPage> rows;  // if its template has labels of records
  std::vector<std::uint64_t> marks;
  // Labels that are paths are looked up while the tree is there: by label the places.
  std::map<std::size_t, wrapper::PathPlaces> path_places;
};

class Learning {
 public:
  Learning(const LearnWrapperOptions& options,
           const std::function<void(const Incident&)>& on_incident, Progress* reading,
           Progress* comparing)
      : options_(options),
        on_incident_(on_incident),
        reading_(reading),
        comparing_(comparing),
        labels_(options.labels) {}

  LearnWrapperRun run() {
    clustering::check_readable_twice(options_.pages.source, "inputs");
    run_.labels = labels_.size();
    if (labels_.empty()) {
      throw InputError("there are no labels; a table of labels has the columns page, field, value",
                       "fields");
    }
    const Stopwatch watch;
    pages_ = clustering::group_pages(options_.pages, on_incident_, reading_, comparing_);
    run_.counts = pages_.counts;
    run_.caution = pages_.caution;
    run_.templates = pages_.all.size();
    assign_labels();
    choose_sample();
    read_sample();
    run_.read_seconds = watch.seconds();
    const Stopwatch learning;
    learn_all();
    run_.learn_seconds = learning.seconds();
    return std::move(run_);
  }

 private:
  struct TemplatePages {
    std::vector<PageId> numbers;  // of pages that are sampled, labelled ones first
    std::vector<std::size_t> labels;
    std::vector<SampledPage> pages;
  };

  void add_problem(std::size_t label, std::string problem) {
    const GivenLabel& given = labels_[label];
    run_.problems.push_back({given.file, given.line, given.page, given.field, std::move(problem)});
  }

  // The page whose id shares the longest beginning and end with this one; empty if that is less
  // than half of it. Ids are addresses: too long to count letters to change.
  std::string nearest_page(std::string_view wanted) const {
    std::size_t best = 0;
    std::string nearest;
    for (PageId page = 0; page < pages_.ids.size(); ++page) {
      const std::string_view id = pages_.ids[page];
      const std::size_t most = std::min(id.size(), wanted.size());
      std::size_t begin = 0;
      while (begin < most && id[begin] == wanted[begin]) ++begin;
      std::size_t end = 0;
      while (begin + end < most && id[id.size() - 1 - end] == wanted[wanted.size() - 1 - end]) {
        ++end;
      }
      const std::size_t longer = std::max(id.size(), wanted.size());
      if (begin + end <= best || 2 * (begin + end) < longer) continue;
      best = begin + end;
      nearest = id;
    }
    return nearest;
  }

  // Sorts the labels by template. A page that is not there is named with the nearest one.
  void assign_labels() {
    std::size_t searched = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const std::uint32_t group = pages_.find(labels_[i].page).group;
      if (group != clustering::kUngrouped) {
        of_template_[group].labels.push_back(i);
        continue;
      }
      if (pages_.ids.find(labels_[i].page)) {
        add_problem(i, "the page has no template");
        continue;
      }
      constexpr std::size_t most_searched = 50;  // labels whose page is searched for
      const std::string near = ++searched > most_searched ? "" : nearest_page(labels_[i].page);
      add_problem(i, "there is no such page in the inputs" +
                         (near.empty() ? "" : "; did you mean '" + printable(near) + "'?"));
    }
    if (of_template_.empty()) {
      throw InputError("none of the " + with_commas(labels_.size()) +
                           " labels is of a page of the inputs; the first is '" +
                           printable(labels_.front().page) + "', the " +
                           (pages_.has_all_pages ? "inputs begin" : "table of clusters begins") +
                           " with '" + (pages_.ids.size() == 0 ? "" : printable(pages_.ids[0])) +
                           "'",
                       "fields", labels_.front().file);
    }
  }

  // Labelled pages, then others in the order of a hash of their ids: any part of the
  // pages, and always the same.
  void choose_sample() {
    const std::size_t sample = std::clamp(kMaxSampled / of_template_.size(),
                                          std::min(kMinSample, options_.sample), options_.sample);
    std::set<PageId> labelled;
    for (auto& [number, pages] : of_template_) {
      for (const std::size_t label : pages.labels) {
        const PageId page = pages_.find(labels_[label].page).page;
        if (labelled.insert(page).second) pages.numbers.push_back(page);
      }
    }
    std::vector<std::vector<std::pair<std::uint64_t, PageId>>> rest(pages_.all.size());
    for (PageId page = 0; page < pages_.groups.size(); ++page) {
      const std::uint32_t group = pages_.groups[page];
      if (group != clustering::kUngrouped && !labelled.contains(page))
        rest[group].emplace_back(hash_bytes(pages_.ids[page]), page);
    }
    for (std::uint32_t number = 0; number < rest.size(); ++number) {
      const bool has_labels = of_template_.contains(number);
      if (!has_labels && number >= kMaxTemplates) continue;
      auto& pages = has_labels ? of_template_[number] : others_[number];
      std::ranges::sort(rest[number]);
      const std::size_t most = has_labels ? std::max(sample, pages.numbers.size()) : kMarkPages;
      for (const auto& [hash, page] : rest[number]) {
        if (pages.numbers.size() >= most) break;
        pages.numbers.push_back(page);
      }
    }
  }

  void read_sample() {
    struct Wanted {
      std::uint32_t number = 0;  // of the template
      std::size_t at = 0;        // in its pages
      bool has_rows = false;
      std::vector<std::size_t> paths;  // labels
    };
    std::map<PageId, Wanted> wanted;
    for (auto* group : {&of_template_, &others_}) {
      for (auto& [number, pages] : *group) {
        pages.pages.resize(pages.numbers.size());
        for (std::size_t i = 0; i < pages.numbers.size(); ++i) {
          Wanted& page = wanted[pages.numbers[i]];
          page.number = number;
          page.at = i;
        }
      }
    }
    for (const auto& [number, pages] : of_template_) {
      const bool has_records = std::ranges::any_of(pages.labels, [&](std::size_t label) {
        return !record_of(labels_[label].field).empty();
      });
      const std::size_t most =
          std::max(pages.labels.size(),
                   clustering::kMostRowPages / std::min<std::size_t>(of_template_.size(), 4));
      for (std::size_t i = 0; has_records && i < std::min(pages.numbers.size(), most); ++i) {
        wanted[pages.numbers[i]].has_rows = true;
      }
      for (const std::size_t label : pages.labels) {
        const GivenLabel::Kind kind = labels_[label].kind;
        if (kind != GivenLabel::Kind::kXpath && kind != GivenLabel::Kind::kCss) continue;
        wanted[pages_.find(labels_[label].page).page].paths.push_back(label);
      }
    }
    std::vector<PageId> numbers;
    for (const auto& [page, how] : wanted) numbers.push_back(page);
    const reading::ReadAgain again = reading::read_chosen<SampledPage>(
        {.source = options_.pages.source, .progress = comparing_}, pages_.pages_before(), numbers,
        [&](const Page& page, std::span<const PageId> candidates, reading::ExtractionNotes& notes) {
          SampledPage read;
          notes = reading::notes_of(
              features::read_page_tree(page, kSlotTree, 0, [&](const dom::Tree& tree) {
                read.slots = std::make_unique<wrapper::PageSlots>();
                wrapper::read_slots(tree, {.keep_others = true}, *read.slots);
                const bool has_rows = std::ranges::any_of(
                    candidates, [&](PageId candidate) { return wanted.at(candidate).has_rows; });
                if (has_rows) {
                  read.rows = std::make_unique<rows::RowPage>();
                  rows::read_row_page(tree, page.id, *read.rows);
                }
                read.marks = features::marks(tree);
                for (const PageId candidate : candidates) {
                  find_paths(tree, wanted.at(candidate).paths, read);
                }
              }));
          return read;
        },
        [&](PageId page, SampledPage&& read) {
          if (read.slots == nullptr) return;
          const Wanted& how = wanted.at(page);
          const auto labelled = of_template_.find(how.number);
          if (labelled == of_template_.end()) {
            const bool may_share = how.at < kSharingPages && how.number < kSharingTemplates;
            if (!may_share) read.slots.reset();
            others_[how.number].pages[how.at] = std::move(read);
          } else {
            labelled->second.pages[how.at] = std::move(read);
          }
        });
    if (!pages_.has_all_pages) run_.counts = again.counts;
    reading::require_pages(run_.counts);
  }

  void find_paths(const dom::Tree& tree, const std::vector<std::size_t>& labels,
                  SampledPage& page) const {
    if (labels.empty()) return;
    const wrapper::QueriedTree queried(tree);
    for (const std::size_t label : labels) {
      try {
        const wrapper::NodeQuery query = labels_[label].kind == GivenLabel::Kind::kXpath
                                             ? wrapper::parse_xpath(labels_[label].text)
                                             : wrapper::parse_css(labels_[label].text);
        if (!query.attribute.empty()) page.slots->take_others({&query.attribute, 1});
        page.path_places[label] = wrapper::place_path(queried, *page.slots, query);
      } catch (const Error&) {
        // Reported when the labels are collected.
      }
    }
  }

  // A template on its way to rules.
  struct Work {
    wrapper::TemplateRules rules;
    std::vector<const wrapper::PageSlots*> slots;
    std::vector<std::string_view> addresses;
    std::vector<wrapper::LabelledField> fields;
    std::map<std::string, std::vector<std::size_t>> given;  // labels by field
    std::vector<wrapper::LearnedField> learned;
    std::vector<FieldSummary> records;  // cells of records
    std::optional<std::size_t> donor;   // the template that lent labels
    std::vector<std::string> missed;    // fields of the donor that its labels did not find here
  };

  void learn_all() {
    std::vector<Work> all;
    for (std::uint32_t number = 0; number < pages_.all.size(); ++number) {
      if (const auto found = of_template_.find(number); found != of_template_.end()) {
        all.push_back(prepare(number, found->second));
      } else if (const auto other = others_.find(number); other != others_.end()) {
        all.push_back(prepare(number, other->second));
      }
    }
    for (Work& work : all) learn(work);
    share(all);
    for (Work& work : all) {
      check_stop();
      wrapper::learn_reserve(work.slots, work.addresses, work.rules);
      for (std::size_t i = 0; i < work.learned.size(); ++i) note(work, i);
      for (const std::string& name : work.missed) {
        FieldSummary& summary = run_.fields.emplace_back(not_learned(work, name, "not found here"));
        summary.doubt = 1;
        summary.is_borrowed = true;
        summary.ask = work.addresses.front();
      }
      for (FieldSummary& one : work.records) {
        one.template_number = static_cast<std::uint32_t>(run_.wrapper.templates.size());
        run_.fields.push_back(std::move(one));
      }
      if (work.rules.marks.empty() && !work.rules.has_any()) continue;
      run_.wrapper.templates.push_back(std::move(work.rules));
    }
    if (run_.fields.empty()) {
      std::string message =
          "no field could be learned from " + with_commas(labels_.size()) + " labels";
      if (!run_.problems.empty()) {
        message += "; the first problem: " + to_text(run_.problems.front());
      } else if (!lacked_.empty()) {
        message += "; all labelled pages lack the field '" + printable(lacked_.front().field) + "'";
      }
      throw InputError(message, "fields", labels_.front().file);
    }
    std::ranges::move(lacked_, std::back_inserter(run_.fields));
  }

  void learn(Work& work) {
    check_stop();
    work.rules.fields.clear();
    work.learned.clear();
    if (work.fields.empty()) return;
    work.learned = wrapper::learn_fields(work.slots, work.addresses, work.fields, {}, work.rules);
  }

  // Whether a label says that a page of the template has a field.
  bool has_values(const Work& work) const {
    return std::ranges::any_of(work.given, [&](const auto& field) {
      return std::ranges::any_of(field.second, [&](std::size_t label) {
        return labels_[label].kind != GivenLabel::Kind::kAbsent;
      });
    });
  }

  // A template that nobody labelled may learn fields from another one of its site, see
  // wrapper/share_fields.h. Where several are labelled, each has the fields that were labelled
  // there, and the most similar one lends: persons do not have the fields of places.
  void share(std::vector<Work>& all) {
    std::vector<std::size_t> donors;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].rules.fields.empty()) donors.push_back(i);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      Work& work = all[i];
      if (work.slots.empty() || has_values(work)) continue;
      std::vector<std::pair<double, std::size_t>> near;
      for (const std::size_t donor : donors) {
        if (donor == i) continue;
        const double overlap = templates::mark_overlap(work.rules.marks, all[donor].rules.marks);
        if (overlap >= kSameSite) near.emplace_back(-overlap, donor);
      }
      std::ranges::sort(near);
      for (std::size_t k = 0; k < std::min(kMaxDonors, near.size()) && !work.donor; ++k) {
        check_stop();
        const Work& donor = all[near[k].second];
        const std::vector<wrapper::LabelledField> own = work.fields;
        for (wrapper::LabelledField& field :
             wrapper::borrow_labels(donor.rules, own, work.slots, work.addresses)) {
          work.fields.push_back(std::move(field));
          work.donor = near[k].second;
        }
        if (!work.donor) continue;
        learn(work);
        if (wrapper::drop_unlike(donor.rules, work.rules, work.fields, work.learned)) continue;
        work.fields = own;
        work.donor.reset();
        learn(work);
      }
    }
    for (Work& work : all) {
      if (work.donor) note_missed(all[*work.donor], work);
    }
    // A rule without selectors: on these pages nobody knows where the field is.
    for (Work& work : all) {
      for (const std::string& name : work.missed) work.rules.fields.emplace_back().name = name;
    }
  }

  // The fields that a template was labelled to have, and another one with the same fields has not
  // learned. A label there, that a page lacks the field, says enough.
  static void note_missed(const Work& donor, Work& work) {
    for (const wrapper::FieldRule& rule : donor.rules.fields) {
      if (!donor.given.contains(rule.name) || work.given.contains(rule.name)) continue;
      const bool is_known =
          std::ranges::find(work.rules.fields, rule.name, &wrapper::FieldRule::name) !=
              work.rules.fields.end() ||
          std::ranges::find(work.missed, rule.name) != work.missed.end();
      if (!is_known) work.missed.push_back(rule.name);
    }
  }

  // Reports what was learned of a field, or why nothing was.
  void note(Work& work, std::size_t i) {
    const wrapper::LabelledField& field = work.fields[i];
    const std::vector<std::size_t>& given = work.given[field.name];
    if (work.learned[i].is_found) {
      summarise(work.rules, field, work.learned[i], work.addresses);
      if (given.empty()) note_borrowed(work, run_.fields.back());
      note_lost(work, i, given);
    } else if (!has_problem(given)) {
      const auto is_absent = [&](std::size_t label) {
        return labels_[label].kind == GivenLabel::Kind::kAbsent;
      };
      // That a page lacks a field is a good label, but nothing to learn from.
      if (std::ranges::all_of(given, is_absent)) {
        lacked_.push_back(
            not_learned(work, field.name, "all labelled pages lack it; label a page that has it"));
        lacked_.back().labels = static_cast<std::uint32_t>(given.size());
      }
      for (const std::size_t label : given) {
        if (!is_absent(label)) add_problem(label, "no rule gives this value; label another page");
      }
    }
  }

  FieldSummary not_learned(const Work& work, const std::string& name, std::string why) const {
    FieldSummary summary;
    summary.template_number = static_cast<std::uint32_t>(run_.wrapper.templates.size());
    summary.template_label = work.rules.label;
    summary.field = name;
    summary.pages = static_cast<std::uint32_t>(work.slots.size());
    summary.place = std::move(why);
    return summary;
  }

  // Nobody should rely on a field that nobody labelled here.
  static void note_borrowed(const Work& work, FieldSummary& summary) {
    summary.is_borrowed = true;
    summary.labels = 0;
    summary.doubt = 1;
    if (summary.ask.empty()) summary.ask = work.addresses.front();
  }

  // Names labelled pages on which the rules do not give the labels.
  void note_lost(const Work& work, std::size_t i, const std::vector<std::size_t>& given) {
    for (const wrapper::LearnedField::Lost& lost : work.learned[i].lost) {
      const auto label = std::ranges::find_if(given, [&](std::size_t number) {
        return labels_[number].page == work.addresses[lost.page];
      });
      if (label == given.end()) continue;
      add_problem(
          *label,
          "the rules that were learned give " +
              (lost.given.empty() ? "nothing" : "'" + printable(lost.given.substr(0, 100)) + "'") +
              " on this page; label another page, or give the place as a path");
    }
  }

  static std::string to_text(const LabelProblem& problem) {
    return "field '" + printable(problem.field) + "' of page '" + printable(problem.page) +
           "': " + problem.problem;
  }

  wrapper::TemplateRules rules_of(std::uint32_t number, const TemplatePages& pages) const {
    const clustering::GroupedPages::Group& known = pages_.all[number];
    wrapper::TemplateRules rules;
    rules.id = number + 1;
    rules.label = known.id;
    rules.name = known.name;
    std::vector<std::vector<std::uint64_t>> marks;
    for (const SampledPage& page : pages.pages) {
      if (!page.marks.empty()) marks.push_back(page.marks);
    }
    wrapper::set_marks(marks, rules);
    std::vector<std::uint64_t> hashes;
    for (PageId page = 0; page < pages_.groups.size(); ++page) {
      if (pages_.groups[page] == number) hashes.push_back(hash_bytes(pages_.ids[page]));
    }
    rules.crawl_pages = static_cast<std::uint32_t>(hashes.size());
    wrapper::set_addresses(std::move(hashes), rules);
    return rules;
  }

  Work prepare(std::uint32_t number, const TemplatePages& pages) {
    Work work;
    work.rules = rules_of(number, pages);
    std::map<std::string_view, std::uint32_t> place_of;
    for (std::size_t i = 0; i < pages.numbers.size(); ++i) {
      if (pages.pages[i].slots == nullptr) continue;
      const std::string_view id = pages_.ids[pages.numbers[i]];
      place_of[id] = static_cast<std::uint32_t>(work.slots.size());
      work.slots.push_back(pages.pages[i].slots.get());
      work.addresses.push_back(id);
    }
    const std::vector<bool> is_of_record = learn_rows(pages, work);
    work.rules.attributes = other_attributes(pages, is_of_record);
    for (const SampledPage& page : pages.pages) {
      if (page.slots != nullptr) page.slots->take_others(work.rules.attributes);
    }
    std::size_t label_number = 0;
    for (const std::size_t label : pages.labels) {
      const auto place = place_of.find(labels_[label].page);
      if (place == place_of.end()) {
        add_problem(label, "the page could not be read again");
        ++label_number;
        continue;
      }
      if (is_of_record[label_number++]) continue;
      add_label(label, place->second, pages, work.fields, work.given);
    }
    return work;
  }

  // Whether a value alone may mean an attribute of this name: those that authors have for data and
  // for readers. Others hold numbers and words of the layout: width="300".
  static bool may_be_meant(std::string_view name) {
    return name.starts_with("data-") || name.starts_with("aria-");
  }

  // The names of attributes, apart from the usual ones, that labels mean: those that paths name,
  // and those for data whose value is a label that is nowhere else on its page.
  std::vector<std::string> other_attributes(const TemplatePages& pages,
                                            const std::vector<bool>& is_of_record) const {
    std::set<std::string> names;
    for (std::size_t i = 0; i < pages.labels.size(); ++i) {
      const GivenLabel& label = labels_[pages.labels[i]];
      const wrapper::PageSlots* const slots = sampled_page(label, pages).slots.get();
      if (slots == nullptr || is_of_record[i]) continue;
      if (label.kind == GivenLabel::Kind::kXpath || label.kind == GivenLabel::Kind::kCss) {
        for (const wrapper::Slot& slot : slots->slots) {
          const bool is_other =
              slot.source == content::Source::kOther || slot.source == content::Source::kDataSrc;
          if (is_other) names.emplace(slots->attribute_name(slot));
        }
      }
      if (label.kind != GivenLabel::Kind::kValue) continue;
      const std::vector<std::string> readings = readings_of_value(label.text);
      const bool is_known = std::ranges::any_of(readings, [&](const std::string& text) {
        return !wrapper::places_of_value(*slots, text, label.page).empty();
      });
      for (std::size_t k = 0; k < readings.size() && !is_known; ++k) {
        for (std::string& name : slots->names_with(readings[k])) {
          if (may_be_meant(name)) names.insert(std::move(name));
        }
      }
    }
    return {names.begin(), names.end()};
  }

  const SampledPage& sampled_page(const GivenLabel& label, const TemplatePages& pages) const {
    const auto at = std::ranges::find(pages.numbers, pages_.find(label.page).page);
    return pages.pages[static_cast<std::size_t>(at - pages.numbers.begin())];
  }

  // Learns the records of a template. By label: whether a record has it.
  std::vector<bool> learn_rows(const TemplatePages& pages, Work& work) {
    std::vector<const rows::RowPage*> read;
    std::vector<std::string_view> ids;
    for (std::size_t i = 0; i < pages.numbers.size(); ++i) {
      if (pages.pages[i].rows == nullptr) continue;
      read.push_back(pages.pages[i].rows.get());
      ids.push_back(pages_.ids[pages.numbers[i]]);
    }
    std::vector<GivenLabel> given;
    for (const std::size_t label : pages.labels) given.push_back(labels_[label]);
    LearnedRecords learned = learn_records(read, ids, given);
    for (FieldSummary& one : learned.fields) one.template_label = work.rules.label;
    work.rules.records = std::move(learned.model);
    work.rules.record_profiles = std::move(learned.profiles);
    if (!work.rules.records.empty()) {
      work.rules.pages = static_cast<std::uint32_t>(work.slots.size());
    }
    work.records = std::move(learned.fields);
    for (const std::size_t label : learned.unused) {
      const bool is_absent = given[label].kind == GivenLabel::Kind::kAbsent;
      add_problem(pages.labels[label],
                  is_absent ? "the rows of this page lack the cell; label a page that has it, too"
                            : "no place in the rows gives this value; label another page");
    }
    return learned.is_taken;
  }

  bool has_problem(const std::vector<std::size_t>& labels) const {
    return std::ranges::all_of(labels, [&](std::size_t label) {
      return std::ranges::any_of(run_.problems, [&](const LabelProblem& problem) {
        return problem.page == labels_[label].page && problem.field == labels_[label].field;
      });
    });
  }

  // Adds a label to its field if it is on the page; else says what is near.
  void add_label(std::size_t number, std::uint32_t page, const TemplatePages& pages,
                 std::vector<wrapper::LabelledField>& fields,
                 std::map<std::string, std::vector<std::size_t>>& given) {
    const GivenLabel& label = labels_[number];
    given[label.field].push_back(number);
    const SampledPage& read = sampled_page(label, pages);
    std::string value;
    std::vector<wrapper::LabelPlace> places;
    switch (label.kind) {
      case GivenLabel::Kind::kAbsent:
        break;
      case GivenLabel::Kind::kSlot:
        if (label.slot == 0 || label.slot > read.slots->slots.size()) {
          return add_problem(number, "slot " + std::to_string(label.slot) +
                                         " does not exist; the page has " +
                                         with_commas(read.slots->slots.size()));
        }
        places.push_back(wrapper::place_of_slot(*read.slots, label.slot - 1));
        break;
      case GivenLabel::Kind::kXpath:
      case GivenLabel::Kind::kCss: {
        const auto found = read.path_places.find(number);
        if (found == read.path_places.end()) return add_problem(number, path_error(label));
        if (!found->second.is_found) {
          return add_problem(number, "nothing on the page is at '" + printable(label.text) + "'");
        }
        if (found->second.places.empty()) {
          return add_problem(number, "what is at '" + printable(label.text) +
                                         "' has no text; an XPath can name an attribute, as "
                                         "//img/@src");
        }
        places = found->second.places;
        break;
      }
      case GivenLabel::Kind::kValue: {
        const std::vector<std::string> readings = readings_of_value(label.text);
        const auto reading = std::ranges::find_if(readings, [&](const std::string& text) {
          return !wrapper::places_of_value(*read.slots, text, label.page).empty();
        });
        value = reading == readings.end() ? readings.front() : *reading;
        if (reading != readings.end()) break;
        const std::string near = wrapper::nearest_value(*read.slots, value);
        return add_problem(
            number,
            "the value '" + printable(value.substr(0, 100)) + "' is not on the page" +
                (near.empty() ? ""
                              : "; the nearest text is '" + printable(near.substr(0, 100)) + "'"));
      }
    }
    auto field = std::ranges::find(fields, label.field, &wrapper::LabelledField::name);
    if (field == fields.end()) {
      fields.push_back({label.field, {}});
      field = fields.end() - 1;
    }
    auto own = std::ranges::find(field->labels, page, &wrapper::FieldLabel::page);
    if (own == field->labels.end()) {
      field->labels.push_back({page, {}, {}});
      own = field->labels.end() - 1;
    }
    if (!value.empty()) own->values.push_back(value);
    own->places.insert(own->places.end(), places.begin(), places.end());
  }

  static std::string path_error(const GivenLabel& label) {
    try {
      label.kind == GivenLabel::Kind::kXpath ? wrapper::parse_xpath(label.text)
                                             : wrapper::parse_css(label.text);
    } catch (const Error& error) {
      return error.what();
    }
    return "the path could not be followed";
  }

  void summarise(const wrapper::TemplateRules& rules, const wrapper::LabelledField& field,
                 const wrapper::LearnedField& learned,
                 const std::vector<std::string_view>& addresses) {
    FieldSummary& summary = run_.fields.emplace_back();
    summary.template_number = static_cast<std::uint32_t>(run_.wrapper.templates.size());
    summary.template_label = rules.label;
    summary.field = field.name;
    summary.labels = static_cast<std::uint32_t>(field.labels.size());
    const wrapper::FieldRule& rule = learned.rule;
    summary.pages = rule.profile.pages;
    summary.filled = rule.profile.filled;
    summary.agreement = rule.profile.agreement;
    summary.doubt = learned.doubt;
    if (learned.ask != wrapper::kNone) summary.ask = addresses[learned.ask];
    std::set<wrapper::Family> seen;
    constexpr std::size_t most_families = 3;
    for (const wrapper::Selector& selector : rule.selectors) {
      if (seen.size() == most_families || !seen.insert(selector.family).second) continue;
      summary.place +=
          (summary.place.empty() ? "" : ", ") + std::string(wrapper::to_text(selector.family));
    }
    if (rule.part.kind != wrapper::TextPart::Kind::kWhole)
      summary.part = wrapper::to_text(rule.part);
    if (!rule.separators.empty()) {
      summary.part += (summary.part.empty() ? "" : "; ") + wrapper::to_text(rule.separators);
    }
    summary.is_list = rule.is_list;
    summary.is_named = learned.is_named;
    summary.examples = rule.profile.examples;
    summary.places = learned.places;
  }

  const LearnWrapperOptions& options_;
  const std::function<void(const Incident&)>& on_incident_;
  Progress* reading_;
  Progress* comparing_;
  const std::vector<GivenLabel>& labels_;
  clustering::GroupedPages pages_;
  std::map<std::uint32_t, TemplatePages> of_template_;  // with labels
  std::map<std::uint32_t, TemplatePages> others_;
  std::vector<FieldSummary> lacked_;  // fields that all labelled pages lack
  LearnWrapperRun run_;
};

}  // namespace

LearnWrapperRun learn_wrapper(const LearnWrapperOptions& options,
                              const std::function<void(const Incident&)>& on_incident,
                              Progress* reading, Progress* comparing) {
  return Learning(options, on_incident, reading, comparing).run();
}

}  // namespace pagekin::extraction
