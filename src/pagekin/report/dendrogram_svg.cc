#include "pagekin/report/dendrogram_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/axis.h"
#include "pagekin/report/dendrogram_rows.h"
#include "pagekin/report/svg.h"

namespace pagekin::report {
namespace {

// All lengths are in pixels at the natural size of the picture.
constexpr double kTreeMargin = 18;
constexpr double kTreeTitleHeight = 52;
constexpr double kTreeAxisHeight = 26;
constexpr double kWidth = 560;          // of the scale
constexpr double kStub = 8;             // from the end of the scale to the label
constexpr double kTreeCharacter = 6.1;  // mean width, at 11 pixels
constexpr double kRow = 16;
constexpr std::size_t kLongestLabel = 60;   // of a page, in characters
constexpr std::size_t kLongestSample = 45;  // of a page that represents several
constexpr std::size_t kTreeColours = 5;

// The same hues as in line plots.
constexpr std::string_view kTreeStyle = R"(<style>
.dendrogram{font:11px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.dendrogram text{fill:#4b5059}
.dendrogram .paper{fill:#fff}
.dendrogram .title{font-size:15px;font-weight:600;fill:#16181d}
.dendrogram .grid{stroke:#e9ebee}
.dendrogram .cut{stroke:#16181d;stroke-dasharray:5 4}
.dendrogram .cut-text{fill:#16181d;font-weight:600}
.dendrogram path{fill:none;stroke:#9aa0a9;stroke-width:1.5}
.dendrogram path:hover{stroke-width:4}
.dendrogram .whole{fill-opacity:.25;fill:#9aa0a9}
.dendrogram .c0 path{stroke:#0067b1}.dendrogram .c0 .whole{fill:#0067b1}
.dendrogram .c1 path{stroke:#d05000}.dendrogram .c1 .whole{fill:#d05000}
.dendrogram .c2 path{stroke:#008f6b}.dendrogram .c2 .whole{fill:#008f6b}
.dendrogram .c3 path{stroke:#b8458a}.dendrogram .c3 .whole{fill:#b8458a}
.dendrogram .c4 path{stroke:#c98a00}.dendrogram .c4 .whole{fill:#c98a00}
@media (prefers-color-scheme:dark){
.dendrogram text{fill:#b4bac4}
.dendrogram .paper{fill:#15171c}
.dendrogram .title,.dendrogram .cut-text{fill:#eceef2}
.dendrogram .grid{stroke:#272b32}
.dendrogram .cut{stroke:#eceef2}
.dendrogram path{stroke:#6d747f}.dendrogram .whole{fill:#6d747f}
.dendrogram .c0 path{stroke:#58aef0}.dendrogram .c0 .whole{fill:#58aef0}
.dendrogram .c1 path{stroke:#ff8b4d}.dendrogram .c1 .whole{fill:#ff8b4d}
.dendrogram .c2 path{stroke:#35c799}.dendrogram .c2 .whole{fill:#35c799}
.dendrogram .c3 path{stroke:#ec92c8}.dendrogram .c3 .whole{fill:#ec92c8}
.dendrogram .c4 path{stroke:#ecc04a}.dendrogram .c4 .whole{fill:#ecc04a}
}
</style>
)";

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(count), noun, count == 1 ? "" : "s");
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

class Picture {
 public:
  Picture(const DendrogramView& view, std::size_t most_rows)
      : view_(view),
        merges_(view.dendrogram->merges()),
        pages_(view.dendrogram->pages()),
        made_(pages_ - static_cast<std::size_t>(view.clustering->cluster_count)),
        numbers_(numbers_by_size(*view.clustering)),
        shown_(rows_of(*view.dendrogram, made_, most_rows)) {
    find_scale();
    find_labels();
    choose_colours();
  }

  std::string svg() const {
    const double width = 2 * kTreeMargin + kWidth + kStub + 6 + kTreeCharacter * label_length_;
    const double height =
        y(static_cast<double>(shown_.rows.size())) + kTreeAxisHeight + kTreeMargin;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"dendrogram\" role=\"img\" "
        "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<title>Dendrogram of {2}</title>\n",
        svg_number(width), svg_number(height), counted(pages_, "page"));
    text += kTreeStyle;
    text += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
    text += heading();
    text += scale();
    text += branches();
    text += labels();
    return text + "</svg>\n";
  }

 private:
  bool is_page(std::uint32_t number) const { return number < pages_; }
  double similarity_of(std::uint32_t number) const {
    return is_page(number) ? 1 : static_cast<double>(merges_[number - pages_].similarity);
  }
  std::size_t size_of(std::uint32_t number) const {
    return is_page(number) ? 1 : merges_[number - pages_].size;
  }
  // The cluster of all its pages, if they are in one.
  bool is_in_cluster(std::uint32_t number) const { return number < pages_ + made_; }
  std::size_t cluster_of(std::uint32_t number) const {
    return static_cast<std::size_t>(view_.clustering->labels[shown_.first_pages[number]]);
  }

  double x(double similarity) const {
    return kTreeMargin + (similarity - lowest_) / (highest_ - lowest_) * kWidth;
  }
  // Where the branch of a row ends on the right.
  double x_end(std::uint32_t number) const {
    return is_page(number) ? kTreeMargin + kWidth + kStub : x(similarity_of(number));
  }
  static double y(double row) {
    return kTreeMargin + kTreeTitleHeight + kTreeAxisHeight + kRow * (row + 0.5);
  }

  void find_scale() {
    double low = std::min(view_.cut, 0.95);
    if (!merges_.empty()) low = std::min(low, static_cast<double>(merges_.back().similarity));
    ticks_ = round_ticks(std::max(0.0, low), 1, 11);
    lowest_ = ticks_.front().at;
    highest_ = ticks_.back().at;
  }

  void find_labels() {
    std::size_t longest = 10;
    for (const std::uint32_t number : shown_.rows) {
      labels_.push_back(label(number));
      const std::string& text = labels_.back();
      longest = std::max(longest,
                         static_cast<std::size_t>(std::ranges::count_if(text, begins_character)));
    }
    label_length_ = static_cast<double>(longest);
  }

  // Clusters of several pages get the colours in turn, so that neighbours differ.
  void choose_colours() {
    colours_.assign(numbers_.size(), kTreeColours);
    std::size_t next = 0;
    std::vector<std::size_t> sizes(numbers_.size());
    for (const int cluster : view_.clustering->labels) ++sizes[static_cast<std::size_t>(cluster)];
    for (const std::uint32_t number : shown_.rows) {
      if (!is_in_cluster(number)) continue;
      const std::size_t cluster = cluster_of(number);
      if (sizes[cluster] > 1 && colours_[cluster] == kTreeColours)
        colours_[cluster] = next++ % kTreeColours;
    }
  }

  // Grey for merges above the cut, and for clusters of one page.
  std::size_t colour_of(std::uint32_t number) const {
    return is_in_cluster(number) ? colours_[cluster_of(number)] : kTreeColours;
  }

  std::string id_of(std::uint32_t number) const {
    return printable(view_.id(shown_.first_pages[number]));
  }

  // "cluster 3, 1,234 pages"; for one page "cluster 3"
  std::string description(std::uint32_t number) const {
    std::string pages = counted(size_of(number), "page");
    if (!is_in_cluster(number)) return pages;
    const std::string cluster = fmt::format("cluster {}", numbers_[cluster_of(number)]);
    return is_page(number) ? cluster : cluster + ", " + pages;
  }

  std::string label(std::uint32_t number) const {
    const std::string id = id_of(number);
    if (is_page(number)) {
      const std::string cluster =
          is_in_cluster(number) ? fmt::format("{}: ", numbers_[cluster_of(number)]) : "";
      return cluster + shortened_from_the_middle(id, kLongestLabel);
    }
    return description(number) + ": " + shortened_from_the_middle(id, kLongestSample);
  }

  std::string heading() const {
    const auto text_at = [](double at, std::string_view kind, std::string_view text) {
      return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n", kind,
                         svg_number(kTreeMargin), svg_number(kTreeMargin + at), text);
    };
    const auto clusters = static_cast<std::size_t>(view_.clustering->cluster_count);
    std::string below = view_.note.empty() ? "" : xml_escaped(printable(view_.note)) + ": ";
    below += fmt::format("{}, cut at similarity {}", counted(clusters, "cluster"),
                         short_number(view_.cut));
    const bool is_whole = shown_.rows.size() + shown_.left_out_pages == pages_;
    if (!is_whole) {
      below += shown_.rows.size() == clusters
                   ? ", a row each"
                   : fmt::format(", drawn as {}", counted(shown_.rows.size(), "row"));
    }
    if (shown_.left_out > 0) {
      below += fmt::format("; {} of {} not shown", counted(shown_.left_out, "smaller tree"),
                           counted(shown_.left_out_pages, "page"));
    }
    return text_at(14, "title", counted(pages_, "page") + " by similarity") +
           text_at(34, "note", below);
  }

  // The scale, with vertical lines through the picture, and the cut.
  std::string scale() const {
    const double top = y(-0.5) - 4;
    const double bottom = y(static_cast<double>(shown_.rows.size()) - 0.5) + 4;
    std::string text;
    const auto line = [&](double similarity, std::string_view kind) {
      text += fmt::format("<line class=\"{0}\" x1=\"{1}\" y1=\"{2}\" x2=\"{1}\" y2=\"{3}\"/>\n",
                          kind, svg_number(x(similarity)), svg_number(top), svg_number(bottom));
    };
    const auto number = [&](double similarity, double at, std::string_view kind,
                            std::string_view shown) {
      text += fmt::format("<text{} text-anchor=\"middle\" x=\"{}\" y=\"{}\">{}</text>\n", kind,
                          svg_number(x(similarity)), svg_number(at), shown);
    };
    const double cut_at = x(view_.cut);
    for (const Tick& tick : ticks_) {
      line(tick.at, "grid");
      if (std::abs(x(tick.at) - cut_at) > 26) number(tick.at, top - 6, "", tick.text);
      number(tick.at, bottom + 14, "", tick.text);
    }
    line(view_.cut, "cut");
    number(view_.cut, top - 6, " class=\"cut-text\"", short_number(view_.cut));
    return text;
  }

  std::string branches() const {
    std::vector<std::string> by_colour(kTreeColours + 1);
    for (std::size_t row = 0; row < shown_.rows.size(); ++row) {
      if (!is_page(shown_.rows[row])) by_colour[colour_of(shown_.rows[row])] += whole(row);
    }
    for (std::uint32_t number = static_cast<std::uint32_t>(pages_); number < shown_.places.size();
         ++number) {
      if (shown_.places[number] < 0 || is_row(number)) continue;
      by_colour[colour_of(number)] += branch(number);
    }
    for (const std::uint32_t root : shown_.roots) {
      by_colour[kTreeColours] +=
          fmt::format("<path d=\"M{} {}H{}\"/>\n", svg_number(x(lowest_)),
                      svg_number(y(shown_.places[root])), svg_number(x_end(root)));
    }
    std::string text = by_colour[kTreeColours];  // grey, drawn below the others
    for (std::size_t colour = 0; colour < kTreeColours; ++colour) {
      if (by_colour[colour].empty()) continue;
      text += fmt::format("<g class=\"c{}\">\n{}</g>\n", colour, by_colour[colour]);
    }
    return text;
  }

  // A merge is a row or has its children drawn.
  bool is_row(std::uint32_t number) const {
    return shown_.places[merges_[number - pages_].left] < 0;
  }

  std::string branch(std::uint32_t number) const {
    const Merge& merge = merges_[number - pages_];
    return fmt::format("<path d=\"M{} {}H{}V{}H{}\"><title>similarity {:.6f}, {}</title></path>\n",
                       svg_number(x_end(merge.left)), svg_number(y(shown_.places[merge.left])),
                       svg_number(x(merge.similarity)), svg_number(y(shown_.places[merge.right])),
                       svg_number(x_end(merge.right)), merge.similarity, description(number));
  }

  // A wedge that opens to the right.
  std::string whole(std::size_t row) const {
    const std::uint32_t number = shown_.rows[row];
    const double end = kTreeMargin + kWidth + kStub;
    const double at = y(static_cast<double>(row));
    const double half = kRow * 0.32;
    return fmt::format(
        "<path class=\"whole\" d=\"M{} {}L{} {}V{}Z\"><title>similarity {:.6f}, "
        "{}</title></path>\n",
        svg_number(std::min(x_end(number), end - kStub)), svg_number(at), svg_number(end),
        svg_number(at - half), svg_number(at + half), similarity_of(number), description(number));
  }

  std::string labels() const {
    std::string text;
    for (std::size_t row = 0; row < shown_.rows.size(); ++row) {
      const std::uint32_t number = shown_.rows[row];
      text += fmt::format("<text x=\"{}\" y=\"{}\">{}<title>{}, {}</title></text>\n",
                          svg_number(kTreeMargin + kWidth + kStub + 6),
                          svg_number(y(static_cast<double>(row)) + 4), xml_escaped(labels_[row]),
                          xml_escaped(id_of(number)), description(number));
    }
    return text;
  }

  const DendrogramView& view_;
  std::span<const Merge> merges_;
  std::size_t pages_;
  std::size_t made_;          // merges above the cut
  std::vector<int> numbers_;  // by cluster: the number that users see
  DendrogramRows shown_;
  std::vector<Tick> ticks_;
  double lowest_ = 0;  // similarity on the left
  double highest_ = 1;
  std::vector<std::string> labels_;   // by row
  double label_length_ = 0;           // the longest, in characters
  std::vector<std::size_t> colours_;  // by cluster; kTreeColours: grey
};

}  // namespace

std::string shortened_from_the_middle(const std::string& text, std::size_t most) {
  std::vector<std::size_t> characters;  // where they begin
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_character(text[i])) characters.push_back(i);
  }
  if (characters.size() <= most) return text;
  const std::size_t before = (most - 1) / 2;
  const std::size_t after = most - 1 - before;
  return text.substr(0, characters[before]) + "\xe2\x80\xa6" +
         text.substr(characters[characters.size() - after]);
}

std::string dendrogram_svg(const DendrogramView& view, std::size_t most_rows) {
  return Picture(view, most_rows).svg();
}

}  // namespace pagekin::report
