#include "pagekin/extraction/extract_fields.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "pagekin/core/hash.h"
#include "pagekin/core/stopwatch.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/rate_rows.h"
#include "pagekin/extraction/slot_pages.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/page_tree.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/reading/wanted.h"
#include "pagekin/wrapper/choose_template.h"
#include "pagekin/wrapper/designs.h"
#include "pagekin/wrapper/repair_rules.h"
#include "pagekin/wrapper/reserve_places.h"
#include "pagekin/wrapper/second_look.h"

namespace pagekin::extraction {
namespace {

using wrapper::HealthState;
using wrapper::kNone;

constexpr std::size_t kExamples = 3;
constexpr double kUnusualConfidence =
    0.5;                                // of values on pages that do not look like their template
constexpr double kCutConfidence = 0.5;  // of what may go on where the page was cut

// What a worker found on a page.
struct Found {
  wrapper::ChosenTemplate chosen;
  std::vector<wrapper::FoundField> fields;
  std::vector<FoundRecord> records;
  std::unique_ptr<wrapper::PageSlots> slots;  // of pages that may be kept
  std::vector<std::uint64_t> marks;           // of these
  bool is_unusual = false;  // it has the fields of its template, but not the marks
};

// The appliers of one thread. The wrapper outlives the run, and the threads end with the run.
class Appliers {
 public:
  Appliers(const wrapper::Wrapper& wrapper, const wrapper::ApplyOptions& options)
      : wrapper_(wrapper),
        options_(options),
        all_(wrapper.templates.size()),
        second_looks_(wrapper.templates.size()) {}

  wrapper::Applier& of(std::uint32_t number) { return made(all_, number); }
  wrapper::SecondLook& second_look(std::uint32_t number) { return made(second_looks_, number); }
  wrapper::PageSlots slots;
  rows::RowPage rows;
  std::vector<std::uint32_t> places;

 private:
  template <class Made>
  Made& made(std::vector<std::unique_ptr<Made>>& all, std::uint32_t number) {
    if (all[number] == nullptr) {
      all[number] = std::make_unique<Made>(wrapper_.templates[number], options_);
    }
    return *all[number];
  }

  const wrapper::Wrapper& wrapper_;
  wrapper::ApplyOptions options_;
  std::vector<std::unique_ptr<wrapper::Applier>> all_;
  std::vector<std::unique_ptr<wrapper::SecondLook>> second_looks_;
};

// Hands out appliers to threads and takes them back.
class Pool {
 public:
  Pool(const wrapper::Wrapper& wrapper, const wrapper::ApplyOptions& options)
      : wrapper_(wrapper), options_(options) {}

  std::unique_ptr<Appliers> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<Appliers>(wrapper_, options_);
    std::unique_ptr<Appliers> one = std::move(free_.back());
    free_.pop_back();
    return one;
  }
  void give_back(std::unique_ptr<Appliers> one) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(one));
  }

 private:
  const wrapper::Wrapper& wrapper_;
  const wrapper::ApplyOptions& options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Appliers>> free_;
};

// The rows of all records, with a confidence of at most `most`.
std::vector<FoundRecord> find_rows(const wrapper::TemplateRules& rules,
                                   const rows::PlacedPage& page, double most) {
  std::vector<FoundRecord> all;
  for (std::size_t r = 0; r < rules.records.records.size(); ++r) {
    const rows::RecordRule& rule = rules.records.records[r];
    FoundRecord& record = all.emplace_back();
    record.rows = rows::read_rows(page, rule);
    record.confidence = std::min(confidence_of(rule, record.rows), most);
    record.needs_review =
        record.rows.empty() ? rules.profile_of_record(r).is_usual() : record.confidence < kSureRows;
  }
  return all;
}

struct KeptPages {
  std::vector<std::string> ids;
  std::vector<std::unique_ptr<wrapper::PageSlots>> slots;
  std::vector<std::vector<std::uint64_t>> marks;

  void add(std::string_view id, Found&& found) {
    ids.emplace_back(id);
    slots.push_back(std::move(found.slots));
    marks.push_back(std::move(found.marks));
  }
};

