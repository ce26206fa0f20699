// A wireframe: a picture of a page made of boxes, drawn from its own tree.
//
// No style sheet is read, nothing is fetched and no script runs, so the picture is safe and the
// same everywhere. It shows what a page has and roughly where: blocks below each other, navigation
// and text in lines, tables and Bootstrap-like columns side by side, side bars beside the main
// part, items with pictures in a grid. Roles come from tags, `role` attributes and words in ids and
// classes. The picture is kWidth units wide and at most kHeight units high; what is below is cut.
//
// Cost: linear in the elements and texts of the page, times its depth for the few rules that look
// into a block. Limits: kMostBoxes boxes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/dom/tree.h"
#include "pagekin/picture/outline.h"

namespace pagekin::picture {

constexpr std::uint16_t kWidth = 240;
constexpr std::uint16_t kHeight = 480;
constexpr std::size_t kMostBoxes = 320;

// The numbers are part of the format of reports (web/src/wireframe.ts).
enum class BoxKind : std::uint8_t {
  kHeader = 0,
  kNav = 1,
  kMain = 2,
  kAside = 3,
  kFooter = 4,
  kPanel = 5,  // a form, a table cell, an item: a frame
  kHeading = 6,
  kText = 7,  // several lines
  kLink = 8,
  kImage = 9,
  kField = 10,  // of a form
  kButton = 11,
  kBullet = 12,
  kRule = 13,
  kCode = 14,
};

// In units; (x, y) is the upper left corner.
struct Box {
  BoxKind kind = BoxKind::kText;
  std::uint16_t x = 0;
  std::uint16_t y = 0;
  std::uint16_t width = 0;
  std::uint16_t height = 0;
  std::uint32_t node = 0;  // of the outline: what the box belongs to
};

struct Wireframe {
  std::vector<Box> boxes;
  std::uint16_t height = 0;  // of what is shown
  bool is_cut = false;       // the page goes on below, or has more boxes
};

// The tree must have been built with all attributes and text.
Wireframe wireframe_of(const dom::Tree& tree, const Outline& outline);

}  // namespace pagekin::picture
