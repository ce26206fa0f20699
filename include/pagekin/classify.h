// The template of a new page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "pagekin/export.h"
#include "pagekin/file_format.h"
#include "pagekin/labels.h"
#include "pagekin/options.h"
#include "pagekin/page.h"
#include "pagekin/run.h"
#include "pagekin/template.h"
#include "pagekin/words.h"

namespace pagekin {

struct TrainResult {
  std::uint64_t pages = 0;       // that it learned from
  std::uint64_t unlabelled = 0;  // read, but without a label
  std::uint64_t missing = 0;     // labelled, but not read
  std::size_t templates = 0;
  PageCounts counts;
  double read_seconds = 0;
  double train_seconds = 0;
  std::string summary;  // what was read and learned, in some lines for people
};

struct TrainOptions {
  std::string measure = "common_path_shingles";  // spec, see list_measures()
};

template <>
struct OptionsOf<TrainOptions> {
  static constexpr auto all = std::tuple{
      option(&TrainOptions::measure,
             {.name = "measure",
              .help = "how pages are compared: name or name:option=value,...; see 'pagekin list "
                      "measures'",
              .group = "Method",
              .value = "MEASURE"}),
  };
};

// Learns templates from labelled pages and writes a model to `path`. Throws OptionError,
// InputError, Cancelled, and Error where the file cannot be written.
PAGEKIN_API TrainResult train(const Source& source, const Labels& labels,
                              const TrainOptions& options, const std::string& path,
                              const Run& run = {});

struct Decision {
  TemplateId template_id;  // its number in an index, its name in a model; none: no known template
  double score = 0;        // 0 to 1; with an index of `auto` below 0.5 for none
  std::string title;       // the readable name that an index has for it; may be empty
  bool is_none() const { return template_id.is_none(); }
};

// How far a template has moved since it was learned, as the pages of a run show it.
struct TemplateDrift {
  TemplateId template_id;
  std::string title;               // see Decision
  std::uint64_t pages = 0;         // that were recognised as pages of the template
  std::uint64_t at_addresses = 0;  // that have an address of its known pages, recognised or not
  double drift = 0;          // 0 to 1: the share of what nearly all its pages have that differs
  bool is_redesign = false;  // an alarm; otherwise the change is small
  // What changed, in words, the largest change first: "footer: new link".
  std::vector<std::string> causes;
};

// The templates of all pages of a source.
struct ClassifyResult {
  PageCounts counts;
  std::uint64_t none = 0;             // pages
  std::size_t templates = 0;          // that some page has
  std::vector<TemplatePages> found;   // these, in the order of the model
  std::vector<TemplateDrift> drifts;  // templates of an index that have moved, the farthest first
  double seconds = 0;
  std::string summary;  // in some lines for people
};

// Whether a page gets its best template, or every template of a model that accepts the page.
enum class Decide : std::uint8_t { kBest, kAll };
template <>
struct Words<Decide> {
  static constexpr std::array<std::string_view, 2> all = {"best", "all"};
};

// The columns of a table of classified pages; docs/formats.md describes them.
enum class ClassColumn : std::uint8_t {
  kPage,
  kTemplate,
  kScore,
  kConfidence,
  kName,
  kHost,
  kUrlShape,
  kInput,
  kOffset,
};
template <>
struct Words<ClassColumn> {
  static constexpr std::array<std::string_view, 9> all = {
      "page", "template", "score", "confidence", "name", "host", "url_shape", "input", "offset"};
};

// What is written unless the user asks for other columns.
constexpr std::array kUsualClassColumns = {ClassColumn::kPage, ClassColumn::kTemplate,
                                           ClassColumn::kScore};

// Reads names with commas between them. Throws OptionError for an unknown name and for one that
// is there twice.
PAGEKIN_API std::vector<ClassColumn> parse_class_columns(std::string_view names);

struct ClassTableOptions {
  std::vector<ClassColumn> columns = {kUsualClassColumns.begin(), kUsualClassColumns.end()};
  Decide decide = Decide::kBest;
};

template <>
struct OptionsOf<ClassTableOptions> {
  using Self = ClassTableOptions;
  static constexpr auto all = std::tuple{
      option(&Self::decide,
             {.name = "decide",
              .help = "best: the most similar template; all: every template whose threshold is "
                      "met, joined by '|'",
              .group = "Method",
              .flag = "decision"}),
      option(&Self::columns,
             {.name = "columns",
              .help = "the columns of the table, in this order: page, template, score, "
                      "confidence, name, host, url_shape, input, offset",
              .group = "Output",
              .value = "LIST",
              .list = ListForm::kCommas}),
  };
};

enum class ClassifierKind : std::uint8_t { kModel, kIndex };
template <>
struct Words<ClassifierKind> {
  static constexpr std::array<std::string_view, 2> all = {"model", "index"};
};

// A model made by train(), or an index made by cluster_pages(). Immutable once open: several
// threads may ask at once.
class PAGEKIN_API Classifier {
 public:
  // Throws Error, naming the file, where it is neither a model nor an index, is damaged, or is
  // of another version; Cancelled. The threads of the run learn the templates of an index.
  explicit Classifier(const std::string& path, const Run& run = {.threads = 1});
  ~Classifier();
  Classifier(const Classifier&) = delete;
  Classifier& operator=(const Classifier&) = delete;

  ClassifierKind kind() const;

  // The templates among which it chooses.
  std::vector<TemplateId> templates() const;

  // Any bytes are a page.
  Decision classify(const Page& page) const;

  // All pages of a source: calls `use` in input order, never on two threads at once. Pages that
  // cannot be used go to Run::incident. Throws InputError where no page could be used, Cancelled.
  ClassifyResult classify(
      const Source& source,
      const std::function<void(const Page& page, const Decision& decision)>& use,
      const Run& run = {}) const;

  // Writes a table, with the bytes that the program writes.
  ClassifyResult write(const Source& source, const TableOutput& output,
                       const ClassTableOptions& options = {}, const Run& run = {}) const;

  // The name of the method or measure that it uses.
  std::string basis() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What an index holds.
struct IndexInfo {
  std::string method;
  std::string spec;  // the method with the options that later runs must have, too
  std::size_t pages = 0;
  std::size_t templates = 0;
  std::size_t skeletons = 0;  // templates whose skeleton it keeps, see ClusterOptions::skeletons
};

// Throws Error, naming the file, for a file that is not an index or is damaged.
PAGEKIN_API IndexInfo read_index(const std::string& path);

}  // namespace pagekin