// Where the end of a page was not read, nobody knows what stands there: a list, a text over several
// elements or the last text may go on, and what was not found may be there.
void doubt_rest(const wrapper::TemplateRules& rules, const wrapper::PageSlots& page,
                std::vector<wrapper::FoundField>& fields, std::vector<FoundRecord>& records) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    wrapper::FoundField& field = fields[i];
    if (field.state == wrapper::FieldState::kAbsent) field.state = wrapper::FieldState::kReview;
    const bool is_last = field.range.last + 1 == page.text_count;
    if (rules.fields[i].is_list || field.range.last > field.range.first || is_last) {
      field.confidence = std::min(field.confidence, kCutConfidence);
    }
  }
  for (FoundRecord& record : records) {
    record.confidence = std::min(record.confidence, kCutConfidence);
    record.needs_review = true;
  }
}

class Extraction {
 public:
  Extraction(const ExtractFieldsOptions& options, const wrapper::Wrapper& wrapper,
             const std::function<void(const FieldRecord&)>& record)
      : options_(options),
        wrapper_(wrapper),
        chooser_(wrapper),
        record_(record),
        pool_(wrapper, options.apply) {
    newest_ = wrapper::newest_designs(wrapper);
    health_of_.assign(wrapper.templates.size(), kNone);
    for (std::uint32_t i = 0; i < wrapper.templates.size(); ++i) {
      if (!wrapper.templates[i].has_any()) continue;
      health_of_[i] = static_cast<std::uint32_t>(run_.templates.size());
      TemplateHealth& health = run_.templates.emplace_back();
      health.template_number = i;
      health.fields.resize(wrapper.templates[i].fields.size());
      health.records.resize(wrapper.templates[i].records.records.size());
    }
    kept_.resize(run_.templates.size());
    own_.resize(run_.templates.size());
    own_ids_.resize(run_.templates.size());
    changed_.resize(run_.templates.size());
    lost_.resize(run_.templates.size());
    if (options.relocate) known_values_.emplace(wrapper);
  }

  ExtractFieldsRun run(const std::function<void(const Incident&)>& on_incident,
                       Progress* progress) {
    const Stopwatch watch;
    PageIds ids;
    run_.counts = reading::read_each<Found>(
        {.source = options_.source, .progress = progress, .incident = on_incident}, ids,
        [&](const Page& page, reading::ExtractionNotes& notes) { return find(page, notes); },
        [&](std::string_view id, Found&& found) { take(id, std::move(found)); });
    reading::require_pages(run_.counts);
    diagnose();
    run_.seconds = watch.seconds();
    return std::move(run_);
  }

  Found find(const Page& page, reading::ExtractionNotes& notes) {
    Found found;
    std::unique_ptr<Appliers> appliers = pool_.take();
    const features::Features read =
        features::read_page_tree(page, kSlotTree, 0, [&](const dom::Tree& tree) {
          std::vector<std::uint64_t> marks = features::marks(tree);
          found.chosen = choose(page, marks);
          if (found.chosen.candidate != kNone) try_candidate(page, tree, *appliers, found);
          const std::uint32_t number = found.chosen.number;
          const bool has_fields = number != kNone && wrapper_.templates[number].has_any();
          if (found.is_unusual) {
            // Its fields are there already.
          } else if (has_fields) {
            wrapper::Applier& applier = appliers->of(number);
            wrapper::read_slots(tree, applier.slot_options(), appliers->slots);
            applier.apply(appliers->slots, page.id, found.fields);
            const bool is_moved =
                wrapper::has_moved(wrapper_.templates[number], found.chosen.overlap);
            if (wrapper::may_find_more(wrapper_.templates[number], is_moved)) {
              appliers->second_look(number).look(appliers->slots, page.id, is_moved, found.fields);
            }
            read_records(page, tree, number, *appliers, found);
          } else if (options_.relocate && may_be_lost(found.chosen)) {
            wrapper::read_slots(tree, {.attributes = false, .json = false}, appliers->slots);
          }
          if (has_fields && (notes.is_cut || tree.limits.elements || appliers->slots.is_limited)) {
            doubt_rest(wrapper_.templates[number], appliers->slots, found.fields, found.records);
          }
          if (options_.relocate && (has_fields || may_be_lost(found.chosen))) {
            found.slots = std::make_unique<wrapper::PageSlots>(appliers->slots);
            found.marks = std::move(marks);
          }
        });
    notes = {read.bytes_scanned, read.limits};
    pool_.give_back(std::move(appliers));
    return found;
  }

