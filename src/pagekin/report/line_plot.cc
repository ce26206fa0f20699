#include "pagekin/report/line_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/axis.h"
#include "pagekin/report/svg.h"

namespace pagekin::report {
namespace {

// All lengths are in pixels at the natural size of the picture.
constexpr double kPlotMargin = 16;
constexpr double kPlotTitleHeight = 34;
constexpr double kPanelTitle = 26;
constexpr double kAxisWidth = 44;       // numbers left of a panel
constexpr double kPlotAxisHeight = 20;  // numbers below a panel
constexpr double kLabelHeight = 24;     // the name of the axis
constexpr double kPlotHeight = 210;
constexpr double kLegendLine = 20;
constexpr double kLegendSample = 40;    // the line before a name
constexpr double kPlotCharacter = 6.3;  // mean width, at 12 pixels
constexpr std::size_t kLongestWord = 28;

constexpr std::size_t kPlotColours = 6;
constexpr std::size_t kDashes = 3;

// Six hues of different lightness, for light and for dark backgrounds.
constexpr std::string_view kPlotStyle = R"(<style>
.line-plot{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
.line-plot text{fill:#4b5059}
.line-plot .paper{fill:#fff}
.line-plot .title{font-size:15px;font-weight:600;fill:#16181d}
.line-plot .panel-title{font-size:13px;font-weight:600;fill:#16181d}
.line-plot .grid{stroke:#e4e6ea}
.line-plot .axis{stroke:#9aa0a9}
.line-plot polyline,.line-plot .sample{fill:none;stroke-width:2;stroke-linejoin:round}
.line-plot .c0{stroke:#0067b1}.line-plot .c0 .mark{fill:#0067b1}
.line-plot .c1{stroke:#d05000}.line-plot .c1 .mark{fill:#d05000}
.line-plot .c2{stroke:#008f6b}.line-plot .c2 .mark{fill:#008f6b}
.line-plot .c3{stroke:#b8458a}.line-plot .c3 .mark{fill:#b8458a}
.line-plot .c4{stroke:#c98a00}.line-plot .c4 .mark{fill:#c98a00}
.line-plot .c5{stroke:#5c6470}.line-plot .c5 .mark{fill:#5c6470}
.line-plot .d1 polyline,.line-plot .d1 .sample{stroke-dasharray:7 4}
.line-plot .d2 polyline,.line-plot .d2 .sample{stroke-dasharray:2 3}
.line-plot .d1 .mark,.line-plot .d2 .mark{fill:#fff}
@media (prefers-color-scheme:dark){
.line-plot text{fill:#b4bac4}
.line-plot .paper{fill:#15171c}
.line-plot .title,.line-plot .panel-title{fill:#eceef2}
.line-plot .grid{stroke:#2b2f37}
.line-plot .axis{stroke:#6d747f}
.line-plot .c0{stroke:#58aef0}.line-plot .c0 .mark{fill:#58aef0}
.line-plot .c1{stroke:#ff8b4d}.line-plot .c1 .mark{fill:#ff8b4d}
.line-plot .c2{stroke:#35c799}.line-plot .c2 .mark{fill:#35c799}
.line-plot .c3{stroke:#ec92c8}.line-plot .c3 .mark{fill:#ec92c8}
.line-plot .c4{stroke:#ecc04a}.line-plot .c4 .mark{fill:#ecc04a}
.line-plot .c5{stroke:#aab1bc}.line-plot .c5 .mark{fill:#aab1bc}
.line-plot .d1 .mark,.line-plot .d2 .mark{fill:#15171c}
}
</style>
)";

bool is_drawn(const PlotPoint& point) { return std::isfinite(point.x) && std::isfinite(point.y); }

// The width in characters, which are about equally wide.
std::size_t length_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

double pixels_of(std::string_view text) {
  return kPlotCharacter * static_cast<double>(length_of(text));
}

// Shortens a text to `most` characters, with an ellipsis at the end.
std::string shortened_word(const std::string& text, std::size_t most) {
  if (length_of(text) <= most) return text;
  std::size_t bytes = 0;
  for (std::size_t count = 0; bytes < text.size(); ++bytes) {
    if (!is_inside_character(text[bytes]) && count++ == most - 1) break;
  }
  return text.substr(0, bytes) + "\xe2\x80\xa6";
}

std::string text_at(double x, double y, std::string_view attributes, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", svg_number(x), svg_number(y),
                     attributes, xml_escaped(text));
}

std::string line_between(double x1, double y1, double x2, double y2, std::string_view kind) {
  return fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", kind,
                     svg_number(x1), svg_number(y1), svg_number(x2), svg_number(y2));
}

// From values to pixels.
struct Scale {
  double low = 0;
  double high = 1;
  double from = 0;
  double to = 1;
  double operator()(double value) const {
    return from + (value - low) / (high - low) * (to - from);
  }
};

// The marker of a series at its points; `note` is its tooltip.
std::string marker(std::size_t shape, double x, double y, std::string_view note) {
  static constexpr std::array<std::array<std::array<double, 2>, 4>, 5> corners = {{
      {{{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}},         // square
      {{{0, -4}, {3.8, 3}, {-3.8, 3}, {-3.8, 3}}},    // triangle
      {{{0, -4.2}, {4.2, 0}, {0, 4.2}, {-4.2, 0}}},   // diamond
      {{{0, 4}, {3.8, -3}, {-3.8, -3}, {-3.8, -3}}},  // triangle upside down
      {{{-2, -4}, {2, -4}, {2, 4}, {-2, 4}}},         // bar
  }};
  const std::string title =
      note.empty() ? std::string() : fmt::format("<title>{}</title>", xml_escaped(note));
  if (shape % kPlotColours == 0) {
    return fmt::format("<circle class=\"mark\" cx=\"{}\" cy=\"{}\" r=\"3.4\">{}</circle>\n",
                       svg_number(x), svg_number(y), title);
  }
  std::string points;
  for (const auto& [dx, dy] : corners[shape % kPlotColours - 1]) {
    points +=
        fmt::format("{}{},{}", points.empty() ? "" : " ", svg_number(x + dx), svg_number(y + dy));
  }
  return fmt::format("<polygon class=\"mark\" points=\"{}\">{}</polygon>\n", points, title);
}

std::string series_class(std::size_t number) {
  return fmt::format("c{} d{}", number % kPlotColours, number / kPlotColours % kDashes);
}

class Drawing {
 public:
  explicit Drawing(const LinePlot& plot) : plot_(&plot) {
    for (const PlotPanel& panel : plot.panels) {
      for (const PlotSeries& series : panel.series) {
        if (std::ranges::find(names_, series.name) == names_.end()) names_.push_back(series.name);
        for (const PlotPoint& point : series.points) {
          if (std::isfinite(point.x)) places_.insert(point.x);
        }
      }
    }
    const std::size_t count = std::max<std::size_t>(1, plot.panels.size());
    columns_ = count == 4 ? 2 : std::min<std::size_t>(3, count);
    rows_ = (count + columns_ - 1) / columns_;
    plot_width_ = columns_ == 1 ? 560 : columns_ == 2 ? 380 : 270;
    find_x_axis();
  }

  std::string svg() const {
    const double width = std::max({2 * kPlotMargin + panel_width() * static_cast<double>(columns_),
                                   2 * kPlotMargin + 1.3 * pixels_of(plot_->title),
                                   2 * kPlotMargin + kAxisWidth + legend_column()});
    const double panels_top = plot_->title.empty() ? kPlotMargin : kPlotMargin + kPlotTitleHeight;
    const double legend_top = panels_top + panel_height() * static_cast<double>(rows_);
    const std::string legend = draw_legend(width, legend_top);
    const double height =
        legend_top + kLegendLine * static_cast<double>(legend_lines(width)) + kPlotMargin;

    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"line-plot\" role=\"img\" "
        "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n",
        svg_number(width), svg_number(height), xml_escaped(plot_->title));
    svg += kPlotStyle;
    svg += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
    svg += text_at(kPlotMargin, kPlotMargin + 15, " class=\"title\"", plot_->title);
    for (std::size_t i = 0; i < plot_->panels.size(); ++i) {
      const std::size_t row = i / columns_;
      const std::size_t column = i % columns_;
      svg += draw_panel(plot_->panels[i],
                        kPlotMargin + panel_width() * static_cast<double>(column) + kAxisWidth,
                        panels_top + panel_height() * static_cast<double>(row) + kPanelTitle);
    }
    return svg + legend + "</svg>\n";
  }

 private:
  double panel_width() const { return kAxisWidth + plot_width_ + 20; }
  double panel_height() const {
    return kPanelTitle + kPlotHeight + x_text_height_ + kLabelHeight + 12;
  }

  void find_x_axis();
  std::string draw_panel(const PlotPanel& panel, double left, double top) const;
  std::string draw_x_axis(const Scale& scale, double bottom) const;
  std::string draw_series(const PlotSeries& series, const Scale& x, const Scale& y) const;
  std::string draw_legend(double width, double top) const;

  double legend_column() const {
    double widest = 0;
    for (const std::string& name : names_) widest = std::max(widest, pixels_of(name));
    return kLegendSample + widest + 24;
  }
  std::size_t legend_columns(double width) const {
    return std::max<std::size_t>(
        1, static_cast<std::size_t>((width - 2 * kPlotMargin - kAxisWidth) / legend_column()));
  }
  std::size_t legend_lines(double width) const {
    const std::size_t columns = legend_columns(width);
    return (names_.size() + columns - 1) / columns;
  }

  const LinePlot* plot_;
  std::vector<std::string> names_;  // of series, in order of appearance
  std::set<double> places_;         // x of all points
  std::size_t columns_ = 1;
  std::size_t rows_ = 1;
  double plot_width_ = 0;
  double low_ = 0;  // of x
  double high_ = 1;
  std::vector<Tick> ticks_;  // of x
  bool is_slanted_ = false;  // for words that do not fit side by side
  double x_text_height_ = kPlotAxisHeight;
};

void Drawing::find_x_axis() {
  if (!plot_->categories.empty()) {
    low_ = -0.5;
    high_ = static_cast<double>(plot_->categories.size()) - 0.5;
    double widest = 0;
    for (std::size_t i = 0; i < plot_->categories.size(); ++i) {
      ticks_.push_back(
          {static_cast<double>(i), shortened_word(plot_->categories[i], kLongestWord)});
      widest = std::max(widest, pixels_of(ticks_.back().text));
    }
    is_slanted_ = widest + 8 > plot_width_ / static_cast<double>(ticks_.size());
    if (is_slanted_) x_text_height_ = kPlotAxisHeight + 0.6 * widest;
    return;
  }
  if (!places_.empty()) {
    low_ = *places_.begin();
    high_ = *places_.rbegin();
  }
  if (low_ == high_) {
    low_ -= 0.5;
    high_ += 0.5;
  }
  // Ticks at the points if there are few; else at round numbers.
  double widest = 0;
  for (const double place : places_) {
    ticks_.push_back({place, short_number(place)});
    widest = std::max(widest, pixels_of(ticks_.back().text) + 8);
  }
  double nearest = high_ - low_;
  for (std::size_t i = 1; i < ticks_.size(); ++i) {
    nearest = std::min(nearest, ticks_[i].at - ticks_[i - 1].at);
  }
  if (ticks_.size() <= 10 && widest * (high_ - low_) <= nearest * plot_width_) return;
  ticks_ = round_ticks(low_, high_, columns_ == 1 ? 10 : 6);
  std::erase_if(ticks_, [&](const Tick& tick) { return tick.at < low_ || tick.at > high_; });
}

std::string Drawing::draw_x_axis(const Scale& scale, double bottom) const {
  std::string svg;
  for (const Tick& tick : ticks_) {
    const double at = scale(tick.at);
    svg += line_between(at, bottom, at, bottom + 4, "axis");
    if (is_slanted_) {
      svg += text_at(at + 3, bottom + 14,
                     fmt::format(" text-anchor=\"end\" transform=\"rotate(-35 {} {})\"",
                                 svg_number(at + 3), svg_number(bottom + 14)),
                     tick.text);
    } else {
      svg += text_at(at, bottom + 17, " text-anchor=\"middle\"", tick.text);
    }
  }
  return svg;
}

std::string Drawing::draw_panel(const PlotPanel& panel, double left, double top) const {
  double low = panel.low;
  double high = panel.high;
  bool is_empty = true;
  for (const PlotSeries& series : panel.series) {
    for (const PlotPoint& point : series.points) {
      if (!is_drawn(point)) continue;
      is_empty = false;
      low = std::min(low, point.y);
      high = std::max(high, point.y);
    }
  }
  if (high <= low) high = low + 1;
  const std::vector<Tick> ticks = round_ticks(low, high, 6);
  const double bottom = top + kPlotHeight;
  const Scale y{ticks.front().at, ticks.back().at, bottom, top};
  const double inset = plot_->categories.empty() ? 10 : 0;  // room for the first marker
  const Scale x{low_, high_, left + inset, left + plot_width_ - inset};

  std::string svg = "<g>\n" + text_at(left, top - 10, " class=\"panel-title\"", panel.title);
  for (const Tick& tick : ticks) {
    svg += line_between(left, y(tick.at), left + plot_width_, y(tick.at), "grid");
    svg += text_at(left - 7, y(tick.at) + 4, " text-anchor=\"end\"", tick.text);
  }
  svg += line_between(left, bottom, left + plot_width_, bottom, "axis");
  svg += draw_x_axis(x, bottom);
  svg += text_at(left + plot_width_ / 2, bottom + x_text_height_ + 16, " text-anchor=\"middle\"",
                 plot_->x_label);
  if (is_empty) {
    svg +=
        text_at(left + plot_width_ / 2, (top + bottom) / 2, " text-anchor=\"middle\"", "no values");
  }
  for (const PlotSeries& series : panel.series) svg += draw_series(series, x, y);
  return svg + "</g>\n";
}

std::string Drawing::draw_series(const PlotSeries& series, const Scale& x, const Scale& y) const {
  constexpr double markers_apart = 9;
  const auto number =
      static_cast<std::size_t>(std::ranges::find(names_, series.name) - names_.begin());
  const double shown = static_cast<double>(series.points.size());
  const bool has_markers = shown <= 1 || plot_width_ / (shown - 1) >= markers_apart;

  std::string svg = fmt::format("<g class=\"{}\"><title>{}</title>\n", series_class(number),
                                xml_escaped(series.name));
  std::string markers;
  std::string line;  // since the last gap
  std::size_t line_points = 0;
  const auto end_line = [&] {
    if (line_points > 1) svg += fmt::format("<polyline points=\"{}\"/>\n", line);
    line.clear();
    line_points = 0;
  };
  for (const PlotPoint& point : series.points) {
    if (!is_drawn(point)) {
      end_line();
      continue;
    }
    const double at_x = x(point.x);
    const double at_y = y(point.y);
    line += fmt::format("{}{},{}", line.empty() ? "" : " ", svg_number(at_x), svg_number(at_y));
    ++line_points;
    if (!has_markers) continue;
    const auto category = static_cast<std::size_t>(std::max(0.0, point.x));
    const std::string place =
        category < plot_->categories.size() ? plot_->categories[category] : short_number(point.x);
    markers += marker(number, at_x, at_y,
                      fmt::format("{}: {} at {}", series.name, short_number(point.y), place));
  }
  end_line();
  return svg + markers + "</g>\n";
}

std::string Drawing::draw_legend(double width, double top) const {
  const std::size_t lines = legend_lines(width);
  std::string svg;
  for (std::size_t i = 0; i < names_.size(); ++i) {  // column by column
    const std::size_t column = i / lines;
    const double left = kPlotMargin + kAxisWidth + legend_column() * static_cast<double>(column);
    const double middle = top + kLegendLine * (static_cast<double>(i % lines) + 0.5);
    svg += fmt::format("<g class=\"{}\">", series_class(i));
    svg += line_between(left, middle, left + kLegendSample - 10, middle, "sample");
    svg += marker(i, left + (kLegendSample - 10) / 2, middle, "");
    svg += "</g>\n" + text_at(left + kLegendSample, middle + 4, "", names_[i]);
  }
  return svg;
}

}  // namespace

std::string to_svg(const LinePlot& plot) { return Drawing(plot).svg(); }

}  // namespace pagekin::report
