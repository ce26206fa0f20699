#include "pagekin/labelling.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "pagekin/api/convert.h"
#include "pagekin/api/given_labels.h"
#include "pagekin/api/own_thread.h"
#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/extraction/extract_fields.h"
#include "pagekin/extraction/learn_wrapper.h"
#include "pagekin/extraction/page_view.h"
#include "pagekin/output_file.h"
#include "pagekin/read.h"
#include "pagekin/report/field_records.h"
#include "pagekin/report/field_summary.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/table/page_table.h"
#include "pagekin/wrapper/answers.h"

namespace pagekin {
namespace {

constexpr std::size_t kShownValues = 50;  // of a list
constexpr std::size_t kShownBytes = 300;  // of a value
constexpr std::size_t kShownPlaces = 20;  // at which a labelled value stands

// Pages in memory as an input. They must stay as they are while it is read.
class KeptPages final : public PageSupplier {
 public:
  explicit KeptPages(const std::vector<OwnedPage>& pages) : pages_(pages) {}

  void begin() override { at_ = 0; }
  Batch next() override {
    constexpr std::size_t most = 16;
    Batch batch;
    for (; at_ < pages_.size() && batch.pages.size() < most; ++at_) {
      const OwnedPage& page = pages_[at_];
      batch.pages.push_back(
          {.id = page.id, .body = page.body, .charset = page.charset, .offset = at_});
    }
    return batch;
  }
  bool can_begin_again() const override { return true; }
  std::uint64_t size() const override { return pages_.size(); }