 private:
  wrapper::ChosenTemplate choose(const Page& page, std::span<const std::uint64_t> marks) const {
    const std::string id = to_valid_utf8(page.id);
    if (options_.templates == nullptr || !clustering::is_unique(*options_.templates, id)) {
      return chooser_.choose(marks, page.id);
    }
    const std::uint32_t group = options_.templates->find(id).group;
    if (group == clustering::kUngrouped) return chooser_.choose(marks, page.id);
    wrapper::ChosenTemplate chosen;
    chosen.home = chooser_.home_of(page.id);
    // A template may have several designs: the page gets the nearest one.
    for (std::uint32_t number = 0; number < wrapper_.templates.size(); ++number) {
      if (wrapper_.templates[number].label != options_.templates->all[group].id) continue;
      const double overlap = chooser_.overlap(number, marks);
      if (chosen.number != kNone && overlap <= chosen.overlap) continue;
      chosen.number = number;
      chosen.overlap = overlap;
    }
    chosen.nearest = chosen.number;
    return chosen;
  }

  // Whether a page that had the template `home` has none of its fields and records, or not all of
  // them, in the template that it has now.
  bool has_lost_fields(std::uint32_t home, std::uint32_t number) const {
    if (home == kNone || health_of_[home] == kNone) return false;
    if (number == kNone) return true;
    if (newest_[home] == newest_[number]) return false;
    const wrapper::TemplateRules& before = wrapper_.templates[home];
    const wrapper::TemplateRules& now = wrapper_.templates[number];
    const auto lacks = [](const auto& rules, const auto& wanted, auto name) {
      return !std::ranges::all_of(wanted, [&](const auto& rule) {
        return std::ranges::find(rules, rule.name, name) != rules.end();
      });
    };
    return lacks(now.fields, before.fields, &wrapper::FieldRule::name) ||
           lacks(now.records.records, before.records.records, &rows::RecordRule::name);
  }

  // Whether the page may be one of a template with fields, although it is of none or of one without
  // fields now.
  bool may_be_lost(const wrapper::ChosenTemplate& chosen) const {
    return chosen.number == kNone || (!wrapper_.templates[chosen.number].has_any() &&
                                      has_lost_fields(chosen.home, chosen.number));
  }

  void read_records(const Page& page, const dom::Tree& tree, std::uint32_t number,
                    Appliers& appliers, Found& found) const {
    const rows::RecordModel& records = wrapper_.templates[number].records;
    if (records.empty()) return;
    rows::read_row_page(tree, page.id, appliers.rows);
    rows::place_page(records.tree, appliers.rows, appliers.places);
    found.records =
        find_rows(wrapper_.templates[number], {&records.tree, &appliers.rows, &appliers.places},
                  found.is_unusual ? kUnusualConfidence : 1);
  }

  // A page with the fields of the candidate has that template, although its marks do not say so.
  // Its values are not withheld, but nobody should rely on them.
  void try_candidate(const Page& page, const dom::Tree& tree, Appliers& appliers, Found& found) {
    const std::uint32_t candidate = found.chosen.candidate;
    wrapper::Applier& applier = appliers.of(candidate);
    wrapper::read_slots(tree, applier.slot_options(), appliers.slots);
    applier.apply(appliers.slots, page.id, found.fields);
    if (!wrapper::has_usual_fields(wrapper_.templates[candidate], found.fields)) {
      found.fields.clear();
      return;
    }
    found.chosen.number = candidate;
    found.is_unusual = true;
    for (wrapper::FoundField& field : found.fields) {
      field.confidence = std::min(field.confidence, kUnusualConfidence);
    }
    read_records(page, tree, candidate, appliers, found);
  }

