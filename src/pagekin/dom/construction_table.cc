// Tables.
//
// Source: HTML standard (WHATWG), 13.2.6.4.9 to 13.2.6.4.15.
#include "pagekin/dom/construction.h"

namespace pagekin::dom {

using namespace html;

namespace {

// End tags that are ignored wherever they close nothing of the table.
bool is_ignored_in_tables(std::uint8_t end_tag) {
  return end_tag == kTagBody || end_tag == kTagHtml || has_trait(end_tag, kTablePart);
}

}  // namespace

bool Construction::close_table() {
  if (!open_.has_in_scope(kTagTable, kEndsTableScope)) return false;
  pop_until(kTagTable);
  reset_insertion_mode();
  return true;
}

bool Construction::start_in_table() {
  switch (token_.tag) {
    case kTagCaption:
      clear_back_to(kTableContext);
      formatting_.push_marker();
      insert_token();
      mode_ = Mode::kInCaption;
      return true;
    case kTagColgroup:
      clear_back_to(kTableContext);
      insert_token();
      mode_ = Mode::kInColumnGroup;
      return true;
    case kTagCol:
      clear_back_to(kTableContext);
      insert_implied(kTagColgroup);
      mode_ = Mode::kInColumnGroup;
      return false;
    case kTagTbody:
    case kTagTfoot:
    case kTagThead:
      clear_back_to(kTableContext);
      insert_token();
      mode_ = Mode::kInTableBody;
      return true;
    case kTagTd:
    case kTagTh:
    case kTagTr:
      clear_back_to(kTableContext);
      insert_implied(kTagTbody);
      mode_ = Mode::kInTableBody;
      return false;
    case kTagTable:
      return !close_table();
    case kTagStyle:
    case kTagScript:
    case kTagTemplate:
      return start_in_head();
    case kTagInput:
      if (!is_hidden_input()) break;
      insert_void();
      return true;
    case kTagForm:
      if (form_ != kNoNode || has_template_open()) return true;
      form_ = insert_token();
      pop();
      return true;
    default:
      break;
  }
  is_fostering_ = true;
  const bool is_done = start_in_body();
  is_fostering_ = false;
  return is_done;
}

bool Construction::end_in_table() {
  if (token_.tag == kTagTable) {
    close_table();
    return true;
  }
  if (token_.tag == kTagTemplate) {
    end_template();
    return true;
  }
  if (is_ignored_in_tables(token_.tag)) return true;
  is_fostering_ = true;
  const bool is_done = end_in_body();
  is_fostering_ = false;
  return is_done;
}

// False when there is none.
bool Construction::close_caption() {
  if (!open_.has_in_scope(kTagCaption, kEndsTableScope)) return false;
  generate_implied_end_tags();
  pop_until(kTagCaption);
  formatting_.clear_to_marker(nodes_);
  mode_ = Mode::kInTable;
  return true;
}

bool Construction::start_in_caption() {
  return has_trait(token_.tag, kTablePart) ? !close_caption() : start_in_body();
}

bool Construction::end_in_caption() {
  if (token_.tag == kTagCaption) {
    close_caption();
    return true;
  }
  if (token_.tag == kTagTable) return !close_caption();
  return is_ignored_in_tables(token_.tag) || end_in_body();
}

bool Construction::start_in_column_group() {
  switch (token_.tag) {
    case kTagHtml:
      return start_in_body();
    case kTagCol:
      insert_void();
      return true;
    case kTagTemplate:
      return start_in_head();
    default:
      if (open_.top().kind != kTagColgroup) return true;
      pop();
      mode_ = Mode::kInTable;
      return false;
  }
}

bool Construction::end_in_column_group() {
  switch (token_.tag) {
    case kTagCol:
      return true;
    case kTagTemplate:
      end_template();
      return true;
    default:
      if (open_.top().kind != kTagColgroup) return true;
      pop();
      mode_ = Mode::kInTable;
      return token_.tag == kTagColgroup;
  }
}

bool Construction::close_table_body() {
  if (!open_.has_trait_in_scope(kTableBody, kEndsTableScope)) return false;
  clear_back_to(kTableBodyContext);
  pop();
  mode_ = Mode::kInTable;
  return true;
}

bool Construction::start_in_table_body() {
  if (token_.tag == kTagTr) {
    clear_back_to(kTableBodyContext);
    insert_token();
    mode_ = Mode::kInRow;
    return true;
  }
  if (has_trait(token_.tag, kCell)) {
    clear_back_to(kTableBodyContext);
    insert_implied(kTagTr);
    mode_ = Mode::kInRow;
    return false;
  }
  return has_trait(token_.tag, kTablePart) ? !close_table_body() : start_in_table();
}

bool Construction::end_in_table_body() {
  if (has_trait(token_.tag, kTableBody)) {
    if (open_.has_in_scope(token_.tag, kEndsTableScope)) close_table_body();
    return true;
  }
  if (token_.tag == kTagTable) return !close_table_body();
  return is_ignored_in_tables(token_.tag) || end_in_table();
}

bool Construction::close_row() {
  if (!open_.has_in_scope(kTagTr, kEndsTableScope)) return false;
  clear_back_to(kRowContext);
  pop();
  mode_ = Mode::kInTableBody;
  return true;
}

bool Construction::start_in_row() {
  if (has_trait(token_.tag, kCell)) {
    clear_back_to(kRowContext);
    insert_token();
    mode_ = Mode::kInCell;
    formatting_.push_marker();
    return true;
  }
  return has_trait(token_.tag, kTablePart) ? !close_row() : start_in_table();
}

bool Construction::end_in_row() {
  if (token_.tag == kTagTr) {
    close_row();
    return true;
  }
  if (token_.tag == kTagTable) return !close_row();
  if (has_trait(token_.tag, kTableBody)) {
    return !open_.has_in_scope(token_.tag, kEndsTableScope) || !close_row();
  }
  return is_ignored_in_tables(token_.tag) || end_in_table();
}

// Closes the cell. If the depth limit has closed it already, the mode follows the open elements.
// Returns false if the mode did not change.
bool Construction::close_cell() {
  if (!open_.has_trait_in_scope(kCell, kEndsTableScope)) {
    reset_insertion_mode();
    return mode_ != Mode::kInCell;
  }
  generate_implied_end_tags();
  while (open_.size() > 1 && !has_trait(open_.top().kind, kCell)) pop();
  pop();
  formatting_.clear_to_marker(nodes_);
  mode_ = Mode::kInRow;
  return true;
}

bool Construction::start_in_cell() {
  return has_trait(token_.tag, kTablePart) ? !close_cell() : start_in_body();
}

bool Construction::end_in_cell() {
  if (has_trait(token_.tag, kCell)) {
    if (!open_.has_in_scope(token_.tag, kEndsTableScope)) return true;
    generate_implied_end_tags();
    pop_until(token_.tag);
    formatting_.clear_to_marker(nodes_);
    mode_ = Mode::kInRow;
    return true;
  }
  if (token_.tag == kTagTable || token_.tag == kTagTr || has_trait(token_.tag, kTableBody)) {
    return !open_.has_in_scope(token_.tag, kEndsTableScope) || !close_cell();
  }
  return is_ignored_in_tables(token_.tag) || end_in_body();
}

}  // namespace pagekin::dom
