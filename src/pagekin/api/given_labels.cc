#include "pagekin/api/given_labels.h"

namespace pagekin::api {

wrapper::GivenLabel given_label(const FieldLabel& given) {
  wrapper::GivenLabel label;
  label.page = given.page;
  label.field = given.field;
  label.file = given.file;
  label.line = given.line;
  if (!given.xpath.empty()) {
    label.kind = wrapper::GivenLabel::Kind::kXpath;
    label.text = given.xpath;
  } else if (!given.css.empty()) {
    label.kind = wrapper::GivenLabel::Kind::kCss;
    label.text = given.css;
  } else if (given.slot != 0) {
    label.kind = wrapper::GivenLabel::Kind::kSlot;
    label.slot = given.slot;
  } else if (given.value.empty()) {
    label.kind = wrapper::GivenLabel::Kind::kAbsent;
  } else {
    label.text = given.value;
  }
  return label;
}

std::vector<FieldLabel> field_labels(const std::vector<wrapper::GivenLabel>& given,
                                     const std::string& file) {
  std::vector<FieldLabel> labels;
  labels.reserve(given.size());
  for (const wrapper::GivenLabel& from : given) {
    FieldLabel& label = labels.emplace_back();
    label.page = from.page;
    label.field = from.field;
    label.file = file;
    label.line = from.line;
    switch (from.kind) {
      case wrapper::GivenLabel::Kind::kValue:
        label.value = from.text;
        break;
      case wrapper::GivenLabel::Kind::kXpath:
        label.xpath = from.text;
        break;
      case wrapper::GivenLabel::Kind::kCss:
        label.css = from.text;
        break;
      case wrapper::GivenLabel::Kind::kSlot:
        label.slot = from.slot;
        break;
      case wrapper::GivenLabel::Kind::kAbsent:
        break;
    }
  }
  return labels;
}

}  // namespace pagekin::api
