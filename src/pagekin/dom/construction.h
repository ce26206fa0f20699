// The HTML standard's tree construction as a state machine that is fed with tags and text.
//
// The functions are named after the parts of the standard and keep its order. One
// that handles a tag returns whether the tag is dealt with; false means "reprocess
// the token", in whatever insertion mode is then the current one.
//
//   construction.cc             the way through a page, tag by tag
//   construction_head.cc        insertion modes before the body
//   construction_body.cc        "in body"
//   construction_table.cc       tables
//   construction_frame.cc       templates, framesets, and what comes after the body
//   construction_foreign.cc     SVG and MathML
//   construction_formatting.cc  the adoption agency and what belongs to it
//   construction_attributes.cc  attributes: which are kept, and what some of them decide
//   construction_text.cc        text, comments and doctypes between two tags
//   construction_finish.cc      from nodes to the flat tree
//
// Source: HTML standard (WHATWG) of 2026, 13.2.6 "Tree construction"; scripting off.
// Cost: O(bytes + steps). A walk over a stack or list takes at most as many steps as the depth
// limit; at most as many nodes are made as the limit of elements.
// Limits: if the stack of open elements is full, a new element replaces its top, which is closed
// for good. Content is not cloned into <selectedcontent>.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/dom/active_formatting.h"
#include "pagekin/dom/between_tags.h"
#include "pagekin/dom/build.h"
#include "pagekin/dom/node_list.h"
#include "pagekin/dom/open_elements.h"
#include "pagekin/dom/tag_traits.h"
#include "pagekin/html/scanner.h"

namespace pagekin::dom {

enum class Mode : std::uint8_t {
  kInitial,
  kBeforeHtml,
  kBeforeHead,
  kInHead,
  kInHeadNoscript,
  kAfterHead,
  kInBody,
  kText,
  kInTable,
  kInCaption,
  kInColumnGroup,
  kInTableBody,
  kInRow,
  kInCell,
  kInTemplate,
  kAfterBody,
  kInFrameset,
  kAfterFrameset,
  kAfterAfterBody,
  kAfterAfterFrameset,
};

// A tag as the machine sees it.
struct Token {
  html::TagId id = html::kNoTag;
  std::uint8_t tag = 0;  // the id of a known tag, 0 for any other
  bool is_self_closing = false;
  std::uint32_t offset = Tree::no_offset;
};

inline bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

// Most blank text is the space that a line is indented by.
inline bool is_blank(std::string_view text) {
  constexpr std::string_view indent = "        ";
  std::size_t at = 0;
  while (at < text.size()) {
    if (text.substr(at).starts_with(indent)) {
      at += indent.size();
    } else if (is_space(text[at])) {
      ++at;
    } else {
      return false;
    }
  }
  return true;
}

// Some text of one class, as part of the page.
struct Characters {
  enum class Class : std::uint8_t { kSpace, kNul, kOther };
  Class what = Class::kOther;
  Span span;
};

class Construction {
 public:
  void run(std::string_view bytes, const BuildOptions& options);
  void run_fragment(std::string_view bytes, const FragmentContext& context,
                    const BuildOptions& options);

  const Tree& tree() const { return tree_; }
  std::uint64_t steps() const { return steps_ + open_.steps + formatting_.steps; }

 private:
  static constexpr std::uint32_t context_form = kNoNode - 1;  // a form around the fragment

  // construction.cc: driver
  void start(std::string_view bytes, const BuildOptions& options);
  void read();
  void count_attributes();
  bool has_too_many_elements() const { return elements_ > options_.max_elements; }
  bool is_idle_gap(std::size_t begin, std::size_t end);
  void start_tag();
  void end_tag();
  bool start_in_mode();
  bool end_in_mode();
  void end_of_file();

  // construction.cc: what all modes share
  std::uint32_t insert(Kind kind, html::TagId tag, std::uint32_t offset, AttributeRange attributes,
                       bool is_html_point = false);
  std::uint32_t insert_token() {
    return insert(token_.tag, token_.id, token_.offset, keep_attributes());
  }
  std::uint32_t insert_implied(html::KnownTag tag) {
    return insert(static_cast<Kind>(tag), tag, Tree::no_offset, {});
  }
  void insert_void() { insert_childless(token_.tag, keep_attributes()); }
  void insert_childless(Kind kind, AttributeRange attributes);
  std::uint32_t make_element(Kind kind, html::TagId tag, std::uint32_t offset,
                             AttributeRange attributes);
  void make_room();
  std::uint32_t fitting_parent(std::uint32_t parent);
  void place(std::uint32_t node, const Open& target);
  struct FosterPlace {
    std::uint32_t parent = kNoNode;
    std::uint32_t next = kNoNode;
  };
  FosterPlace foster_place();
  void foster(std::uint32_t node);
  std::uint32_t before_fostered();
  void pop() { open_.pop(nodes_); }
  void pop_until(Kind kind);
  void pop_to_size(std::size_t size);
  void clear_back_to(std::uint32_t context);
  void remove_from_stack(std::uint32_t node);
  void generate_implied_end_tags(Kind except = 0);
  void generate_implied_end_tags_thoroughly();
  void reset_insertion_mode();
  void start_text(html::TextMode text_mode);
  bool has_template_open() const { return open_.holds(html::kTagTemplate); }
  bool is_foreign() const;
  Kind adjusted_current_kind() const;