  void take(std::string_view id, Found&& found) {
    FieldRecord record{
        .page = id, .rules = nullptr, .overlap = found.chosen.overlap, .fields = {}, .records = {}};
    const std::uint32_t number = found.chosen.number;
    if (number == kNone) {
      ++run_.unknown;
      if (run_.unknown_examples.size() < kExamples) run_.unknown_examples.emplace_back(id);
      if (options_.relocate) keep_lost(id, std::move(found));
    } else {
      const bool has_lost = has_lost_fields(found.chosen.home, number);
      record.rules = &wrapper_.templates[number];
      record.fields = std::move(found.fields);
      record.records = std::move(found.records);
      if (!record.rules->has_any()) {
        ++run_.other;
        if (has_lost && options_.relocate) keep_lost(id, std::move(found));
      } else {
        if (has_lost) ++run_.templates[health_of_[newest_[found.chosen.home]]].moved;
        ++run_.records;
        TemplateHealth& health = run_.templates[health_of_[number]];
        ++health.pages;
        const bool is_home =
            found.chosen.home != kNone && newest_[found.chosen.home] == newest_[number];
        for (std::size_t i = 0; i < record.fields.size(); ++i) {
          health.fields[i].add(record.rules->fields[i], record.fields[i],
                               is_home ? id : std::string_view());
        }
        for (std::size_t r = 0; r < record.records.size(); ++r) {
          health.records[r].add(record.rules->records.records[r], record.records[r].rows);
        }
        KeptPages& kept = kept_[health_of_[number]];
        if (found.slots != nullptr && kept.ids.size() < kept_of_each()) {
          kept.add(id, std::move(found));
        }
      }
    }
    record_(record);
  }

  std::size_t kept_of_each() const {
    return std::max(kFewestKept, kMaxKept / run_.templates.size());
  }

  // A page of no template with fields. It may be one of a template that has moved: by its address,
  // or by its values.
  void keep_lost(std::string_view id, Found&& found) {
    const std::uint32_t home = found.chosen.home;
    const bool has_home = home != kNone && health_of_[home] != kNone;
    wrapper::KnownValues::Former former;
    if (found.slots != nullptr) former = known_values_->template_of(*found.slots, id);
    const std::uint32_t number = has_home ? newest_[home] : former.number;
    if (number == kNone) {
      if (found.slots != nullptr && unknown_.ids.size() < kMaxKept) {
        unknown_.add(id, std::move(found));
      }
      return;
    }
    const std::uint32_t health = health_of_[number];
    const bool has_own_values = former.is_own && former.number == number;
    if (has_home || has_own_values) ++run_.templates[health].moved;
    if (has_own_values) own_ids_[health].push_back(hash_bytes(id));
    if (found.slots == nullptr) return;
    KeptPages& kept = (has_own_values ? own_ : has_home ? changed_ : lost_)[health];
    if (kept.ids.size() < kept_of_each()) kept.add(id, std::move(found));
  }

  void diagnose() {
    const std::vector<skeleton::Spread> spreads = spread_pages();
    for (std::size_t t = 0; t < run_.templates.size(); ++t) {
      TemplateHealth& health = run_.templates[t];
      const wrapper::TemplateRules& rules = wrapper_.templates[health.template_number];
      for (std::size_t i = 0; i < rules.fields.size(); ++i) {
        health.diagnoses.push_back(wrapper::diagnose(rules.fields[i], health.fields[i]));
      }
      for (std::size_t r = 0; r < rules.records.records.size(); ++r) {
        health.record_diagnoses.push_back(wrapper::diagnose(
            rules.records.records[r], rules.profile_of_record(r), health.records[r]));
      }
      const bool is_newest = newest_[health.template_number] == health.template_number;
      const skeleton::Spread& spread = spreads[t];
      health.is_gone = is_newest && skeleton::is_gone(spread);
      if (health.is_gone) {
        for (wrapper::Diagnosis& one : health.diagnoses) one = skeleton::gone(spread.pages);
        for (wrapper::Diagnosis& one : health.record_diagnoses) one = skeleton::gone(spread.pages);
        if (options_.relocate) relocate(t, rules, pages_instead(t));
        continue;
      }
      if (options_.relocate && health.is_broken()) relocate(t, rules, {&kept_[t]});
      // The rules are right for the pages that are left: the search is for those that are not.
      health.has_collapsed = is_newest && skeleton::has_collapsed(spread);
      const bool has_moved = is_newest && skeleton::has_moved(health.moved, spread.pages);
      if (!health.has_collapsed && !has_moved) continue;
      if (options_.relocate && !health.is_repaired) search_beside(t, rules);
      break_sound(health.has_collapsed ? skeleton::collapsed(spread)
                                       : skeleton::moved(health.moved, spread.pages),
                  health);
    }
  }

