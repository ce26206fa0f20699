#include "pagekin/picture/wireframe.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "pagekin/core/text.h"
#include "pagekin/html/tag_id.h"
#include "pagekin/picture/canvas.h"
#include "pagekin/picture/visible_page.h"

namespace pagekin::picture {
namespace {

using dom::AttributeName;
using html::TagId;

// In pixels.
constexpr double kCharacter = 8;  // mean width of a character
constexpr double kLine = 24;
constexpr double kGap = 14;
constexpr double kNarrow = 420;            // a column in which navigation runs downwards
constexpr double kFar = 40 * kMostPixels;  // nothing is laid out below it

int heading_level(TagId tag) {
  return tag >= html::kTagH1 && tag <= html::kTagH6 ? static_cast<int>(tag - html::kTagH1) + 1 : 0;
}

// A piece of a line of text.
struct Inline {
  enum class What : std::uint8_t { kText, kLink, kAtom, kBreak };
  What what = What::kText;
  double width = 0;
  double height = kLine;
  BoxKind kind = BoxKind::kText;
  std::uint32_t element = 0;
};

class Layout {
 public:
  Layout(const dom::Tree& tree, const Outline& outline) : page_(tree), canvas_(outline) {}

  Wireframe draw() {
    std::uint32_t body = 0;
    for (std::uint32_t i = 0; i < page_.tree().size(); ++i) {
      if (page_.tag(i) == html::kTagBody || page_.tag(i) == html::kTagFrameset) {
        body = i;
        break;
      }
    }
    if (body == 0) return {};
    const double bottom = content(body, {.x = 24, .y = 16, .width = kPageWidth - 48});
    return canvas_.finish(bottom);
  }

 private:
  // The column into which something is laid.
  struct Column {
    double x = 0;
    double y = 0;
    double width = 0;
    bool in_nav = false;
    bool in_head = false;  // of the page
  };

  // ---- Blocks. Each function returns the y below what it laid.

  double block(std::uint32_t element, Column column) {
    if (column.y > kFar || page_.is_hidden(element)) return column.y;
    const TagId tag = page_.tag(element);
    if (const int level = heading_level(tag)) return heading(element, level, column);
    if (tag == html::kTagHr) {
      canvas_.add(BoxKind::kRule, column.x, column.y + 6, column.width, 3, element);
      return column.y + 16;
    }
    if (tag == html::kTagTable) return table(element, column);
    if (tag == html::kTagPre || tag == html::kTagListing) return code(element, column);
    const Role role = page_.role_of(element);
    std::size_t frame = Canvas::no_box;
    const double top = column.y;
    Column inner = column;
    const bool is_frame = role != Role::kNone || tag == html::kTagForm || tag == html::kTagFieldset;
    if (is_frame) {
      constexpr std::array kinds{BoxKind::kPanel, BoxKind::kHeader, BoxKind::kNav,
                                 BoxKind::kMain,  BoxKind::kAside,  BoxKind::kFooter};
      frame = canvas_.add(kinds[static_cast<std::size_t>(role)], column.x, top, column.width, 8,
                          element);
      inner.x += 10;
      inner.width = std::max(40.0, inner.width - 20);
      inner.y += 10;
    }
    if (role == Role::kNav) inner.in_nav = true;
    if (role == Role::kHeader && top < 400) inner.in_head = true;
    if (role == Role::kMain) inner.in_head = false;
    if (tag == html::kTagBlockquote || tag == html::kTagDd) {
      inner.x += 28;
      inner.width = std::max(40.0, inner.width - 28);
    }
    double bottom = content(element, inner);
    if (bottom <= inner.y) {  // nothing in it
      if (frame != Canvas::no_box && frame + 1 == canvas_.size()) canvas_.drop_last();
      return top;
    }
    if (is_frame) {
      bottom += 10;
      canvas_.set_height(frame, top, bottom);
    }
    if (tag == html::kTagP || tag == html::kTagUl || tag == html::kTagOl || tag == html::kTagDl ||
        tag == html::kTagBlockquote || tag == html::kTagFigure || is_frame) {
      bottom += kGap;
    }
    return bottom;
  }

