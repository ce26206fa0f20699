#include "pagekin/skeleton/render.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "pagekin/html/tag_set.h"
#include "pagekin/skeleton/page_children.h"

namespace pagekin::skeleton {
namespace {

enum class Layout : std::uint8_t { kInline, kBlock, kLine, kNone };

Layout layout_of(html::TagId tag) {
  constexpr html::TagSet nothing =
      html::kWithoutText | html::TagSet{html::kTagSelect, html::kTagTextarea};
  constexpr html::TagSet lines{html::kTagDd, html::kTagDt, html::kTagLi, html::kTagTr};
  if (nothing.has(tag)) return Layout::kNone;
  if (lines.has(tag)) return Layout::kLine;
  return html::kBlocks.has(tag) || tag == html::kTagHtml ? Layout::kBlock : Layout::kInline;
}

// 0: not a heading.
int heading_level(html::TagId tag) {
  return html::kHeadings.has(tag) ? static_cast<int>(tag - html::kTagH1) + 1 : 0;
}

class Renderer {
 public:
  Renderer(const PageNodes& page, const Kept& kept, TextFormat format, const LinkRule& links)
      : page_(page),
        kept_(kept),
        links_(links),
        children_(page),
        is_markdown_(format == TextFormat::kMarkdown) {}

  std::string run() {
    if (page_.nodes.empty()) return {};
    find_kept();
    if (has_kept_[0]) put_element(0);
    while (out_.ends_with('\n') || out_.ends_with(' ')) out_.pop_back();
    if (!out_.empty()) out_ += '\n';
    return std::move(out_);
  }

 private:
  // Which elements hold a kept text or picture, and the address of each link and picture.
  void find_kept() {
    has_kept_.assign(page_.nodes.size(), false);
    has_block_.assign(page_.nodes.size(), false);
    attributes_.assign(page_.nodes.size(), {no_value, no_value});
    is_kept_.assign(page_.texts.size(), false);
    for (std::uint32_t i = 0; i < page_.attributes.size(); ++i) {
      const Value& value = page_.attributes[i];
      if (value.source == Source::kHref || value.source == Source::kSrc) {
        attributes_[value.element].first = i;
      } else if (value.source == Source::kAlt) {
        attributes_[value.element].second = i;
        if (is_markdown_ && kept_.attribute(i)) mark(value.element);
      }
    }
    for (std::uint32_t i = 0; i < page_.texts.size(); ++i) {
      if (!kept_.text(i)) continue;
      is_kept_[i] = true;
      mark(page_.texts[i].element);
    }
    for (std::size_t i = page_.nodes.size(); i-- > 1;) {
      const html::TagId tag = page_.nodes[i].tag;
      const Layout layout = layout_of(tag);
      const bool breaks =
          layout == Layout::kBlock || (layout == Layout::kLine && tag != html::kTagTr);
      if (breaks || has_block_[i]) has_block_[page_.nodes[i].parent] = true;
    }
  }

  void mark(std::uint32_t element) {
    while (!has_kept_[element]) {
      has_kept_[element] = true;
      element = page_.nodes[element].parent;
    }
  }

  void put_element(std::uint32_t element) {
    const html::TagId tag = page_.nodes[element].tag;
    if (tag == html::kTagBr) {
      if (!is_in_cell_) break_line();
      return;
    }
    if (!has_kept_[element]) return;
    switch (layout_of(tag)) {
      case Layout::kNone:
        return;
      case Layout::kInline:
        put_inline(element);
        return;
      case Layout::kLine:
        if (is_in_cell_) {
          put_children(element);
        } else {
          put_line(element);
        }
        return;
      case Layout::kBlock:
        if (is_in_cell_) {
          put_children(element);
        } else {
          put_block(element);
        }
        return;
    }
  }

