#include "pagekin/picture/page_picture.h"

#include <optional>
#include <utility>

#include "pagekin/core/text.h"
#include "pagekin/dom/build.h"
#include "pagekin/dom/links.h"
#include "pagekin/html/character_references.h"
#include "pagekin/html/decode.h"
#include "pagekin/html/encoding.h"
#include "pagekin/html/prescan.h"
#include "pagekin/html/tag_id.h"
#include "pagekin/url/page_address.h"

namespace pagekin::picture {
namespace {

constexpr std::size_t kMostTitleBytes = 160;
constexpr std::size_t kLatePrescan = 65'536;  // where a late <meta> may be

std::string collapsed(std::string_view text, std::size_t most) {
  std::string result;
  for (const char c : trim(text, " \t\n\f\r")) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    if (blank && result.ends_with(' ')) continue;
    result += blank ? ' ' : c;
    if (result.size() > most + 4) break;
  }
  return to_valid_utf8(clipped(result, most));
}

std::string title_of(const dom::Tree& tree) {
  std::string text;
  std::string buffer;
  for (const dom::TextLeaf& leaf : tree.texts) {
    if (tree.tags[leaf.parent] != html::kTagTitle ||
        tree.namespaces[leaf.parent] != dom::Namespace::kHtml) {
      continue;
    }
    for (std::uint32_t i = 0; i < leaf.span_count; ++i) {
      const std::string_view raw = tree.view(tree.text_spans[leaf.first_span + i]);
      text += html::decode_references(raw.substr(0, 4 * kMostTitleBytes), false, buffer);
    }
    break;
  }
  return collapsed(text, kMostTitleBytes);
}

// Paths are read as relative addresses, so that a link to "page.php?id=1" leads to this file.
std::optional<url::Url> address_of(std::string_view id) {
  if (std::optional<url::Url> address = url::page_address(id)) return address;
  static const url::Url base = url::parse(url::kPathBase).value();
  return url::parse(id, &base);
}

std::vector<PlacedLink> links_of(const dom::Tree& tree, const Outline& outline,
                                 std::string_view id) {
  std::vector<PlacedLink> placed;
  const std::optional<url::Url> address = address_of(id);
  if (!address) return placed;
  dom::Links links;
  links.read(tree, *address, {.max_links = kMostLinks});
  for (const dom::Link& link : links.links()) {
    const std::uint32_t node = outline.node_of[link.element];
    if (node == Outline::no_node) continue;
    std::string_view target = links.url(link);
    target = target.substr(0, target.find('#'));
    if (target.starts_with(url::kPathBase)) target.remove_prefix(url::kPathBase.size());
    if (!target.empty()) placed.push_back({std::string(target), node});
  }
  return placed;
}

}  // namespace

std::string text_of(const Page& page) {
  html::EncodingChoice choice = html::choose_encoding(page.body, page.charset);
  if (!choice.certain) {
    if (const auto later = html::prescan(page.body, kLatePrescan)) choice.encoding = *later;
  }
  return html::decode(page.body, choice.encoding);
}

PagePicture picture_of(const Page& page) {
  const std::string text = text_of(page);
  thread_local dom::Builder builder;
  const dom::Tree& tree =
      builder.build(text, {.all_attributes = true, .text = true, .blank_text = false});
  PagePicture picture;
  picture.title = title_of(tree);
  picture.outline = outline_of(tree);
  picture.wireframe = wireframe_of(tree, picture.outline);
  picture.links = links_of(tree, picture.outline, page.id);
  picture.outline.node_of = {};
  return picture;
}

}  // namespace pagekin::picture