  // How the pages are spread over templates, by health; the designs of a template have the same.
  std::vector<skeleton::Spread> spread_pages() const {
    std::vector<std::uint64_t> learned(wrapper_.templates.size());  // by newest design
    std::vector<std::uint64_t> pages(wrapper_.templates.size());
    skeleton::Spread all{.unknown = run_.unknown, .all = run_.records + run_.unknown + run_.other};
    for (std::size_t i = 0; i < learned.size(); ++i) {
      // The pages of a design were pages of the template before.
      std::uint64_t& most = learned[newest_[i]];
      most = std::max<std::uint64_t>(most, wrapper_.templates[i].all_pages());
    }
    for (std::size_t i = 0; i < learned.size(); ++i) {
      all.crawl += learned[i];
      if (health_of_[i] == kNone) continue;
      all.all_learned += learned[i];
      pages[newest_[i]] += run_.templates[health_of_[i]].pages;
    }
    std::vector<skeleton::Spread> spreads;
    for (const TemplateHealth& health : run_.templates) {
      skeleton::Spread& spread = spreads.emplace_back(all);
      spread.learned = learned[newest_[health.template_number]];
      spread.pages = pages[newest_[health.template_number]];
    }
    return spreads;
  }

  // What is wrong with the template is wrong with all that is found on the pages that are left.
  static void break_sound(const wrapper::Diagnosis& diagnosis, TemplateHealth& health) {
    for (auto* const all : {&health.diagnoses, &health.record_diagnoses}) {
      for (wrapper::Diagnosis& one : *all) {
        if (one.state != HealthState::kBroken) one = diagnosis;
      }
    }
  }

  // Pages that may be those of a template that is gone: best those that it had, else those with any
  // value of its fields (a list of products has their names, too), else those with values of no
  // template.
  std::vector<const KeptPages*> pages_instead(std::size_t t) const {
    if (!own_[t].ids.empty() || !changed_[t].ids.empty()) return {&own_[t], &changed_[t]};
    return {lost_[t].ids.empty() ? &unknown_ : &lost_[t]};
  }

  // Looks for the fields on these pages. Those for which is_replaced() says so get the rules that
  // are found, in health.repaired. Returns whether there are any.
  template <class IsReplaced>
  bool search(std::size_t t, const wrapper::TemplateRules& rules,
              std::span<const KeptPages* const> kept, const IsReplaced& is_replaced) {
    TemplateHealth& health = run_.templates[t];
    std::vector<const wrapper::PageSlots*> pages;
    std::vector<std::string_view> addresses;
    std::vector<std::vector<std::uint64_t>> marks;
    for (const KeptPages* const some : kept) {
      for (std::size_t i = 0; i < some->ids.size(); ++i) {
        pages.push_back(some->slots[i].get());
        addresses.push_back(some->ids[i]);
        marks.push_back(some->marks[i]);
      }
    }
    if (pages.empty() || rules.fields.empty()) return false;
    health.relocated = wrapper::relocate_fields(rules, pages, addresses);
    std::vector<bool> wanted;
    for (std::size_t i = 0; i < rules.fields.size(); ++i) wanted.push_back(is_replaced(i));
    const std::vector<bool> replaced =
        wrapper::repair_rules(rules, health.relocated, wanted, pages, addresses, health.repaired);
    // A place that is not good enough for a repair is not the field's.
    for (std::size_t i = 0; i < replaced.size(); ++i) {
      if (wanted[i] && !replaced[i]) health.relocated.fields[i].confidence = 0;
    }
    health.is_repaired = std::ranges::find(replaced, true) != replaced.end();
    if (!health.is_repaired) return false;
    for (std::size_t i = 0; i < replaced.size(); ++i) {
      health.repaired.fields[i].is_aged = !replaced[i];
    }
    // The pages show what the template is now.
    wrapper::set_marks(marks, health.repaired);
    wrapper::learn_reserve(pages, addresses, health.repaired);
    return true;
  }

