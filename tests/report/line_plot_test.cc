#include "pagekin/report/line_plot.h"

#include <limits>
#include <string>

namespace pagekin::report {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

// Everything that is drawn, without the style sheet.
std::string drawn(const LinePlot& plot) {
  const std::string svg = to_svg(plot);
  return svg.substr(svg.find("</style>"));
}

TEST(LinePlot, DrawsALineForEachSeriesOfEachPanel) {
  const PlotSeries a{.name = "a", .points = {{0.1, 0.5}, {0.2, 0.7}, {0.3, 0.6}}};
  const PlotSeries b{.name = "b", .points = {{0.1, 0.4}, {0.3, 0.2}}};
  const std::string svg = drawn({.title = "T",
                                 .x_label = "threshold",
                                 .panels = {{.title = "f1", .series = {a, b}, .high = 1},
                                            {.title = "purity", .series = {a}, .high = 1}}});
  EXPECT_EQ(count(svg, "<polyline"), 3U);
  EXPECT_EQ(count(svg, "class=\"sample\""), 2U);  // one legend for both panels
  EXPECT_EQ(count(svg, ">threshold<"), 2U);
  EXPECT_EQ(count(svg, ">0.2<"), 2U + 2U);  // below both axes, and beside both
}

TEST(LinePlot, LeavesAGapWhereThereIsNoValue) {
  const PlotSeries series{
      .name = "a",
      .points = {{1, 1}, {2, 2}, {3, kNothing}, {4, 3}, {5, 4}, {6, kNothing}, {7, 1}}};
  const std::string svg = drawn({.panels = {{.title = "y", .series = {series}}}});
  EXPECT_EQ(count(svg, "<polyline"), 2U);
  EXPECT_EQ(count(svg, "<circle"), 5U + 1U);
  EXPECT_EQ(count(svg, "nan"), 0U);
}

TEST(LinePlot, SaysSoWhenThereIsNothingToDraw) {
  EXPECT_EQ(count(drawn({.panels = {{.title = "y", .series = {{.name = "a"}}}}}), "no values"), 1U);
  EXPECT_EQ(count(drawn({.panels = {{.title = "y"}}}), "no values"), 1U);
  EXPECT_NE(to_svg({}), "");
  const PlotSeries endless{.name = "a", .points = {{1, std::numeric_limits<double>::infinity()}}};
  EXPECT_EQ(count(drawn({.panels = {{.title = "y", .series = {endless}}}}), "inf"), 0U);
}

TEST(LinePlot, TwelveSeriesLookDifferent) {
  PlotPanel panel{.title = "y"};
  for (int i = 0; i < 12; ++i) {
    panel.series.push_back({.name = "s" + std::to_string(i), .points = {{0, 1.0 * i}, {1, 2.0}}});
  }
  const std::string svg = drawn({.panels = {panel}});
  for (int colour = 0; colour < 6; ++colour) {
    for (int dash = 0; dash < 2; ++dash) {
      const std::string style = "\"c" + std::to_string(colour) + " d" + std::to_string(dash) + "\"";
      EXPECT_EQ(count(svg, style), 2U) << style;  // the line and its name
    }
  }
}

TEST(LinePlot, PutsWordsBelowTheAxis) {
  const PlotSeries series{.name = "a", .points = {{0, 1}, {1, 2}, {2, 0.5}}};
  LinePlot plot{.categories = {"single", "complete", "average"},
                .panels = {{.title = "y", .series = {series}}}};
  const std::string svg = drawn(plot);
  EXPECT_EQ(count(svg, ">complete<"), 1U);
  EXPECT_EQ(count(svg, "a: 2 at complete"), 1U);
  EXPECT_EQ(count(svg, "rotate"), 0U);
  plot.categories = {"a name that is quite long", "another one of that kind", "\xc3\xa9"};
  plot.panels.push_back(plot.panels[0]);
  EXPECT_EQ(count(drawn(plot), "rotate"), 6U);
}

TEST(LinePlot, NamesOfStrangersStayText) {
  const PlotSeries series{.name = "</svg><script>alert(1)</script>", .points = {{0, 1}, {1, 1}}};
  const std::string svg =
      to_svg({.title = "a & b", .panels = {{.title = "<y>", .series = {series}}}});
  EXPECT_EQ(count(svg, "<script"), 0U);
  EXPECT_EQ(count(svg, "</svg>"), 1U);
  EXPECT_GE(count(svg, "a &amp; b"), 1U);
}

TEST(LinePlot, ManyPointsHaveNoMarkers) {
  PlotSeries series{.name = "a"};
  for (int i = 0; i < 200; ++i) series.points.push_back({1.0 * i, 1.0});
  EXPECT_EQ(count(drawn({.panels = {{.title = "y", .series = {series}}}}), "<circle"),
            1U);  // legend
}

TEST(LinePlot, OnePlaceAndOneValueAreFine) {
  const std::string svg =
      drawn({.panels = {{.title = "y", .series = {{.name = "a", .points = {{3, 0}}}}}}});
  EXPECT_EQ(count(svg, "<circle"), 2U);
  EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0U);
}

}  // namespace
}  // namespace pagekin::report
