// Labelling by a person who sees the pages: what a front end asks for, such as the front end of
// `pagekin serve`. Requests and answers are JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/fields.h"
#include "pagekin/page_list.h"
#include "pagekin/run.h"

namespace pagekin {

struct LabelRequest {
  std::string template_id;  // as the table has it
  std::string page;
  std::vector<FieldLabel> labels;
};

// Reads {"template": "3", "page": "http://...", "labels": [{"page": "http://...", "field": "price",
// "value": "$12"}, ...]}; a label may have an xpath or a css in place of the value, and says that
// the page lacks the field if it has none of them. Throws InputError, saying what was expected.
PAGEKIN_API LabelRequest read_label_request(std::string_view json);

// Labels as a list of such objects.
PAGEKIN_API std::string to_json(std::span<const FieldLabel> labels);

// Writes a table of labels that read_field_labels() reads: TSV with the columns page, field, value,
// xpath and css. A label by the number of a slot has no such column and throws OptionError.
PAGEKIN_API void write_field_labels(const std::string& path, std::span<const FieldLabel> labels);

struct LabelDeskOptions {
  std::size_t max_pages = 300;           // of a template, kept and learned from
  std::uint64_t max_bytes = 64'000'000;  // of these pages
};

// Keeps some pages of one template in memory, so that labels show at once what they give.
class PAGEKIN_API LabelDesk {
 public:
  // The table says which template each page of the source has.
  LabelDesk(Source source, PageTable table, LabelDeskOptions options = {});
  ~LabelDesk();
  LabelDesk(const LabelDesk&) = delete;
  LabelDesk& operator=(const LabelDesk&) = delete;

  bool has_template(std::string_view id) const;
  bool has_page(std::string_view template_id, std::string_view page) const;

  // A page as data: its elements, texts and attributes with the steps of their XPaths, and nothing
  // that a browser could take for markup. Without a name the first page. Reads the source if its
  // pages of the template are not in memory. Throws InputError for an unknown template or page.
  std::string show(std::string_view template_id, std::string_view page, const Run& run = {});

  // Learns from the labels that are of pages of the template, and gives the fields, what is in
  // doubt about them, and their values on the pages in memory. Throws InputError when nothing can
  // be learned.
  std::string learn(std::string_view template_id, std::span<const FieldLabel> labels,
                    const Run& run = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pagekin
