// From templates to data, with labels: fields of pages, learned from a few labelled pages, then
// extracted from others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/records.h"
#include "pagekin/run.h"
#include "pagekin/template.h"
#include "pagekin/words.h"

namespace pagekin {

// What is known of a field on a page.
struct FieldLabel {
  std::string page;   // its id
  std::string field;  // the name
  std::string value;  // of several values one label each; empty: the page lacks the field
  // In place of the value, where it stands: one of these. See docs/extraction.md for the parts of
  // XPath and CSS that are understood.
  std::string xpath;
  std::string css;
  std::uint32_t slot = 0;  // the number that `pagekin label` gives the text; 0: none
};

// Labels from a table of page, field, value (or xpath, css). Throws InputError, naming file and
// line.
PAGEKIN_API std::vector<FieldLabel> read_field_labels(const std::string& path);

// Labels from answers to `pagekin label`. Throws InputError, naming the file.
PAGEKIN_API std::vector<FieldLabel> read_field_answers(const std::string& path);

struct LearnFieldsOptions {
  TemplateSource templates;
  std::size_t sample = 300;  // pages of a template that it learns from
};

// A label that could not be used, with the nearest text of the page or the nearest page.
struct UnusedLabel {
  std::string page;
  std::string field;
  std::string problem;
};

struct LearnedField {
  TemplateId template_id;
  std::string field;
  std::uint32_t labels = 0;  // labelled pages
  std::uint32_t pages = 0;   // that it learned from
  std::uint32_t filled = 0;  // of these with a value
  double agreement = 0;      // of the selectors, from 0 to 1
  double doubt = 0;          // share of pages on which the selectors nearly disagree
  std::string label_next;    // the page whose label would help most; empty: none
  std::vector<std::string> examples;
};

// One value of a record.
struct ExtractedField {
  std::string field;
  std::vector<std::string> values;  // one, or several of a list
  double confidence = 0;            // from 0 to 1
};

struct FieldRecord {
  std::string page;
  TemplateId template_id;                 // none: no template of the wrapper
  std::vector<ExtractedField> fields;     // those that were found
  std::vector<std::string> needs_review;  // fields on which the selectors disagree
};

// Whether a field is found as it was when it was learned. kUnknown: there are too few pages.
enum class FieldCondition : std::uint8_t { kSound, kUnknown, kBroken };
template <>
struct Words<FieldCondition> {
  static constexpr std::array<std::string_view, 3> all = {"sound", "unknown", "broken"};
};

// How a field is found now, compared with how it was found when it was learned.
struct FieldState {
  TemplateId template_id;
  std::string field;
  FieldCondition condition = FieldCondition::kUnknown;
  std::string reason;  // of a broken field
  std::uint32_t pages = 0;
  std::uint32_t filled = 0;
  double fill_rate_before = 0;
  double agreement = 0;
  double agreement_before = 0;
  double found_again = 0;  // confidence of the new place of a broken field; 0: none
  std::string new_example;
};

struct ExtractResult {
  std::uint64_t records = 0;
  std::uint64_t no_template = 0;
  std::vector<FieldState> fields;

  std::uint64_t broken() const {
    std::uint64_t count = 0;
    for (const FieldState& field : fields)
      count += field.condition == FieldCondition::kBroken ? 1 : 0;
    return count;
  }
};

// How to find the fields of the pages of some templates. It may be used by several threads at once.
class PAGEKIN_API FieldWrapper {
 public:
  // Throws Error, naming the file and what is wrong with it.
  static FieldWrapper load(const std::string& path);
  void save(const std::string& path) const;

  // Calls `use` for each page in input order, never by two threads at once. Throws InputError
  // when no page can be used, Cancelled.
  ExtractResult extract(const Source& source, const std::function<void(const FieldRecord&)>& use,
                        const Run& run = {}) const;

  FieldWrapper(FieldWrapper&&) noexcept;
  FieldWrapper& operator=(FieldWrapper&&) noexcept;
  ~FieldWrapper();

 private:
  friend PAGEKIN_API struct FieldLearning learn_fields(const Source& source,
                                                       std::span<const FieldLabel> labels,
                                                       const LearnFieldsOptions& options,
                                                       const Run& run);
  struct State;
  explicit FieldWrapper(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct FieldLearning {
  FieldWrapper wrapper;
  std::vector<LearnedField> fields;
  std::vector<UnusedLabel> unused;
};

// Throws InputError when no page or no label can be used, OptionError for an unknown method,
// Cancelled.
PAGEKIN_API FieldLearning learn_fields(const Source& source, std::span<const FieldLabel> labels,
                                       const LearnFieldsOptions& options = {}, const Run& run = {});

}  // namespace pagekin
