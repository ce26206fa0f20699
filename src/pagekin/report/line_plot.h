// A line plot as SVG: one or more panels that share the x axis and the legend.
//
// It follows the light or dark mode of the reader's system. Colours can be distinguished by
// colour-blind people, and lines also differ in markers and dashes. There are no scripts and no
// external fonts or files. The same plot gives the same bytes on every machine.
#pragma once

#include <string>
#include <vector>

namespace pagekin::report {

struct PlotPoint {
  double x = 0;
  double y = 0;  // not finite: a gap in the line
};

struct PlotSeries {
  std::string name;               // series with one name look the same in all panels
  std::vector<PlotPoint> points;  // by rising x; may be empty
};

struct PlotPanel {
  std::string title;  // what y is
  std::vector<PlotSeries> series;
  // The least range of the axis; values may extend it.
  double low = 0;
  double high = 0;
};

struct LinePlot {
  std::string title;
  std::string x_label;
  std::vector<std::string> categories;  // words below the axis at x = 0, 1, 2 ...; may be empty
  std::vector<PlotPanel> panels;
};

// Up to 18 series look different; further ones repeat the looks of the first.
std::string to_svg(const LinePlot& plot);

}  // namespace pagekin::report