  // construction_attributes.cc
  AttributeRange keep_attributes();
  void keep(AttributeName known, const html::Attribute& attribute);
  void mark_repeated(std::span<const html::Attribute> attributes);
  void keep_known(std::span<const html::Attribute> attributes);
  void keep_all(std::span<const html::Attribute> attributes);
  void merge_attributes(std::uint32_t node);
  bool is_hidden_input();
  bool breaks_out_as_font();
  bool is_html_annotation();
  std::uint64_t hash_attributes(std::uint32_t offset);

  // construction_head.cc
  void create_html();
  bool start_before_html();
  bool end_before_html();
  bool start_before_head();
  bool end_before_head();
  bool start_in_head();
  bool end_in_head();
  bool start_in_head_noscript();
  bool end_in_head_noscript();
  bool start_after_head();
  bool end_after_head();
  void start_template();
  void end_template();

  // construction_body.cc
  bool start_in_body();
  bool end_in_body();
  void start_html_again();
  void start_frameset_in_body();
  void start_item(Kind kind, Kind other_kind);
  void start_a();
  void start_nobr();
  void start_button();
  void start_input();
  void start_select();
  void start_hr();
  void start_option();
  void start_ruby_part();
  void start_form();
  void start_heading();
  void start_foreign_root(Namespace space);
  bool end_form();
  bool end_other();
  void close_p();
  void close_p_in_button_scope() {
    if (open_.holds(html::kTagP) && open_.has_in_scope(html::kTagP, kEndsButtonScope)) close_p();
  }

  // construction_table.cc
  bool start_in_table();
  bool end_in_table();
  bool start_in_caption();
  bool end_in_caption();
  bool start_in_column_group();
  bool end_in_column_group();
  bool start_in_table_body();
  bool end_in_table_body();
  bool start_in_row();
  bool end_in_row();
  bool start_in_cell();
  bool end_in_cell();
  bool close_caption();
  bool close_table_body();
  bool close_row();
  bool close_cell();
  bool close_table();

  // construction_frame.cc
  bool start_in_template();
  bool start_in_frameset();
  bool end_in_frameset();
  bool start_after_frameset();
  bool end_after_body();

  // construction_foreign.cc
  bool is_html_start() const;
  bool start_in_foreign();
  bool end_in_foreign();
  void leave_foreign();

  // construction_formatting.cc
  void push_formatting(std::uint32_t node);
  std::uint64_t formatting_hash(std::size_t entry);
  bool is_reconstructed() const {
    return formatting_.empty() || formatting_.back().is_marker() ||
           nodes_[formatting_.back().node].is_open;
  }
  void reconstruct_formatting() {
    if (!is_reconstructed()) reopen_formatting();
  }
  void reopen_formatting();
  bool adopt(html::TagId tag);
  std::uint32_t clone(std::uint32_t node);
  void adopt_around(std::size_t formatting_at, std::size_t block_at);

  // construction_text.cc
  void read_gap(std::size_t begin, std::size_t end);
  void read_raw_text(std::size_t begin, std::size_t end);
  void read_text(std::size_t begin, std::size_t end, bool has_references);
  void read_table_text(std::size_t begin, std::size_t end);
  bool is_blank_run(BetweenTags pieces, std::size_t& run_end) const;
  void characters(const Characters& run);
  void characters_in_body(const Characters& run);
  void characters_in_foreign(const Characters& run);
  bool is_html_text() const;
  bool is_plain_text(std::string_view text) const;
  bool is_table_text() const;
  void comment();
  void doctype(std::size_t begin, std::size_t end, bool is_finished);
  void insert_text(Span span);
  // Of the current node; only where text is kept.
  std::uint32_t last_text() const { return nodes_.last_text(open_.top().node); }
  // Whether the node is text that more can be added to.
  bool goes_on(std::uint32_t node) const {
    return node != kNoNode && nodes_[node].kind == kTextKind && !nodes_[node].is_formatting;
  }

  // construction_finish.cc
  void finish();
  void resize_tree(std::size_t size);
  void copy_in_order();
  void copy_with_text();
  void flatten();
  void put_element(std::uint32_t out, const Node& node, std::uint32_t parent);
  void put_text(const Node& node, std::uint32_t parent, std::uint32_t before);

  struct TextPiece {
    Span span;
    std::uint32_t next = kNoNode;
  };

  Tree tree_;
  BuildOptions options_;
  html::Scanner scanner_{{}};
  html::Scanner attribute_scanner_{{}};  // for a second look at a tag
  Token token_;

  NodeList nodes_;
  OpenElements open_;
  ActiveFormatting formatting_;
  std::vector<Mode> template_modes_;
  std::vector<TextPiece> text_pieces_;
  std::vector<std::uint32_t> path_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> name_hashes_;
  std::vector<bool> is_repeated_;
  std::string buffer_;

  Mode mode_ = Mode::kInitial;
  Mode original_mode_ = Mode::kInBody;
  std::uint32_t head_ = kNoNode;
  std::uint32_t form_ = kNoNode;
  std::uint32_t elements_ = 0;
  std::size_t max_open_ = 0;
  bool is_quirky_ = false;
  bool is_frameset_ok_ = true;
  bool is_fostering_ = false;
  bool skips_newline_ = false;  // at the begin of the text that follows
  bool text_is_blank_ = false;  // of a table, up to the next tag or comment
  bool is_raw_ = false;         // what follows is text up to an end tag
  bool has_template_ = false;
  bool is_fragment_ = false;
  Kind context_ = 0;  // of a fragment
  bool context_is_html_point_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace pagekin::dom
