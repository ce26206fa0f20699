#include "pagekin/report/dendrogram.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/dendrogram_rows.h"
#include "pagekin/report/dendrogram_svg.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::report {
namespace {

using Write = std::function<void(std::string_view)>;

constexpr std::size_t kPiece = std::size_t{1} << 16;

// Lengths are differences of rounded heights, so that their rounding errors do not add up.
class Newick {
 public:
  Newick(const DendrogramView& view, const Write& write) : view_(view), write_(write) {}

  void run() {
    const std::vector<std::uint32_t> roots = roots_of(*view_.dendrogram);
    if (roots.size() == 1) {
      tree(roots.front());
    } else {
      text_ += '(';
      for (std::size_t i = 0; i < roots.size(); ++i) {
        if (i > 0) text_ += ",\n";
        tree(roots[i]);
        length(roots[i], million);
      }
      text_ += ')';
    }
    text_ += ";\n";
    write_(text_);
  }

 private:
  static constexpr std::int64_t million = 1'000'000;

  struct Step {
    std::uint32_t number;
    bool is_open = false;  // its children are written
  };

  bool is_page(std::uint32_t number) const { return number < view_.dendrogram->pages(); }
  const Merge& merge(std::uint32_t number) const {
    return view_.dendrogram->merges()[number - view_.dendrogram->pages()];
  }

  // In millionths.
  std::int64_t height(std::uint32_t number) const {
    if (is_page(number)) return 0;
    return std::llround((1 - static_cast<double>(merge(number).similarity)) * million);
  }

  void length(std::uint32_t number, std::int64_t parent) {
    const std::int64_t millionths = parent - height(number);
    text_ += fmt::format(":{}.{:06}", millionths / million, millionths % million);
  }

  void page(std::uint32_t number) {
    text_ += '\'';
    for (const char c : escape_tsv(view_.id(number))) {
      if (c == '\'') text_ += '\'';
      text_ += c;
    }
    text_ += '\'';
  }

  // Writes "(left,right)" for each merge, without recursion.
  void tree(std::uint32_t root) {
    std::vector<Step> path = {{root}};
    while (!path.empty()) {
      Step& step = path.back();
      if (is_page(step.number)) {
        page(step.number);
      } else if (!step.is_open) {
        step.is_open = true;
        text_ += '(';
        path.push_back({merge(step.number).left});
        continue;
      } else {
        text_ += ')';
      }
      // This node is done: go on with the right child of its parent, or with the parent.
      const std::uint32_t done = step.number;
      path.pop_back();
      if (path.empty()) break;
      const Merge& parent = merge(path.back().number);
      length(done, height(path.back().number));
      if (done == parent.left) {
        text_ += ',';
        path.push_back({parent.right});
      }
      if (text_.size() > kPiece) {
        write_(text_);
        text_.clear();
      }
    }
  }

  const DendrogramView& view_;
  const Write& write_;
  std::string text_;
};

void write_tree_json(const DendrogramView& view, const Write& write) {
  JsonWriter json(write);
  json.begin_object().key("pages").begin_array();
  for (PageId page = 0; page < view.dendrogram->pages(); ++page) {
    json.on_line(2).value(view.id(page));
  }
  json.on_line(0).end_array();
  json.on_line(0).key("merges").begin_array();
  for (const Merge& merge : view.dendrogram->merges()) {
    json.on_line(2).begin_object().member("left", merge.left).member("right", merge.right);
    json.key("similarity").shortest(merge.similarity).member("size", merge.size).end_object();
  }
  json.on_line(0).end_array().end_object();
  json.finish();
}

}  // namespace

void write_dendrogram(const DendrogramView& view, DendrogramFormat format, const Write& write,
                      std::size_t most_rows) {
  switch (format) {
    case DendrogramFormat::kNewick:
      return Newick(view, write).run();
    case DendrogramFormat::kJson:
      return write_tree_json(view, write);
    case DendrogramFormat::kSvg:
      return write(dendrogram_svg(view, most_rows));
  }
}

}  // namespace pagekin::report

namespace pagekin {

std::optional<DendrogramFormat> dendrogram_format_of(std::string_view path) {
  if (path.ends_with(".nwk")) return DendrogramFormat::kNewick;
  if (path.ends_with(".json")) return DendrogramFormat::kJson;
  if (path.ends_with(".svg")) return DendrogramFormat::kSvg;
  return std::nullopt;
}

}  // namespace pagekin
