// Text, comments and doctypes between two tags.
//
// Text is read in runs of one class, because the standard treats white space, NUL and the rest
// differently; a character reference counts as its character. If text leaves are not kept, a run
// matters only for the elements that it opens, closes or forbids.
//
// Source: HTML standard (WHATWG), 13.2.6.1 "Creating and inserting nodes" and the
// entries for characters, comments and doctypes of all insertion modes.
// Cost: O(bytes of the text).
#include <algorithm>

#include "pagekin/dom/between_tags.h"
#include "pagekin/dom/construction.h"
#include "pagekin/dom/quirks.h"

namespace pagekin::dom {

using namespace html;

namespace {

using Class = Characters::Class;

struct Piece {
  Class what;
  std::size_t size;
};

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

// The character reference at the start if it means white space. Any other reference is read as
// its '&' alone, because the rest of it is not white space either.
Piece read_reference(std::string_view text) {
  if (text.starts_with("&Tab;")) return {Class::kSpace, 5};
  if (text.starts_with("&NewLine;")) return {Class::kSpace, 9};
  if (!text.starts_with("&#")) return {Class::kOther, 1};
  std::size_t at = 2;
  int base = 10;
  if (at < text.size() && (text[at] == 'x' || text[at] == 'X')) {
    base = 16;
    ++at;
  }
  const std::size_t digits = at;
  int value = 0;
  for (; at < text.size() && digit_of(text[at]) < base; ++at) {
    value = std::min(value * base + digit_of(text[at]), 0x11'0000);
  }
  if (at == digits) return {Class::kOther, 1};
  if (at < text.size() && text[at] == ';') ++at;
  const bool is_blank =
      value == ' ' || value == '\n' || value == '\t' || value == '\r' || value == '\f';
  return {is_blank ? Class::kSpace : Class::kOther, at};
}

Piece read_character(std::string_view text, bool has_references) {
  const char c = text.front();
  if (c == '&' && has_references) return read_reference(text);
  if (c == '\0') return {Class::kNul, 1};
  return {is_space(c) ? Class::kSpace : Class::kOther, 1};
}

// The longest run of one class.
Piece read_run(std::string_view text, bool has_references) {
  Piece run = read_character(text, has_references);
  while (run.size < text.size()) {
    const Piece next = read_character(text.substr(run.size), has_references);
    if (next.what != run.what) break;
    run.size += next.size;
  }
  return run;
}

// The size of a line feed at the start, in any spelling.
std::size_t newline_size(std::string_view text, bool has_references) {
  if (text.starts_with("\r\n")) return 2;
  if (text.starts_with('\n') || text.starts_with('\r')) return 1;
  if (!has_references || !text.starts_with('&')) return 0;
  const Piece reference = read_reference(text);
  if (reference.what != Class::kSpace) return 0;
  std::string_view spelled = text.substr(0, reference.size);
  if (spelled == "&NewLine;") return reference.size;
  if (!spelled.starts_with("&#")) return 0;
  spelled.remove_prefix(2);
  const bool is_hex = spelled.starts_with('x') || spelled.starts_with('X');
  if (spelled.ends_with(';')) spelled.remove_suffix(1);
  const std::size_t first = spelled.find_first_not_of(is_hex ? "xX0" : "0");
  if (first == std::string_view::npos) return 0;
  spelled.remove_prefix(first);
  return spelled == (is_hex ? "a" : "10") || (is_hex && spelled == "A") ? reference.size : 0;
}

Span span_of(std::size_t begin, std::size_t size) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(size)};
}

}  // namespace

void Construction::read_gap(std::size_t begin, std::size_t end) {
  if (is_raw_) {
    read_raw_text(begin, end);
    return;
  }
  BetweenTags pieces(tree_.source.substr(begin, end - begin), is_foreign());
  std::size_t run_end = 0;
  while (pieces.next()) {
    // Text continues after "</>", which is nothing; tables need to know whether all of it is
    // blank.
    if (pieces.kind == BetweenTags::Kind::kText && pieces.begin >= run_end && is_table_text()) {
      text_is_blank_ = is_blank_run(pieces, run_end);
    }
    const std::size_t from = begin + pieces.begin;
    const std::size_t to = begin + pieces.end;
    switch (pieces.kind) {
      case BetweenTags::Kind::kText:
        read_text(from, to, true);
        break;
      case BetweenTags::Kind::kCdata:
        read_text(from, to, false);
        break;
      case BetweenTags::Kind::kComment:
        comment();
        break;
      case BetweenTags::Kind::kDoctype:
        doctype(from, to, pieces.is_finished);
        break;
    }
    skips_newline_ = false;
  }
}

