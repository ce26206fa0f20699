#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "pagekin/core/registry.h"
#include "pagekin/eval/score.h"
#include "pagekin/report/sweep.h"

namespace pagekin::report {
namespace {

using laboratory::Sweep;
using laboratory::SweepRow;
using laboratory::SweepSetting;
using laboratory::Varied;

// A line: the settings that differ only in the option on the x axis.
struct Line {
  std::string name;
  std::vector<std::size_t> settings;
};

class SweepPlot {
 public:
  explicit SweepPlot(const Sweep& sweep) : sweep_(&sweep) {
    const auto& varied = sweep.plan.varied;
    const auto numeric = std::ranges::find_if(varied, &Varied::is_numeric);
    x_ = numeric == varied.end() ? 0 : static_cast<std::size_t>(numeric - varied.begin());
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
      const SweepSetting& setting = sweep.plan.settings[i];
      std::string name = sweep.plan.describe(setting, x_);
      if (name.empty()) name = setting.method;
      const auto [entry, is_new] = known.try_emplace(name, lines_.size());
      if (is_new) lines_.push_back({name, {}});
      lines_[entry->second].settings.push_back(i);
    }
  }

  const Varied& x() const { return sweep_->plan.varied[x_]; }

  template <class Value>
  PlotPanel panel(std::string title, const Value& value) const {
    PlotPanel panel{.title = std::move(title)};
    for (const Line& line : lines_) panel.series.push_back(series(line, value));
    return panel;
  }

 private:
  double position(std::size_t value) const {
    if (!x().is_numeric) return static_cast<double>(value);
    double number = 0;
    const std::string& text = x().values[value];
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }

  // A setting without the option on the x axis has the same value everywhere.
  template <class Value>
  PlotSeries series(const Line& line, const Value& value) const {
    PlotSeries series{.name = line.name};
    for (std::size_t i = 0; i < x().values.size(); ++i) {
      for (const std::size_t number : line.settings) {
        const std::string& at = sweep_->plan.settings[number].values[x_];
        if (!at.empty() && at != x().values[i]) continue;
        const SweepRow& row = sweep_->rows[number];
        series.points.push_back(
            {position(i), row.is_done ? value(row) : std::numeric_limits<double>::quiet_NaN()});
      }
    }
    std::ranges::stable_sort(series.points, {}, &PlotPoint::x);
    return series;
  }

  const Sweep* sweep_;
  std::size_t x_ = 0;
  std::vector<Line> lines_;
};

// "adjusted_rand_index" -> "adjusted Rand index"
std::string in_words(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> names = {{
      {"f1", "F1"},
      {"rand", "Rand"},
      {"nmi", "NMI"},
      {"ami", "AMI"},
      {"bcubed", "B-cubed"},
      {"v", "V"},
  }};
  std::string words;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('_'), name.size());
    std::string_view word = name.substr(0, end);
    for (const auto& [written, said] : names) {
      if (word == written) word = said;
    }
    words += words.empty() ? "" : " ";
    words += word;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return words;
}

}  // namespace

LinePlot to_plot(const Sweep& sweep, std::span<const std::string_view> scores) {
  const SweepPlot plot(sweep);
  LinePlot picture{.x_label = plot.x().name};
  if (!plot.x().is_numeric) picture.categories = plot.x().values;
  const SweepSetting& first = sweep.plan.settings.front();
  picture.title = "Scores over " + plot.x().name;
  if (!sweep.plan.has_methods) picture.title += ", method " + first.method;
  if (!sweep.plan.has_measures && !first.measure.empty()) {
    picture.title += ", measure " + first.measure;
  }
  for (const std::string_view name : scores) {
    const eval::ScoreInfo& info = find_by_name(eval::scores(), "score", name);
    const auto number = static_cast<std::size_t>(&info - eval::scores().data());
    picture.panels.push_back(
        plot.panel(in_words(name), [&](const SweepRow& row) { return row.scores[number]; }));
    picture.panels.back().high = 1;
  }
  if (sweep.is_timed) {
    picture.panels.push_back(
        plot.panel("seconds", [](const SweepRow& row) { return row.seconds; }));
  }
  return picture;
}

}  // namespace pagekin::report