  double heading(std::uint32_t element, int level, Column column) {
    const double size = level == 1 ? 34 : level == 2 ? 28 : level == 3 ? 23 : 20;
    if (page_.letters(element) == 0) {
      return page_.pictures(element) > 0 ? content(element, column) : column.y;
    }
    const double width = page_.letters(element) * size * 0.52;
    const double lines = std::min(4.0, std::ceil(width / std::max(60.0, column.width)));
    const double top = column.y + (level <= 2 ? 12 : 8);
    for (double line = 0; line < lines; ++line) {
      const double left = std::min(column.width, width - line * column.width);
      canvas_.add(BoxKind::kHeading, column.x, top + line * size * 1.25, std::max(30.0, left),
                  size * 0.72, element);
    }
    return top + lines * size * 1.25 + (level <= 2 ? 12 : 6);
  }

  double code(std::uint32_t element, Column column) {
    if (page_.letters(element) == 0) return column.y;
    std::size_t lines = 1;
    const dom::Tree& tree = page_.tree();
    for (std::uint32_t e = element; e < page_.end_of(element) && lines < 60; ++e) {
      for (const std::uint32_t number : page_.texts_of(e)) {
        const dom::TextLeaf& leaf = tree.texts[number];
        for (std::uint32_t i = 0; i < leaf.span_count; ++i) {
          const std::string_view text = tree.view(tree.text_spans[leaf.first_span + i]);
          lines += static_cast<std::size_t>(std::ranges::count(text.substr(0, 20'000), '\n'));
        }
      }
    }
    const double height = 20 * static_cast<double>(std::min<std::size_t>(lines, 60)) + 16;
    canvas_.add(BoxKind::kCode, column.x, column.y, column.width, height, element);
    return column.y + height + kGap;
  }

  // Rows and cells. Tables for layout get no frames.
  double table(std::uint32_t element, Column column) {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> before;  // captions
    collect_rows(element, rows, before);
    double y = column.y;
    for (const std::uint32_t caption : before) y = block(caption, with_y(column, y));
    std::vector<double> weights;
    bool has_heads = false;
    for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 30); ++i) {
      std::size_t cell = 0;
      page_.for_children(rows[i], [&](std::uint32_t child) {
        if (!is_cell(child)) return;
        has_heads |= page_.tag(child) == html::kTagTh;
        const std::size_t span = span_of(child);
        for (std::size_t s = 0; s < span && cell < 40; ++s, ++cell) {
          if (weights.size() <= cell) weights.push_back(4);
          const double want =
              page_.letters(child) + 20.0 * std::min<double>(page_.pictures(child), 4);
          weights[cell] = std::max(weights[cell], std::min(60.0, want / static_cast<double>(span)));
        }
      });
    }
    double sum = 0;
    for (const double weight : weights) sum += weight;
    const bool is_data = weights.size() > 1 && (has_heads || rows.size() > 3) &&
                         page_.letters(element) < 400 * rows.size() * weights.size();
    for (const std::uint32_t row : rows) {
      if (y > kFar) break;
      if (page_.is_hidden(row)) continue;
      double x = column.x;
      double bottom = y;
      std::size_t cell = 0;
      const std::size_t first_box = canvas_.size();
      const double top = y;
      page_.for_children(row, [&](std::uint32_t child) {
        if (!is_cell(child) || page_.is_hidden(child)) return;
        double share = 0;
        const std::size_t span = span_of(child);
        for (std::size_t s = 0; s < span && cell < weights.size(); ++s, ++cell)
          share += weights[cell];
        const double width = sum > 0 ? column.width * share / sum : column.width;
        const double pad = is_data ? 6 : 4;
        Column inner = column;
        inner.x = x + pad;
        inner.y = y + pad;
        inner.width = std::max(20.0, width - 2 * pad);
        bottom = std::max(bottom, content(child, inner) + pad);
        x += width;
      });
      y = bottom > top ? bottom : top + 2;
      if (is_data && canvas_.size() > first_box) {
        canvas_.add(BoxKind::kRule, column.x, y, column.width, 2, row);
        y += 3;
      }
    }
    return y + kGap;
  }

  void collect_rows(std::uint32_t element, std::vector<std::uint32_t>& rows,
                    std::vector<std::uint32_t>& captions) const {
    page_.for_children(element, [&](std::uint32_t child) {
      const TagId tag = page_.tag(child);
      if (tag == html::kTagTr) rows.push_back(child);
      if (tag == html::kTagCaption) captions.push_back(child);
      if (tag == html::kTagTbody || tag == html::kTagThead || tag == html::kTagTfoot) {
        page_.for_children(child, [&](std::uint32_t row) {
          if (page_.tag(row) == html::kTagTr) rows.push_back(row);
        });
      }
    });
  }

  bool is_cell(std::uint32_t element) const {
    return page_.tag(element) == html::kTagTd || page_.tag(element) == html::kTagTh;
  }

  std::size_t span_of(std::uint32_t cell) const {
    return static_cast<std::size_t>(
        std::clamp(page_.number_in(cell, "colspan").value_or(1), 1.0, 20.0));
  }

  static Column with_y(Column column, double y) {
    column.y = y;
    return column;
  }

  // What is in an element: columns, a grid, a list, or blocks and lines one below the other.
  double content(std::uint32_t element, Column column) {
    if (column.y > kFar) return column.y;
    std::vector<std::uint32_t> blocks;
    // A list below an item of a menu opens only when somebody points at the item.
    const bool is_closed = (column.in_nav || column.in_head) &&
                           page_.tag(element) == html::kTagLi && page_.label_letters(element) > 0;
    page_.for_children(element, [&](std::uint32_t child) {
      if (!page_.is_hidden(child) && page_.acts_as_block(child) && !is_closed)
        blocks.push_back(child);
    });
    if (blocks.size() >= 2) {
      if (const auto bottom = side_by_side(blocks, column)) return *bottom;
      if (const auto bottom = sized_columns(blocks, column)) return *bottom;
      if (const auto bottom = grid(element, blocks, column)) return *bottom;
      if (const auto bottom = menu(blocks, column)) return *bottom;
    }
    const TagId tag = page_.tag(element);
    const bool is_list = tag == html::kTagUl || tag == html::kTagOl || tag == html::kTagMenu;
    std::vector<Inline> line;
    double y = column.y;
    const auto flush = [&] {
      if (!line.empty()) y = lines(line, with_y(column, y));
      line.clear();
    };
    page_.walk(
        element,
        [&](std::uint32_t child) {
          if (page_.is_hidden(child)) return;
          if (!page_.acts_as_block(child)) {
            collect_inline(child, line, 0);
            return;
          }
          if (is_closed) return;
          flush();
          if (is_list && page_.tag(child) == html::kTagLi && !column.in_nav) {
            const std::size_t before = canvas_.size();
            canvas_.add(BoxKind::kBullet, column.x + 2, y + 8, 8, 8, child);
            Column inner = with_y(column, y);
            inner.x += 20;
            inner.width = std::max(30.0, inner.width - 20);
            const double bottom = block(child, inner);
            if (bottom <= y && canvas_.size() == before + 1) canvas_.drop_last();
            y = bottom > y ? bottom + 4 : y;
          } else {
            y = block(child, with_y(column, y));
          }
        },
        [&](const dom::TextLeaf& leaf) {
          const std::uint32_t length = page_.length_of(leaf);
          if (length > 0) {
            line.push_back(
                {.what = Inline::What::kText, .width = length * kCharacter, .element = element});
          }
        });
    flush();
    return y;
  }

  void collect_inline(std::uint32_t element, std::vector<Inline>& line, int depth) {
    if (page_.is_hidden(element) || depth > 60) return;
    const TagId tag = page_.tag(element);
    if (tag == html::kTagBr) {
      line.push_back({.what = Inline::What::kBreak, .element = element});
    } else if (is_picture(tag)) {
      const bool is_icon = tag == html::kTagSvg;
      double width = page_.number_in(element, "width").value_or(is_icon ? 22 : 260);
      double height = page_.number_in(element, "height").value_or(is_icon ? 22 : width * 0.62);
      if (tag == html::kTagVideo || tag == html::kTagIframe) {
        width = std::max(width, 480.0);
        height = std::max(height, 270.0);
      }
      if (width < 4 || height < 4) return;  // a pixel that counts visitors
      line.push_back({.what = Inline::What::kAtom,
                      .width = std::min(width, 1100.0),
                      .height = std::min(height, 700.0),
                      .kind = BoxKind::kImage,
                      .element = element});
    } else if (tag == html::kTagInput || tag == html::kTagSelect || tag == html::kTagTextarea ||
               tag == html::kTagButton) {
      line.push_back(control(element));
    } else if (tag == html::kTagA && page_.pictures(element) == 0) {
      if (page_.letters(element) == 0) return;
      line.push_back({.what = Inline::What::kLink,
                      .width = page_.letters(element) * kCharacter,
                      .kind = BoxKind::kLink,
                      .element = element});
    } else {
      page_.walk(
          element, [&](std::uint32_t child) { collect_inline(child, line, depth + 1); },
          [&](const dom::TextLeaf& leaf) {
            const std::uint32_t length = page_.length_of(leaf);
            if (length == 0) return;
            line.push_back(
                {.what = Inline::What::kText, .width = length * kCharacter, .element = element});
          });
    }
  }

  Inline control(std::uint32_t element) const {
    const TagId tag = page_.tag(element);
    Inline piece{.what = Inline::What::kAtom, .element = element};
    if (tag == html::kTagTextarea) {
      piece.kind = BoxKind::kField;
      piece.width = 520;
      piece.height = 110;
      return piece;
    }
    const std::string type =
        lower_case(page_.attribute(element, AttributeName::kType).substr(0, 20));
    const bool is_button = tag == html::kTagButton || type == "submit" || type == "button" ||
                           type == "reset" || type == "image";
    piece.kind = is_button ? BoxKind::kButton : BoxKind::kField;
    if (type == "checkbox" || type == "radio") {
      piece.width = piece.height = 16;
    } else {
      piece.width =
          is_button ? std::clamp(page_.letters(element) * kCharacter + 28, 60.0, 260.0) : 200;
      piece.height = 32;
    }
    return piece;
  }

  // Lays pieces of text into lines. Text that is mostly links becomes a row of links; other text
  // becomes one box of several lines.
  double lines(const std::vector<Inline>& pieces, Column column) {
    double text = 0;
    double links = 0;
    std::size_t link_count = 0;
    for (const Inline& piece : pieces) {
      if (piece.what == Inline::What::kText) text += piece.width;
      if (piece.what == Inline::What::kLink) {
        links += piece.width;
        ++link_count;
      }
    }
    const bool shows_links = link_count > 0 && links >= 0.6 * (text + links);
    double x = 0;
    double y = column.y;
    double height = 0;
    double pending = 0;  // width of text that is not laid yet
    std::uint32_t pending_element = 0;
    const auto new_line = [&] {
      if (x > 0 || height > 0) y += std::max(height, kLine);
      x = 0;
      height = 0;
    };
    const auto put_text = [&] {
      if (pending <= 0) return;
      if (x > 0 && x + std::min(pending, 80.0) > column.width) new_line();
      if (x + pending <= column.width) {
        canvas_.add(BoxKind::kText, column.x + x, y + 4, pending, 15, pending_element);
        x += pending + 10;
        height = std::max(height, kLine);
      } else {
        if (x > 0) new_line();
        const double count = std::min(80.0, std::ceil(pending / std::max(40.0, column.width)));
        canvas_.add(BoxKind::kText, column.x, y + 4, column.width, count * kLine - 9,
                    pending_element);
        y += (count - 1) * kLine;
        x = column.width;
        height = kLine;
      }
      pending = 0;
    };
    for (const Inline& piece : pieces) {
      if (piece.what == Inline::What::kText ||
          (piece.what == Inline::What::kLink && !shows_links)) {
        if (pending == 0) pending_element = piece.element;
        pending += piece.width + kCharacter;
        continue;
      }
      put_text();
      if (piece.what == Inline::What::kBreak) {
        new_line();
        continue;
      }
      const double width = std::min(piece.width, column.width);
      if (x > 0 && x + width > column.width) new_line();
      const bool is_link = piece.what == Inline::What::kLink;
      canvas_.add(piece.kind, column.x + x, y + (is_link ? 4 : 2), width,
                  is_link ? 15 : piece.height, piece.element);
      x += width + (column.in_nav ? 26 : 14);
      height = std::max(height, is_link ? kLine : piece.height + 8);
    }
    put_text();
    new_line();
    return y;
  }

  // A main part and a side bar, among blocks that may have others above and below.
  std::optional<double> side_by_side(const std::vector<std::uint32_t>& blocks, Column column) {
    if (column.width < 700) return std::nullopt;
    std::size_t side = SIZE_MAX;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (page_.role_of(blocks[i]) == Role::kAside &&
          page_.letters(blocks[i]) + page_.pictures(blocks[i]) > 20) {
        side = i;
        break;
      }
    }
    if (side == SIZE_MAX) return std::nullopt;
    // The largest of the others is beside it.
    std::size_t main = SIZE_MAX;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (i == side || page_.role_of(blocks[i]) == Role::kFooter ||
          page_.role_of(blocks[i]) == Role::kHeader || page_.role_of(blocks[i]) == Role::kAside) {
        continue;
      }
      if (main == SIZE_MAX || page_.letters(blocks[i]) > page_.letters(blocks[main])) main = i;
    }
    if (main == SIZE_MAX || page_.letters(blocks[main]) < 40) return std::nullopt;
    const std::string words = lower_case(page_.attribute(blocks[side], AttributeName::kClass)) +
                              " " + lower_case(page_.attribute(blocks[side], AttributeName::kId));
    const bool is_left = side < main && words.find("right") == words.npos;
    const double side_width = column.width * 0.26;
    double y = column.y;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (i == std::max(side, main)) continue;  // laid with the other
      if (i != std::min(side, main)) {
        y = block(blocks[i], with_y(column, y));
        continue;
      }
      Column left = with_y(column, y);
      Column right = with_y(column, y);
      left.width = is_left ? side_width : column.width - side_width - 20;
      right.x = column.x + left.width + 20;
      right.width = column.width - left.width - 20;
      const double a = block(blocks[is_left ? side : main], left);
      const double b = block(blocks[is_left ? main : side], right);
      y = std::max(a, b);
    }
    return y;
  }