// Whether all text from this piece on, up to a comment or doctype, is white space.
bool Construction::is_blank_run(BetweenTags pieces, std::size_t& run_end) const {
  bool is_blank = true;
  do {
    const std::string_view text = pieces.bytes().substr(pieces.begin, pieces.end - pieces.begin);
    for (std::size_t at = 0; at < text.size() && is_blank;) {
      const Piece run = read_run(text.substr(at), true);
      is_blank = run.what != Class::kOther;
      at += run.size;
    }
    run_end = pieces.end;
  } while (pieces.next() && pieces.kind == BetweenTags::Kind::kText);
  return is_blank;
}

// Text in <title>, <script> and similar elements; NUL is not dropped there.
void Construction::read_raw_text(std::size_t begin, std::size_t end) {
  if (skips_newline_) {
    begin += newline_size(tree_.source.substr(begin, end - begin), true);
  }
  if (begin == end) return;
  if (mode_ == Mode::kText) {
    insert_text(span_of(begin, end - begin));
    return;
  }
  // After <plaintext>, and in a fragment.
  const std::string_view text = tree_.source.substr(begin, end - begin);
  const bool is_blank = std::ranges::all_of(text, is_space);
  characters({is_blank ? Class::kSpace : Class::kOther, span_of(begin, end - begin)});
}

void Construction::read_text(std::size_t begin, std::size_t end, bool has_references) {
  if (skips_newline_) {
    begin += newline_size(tree_.source.substr(begin, end - begin), has_references);
  }
  while (begin < end) {
    if (is_table_text()) {
      read_table_text(begin, end);
      return;
    }
    const std::string_view text = tree_.source.substr(begin, end - begin);
    if (is_plain_text(text)) {
      characters({Class::kOther, span_of(begin, text.size())});
      return;
    }
    const Piece run = read_run(text, has_references);
    if (mode_ == Mode::kInColumnGroup && run.what != Class::kSpace &&
        open_.top().kind == kTagColgroup) {
      pop();
      mode_ = Mode::kInTable;
      text_is_blank_ = false;
      continue;
    }
    characters({run.what, span_of(begin, run.size)});
    begin += run.size;
  }
}

// Whether all of the text is treated in the same way. Only NUL differs, once a frameset is no
// longer possible.
bool Construction::is_plain_text(std::string_view text) const {
  const bool is_in_body = mode_ == Mode::kInBody || mode_ == Mode::kInCell ||
                          mode_ == Mode::kInCaption || mode_ == Mode::kInTemplate;
  return is_in_body && !is_frameset_ok_ && text.find('\0') == text.npos;
}

bool Construction::is_table_text() const {
  const bool is_table_mode =
      mode_ == Mode::kInTable || mode_ == Mode::kInTableBody || mode_ == Mode::kInRow;
  return is_table_mode && has_trait(open_.top().kind, kTableText);
}

// "In table text": white space alone stays in the table, any other text goes before it.
void Construction::read_table_text(std::size_t begin, std::size_t end) {
  if (text_is_blank_ && !options_.text) return;
  while (begin < end) {
    const Piece run = read_run(tree_.source.substr(begin, end - begin), true);
    const Characters characters{run.what, span_of(begin, run.size)};
    begin += run.size;
    if (!text_is_blank_) {
      is_fostering_ = true;
      characters_in_body(characters);
      is_fostering_ = false;
    } else if (run.what != Class::kNul) {
      insert_text(characters.span);
    }
  }
}

