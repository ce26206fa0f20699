#include "pagekin/picture/canvas.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pagekin::picture {
namespace {

std::uint16_t to_units(double pixels) {
  return static_cast<std::uint16_t>(std::clamp(std::lround(pixels * kScale), 0L, 60'000L));
}

}  // namespace

std::size_t Canvas::add(BoxKind kind, double x, double y, double width, double height,
                        std::uint32_t element) {
  if (y >= kMostPixels) return no_box;
  if (size() >= kMostBoxes) {
    drawn_.is_cut = true;
    return no_box;
  }
  Box box{.kind = kind, .x = to_units(x), .y = to_units(y)};
  box.width =
      static_cast<std::uint16_t>(std::max(1, to_units(std::min(x + width, kPageWidth)) - box.x));
  box.height =
      static_cast<std::uint16_t>(std::max(1, to_units(std::min(y + height, kMostPixels)) - box.y));
  if (box.x >= kWidth) return no_box;
  const std::uint32_t node = outline_.node_of[element];
  box.node = node == Outline::no_node ? 0 : node;
  drawn_.boxes.push_back(box);
  return size() - 1;
}

void Canvas::set_height(std::size_t box, double top, double bottom) {
  if (box == no_box) return;
  const double height = (std::min(bottom, kMostPixels) - top) * kScale;
  drawn_.boxes[box].height = static_cast<std::uint16_t>(std::max(1L, std::lround(height)));
}

Wireframe Canvas::finish(double bottom) {
  drawn_.is_cut |= bottom > kMostPixels;
  double height = 0;
  for (const Box& box : drawn_.boxes) height = std::max<double>(height, box.y + box.height);
  drawn_.height = static_cast<std::uint16_t>(std::clamp<double>(height + 4, 60, kHeight));
  return std::move(drawn_);
}

}  // namespace pagekin::picture