  // The share of the width that a class such as col-md-4 gives; 0: none.
  double share_of(std::uint32_t element) const {
    const std::string_view classes = page_.attribute(element, AttributeName::kClass).substr(0, 300);
    double best = 0;
    for (std::size_t at = classes.find("col-"); at != classes.npos;
         at = classes.find("col-", at + 1)) {
      if (at > 0 && classes[at - 1] != ' ' && classes[at - 1] != '\t') continue;
      const std::string_view word = classes.substr(at, classes.find_first_of(" \t\n", at) - at);
      const std::size_t dash = word.rfind('-');
      int n = 0;
      const auto [end, failure] =
          std::from_chars(word.data() + dash + 1, word.data() + word.size(), n);
      if (failure != std::errc{} || end != word.data() + word.size() || n < 1 || n > 12) continue;
      if (word.find("-xs-") != word.npos && best > 0) continue;
      best = n / 12.0;
    }
    return best;
  }

  std::optional<double> sized_columns(const std::vector<std::uint32_t>& blocks, Column column) {
    if (column.width < 300) return std::nullopt;
    const auto sized = static_cast<std::size_t>(
        std::ranges::count_if(blocks, [&](std::uint32_t one) { return share_of(one) > 0; }));
    if (sized < 2 || 2 * sized < blocks.size()) return std::nullopt;
    double x = 0;
    double y = column.y;
    double bottom = y;
    for (const std::uint32_t one : blocks) {
      const double share = share_of(one);
      const double width = (share > 0 ? share : 1) * column.width;
      if (x > 0 && x + width > column.width + 2) {
        y = bottom;
        x = 0;
      }
      Column inner = with_y(column, y);
      inner.x += x + 6;
      inner.width = std::max(30.0, width - 12);
      bottom = std::max(bottom, block(one, inner));
      x += width;
    }
    return bottom;
  }

