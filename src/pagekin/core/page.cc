#include "pagekin/core/page.h"

namespace pagekin {

std::string_view to_text(Reason reason) {
  switch (reason) {
    case Reason::kEmpty:
      return "empty";
    case Reason::kBinary:
      return "binary";
    case Reason::kMediaType:
      return "media type";
    case Reason::kStatus:
      return "status";
    case Reason::kNoBody:
      return "no body";
    case Reason::kSpecialFile:
      return "special file";
    case Reason::kLink:
      return "link";
    case Reason::kUnreadable:
      return "unreadable";
    case Reason::kDamaged:
      return "damaged";
    case Reason::kTruncated:
      return "truncated";
    case Reason::kNotConverted:
      return "not converted";
    case Reason::kTooLong:
      return "too long";
    case Reason::kCutShort:
      return "cut short";
    case Reason::kBadDigest:
      return "bad digest";
    case Reason::kBadHeader:
      return "bad header";
    case Reason::kTooDeep:
      return "too deep";
    case Reason::kTooManyElements:
      return "too many elements";
    case Reason::kTooManyAttributes:
      return "too many attributes";
    case Reason::kTooManyMarks:
      return "too many marks";
    case Reason::kMended:
      return "mended";
  }
  return "unknown";
}

std::string_view to_text(PassedOver why) {
  return why == PassedOver::kOtherName ? "other name" : "not listed";
}

std::string_view to_text(Fate fate) { return fate == Fate::kLimited ? "limited" : "skipped"; }

std::string to_text(const Incident& incident) {
  std::string text = incident.input;
  if (!incident.page.empty() && incident.page != incident.input) text += ", page " + incident.page;
  if (incident.offset != 0) text += ", byte " + std::to_string(incident.offset);
  text += ": " + std::string(to_text(incident.reason));
  if (!incident.detail.empty()) text += ": " + incident.detail;
  return text;
}

}  // namespace pagekin
