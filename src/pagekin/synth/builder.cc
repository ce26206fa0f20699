#include "pagekin/synth/builder.h"

namespace pagekin::synth {

Mark Builder::row_mark() {
  const std::uint32_t draw = below(10);
  return draw < 6 ? Mark::kPlain : draw < 8 ? Mark::kRowId : Mark::kRowClass;
}

std::string Builder::phrase(std::uint32_t low, std::uint32_t high) {
  return vocabulary_.phrase(random_, low + below(high - low + 1));
}

std::string Builder::token() {
  std::string name;
  append_token(random_.next(), name);
  return name;
}

void Builder::raw(std::string_view text) {
  if (parts_.empty() || parts_.back().kind != PartKind::kLiteral) {
    add({.kind = PartKind::kLiteral});
  }
  parts_.back().text += text;
}

void Builder::open(std::string_view tag, std::string_view role, Mark mark) {
  if (mark == Mark::kPlain) {
    raw(style_.start(tag, role) + ">");
    return;
  }
  const std::string name = style_.class_name(role);
  const std::string quote(1, style_.safe_quote());
  if (mark == Mark::kRowId) {
    raw(style_.start(tag, role) + " id=" + quote + "r-");
  } else {
    raw(style_.start(tag, "") + " class=" + quote + name + (name.empty() ? "x-" : " x-"));
  }
  add({.kind = mark == Mark::kPageClass ? PartKind::kPageToken : PartKind::kToken});
  raw(quote + ">");
}

void Builder::close(std::string_view tag) {
  raw(style_.end_tag(tag));
  // Line ends after blocks keep pages readable; inline elements stay in their line.
  if (tag != "a" && tag != "span" && tag != "b" && tag != "i" && tag != "em" && tag != "code" &&
      tag != "strong" && tag != "small" && tag != "time") {
    raw("\n");
  }
}

void Builder::single(std::string_view tag, std::string_view role, std::string_view attributes) {
  raw(style_.start(tag, role, attributes));
  raw(style_.void_end());
}

void Builder::stylesheet() {
  single("link", "",
         style_.attribute("rel", "stylesheet") +
             style_.attribute("href", "/assets/" + token() + ".css"));
  raw("\n");
}

void Builder::image(std::string_view role) {
  const std::string quote(1, style_.safe_quote());
  raw(style_.start("img", role) + " src=" + quote + "/media/");
  add({.kind = PartKind::kToken});
  raw(".jpg" + quote + " alt=" + quote);
  words(1, 4);
  raw(quote);
  raw(style_.void_end());
}

}  // namespace pagekin::synth