  void put_block(std::uint32_t element) {
    const html::TagId tag = page_.nodes[element].tag;
    if (tag == html::kTagUl || tag == html::kTagOl) {
      const bool is_nested = !lists_.empty();
      if (is_nested) {
        break_line();
      } else {
        break_block();
      }
      lists_.push_back({.is_numbered = tag == html::kTagOl});
      put_children(element);
      lists_.pop_back();
      if (!is_nested) break_block();
      return;
    }
    if (lists_.empty()) {
      break_block();
    } else {
      break_line();
    }
    if (tag == html::kTagTable && !has_block_[element] && is_data_table(element)) {
      rows_ = 0;
      const bool was_table = std::exchange(is_in_table_, true);
      put_children(element);
      is_in_table_ = was_table;
    } else if (tag == html::kTagPre && is_markdown_) {
      put("```");
      break_line();
      const bool was_pre = std::exchange(is_in_pre_, true);
      put_children(element);
      is_in_pre_ = was_pre;
      break_line();
      put("```");
    } else if (tag == html::kTagPre) {
      const bool was_pre = std::exchange(is_in_pre_, true);
      put_children(element);
      is_in_pre_ = was_pre;
    } else {
      if (const int level = heading_level(tag); level > 0 && is_markdown_) {
        put(std::string(static_cast<std::size_t>(level), '#') + " ");
      } else if (tag == html::kTagBlockquote && is_markdown_) {
        put("> ");
      }
      put_children(element);
    }
    if (lists_.empty()) {
      break_block();
    } else {
      break_line();
    }
  }

  // Whether it has more than one cell in a row, and no table around it.
  bool is_data_table(std::uint32_t element) const {
    if (is_in_table_) return false;
    std::size_t cells = 0;
    for (std::size_t i = element + 1; i < page_.nodes.size(); ++i) {
      if (page_.nodes[i].parent < element) break;
      const html::TagId tag = page_.nodes[i].tag;
      if (tag == html::kTagTd || tag == html::kTagTh) {
        ++cells;
      } else if (tag == html::kTagTr) {
        cells = 0;
      }
      if (cells > 1) return true;
    }
    return false;
  }

  void put_line(std::uint32_t element) {
    const html::TagId tag = page_.nodes[element].tag;
    break_line();
    if (tag == html::kTagTr && is_in_table_) {
      put_row(element);
      return;
    }
    if (tag == html::kTagLi) {
      const std::size_t depth = lists_.empty() ? 0 : lists_.size() - 1;
      put(std::string(2 * depth, ' '));
      if (!lists_.empty() && lists_.back().is_numbered) {
        put(std::to_string(++lists_.back().number) + ". ");
      } else {
        put("- ");
      }
    }
    put_children(element);
    break_line();
  }

  void put_row(std::uint32_t row) {
    std::size_t cells = 0;
    is_in_cell_ = true;
    for (const std::uint32_t cell : children_.elements_of(row)) {
      const html::TagId tag = page_.nodes[cell].tag;
      if (tag != html::kTagTd && tag != html::kTagTh) continue;
      if (is_markdown_) {
        put(cells == 0 ? "| " : " | ");
      } else if (cells > 0) {
        put("\t");
      }
      ++cells;
      needs_space_ = false;
      if (has_kept_[cell]) put_children(cell);
    }
    is_in_cell_ = false;
    if (is_markdown_ && cells > 0) {
      put(" |");
      if (rows_ == 0) {
        break_line();
        put("|");
        for (std::size_t i = 0; i < cells; ++i) put(" --- |");
      }
    }
    ++rows_;
    break_line();
  }

  void put_inline(std::uint32_t element) {
    const html::TagId tag = page_.nodes[element].tag;
    if (!is_markdown_) {
      if (tag != html::kTagImg) put_children(element);
      return;
    }
    const auto [address, description] = attributes_[element];
    if (tag == html::kTagImg) {
      if (description == no_value || !kept_.attribute(description)) return;
      put_words("![", true);
      put(escaped(page_.text(page_.attributes[description])));
      put("](");
      if (address != no_value) put(address_text(address));
      put(")");
      return;
    }
    std::string_view before;
    std::string after;
    if (is_in_pre_ || has_block_[element]) {
      // Marks would not end in their own line.
    } else if (tag == html::kTagA && address != no_value && links_.keeps_links) {
      before = "[";
      after = "](" + address_text(address) + ")";
    } else if (tag == html::kTagB || tag == html::kTagStrong) {
      before = "**";
      after = "**";
    } else if (tag == html::kTagI || tag == html::kTagEm) {
      before = "*";
      after = "*";
    } else if (tag == html::kTagCode || tag == html::kTagKbd || tag == html::kTagSamp) {
      before = "`";
      after = "`";
    }
    pending_ += before;
    put_children(element);
    if (!pending_.empty() && !before.empty() && pending_.ends_with(before)) {
      pending_.erase(pending_.size() - before.size());
    } else {
      out_ += after;
    }
  }