void Construction::characters(const Characters& run) {
  for (;;) {
    if (!is_html_text()) {
      characters_in_foreign(run);
      return;
    }
    const bool is_blank = run.what == Class::kSpace;
    switch (mode_) {
      case Mode::kInitial:
        if (is_blank) return;
        is_quirky_ = true;
        mode_ = Mode::kBeforeHtml;
        break;
      case Mode::kBeforeHtml:
        if (is_blank) return;
        create_html();
        mode_ = Mode::kBeforeHead;
        break;
      case Mode::kBeforeHead:
        if (is_blank) return;
        head_ = insert_implied(kTagHead);
        mode_ = Mode::kInHead;
        break;
      case Mode::kInHead:
        if (is_blank) return insert_text(run.span);
        pop();
        mode_ = Mode::kAfterHead;
        break;
      case Mode::kInHeadNoscript:
        if (is_blank) return insert_text(run.span);
        pop();
        mode_ = Mode::kInHead;
        break;
      case Mode::kAfterHead:
        if (is_blank) return insert_text(run.span);
        insert_implied(kTagBody);
        mode_ = Mode::kInBody;
        break;
      case Mode::kInColumnGroup:
      case Mode::kInFrameset:
      case Mode::kAfterFrameset:
        if (is_blank) insert_text(run.span);
        return;
      case Mode::kAfterAfterFrameset:
        if (is_blank) characters_in_body(run);
        return;
      case Mode::kAfterBody:
      case Mode::kAfterAfterBody:
        if (is_blank) return characters_in_body(run);
        mode_ = Mode::kInBody;
        break;
      case Mode::kInTable:
      case Mode::kInTableBody:
      case Mode::kInRow:
        is_fostering_ = true;
        characters_in_body(run);
        is_fostering_ = false;
        return;
      case Mode::kText:
        return insert_text(run.span);
      case Mode::kInBody:
      case Mode::kInCaption:
      case Mode::kInCell:
      case Mode::kInTemplate:
        return characters_in_body(run);
    }
  }
}

void Construction::characters_in_body(const Characters& run) {
  if (run.what == Class::kNul) return;
  reconstruct_formatting();
  insert_text(run.span);
  if (run.what == Class::kOther) is_frameset_ok_ = false;
}

void Construction::characters_in_foreign(const Characters& run) {
  insert_text(run.span);
  if (run.what == Class::kOther) is_frameset_ok_ = false;
}

void Construction::insert_text(Span span) {
  if (!options_.text || span.size == 0) return;
  if (text_pieces_.size() >= std::size_t{4} * options_.max_elements) {
    tree_.limits.elements = true;
    return;
  }
  const Open target = open_.top();
  const bool is_fostered = is_fostering_ && has_trait(target.kind, kFosters);
  if (is_fostered) nodes_.turn_on_links();
  const std::uint32_t previous = is_fostered ? before_fostered() : last_text();
  const bool is_more = goes_on(previous);
  if (!is_more && !options_.blank_text && is_blank(tree_.view(span))) return;
  const auto piece = static_cast<std::uint32_t>(text_pieces_.size());
  text_pieces_.push_back({span});
  if (is_more) {
    text_pieces_[nodes_[previous].attributes.count].next = piece;
    nodes_[previous].attributes.count = piece;
    return;
  }
  const std::uint32_t text = nodes_.make({.kind = kTextKind, .attributes = {piece, piece}});
  if (is_fostered) {
    foster(text);
  } else {
    nodes_.append(target.node, text);
  }
}

// A comment ends the text before it; it is not a node here.
void Construction::comment() {
  if (mode_ == Mode::kInitial || !options_.text || open_.empty()) return;
  const bool is_behind = mode_ == Mode::kAfterBody && !is_foreign();
  const bool is_outside = mode_ == Mode::kAfterAfterBody || mode_ == Mode::kAfterAfterFrameset;
  if (is_outside) return;
  const std::uint32_t parent = is_behind ? open_[0].node : open_.top().node;
  const std::uint32_t last = nodes_.last_text(parent);
  if (last != kNoNode) nodes_[last].is_formatting = true;
}

void Construction::doctype(std::size_t begin, std::size_t end, bool is_finished) {
  if (mode_ != Mode::kInitial) return;
  is_quirky_ = is_quirky_doctype(tree_.source.substr(begin, end - begin), is_finished);
  mode_ = Mode::kBeforeHtml;
}

}  // namespace pagekin::dom
