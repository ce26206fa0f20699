// Templates, framesets, and what comes after the body.
//
// Source: HTML standard (WHATWG), 13.2.6.4.16 to 13.2.6.4.21 in the numbering of 2026.
#include "pagekin/dom/construction.h"

namespace pagekin::dom {

using namespace html;

bool Construction::start_in_template() {
  if (has_trait(token_.tag, kHeadPart)) return start_in_head();
  Mode mode = Mode::kInBody;
  if (has_trait(token_.tag, kCell)) {
    mode = Mode::kInRow;
  } else if (token_.tag == kTagTr) {
    mode = Mode::kInTableBody;
  } else if (token_.tag == kTagCol) {
    mode = Mode::kInColumnGroup;
  } else if (has_trait(token_.tag, kTablePart)) {
    mode = Mode::kInTable;
  }
  if (template_modes_.empty()) {
    template_modes_.push_back(mode);
  } else {
    template_modes_.back() = mode;
  }
  mode_ = mode;
  return false;
}

bool Construction::start_in_frameset() {
  switch (token_.tag) {
    case kTagHtml:
      return start_in_body();
    case kTagFrameset:
      insert_token();
      return true;
    case kTagFrame:
      insert_void();
      return true;
    case kTagNoframes:
      return start_in_head();
    default:
      return true;
  }
}

// Also "after frameset".
bool Construction::end_in_frameset() {
  if (mode_ == Mode::kAfterFrameset) {
    if (token_.tag == kTagHtml) mode_ = Mode::kAfterAfterFrameset;
    return true;
  }
  if (token_.tag != kTagFrameset || open_.size() == 1) return true;
  pop();
  if (!is_fragment_ && open_.top().kind != kTagFrameset) mode_ = Mode::kAfterFrameset;
  return true;
}

bool Construction::start_after_frameset() {
  if (token_.tag == kTagHtml) return start_in_body();
  if (token_.tag == kTagNoframes) return start_in_head();
  return true;
}

// "After body" and "after after body".
bool Construction::end_after_body() {
  if (mode_ == Mode::kAfterBody && token_.tag == kTagHtml) {
    if (!is_fragment_) mode_ = Mode::kAfterAfterBody;
    return true;
  }
  mode_ = Mode::kInBody;
  return false;
}

}  // namespace pagekin::dom
