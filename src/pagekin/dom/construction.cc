// The main loop over a page, and what all insertion modes share.
#include "pagekin/dom/construction.h"

#include <algorithm>

namespace pagekin::dom {

using namespace html;

namespace {

TextMode text_mode_inside(Kind context) {
  switch (context) {
    case kTagTitle:
    case kTagTextarea:
      return TextMode::kRcdata;
    case kTagStyle:
    case kTagXmp:
    case kTagIframe:
    case kTagNoembed:
    case kTagNoframes:
      return TextMode::kRawtext;
    case kTagScript:
      return TextMode::kScript;
    case kTagPlaintext:
      return TextMode::kPlaintext;
    default:
      return TextMode::kData;
  }
}

}  // namespace

void Construction::start(std::string_view bytes, const BuildOptions& options) {
  options_ = options;
  options_.max_depth = std::max(options.max_depth, 2u);
  options_.max_elements = std::max(options.max_elements, 1u);
  options_.attributes |= options.all_attributes;
  max_open_ = std::max(options_.max_depth, 8u);
  bytes = bytes.substr(0, Tree::no_offset - 1);
  scanner_.restart(bytes, {.attributes = options_.attributes,
                           .switch_by_name = false,
                           .max_attributes = options_.max_attributes});
  tree_.source = bytes;
  tree_.attributes.clear();
  tree_.texts.clear();
  tree_.text_spans.clear();
  tree_.limits = {};
  nodes_.clear(options.text);
  open_.clear();
  formatting_.clear();
  template_modes_.clear();
  text_pieces_.clear();
  mode_ = Mode::kInitial;
  head_ = form_ = kNoNode;
  elements_ = 0;
  steps_ = 0;
  is_quirky_ = false;
  is_frameset_ok_ = true;
  is_fostering_ = skips_newline_ = is_raw_ = has_template_ = is_fragment_ = false;
  context_ = 0;
  context_is_html_point_ = false;
}

void Construction::run(std::string_view bytes, const BuildOptions& options) {
  start(bytes, options);
  read();
  end_of_file();
  finish();
}

void Construction::run_fragment(std::string_view bytes, const FragmentContext& context,
                                const BuildOptions& options) {
  start(bytes, options);
  is_fragment_ = true;
  const TagId tag = tag_id(context.name);
  context_ = kind_of(context.space, tag);
  context_is_html_point_ = has_trait(context_, kHtmlPoint);
  create_html();
  if (context_ == kTagTemplate) template_modes_.push_back(Mode::kInTemplate);
  if (context_ == kTagForm) form_ = context_form;
  reset_insertion_mode();
  const TextMode text_mode = text_mode_inside(context_);
  if (text_mode != TextMode::kData) {
    scanner_.set_text_mode(text_mode);
    is_raw_ = true;
  }
  read();
  end_of_file();
  finish();
}

void Construction::read() {
  std::size_t read_to = 0;
  for (;;) {
    scanner_.set_cdata(is_foreign());
    const Tag* tag = scanner_.next();
    const std::size_t gap_end = tag != nullptr ? tag->begin : scanner_.text_end();
    if (gap_end != read_to && !is_idle_gap(read_to, gap_end)) {
      read_gap(read_to, gap_end);
    }
    skips_newline_ = is_raw_ = false;
    if (tag == nullptr) return;
    read_to = tag->end;

    token_.id = tag->id;
    token_.tag = static_cast<std::uint8_t>(tag->id < kKnownTagEnd ? tag->id : kNoTag);
    token_.is_self_closing = tag->self_closing;
    token_.offset = static_cast<std::uint32_t>(tag->begin);
    if (tag->is_end) {
      end_tag();
    } else {
      if (tag->end - tag->begin > options_.max_attributes) [[unlikely]]
        count_attributes();
      start_tag();
    }
    if (has_too_many_elements()) [[unlikely]] {
      tree_.limits.elements = true;
      return;
    }
  }
}

// Checks a long tag for too many attributes, even if attributes are not kept.
void Construction::count_attributes() {
  scanner_.read_attributes();
  tree_.limits.attributes |= scanner_.attributes_cut();
}

// Whether the text would only be put into the current node, which changes nothing; true for most
// text.
bool Construction::is_idle_gap(std::size_t begin, std::size_t end) {
  if (skips_newline_) return false;
  const std::string_view gap = tree_.source.substr(begin, end - begin);
  const auto is_kept = [&] {
    return options_.text && (options_.blank_text || !is_blank(gap) || goes_on(last_text()));
  };
  switch (mode_) {
    case Mode::kText:
      return !is_kept();
    case Mode::kInBody:
    case Mode::kInCaption:
    case Mode::kInCell:
    case Mode::kInTemplate:
      return !is_frameset_ok_ && is_reconstructed() && !is_kept();
    case Mode::kInTable:
    case Mode::kInTableBody:
    case Mode::kInRow:
      return has_trait(open_.top().kind, kTableText) && is_blank(gap) && !is_kept();
    default:
      return false;
  }
}

void Construction::start_tag() {
  while (!(is_html_start() ? start_in_mode() : start_in_foreign())) {
  }
}

void Construction::end_tag() {
  while (!(is_foreign() ? end_in_foreign() : end_in_mode())) {
  }
}

bool Construction::start_in_mode() {
  switch (mode_) {
    case Mode::kInBody:
      return start_in_body();
    case Mode::kInitial:
      is_quirky_ = true;
      mode_ = Mode::kBeforeHtml;
      return false;
    case Mode::kBeforeHtml:
      return start_before_html();
    case Mode::kBeforeHead:
      return start_before_head();
    case Mode::kInHead:
      return start_in_head();
    case Mode::kInHeadNoscript:
      return start_in_head_noscript();
    case Mode::kAfterHead:
      return start_after_head();
    case Mode::kText:  // only end tags come here
      return true;
    case Mode::kInTable:
      return start_in_table();
    case Mode::kInCaption:
      return start_in_caption();
    case Mode::kInColumnGroup:
      return start_in_column_group();
    case Mode::kInTableBody:
      return start_in_table_body();
    case Mode::kInRow:
      return start_in_row();
    case Mode::kInCell:
      return start_in_cell();
    case Mode::kInTemplate:
      return start_in_template();
    case Mode::kInFrameset:
      return start_in_frameset();
    case Mode::kAfterFrameset:
    case Mode::kAfterAfterFrameset:
      return start_after_frameset();
    case Mode::kAfterBody:
    case Mode::kAfterAfterBody:
      if (token_.tag == kTagHtml) return start_in_body();
      mode_ = Mode::kInBody;
      return false;
  }
  return true;
}

bool Construction::end_in_mode() {
  switch (mode_) {
    case Mode::kInBody:
      return end_in_body();
    case Mode::kInitial:
      is_quirky_ = true;
      mode_ = Mode::kBeforeHtml;
      return false;
    case Mode::kBeforeHtml:
      return end_before_html();
    case Mode::kBeforeHead:
      return end_before_head();
    case Mode::kInHead:
      return end_in_head();
    case Mode::kInHeadNoscript:
      return end_in_head_noscript();
    case Mode::kAfterHead:
      return end_after_head();
    case Mode::kText:
      pop();
      mode_ = original_mode_;
      return true;
    case Mode::kInTable:
      return end_in_table();
    case Mode::kInCaption:
      return end_in_caption();
    case Mode::kInColumnGroup:
      return end_in_column_group();
    case Mode::kInTableBody:
      return end_in_table_body();
    case Mode::kInRow:
      return end_in_row();
    case Mode::kInCell:
      return end_in_cell();
    case Mode::kInTemplate:
      if (token_.tag == kTagTemplate) end_template();
      return true;
    case Mode::kInFrameset:
    case Mode::kAfterFrameset:
      return end_in_frameset();
    case Mode::kAfterAfterFrameset:
      return true;
    case Mode::kAfterBody:
    case Mode::kAfterAfterBody:
      return end_after_body();
  }
  return true;
}

// Creates the elements that every page has, if they are missing.
void Construction::end_of_file() {
  if (mode_ == Mode::kText) {
    pop();
    mode_ = original_mode_;
  }
  if (open_.empty()) create_html();
  if (mode_ == Mode::kInitial || mode_ == Mode::kBeforeHtml) mode_ = Mode::kBeforeHead;
  while (has_template_open() && !template_modes_.empty()) {
    pop_until(kTagTemplate);
    formatting_.clear_to_marker(nodes_);
    template_modes_.pop_back();
    reset_insertion_mode();
  }
  if (mode_ == Mode::kBeforeHead) {
    head_ = insert_implied(kTagHead);
    mode_ = Mode::kInHead;
  }
  if (mode_ == Mode::kInHeadNoscript) {
    pop();
    mode_ = Mode::kInHead;
  }
  if (mode_ == Mode::kInHead) {
    pop();
    mode_ = Mode::kAfterHead;
  }
  if (mode_ == Mode::kAfterHead) insert_implied(kTagBody);
}

// ---- making and placing elements

std::uint32_t Construction::make_element(Kind kind, TagId tag, std::uint32_t offset,
                                         AttributeRange attributes) {
  ++elements_;
  return nodes_.make({.tag = tag, .kind = kind, .offset = offset, .attributes = attributes});
}

// A full stack: the new element takes the place of the top, which is closed for good.
void Construction::make_room() {
  tree_.limits.depth = true;
  const Open top = open_.top();
  pop();
  formatting_.remove_node(nodes_, top.node);
  if (has_trait(top.kind, kSetsMarker)) formatting_.clear_to_marker(nodes_);
  if (top.kind == kTagTemplate && !template_modes_.empty()) template_modes_.pop_back();
}

// The parent, or its nearest ancestor that is above the depth limit.
std::uint32_t Construction::fitting_parent(std::uint32_t parent) {
  if (nodes_[parent].depth < options_.max_depth) [[likely]]
    return parent;
  tree_.limits.depth = true;
  while (nodes_[parent].depth >= options_.max_depth && nodes_[parent].parent != kNoNode) {
    parent = nodes_[parent].parent;
    ++steps_;
  }
  return parent;
}

std::uint32_t Construction::insert(Kind kind, TagId tag, std::uint32_t offset,
                                   AttributeRange attributes, bool is_html_point) {
  if (open_.size() >= max_open_) [[unlikely]]
    make_room();
  const std::uint32_t node = make_element(kind, tag, offset, attributes);
  place(node, open_.top());
  open_.push(nodes_, node, is_html_point);
  return node;
}

void Construction::insert_childless(Kind kind, AttributeRange attributes) {
  place(make_element(kind, token_.id, token_.offset, attributes), open_.top());
}

// "The appropriate place for inserting a node."
void Construction::place(std::uint32_t node, const Open& target) {
  if (is_fostering_ && has_trait(target.kind, kFosters)) [[unlikely]] {
    foster(node);
  } else {
    nodes_.append(fitting_parent(target.node), node);
  }
}

// Where foster parenting puts a node: before `next`, or last below `parent`.
Construction::FosterPlace Construction::foster_place() {
  const std::size_t table = open_.find(kTagTable);
  const std::size_t holder = open_.find(kTagTemplate);
  if (holder != OpenElements::not_found && (table == OpenElements::not_found || holder > table)) {
    return {.parent = open_[holder].node};
  }
  if (table == OpenElements::not_found) return {.parent = open_[0].node};
  if (nodes_[open_[table].node].parent != kNoNode) return {.next = open_[table].node};
  return {.parent = open_[table - 1].node};
}

void Construction::foster(std::uint32_t node) {
  nodes_.turn_on_links();
  const FosterPlace place = foster_place();
  if (place.next != kNoNode) {
    nodes_.insert_before(place.next, node);
  } else {
    nodes_.append(fitting_parent(place.parent), node);
  }
}

std::uint32_t Construction::before_fostered() {
  const FosterPlace place = foster_place();
  return place.next != kNoNode ? nodes_.links(place.next).previous
                               : nodes_.links(place.parent).last;
}

// ---- the stack of open elements

void Construction::pop_until(Kind kind) {
  while (open_.size() > 1) {
    const bool is_it = open_.top().kind == kind;
    pop();
    if (is_it) return;
  }
}

void Construction::pop_to_size(std::size_t size) {
  while (open_.size() > size && open_.size() > 1) pop();
}

void Construction::clear_back_to(std::uint32_t context) {
  while (open_.size() > 1 && !has_trait(open_.top().kind, context)) pop();
}

void Construction::remove_from_stack(std::uint32_t node) {
  const std::size_t at = open_.find_node(nodes_, node);
  if (at != OpenElements::not_found && at != 0) open_.remove(nodes_, at);
}

void Construction::generate_implied_end_tags(Kind except) {
  while (has_trait(open_.top().kind, kImplied) && open_.top().kind != except) pop();
}

void Construction::generate_implied_end_tags_thoroughly() {
  while (has_trait(open_.top().kind, kThoroughlyImplied)) pop();
}

void Construction::reset_insertion_mode() {
  for (std::size_t i = open_.size(); i > 0; --i) {
    ++steps_;
    const bool is_last = i == 1;
    const Kind kind = is_last && is_fragment_ ? context_ : open_[i - 1].kind;
    switch (kind) {
      case kTagTd:
      case kTagTh:
        if (is_last) break;
        mode_ = Mode::kInCell;
        return;
      case kTagTr:
        mode_ = Mode::kInRow;
        return;
      case kTagTbody:
      case kTagThead:
      case kTagTfoot:
        mode_ = Mode::kInTableBody;
        return;
      case kTagCaption:
        mode_ = Mode::kInCaption;
        return;
      case kTagColgroup:
        mode_ = Mode::kInColumnGroup;
        return;
      case kTagTable:
        mode_ = Mode::kInTable;
        return;
      case kTagTemplate:
        mode_ = template_modes_.empty() ? Mode::kInBody : template_modes_.back();
        return;
      case kTagHead:
        if (is_last) break;
        mode_ = Mode::kInHead;
        return;
      case kTagBody:
        mode_ = Mode::kInBody;
        return;
      case kTagFrameset:
        mode_ = Mode::kInFrameset;
        return;
      case kTagHtml:
        mode_ = head_ == kNoNode ? Mode::kBeforeHead : Mode::kAfterHead;
        return;
      default:
        break;
    }
  }
  mode_ = Mode::kInBody;
}

void Construction::start_text(TextMode text_mode) {
  scanner_.set_text_mode(text_mode);
  is_raw_ = true;
  original_mode_ = mode_;
  mode_ = Mode::kText;
}

Kind Construction::adjusted_current_kind() const {
  if (open_.size() == 1 && is_fragment_) return context_;
  return open_.empty() ? Kind{kTagHtml} : open_.top().kind;
}

}  // namespace pagekin::dom
