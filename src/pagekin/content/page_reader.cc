#include "pagekin/content/page_reader.h"

#include "pagekin/features/raw_text.h"
#include "pagekin/features/readable_text.h"
#include "pagekin/html/character_references.h"

namespace pagekin::content {
namespace {

bool begins_with_space(std::string_view text) {
  if (text.empty()) return false;
  const auto first = static_cast<unsigned char>(text.front());
  if (first > ' ' && first < 0x7f) return false;
  const std::size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  std::string seen;
  bool is_space = false;
  features::append_readable(text.substr(0, size), 0, is_space, seen);
  return seen.empty();
}

}  // namespace

std::string_view PageReader::decoded(const dom::Attribute& attribute) {
  return html::decode_references(tree_.view(attribute.value), true, buffer_);
}

std::string_view PageReader::decoded(const dom::TextLeaf& leaf, dom::Span span) {
  const std::string_view text = tree_.view(span);
  const bool is_plain =
      features::is_raw_text(tree_, leaf.parent) || features::is_cdata(tree_, leaf.parent, span);
  return is_plain ? text : html::decode_references(text, false, buffer_);
}

bool PageReader::append(const dom::Attribute& attribute, std::string& out) {
  const std::size_t begin = out.size();
  bool is_space = false;
  features::append_readable(decoded(attribute), begin, is_space, out);
  return out.size() > begin;
}

PageReader::Seen PageReader::append(const dom::TextLeaf& leaf, std::string& out, std::size_t most) {
  const std::size_t begin = out.size();
  Seen seen;
  for (std::uint32_t i = 0; i < leaf.span_count && out.size() - begin <= most; ++i) {
    const std::string_view piece = decoded(leaf, tree_.text_spans[leaf.first_span + i]);
    if (out.size() == begin) seen.space_before |= begins_with_space(piece);
    features::append_readable(piece, begin, seen.space_after, out);
  }
  seen.is_blank = out.size() == begin;
  return seen;
}

}  // namespace pagekin::content