 private:
  const std::vector<OwnedPage>& pages_;
  std::size_t at_ = 0;
};

Page page_of(const OwnedPage& page) {
  return {.id = page.id, .body = page.body, .charset = page.charset};
}

void write_page(report::JsonWriter& json, const extraction::PageView& view) {
  json.key("nodes").begin_array();
  for (const extraction::PageNode& node : view.nodes) {
    json.begin_array();
    json.value(node.parent == extraction::kNoNode ? -1 : static_cast<std::int64_t>(node.parent));
    json.value(node.kind).value(node.step).value(node.text);
    json.value(node.is_apart).value(node.is_cut).end_array();
  }
  json.end_array().member("cut", view.is_cut);
}

}  // namespace

LabelRequest read_label_request(std::string_view json) {
  try {
    wrapper::LabelRequest read = wrapper::read_label_request(json);
    return {.template_id = std::move(read.template_label),
            .page = std::move(read.page),
            .labels = api::field_labels(read.labels, "")};
  } catch (const InputError&) {
    throw;
  } catch (const Error& error) {
    throw InputError(error.what());
  }
}

std::string to_json(std::span<const FieldLabel> labels) {
  report::JsonWriter json;
  json.begin_array();
  for (const FieldLabel& label : labels) {
    json.begin_object().member("page", label.page).member("field", label.field);
    json.member("value", label.value);
    if (!label.xpath.empty()) json.member("xpath", label.xpath);
    if (!label.css.empty()) json.member("css", label.css);
    json.end_object();
  }
  json.end_array();
  return json.finish();
}

void write_field_labels(const std::string& path, std::span<const FieldLabel> labels) {
  OutputFile file(path);
  file.write("page\tfield\tvalue\txpath\tcss\n");
  for (const FieldLabel& label : labels) {
    if (label.slot != 0) {
      throw OptionError("a table of labels has no column for the number of a slot", "labels");
    }
    std::string line;
    for (const std::string* cell :
         {&label.page, &label.field, &label.value, &label.xpath, &label.css}) {
      if (cell != &label.page) line += '\t';
      line += escape_tsv(*cell);
    }
    file.write(line + "\n");
  }
  file.commit();
}

struct LabelDesk::State {
  State(Source its_source, PageTable its_table, LabelDeskOptions its_options)
      : source(std::move(its_source)), table(std::move(its_table)), options(its_options) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const PageTableRow& row = table.rows[i];
      if (row.group == kNoPageGroup || !group_of.emplace(row.page, row.group).second) continue;
      pages_of[table.groups[row.group].id].push_back(i);
    }
  }

  const std::vector<std::size_t>& rows_of(std::string_view id) const {
    const auto found = pages_of.find(std::string(id));
    if (found == pages_of.end()) {
      throw InputError("there is no template '" + printable(id) + "'", "template");
    }
    return found->second;
  }

  bool has_page(std::string_view id, std::string_view page) const {
    const auto found = group_of.find(std::string(page));
    return found != group_of.end() && table.groups[found->second].id == id;
  }

  const OwnedPage* find(std::string_view page) const {
    const auto found = std::ranges::find(kept, page, &OwnedPage::id);
    return found == kept.end() ? nullptr : &*found;
  }

  // Reads pages of a template: some at equal distances, and those that are needed.
  void keep(std::string_view id, const std::set<std::string>& needed, const Run& run) {
    const std::vector<std::size_t>& rows = rows_of(id);
    if (kept_of != id) asked_for.clear();
    asked_for.insert(needed.begin(), needed.end());
    const bool has_all = std::ranges::all_of(needed, [&](const std::string& page) {
      return find(page) != nullptr || missing.contains(page);
    });
    if (kept_of == id && has_all) return;
    std::unordered_set<std::string_view> wanted(asked_for.begin(), asked_for.end());
    const std::size_t count = std::min(rows.size(), options.max_pages);
    for (std::size_t i = 0; i < count; ++i) {
      wanted.insert(table.rows[rows[i * rows.size() / count]].page);
    }
    kept.clear();
    kept_of.clear();
    is_limited = rows.size() > count;
    std::vector<OwnedPage> read;
    std::uint64_t bytes = 0;
    struct HasAll {};  // nothing of the rest is needed
    try {
      take_pages(source,
                 [&](OwnedPage&& page) {
                   page.id = to_valid_utf8(page.id);
                   const auto found = wanted.find(page.id);
                   if (found == wanted.end()) return;
                   wanted.erase(found);
                   const bool has_room = bytes + page.body.size() <= options.max_bytes;
                   if (has_room || asked_for.contains(page.id)) {
                     bytes += page.body.size();
                     read.push_back(std::move(page));
                   } else {
                     is_limited = true;
                   }
                   if (wanted.empty()) throw HasAll();
                 },
                 {.threads = run.threads, .stop = run.stop});
    } catch (const HasAll&) {
      // The usual end.
    }
    kept = std::move(read);
    kept_of = id;
    missing.clear();
    for (const std::string& page : asked_for) {
      if (find(page) == nullptr) missing.insert(page);
    }
    if (kept.empty())
      throw InputError("no page of the template is in the inputs any more", "inputs");
  }

  // The table of the pages in memory.
  PageTable kept_table() const {
    PageTable own{.file = table.file, .column = table.column};
    own.groups.push_back(table.groups[group_of.at(kept.front().id)]);
    own.groups.front().pages = kept.size();
    for (const OwnedPage& page : kept) own.rows.push_back({.page = page.id, .group = 0});
    return own;
  }

  Source source;
  PageTable table;
  LabelDeskOptions options;
  std::unordered_map<std::string, std::uint32_t> group_of;             // by page
  std::unordered_map<std::string, std::vector<std::size_t>> pages_of;  // rows by template
  std::vector<OwnedPage> kept;
  std::string kept_of;              // their template
  std::set<std::string> asked_for;  // pages of it that were shown or labelled
  std::set<std::string> missing;    // of these, pages that the source lacks
  bool is_limited = false;
};

LabelDesk::LabelDesk(Source source, PageTable table, LabelDeskOptions options)
    : state_(std::make_unique<State>(std::move(source), std::move(table), options)) {}
LabelDesk::~LabelDesk() = default;

bool LabelDesk::has_template(std::string_view id) const {
  return state_->pages_of.contains(std::string(id));
}

bool LabelDesk::has_page(std::string_view template_id, std::string_view page) const {
  return state_->has_page(template_id, page);
}

std::string LabelDesk::show(std::string_view template_id, std::string_view page, const Run& run) {
  const std::vector<std::size_t>& rows = state_->rows_of(template_id);
  const std::string id(page.empty() ? std::string_view(state_->table.rows[rows.front()].page)
                                    : page);
  if (!state_->has_page(template_id, id)) {
    throw InputError("the template has no page '" + printable(id) + "'", "page");
  }
  state_->keep(template_id, {id}, run);
  const OwnedPage* const found = state_->find(id);
  if (found == nullptr) {
    throw InputError("the page '" + printable(id) + "' is not in the inputs any more", "page");
  }
  const extraction::PageView view =
      api::on_own_thread(run, [&] { return extraction::view_page(page_of(*found)); });
  report::JsonWriter json;
  json.begin_object().member("page", id).member("template", template_id);
  json.member("allPages", rows.size()).member("limited", state_->is_limited);
  json.key("pages").begin_array();
  for (const OwnedPage& kept_page : state_->kept) json.value(kept_page.id);
  json.end_array();
  write_page(json, view);
  json.end_object();
  return json.finish();
}