  // Four or more items of the same kind, each with a picture: cards.
  std::optional<double> grid(std::uint32_t element, const std::vector<std::uint32_t>& blocks,
                             Column column) {
    if (blocks.size() < 4 || column.width < 500) return std::nullopt;
    const std::string_view classes = page_.attribute(blocks[1], AttributeName::kClass);
    std::size_t alike = 0;
    for (const std::uint32_t one : blocks) {
      const std::string_view other = page_.attribute(one, AttributeName::kClass);
      const std::string_view first = classes.substr(0, classes.find(' '));
      alike += page_.tag(one) == page_.tag(blocks[1]) && page_.pictures(one) > 0 &&
                       other.starts_with(first) && page_.letters(one) < 600
                   ? 1
                   : 0;
    }
    if (alike * 10 < blocks.size() * 8) return std::nullopt;
    const std::size_t columns = column.width > 900 ? 4 : 3;
    const double width = column.width / static_cast<double>(columns);
    double y = column.y;
    double bottom = y;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (i % columns == 0) y = i == 0 ? y : bottom + 12;
      const double left = column.x + width * static_cast<double>(i % columns);
      const std::size_t frame =
          canvas_.add(BoxKind::kPanel, left + 5, y, width - 10, 20, blocks[i]);
      Column inner = with_y(column, y + 8);
      inner.x = left + 13;
      inner.width = width - 26;
      const double end = block(blocks[i], inner) + 6;
      canvas_.set_height(frame, y, end);
      bottom = std::max(bottom, end);
    }
    (void)element;
    return bottom + kGap;
  }

  // Items of navigation beside each other, where there is room.
  std::optional<double> menu(const std::vector<std::uint32_t>& blocks, Column column) {
    if (column.width < kNarrow || (!column.in_nav && !column.in_head)) return std::nullopt;
    std::uint32_t sum = 0;
    for (const std::uint32_t one : blocks) {
      const std::uint32_t label = page_.label_letters(one);
      const std::uint32_t letters = label > 0 ? label : page_.letters(one);
      if (page_.tag(one) != html::kTagLi || letters >= 60) return std::nullopt;
      sum += letters;
    }
    if (sum * kCharacter > 2.5 * column.width) return std::nullopt;
    std::vector<Inline> line;
    for (const std::uint32_t item : blocks) {
      const std::size_t before = line.size();
      page_.walk(
          item,
          [&](std::uint32_t child) {
            if (!page_.acts_as_block(child)) collect_inline(child, line, 0);
          },
          [](const dom::TextLeaf&) {});
      if (line.size() == before && page_.letters(item) > 0) {
        line.push_back({.what = Inline::What::kLink,
                        .width = page_.letters(item) * kCharacter,
                        .kind = BoxKind::kLink,
                        .element = item});
      }
    }
    return lines(line, column);
  }

  const VisiblePage page_;
  Canvas canvas_;
};

}  // namespace

Wireframe wireframe_of(const dom::Tree& tree, const Outline& outline) {
  return Layout(tree, outline).draw();
}

}  // namespace pagekin::picture