  // Broken fields of the template.
  void relocate(std::size_t t, const wrapper::TemplateRules& rules,
                const std::vector<const KeptPages*>& kept) {
    TemplateHealth& health = run_.templates[t];
    const auto is_replaced = [&](std::size_t i) {
      // A new place that has fewer known values than a second look found is worse.
      return health.diagnoses[i].state == HealthState::kBroken &&
             health.relocated.fields[i].by_value >= health.fields[i].confirmed;
    };
    if (!search(t, rules, kept, is_replaced)) return;
    std::vector<std::uint64_t> hashes = rules.addresses;
    for (const KeptPages* const some : kept) {
      for (const std::string& id : some->ids) hashes.push_back(hash_bytes(id));
    }
    wrapper::set_addresses(std::move(hashes), health.repaired);
  }

  // All fields, on pages that have left the template, while they are as they were on the others.
  // What is found is a design of its own.
  void search_beside(std::size_t t, const wrapper::TemplateRules& rules) {
    TemplateHealth& health = run_.templates[t];
    const auto designs = std::ranges::count(newest_, health.template_number);
    if (designs >= static_cast<std::ptrdiff_t>(wrapper::kMostDesigns)) return;
    // Pages of other addresses may be of other kinds.
    const KeptPages* kept = &own_[t];
    if (kept->ids.size() < skeleton::kFewestForHealth) kept = &changed_[t];
    if (kept->ids.size() < skeleton::kFewestForHealth && health.has_collapsed) kept = &lost_[t];
    if (kept->ids.size() < skeleton::kFewestForHealth) return;
    if (!search(t, rules, {&kept, 1}, [](std::size_t) { return true; })) return;
    health.is_beside = true;
    std::vector<std::uint64_t> hashes;
    if (kept == &own_[t]) {
      hashes = own_ids_[t];
    } else {
      for (const std::string& id : kept->ids) hashes.push_back(hash_bytes(id));
    }
    health.repaired.pages = static_cast<std::uint32_t>(kept->ids.size());
    health.repaired.crawl_pages = static_cast<std::uint32_t>(hashes.size());
    wrapper::set_addresses(std::move(hashes), health.repaired);
  }

  const ExtractFieldsOptions& options_;
  const wrapper::Wrapper& wrapper_;
  wrapper::TemplateChooser chooser_;
  const std::function<void(const FieldRecord&)>& record_;
  Pool pool_;
  std::vector<std::uint32_t> newest_;     // by template: its newest design
  std::vector<std::uint32_t> health_of_;  // by template: into run_.templates
  std::vector<KeptPages> kept_;
  // Pages of no template, or of one without fields, by the newest design of the template that they
  // had or whose values they have.
  std::vector<KeptPages> own_;                       // with values that they had
  std::vector<std::vector<std::uint64_t>> own_ids_;  // hashes of all these
  std::vector<KeptPages> changed_;                   // that were read before, without such values
  std::vector<KeptPages> lost_;                      // with values of other pages
  KeptPages unknown_;                                // with values of no template, or of several
  std::optional<wrapper::KnownValues> known_values_;
  ExtractFieldsRun run_;
};

}  // namespace

bool TemplateHealth::is_broken() const {
  return std::ranges::any_of(
      diagnoses, [](const wrapper::Diagnosis& one) { return one.state == HealthState::kBroken; });
}

