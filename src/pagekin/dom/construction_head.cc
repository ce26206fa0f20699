// Insertion modes before the body.
//
// Source: HTML standard (WHATWG), 13.2.6.4.2 to 13.2.6.4.6.
#include "pagekin/dom/construction.h"

namespace pagekin::dom {

using namespace html;

namespace {

// End tags before which a missing element must be created.
bool opens_what_is_missing(std::uint8_t end_tag) {
  return end_tag == kTagHead || end_tag == kTagBody || end_tag == kTagHtml || end_tag == kTagBr;
}

}  // namespace

void Construction::create_html() {
  const std::uint32_t root = make_element(kTagHtml, kTagHtml, Tree::no_offset, {});
  open_.push(nodes_, root);
}

bool Construction::start_before_html() {
  const bool is_html_tag = token_.tag == kTagHtml;
  create_html();
  if (is_html_tag) {
    nodes_[0].offset = token_.offset;
    nodes_[0].attributes = keep_attributes();
  }
  mode_ = Mode::kBeforeHead;
  return is_html_tag;
}

bool Construction::end_before_html() {
  if (!opens_what_is_missing(token_.tag)) return true;
  create_html();
  mode_ = Mode::kBeforeHead;
  return false;
}

bool Construction::start_before_head() {
  if (token_.tag == kTagHtml) return start_in_body();
  const bool is_head = token_.tag == kTagHead;
  head_ = is_head ? insert_token() : insert_implied(kTagHead);
  mode_ = Mode::kInHead;
  return is_head;
}

bool Construction::end_before_head() {
  if (!opens_what_is_missing(token_.tag)) return true;
  head_ = insert_implied(kTagHead);
  mode_ = Mode::kInHead;
  return false;
}

bool Construction::start_in_head() {
  switch (token_.tag) {
    case kTagHtml:
      return start_in_body();
    case kTagBase:
    case kTagBasefont:
    case kTagBgsound:
    case kTagLink:
    case kTagMeta:
      insert_void();
      return true;
    case kTagTitle:
      insert_token();
      start_text(TextMode::kRcdata);
      return true;
    case kTagNoscript:
      insert_token();
      mode_ = Mode::kInHeadNoscript;
      return true;
    case kTagNoframes:
    case kTagStyle:
      insert_token();
      start_text(TextMode::kRawtext);
      return true;
    case kTagScript:
      insert_token();
      start_text(TextMode::kScript);
      return true;
    case kTagTemplate:
      start_template();
      return true;
    case kTagHead:
      return true;
    default:
      pop();
      mode_ = Mode::kAfterHead;
      return false;
  }
}

bool Construction::end_in_head() {
  switch (token_.tag) {
    case kTagHead:
      pop();
      mode_ = Mode::kAfterHead;
      return true;
    case kTagBody:
    case kTagHtml:
    case kTagBr:
      pop();
      mode_ = Mode::kAfterHead;
      return false;
    case kTagTemplate:
      end_template();
      return true;
    default:
      return true;
  }
}

bool Construction::start_in_head_noscript() {
  switch (token_.tag) {
    case kTagHtml:
      return start_in_body();
    case kTagBasefont:
    case kTagBgsound:
    case kTagLink:
    case kTagMeta:
    case kTagNoframes:
    case kTagStyle:
      return start_in_head();
    case kTagHead:
    case kTagNoscript:
      return true;
    default:
      pop();
      mode_ = Mode::kInHead;
      return false;
  }
}

bool Construction::end_in_head_noscript() {
  if (token_.tag != kTagNoscript && token_.tag != kTagBr) return true;
  pop();
  mode_ = Mode::kInHead;
  return token_.tag == kTagNoscript;
}

bool Construction::start_after_head() {
  if (has_trait(token_.tag, kHeadPart)) {
    open_.push(nodes_, head_);
    start_in_head();
    remove_from_stack(head_);
    return true;
  }
  switch (token_.tag) {
    case kTagHtml:
      return start_in_body();
    case kTagBody:
      insert_token();
      is_frameset_ok_ = false;
      mode_ = Mode::kInBody;
      return true;
    case kTagFrameset:
      insert_token();
      mode_ = Mode::kInFrameset;
      return true;
    case kTagHead:
      return true;
    default:
      insert_implied(kTagBody);
      mode_ = Mode::kInBody;
      return false;
  }
}

bool Construction::end_after_head() {
  switch (token_.tag) {
    case kTagTemplate:
      end_template();
      return true;
    case kTagBody:
    case kTagHtml:
    case kTagBr:
      insert_implied(kTagBody);
      mode_ = Mode::kInBody;
      return false;
    default:
      return true;
  }
}

void Construction::start_template() {
  insert_token();
  formatting_.push_marker();
  is_frameset_ok_ = false;
  has_template_ = true;
  mode_ = Mode::kInTemplate;
  template_modes_.push_back(Mode::kInTemplate);
}

void Construction::end_template() {
  if (!has_template_open()) return;
  generate_implied_end_tags_thoroughly();
  pop_until(kTagTemplate);
  formatting_.clear_to_marker(nodes_);
  if (!template_modes_.empty()) template_modes_.pop_back();
  reset_insertion_mode();
}

}  // namespace pagekin::dom