std::string LabelDesk::learn(std::string_view template_id, std::span<const FieldLabel> labels,
                             const Run& run) {
  extraction::LearnWrapperOptions learn;
  std::set<std::string> needed;
  for (const FieldLabel& label : labels) {
    if (!state_->has_page(template_id, label.page)) continue;
    learn.labels.push_back(api::given_label(label));
    needed.insert(label.page);
  }
  if (learn.labels.empty()) {
    throw InputError("no label is of a page of template '" + printable(template_id) + "'",
                     "labels");
  }
  state_->keep(template_id, needed, run);
  return api::on_own_thread(run, [&] {
    const PageTable table = state_->kept_table();
    const Run quiet{.threads = run.threads, .stop = run.stop};
    Source source;
    source.pages = std::make_shared<KeptPages>(state_->kept);
    source.max_page_bytes = 0;
    learn.pages = {.source = api::reread_source(source, quiet), .table = &table};
    learn.sample = std::max<std::size_t>(2, state_->kept.size());
    const extraction::LearnWrapperRun done = extraction::learn_wrapper(learn);

    report::JsonWriter json;
    json.begin_object().key("fields").begin_array();
    for (const extraction::FieldSummary& field : done.fields) {
      json.begin_object().member("field", field.field).member("labels", field.labels);
      json.member("pages", field.pages).member("filled", field.filled);
      json.member_decimal("agreement", field.agreement, 3).member_decimal("doubt", field.doubt, 3);
      json.member("next", field.ask).member("list", field.is_list);
      json.key("places").begin_array();
      for (std::size_t i = 0; i < std::min(kShownPlaces, field.places.size()); ++i) {
        json.value(field.places[i]);
      }
      json.end_array().end_object();
    }
    json.end_array().key("problems").begin_array();
    for (const extraction::LabelProblem& problem : done.problems) {
      json.begin_object().member("page", problem.page).member("field", problem.field);
      json.member("problem", problem.problem).end_object();
    }
    json.end_array().member("questions", report::describe_questions(done));
    json.member("limited", state_->is_limited);
    json.member("allPages", state_->rows_of(template_id).size());

    // Values by page and field. A record has the rows of its cells.
    const extraction::FieldFinder finder({}, done.wrapper);
    json.key("rows").begin_array();
    for (const OwnedPage& page : state_->kept) {
      check_stop();
      const extraction::FieldRecord record = finder.find(page_of(page));
      json.begin_object().member("page", page.id).key("cells").begin_object();
      const auto write_cell = [&](const std::string& name, const std::vector<std::string>& values,
                                  double confidence, bool in_doubt) {
        json.key(name).begin_object().key("values").begin_array();
        for (std::size_t i = 0; i < std::min(kShownValues, values.size()); ++i) {
          json.value(shortened(values[i], kShownBytes));
        }
        json.end_array().member("count", values.size());
        json.member_decimal("confidence", confidence, 3).member("review", in_doubt).end_object();
      };
      for (std::size_t i = 0; i < record.fields.size(); ++i) {
        const wrapper::FoundField& found = record.fields[i];
        const bool has_value = found.state == wrapper::FieldState::kFound;
        const bool in_doubt = wrapper::needs_review(found);
        if (!has_value && !in_doubt) continue;
        write_cell(record.rules->fields[i].name,
                   has_value ? found.values : std::vector<std::string>(), found.confidence,
                   in_doubt);
      }
      for (std::size_t r = 0; r < record.records.size(); ++r) {
        const rows::RecordRule& rule = record.rules->records.records[r];
        const extraction::FoundRecord& found = record.records[r];
        for (std::size_t c = 0; c < rule.cells.size() && !found.rows.empty(); ++c) {
          std::vector<std::string> values;
          for (const rows::FoundRow& row : found.rows) values.push_back(row.cells[c]);
          write_cell(rule.name + "." + rule.cells[c].name, values, found.confidence,
                     found.confidence < wrapper::kSureConfidence);
        }
      }
      json.end_object().end_object();
    }
    json.end_array().end_object();
    return json.finish();
  });
}

}  // namespace pagekin
