// Collects the boxes of a wireframe. They are given in pixels of a page that is kPageWidth wide,
// and kept in the units of the wireframe. What lies below or beside it is cut.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pagekin/picture/outline.h"
#include "pagekin/picture/wireframe.h"

namespace pagekin::picture {

constexpr double kPageWidth = 1200;
constexpr double kScale = kWidth / kPageWidth;
constexpr double kMostPixels = kHeight / kScale;

class Canvas {
 public:
  static constexpr std::size_t no_box = SIZE_MAX;

  // `outline` must outlive the object.
  explicit Canvas(const Outline& outline) : outline_(outline) {}

  // Returns the number of the box, or no_box if it cannot be seen.
  std::size_t add(BoxKind kind, double x, double y, double width, double height,
                  std::uint32_t element);
  void set_height(std::size_t box, double top, double bottom);

  std::size_t size() const { return drawn_.boxes.size(); }
  void drop_last() { drawn_.boxes.pop_back(); }

  // The whole picture of a page that ends at `bottom`. Call it once.
  Wireframe finish(double bottom);

 private:
  const Outline& outline_;
  Wireframe drawn_;
};

}  // namespace pagekin::picture
