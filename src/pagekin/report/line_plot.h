// Values over a parameter, as lines: one SVG picture of one or more panels that share the
// axis below them and the legend.
//
// Light or dark as the reader's system is; colours that colour-blind people can tell apart,
// and markers and dashes beside them; no scripts, no fonts or files from elsewhere. The same
// plot gives the same bytes on every machine.
#pragma once

#include <string>
#include <vector>

namespace pagekin::report {

struct PlotPoint {
  double x = 0;
  double y = 0;  // not finite: a gap in the line
};

struct PlotSeries {
  std::string name;               // the same name in several panels is drawn alike
  std::vector<PlotPoint> points;  // by rising x; may be empty
};

struct PlotPanel {
  std::string title;  // what y is
  std::vector<PlotSeries> series;
  // What the axis covers at least; it reaches further where values do.
  double low = 0;
  double high = 0;
};

struct LinePlot {
  std::string title;
  std::string x_label;
  std::vector<std::string> categories;  // words below the axis for x = 0, 1, 2 ...; or none
  std::vector<PlotPanel> panels;
};

// Up to 18 series look different from each other; further ones look like the first again.
std::string to_svg(const LinePlot& plot);

}  // namespace pagekin::report
