// From templates to data, with labels: fields of pages, learned from a few labelled pages, then
// extracted from others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/records.h"
#include "pagekin/run.h"

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
};

struct LearnFieldsOptions {
  Source source;
  std::vector<FieldLabel> labels;
  std::string labels_file;   // further labels: a table of page, field, value (or xpath, css)
  std::string answers_file;  // further labels: answers to `pagekin label`
  TemplateSource templates;
  std::size_t sample = 300;  // pages of a template from which is learned
};

// A label that could not be used, with the nearest text of the page or the nearest page.
struct UnusedLabel {
  std::string page;
  std::string field;
  std::string problem;
};

struct LearnedField {
  std::string template_id;
  std::string field;
  std::uint32_t labels = 0;  // labelled pages
  std::uint32_t pages = 0;   // from which was learned
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
  std::string template_id;                // empty: no template of the wrapper
  std::vector<ExtractedField> fields;     // those that were found
  std::vector<std::string> needs_review;  // fields on which the selectors disagree
};

// How a field is found now beside how it was found when it was learned.
struct FieldState {
  std::string template_id;
  std::string field;
  std::string state;   // sound, broken, unknown (too few pages)
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
    for (const FieldState& field : fields) count += field.state == "broken" ? 1 : 0;
    return count;
  }
};

// How to find the fields of the pages of some templates. It may be used by several threads at once.
class PAGEKIN_API FieldWrapper {
 public:
  // Throws Error, naming the file and what is wrong with it.
  static FieldWrapper load(const std::string& path);
  void save(const std::string& path) const;

  // Calls `record` for each page in input order, never by two threads at once. Throws InputError
  // when no page can be used, Cancelled.
  ExtractResult extract(const Source& source, const std::function<void(const FieldRecord&)>& record,
                        const Run& run = {}) const;

  FieldWrapper(FieldWrapper&&) noexcept;
  FieldWrapper& operator=(FieldWrapper&&) noexcept;
  ~FieldWrapper();

 private:
  friend PAGEKIN_API struct FieldLearning learn_fields(const LearnFieldsOptions& options,
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
PAGEKIN_API FieldLearning learn_fields(const LearnFieldsOptions& options, const Run& run = {});

}  // namespace pagekin