  std::string address_text(std::uint32_t attribute) const {
    std::string address(page_.text(page_.attributes[attribute]));
    if (links_.absolute) address = links_.absolute(address);
    std::string text;
    for (const char c : address) {
      if (c == ' ') {
        text += "%20";
      } else if (c == '(') {
        text += "%28";
      } else if (c == ')') {
        text += "%29";
      } else if (c == '<' || c == '>') {
        text += c == '<' ? "%3C" : "%3E";
      } else {
        text += c;
      }
    }
    return text;
  }

  void put_children(std::uint32_t element) {
    children_.for_each(
        page_, element, [&](std::uint32_t text) { put_text(text); },
        [&](std::uint32_t child) { put_element(child); });
  }

  void put_text(std::uint32_t number) {
    const Value& text = page_.texts[number];
    if (!is_kept_[number]) {
      needs_space_ = true;
      return;
    }
    if (const std::string* const lines = is_in_pre_ ? page_.lines_of(number) : nullptr) {
      put(*lines);
      return;
    }
    const std::string_view words = page_.text(text);
    if (is_markdown_ && !pending_.ends_with('`')) {
      put_words(escaped(words), text.space_before);
    } else {
      put_words(words, text.space_before);
    }
  }

  void put_words(std::string_view words, bool has_space) {
    if ((has_space || needs_space_) && !out_.empty() && out_.back() != '\n' && out_.back() != ' ' &&
        out_.back() != '\t') {
      out_ += ' ';
    }
    needs_space_ = false;
    put(words);
  }

  void put(std::string_view text) {
    if (breaks_ > 0 && !out_.empty()) {
      while (out_.ends_with(' ')) out_.pop_back();
      std::size_t there = 0;
      while (there < out_.size() && there < 2 && out_[out_.size() - 1 - there] == '\n') ++there;
      for (std::size_t i = there; i < breaks_; ++i) out_ += '\n';
    }
    breaks_ = 0;
    out_ += pending_;
    pending_.clear();
    out_ += text;
  }

  void break_line() {
    breaks_ = std::max<std::size_t>(breaks_, 1);
    needs_space_ = false;
  }
  void break_block() {
    breaks_ = 2;
    needs_space_ = false;
  }

  static std::string escaped(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
      if (std::string_view("\\`*_[]<|").find(c) != std::string_view::npos) safe += '\\';
      safe += c;
    }
    if (safe.starts_with('#') || safe.starts_with("- ") || safe.starts_with("+ ") ||
        safe.starts_with('>')) {
      safe.insert(0, 1, '\\');
    }
    return safe;
  }

  struct List {
    bool is_numbered = false;
    int number = 0;
  };
  static constexpr std::uint32_t no_value = UINT32_MAX;

  const PageNodes& page_;
  const Kept& kept_;
  const LinkRule& links_;
  PageChildren children_;
  bool is_markdown_;
  std::vector<bool> has_kept_;   // by element: a kept text is in it
  std::vector<bool> has_block_;  // by element: a block is in it
  std::vector<bool> is_kept_;    // by text
  std::vector<std::pair<std::uint32_t, std::uint32_t>> attributes_;  // by element: address, alt
  std::vector<List> lists_;
  std::string out_;
  std::string pending_;     // marks before the next words
  std::size_t breaks_ = 0;  // line ends before the next words
  std::size_t rows_ = 0;    // of the table so far
  bool needs_space_ = false;
  bool is_in_table_ = false;
  bool is_in_cell_ = false;
  bool is_in_pre_ = false;
};

}  // namespace

std::uint32_t block_of(const PageNodes& page, std::uint32_t element) {
  constexpr int most_levels = 32;
  for (int level = 0; element != 0 && level < most_levels; ++level) {
    const html::TagId tag = page.nodes[element].tag;
    if (layout_of(tag) != Layout::kInline || tag == html::kTagTd || tag == html::kTagTh) break;
    element = page.nodes[element].parent;
  }
  return element;
}

std::string render(const PageNodes& page, const Kept& kept, TextFormat format,
                   const LinkRule& links) {
  return Renderer(page, kept, format, links).run();
}

}  // namespace pagekin::skeleton