std::uint64_t ExtractFieldsRun::broken() const {
  std::uint64_t count = 0;
  for (const TemplateHealth& health : templates) {
    for (const auto* const all : {&health.diagnoses, &health.record_diagnoses}) {
      count += static_cast<std::uint64_t>(
          std::ranges::count(*all, HealthState::kBroken, &wrapper::Diagnosis::state));
    }
  }
  return count;
}

void choose_fields(std::span<const std::string> templates, std::span<const std::string> fields,
                   wrapper::Wrapper& wrapper) {
  std::vector<reading::TemplateLabel> labels;
  std::vector<std::string_view> known;
  for (const wrapper::TemplateRules& rules : wrapper.templates) {
    if (rules.has_any()) labels.push_back({rules.label, rules.name});
    for (const wrapper::FieldRule& rule : rules.fields) known.push_back(rule.name);
    for (const rows::RecordRule& rule : rules.records.records) known.push_back(rule.name);
  }
  reading::check_templates(templates, labels);
  reading::check_columns(fields, known);
  for (wrapper::TemplateRules& rules : wrapper.templates) {
    if (!reading::is_wanted(templates, {rules.label, rules.name})) {
      rules.fields.clear();
      rules.records = {};
      rules.record_profiles.clear();
    }
    // Records are chosen by their names, in the order of the wrapper.
    if (!fields.empty()) {
      rows::RecordModel chosen{.tree = std::move(rules.records.tree), .records = {}};
      std::vector<wrapper::RecordProfile> profiles;
      for (std::size_t r = 0; r < rules.records.records.size(); ++r) {
        if (std::ranges::find(fields, rules.records.records[r].name) == fields.end()) continue;
        profiles.push_back(rules.profile_of_record(r));
        chosen.records.push_back(std::move(rules.records.records[r]));
      }
      rules.records = std::move(chosen);
      rules.record_profiles = std::move(profiles);
    }
    rules.fields = reading::in_wanted_order(std::move(rules.fields), fields);
  }
}

wrapper::Wrapper repaired(const wrapper::Wrapper& before, const ExtractFieldsRun& run) {
  wrapper::Wrapper after = before;
  for (const TemplateHealth& health : run.templates) {
    if (health.is_repaired && !health.is_beside) {
      after.templates[health.template_number] = health.repaired;
    }
  }
  for (const TemplateHealth& health : run.templates) {
    if (health.is_repaired && health.is_beside) wrapper::add_design(health.repaired, after);
  }
  return after;
}

ExtractFieldsRun extract_fields(const ExtractFieldsOptions& options,
                                const wrapper::Wrapper& wrapper,
                                const std::function<void(const FieldRecord&)>& record,
                                const std::function<void(const Incident&)>& on_incident,
                                Progress* progress) {
  return Extraction(options, wrapper, record).run(on_incident, progress);
}

struct FieldFinder::State {
  State(const wrapper::ApplyOptions& apply, const wrapper::Wrapper& its_wrapper)
      : wrapper(its_wrapper),
        options{.source = {}, .apply = apply, .relocate = false},
        extraction(options, its_wrapper, nobody) {}

  const wrapper::Wrapper& wrapper;
  ExtractFieldsOptions options;
  std::function<void(const FieldRecord&)> nobody;
  Extraction extraction;
};

FieldFinder::FieldFinder(const wrapper::ApplyOptions& options, const wrapper::Wrapper& wrapper)
    : state_(std::make_unique<State>(options, wrapper)) {}
FieldFinder::~FieldFinder() = default;

FieldRecord FieldFinder::find(const Page& page) const {
  reading::ExtractionNotes notes;
  Found found = state_->extraction.find(page, notes);
  FieldRecord record{.page = page.id,
                     .rules = nullptr,
                     .overlap = found.chosen.overlap,
                     .fields = {},
                     .records = {}};
  if (found.chosen.number == kNone) return record;
  record.rules = &state_->wrapper.templates[found.chosen.number];
  record.fields = std::move(found.fields);
  record.records = std::move(found.records);
  return record;
}

}  // namespace pagekin::extraction
