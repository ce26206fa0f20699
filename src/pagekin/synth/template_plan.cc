#include "pagekin/synth/template_plan.h"

#include <cassert>
#include <span>
#include <vector>

#include "pagekin/synth/builder.h"

namespace pagekin::synth {
namespace {

// A section of the template: on every page, or on some.
void section(Builder& b, std::span<const Block> blocks, bool always) {
  const std::uint32_t choice = b.below(static_cast<std::uint32_t>(blocks.size()));
  const auto inside = [&] { blocks[choice](b); };
  if (always || b.chance(0.7)) {
    b.group(choice, inside);
  } else {
    b.optional(0.2 + 0.1 * b.below(7), inside);
  }
}

void head_end(Builder& b, const PageKind& kind, View view) {
  const Style& style = b.style();
  const std::string quote(1, style.safe_quote());
  for (std::uint32_t left = view == View::kFull ? b.below(3) : 0; left > 0; --left) b.stylesheet();
  if (view == View::kFull && b.chance(0.5)) {
    b.raw(style.start("link", "", style.attribute("rel", "canonical")) + " href=" + quote);
    b.address();
    b.raw(quote);
    b.raw(style.void_end());
    b.raw("\n");
  }
  if (view == View::kFull && b.chance(0.4)) {
    b.optional(0.9, [&] {
      b.raw("<script type=\"application/ld+json\">{\"@type\": \"" + std::string(kind.name) +
            "\", \"name\": \"");
      b.title();
      b.raw("\"}</script>\n");
    });
  }
  b.close("head");
  b.open("body", std::string("page-") + kind.name, b.chance(0.4) ? Mark::kPageClass : Mark::kPlain);
}

void heading(Builder& b) {
  if (b.chance(0.4)) {
    b.element(b.pick({"div", "p"}), "breadcrumbs", [&] {
      b.element("span", "", [&] { b.label(1, 1); });
      b.raw(" &gt; ");
      b.element("span", "", [&] { b.words(1, 2); });
    });
  }
  const bool framed = b.chance(0.3);
  if (framed) b.open("div", "title");
  b.element(b.pick({"h1", "h1", "h2"}), "title-text", [&] { b.title(); });
  if (framed) b.close("div");
  b.for_links(LinkSource::kViews, [&] {
    b.element("span", "view", [&] { b.link("view-link", [&] { b.raw("Other view"); }); });
  });
}

void main_column(Builder& b, const PageKind& kind) {
  heading(b);
  kind.content(b);
  section(b, main_blocks(), true);
  for (std::uint32_t left = b.below(3); left > 0; --left) section(b, main_blocks(), false);
  related_pages(b);
}

void side_column(Builder& b) {
  for (std::uint32_t left = 1 + b.below(3); left > 0; --left) section(b, side_blocks(), false);
}

// One, two or three nested frames around one or two columns, side column left or right.
void full_layout(Builder& b, const PageKind& kind) {
  const bool tables = b.style().naming == Naming::kSparse && b.chance(0.7);
  const bool with_side = b.chance(0.7);
  const bool side_first = b.chance(0.4);
  const char* outer = tables ? "table" : b.pick({"div", "main", "section"});
  const char* column = tables ? "td" : b.pick({"div", "section", "div"});
  const bool row = tables || b.chance(0.4);
  const char* row_tag = tables ? "tr" : "div";

  b.open(outer, "layout");
  if (row) b.open(row_tag, "layout-row");
  const auto side = [&] {
    b.element(tables ? "td" : b.pick({"aside", "div"}), "side", [&] { side_column(b); });
  };
  if (with_side && side_first) side();
  b.element(column, "main", [&] { main_column(b, kind); });
  if (with_side && !side_first) side();
  if (row) b.close(row_tag);
  b.close(outer);
}

void plain_layout(Builder& b, const PageKind& kind) {
  b.element("div", "content", [&] {
    b.element("h1", "", [&] { b.title(); });
    kind.content(b);
    if (b.chance(0.5)) section(b, main_blocks(), false);
  });
}

}  // namespace

Body make_body(const PageKind& kind, View view, const Style& style, const Vocabulary& vocabulary,
               Random random) {
  Body body;
  Builder b(style, vocabulary, random);
  head_end(b, kind, view);
  body.head = b.take();
  if (view == View::kFull) {
    full_layout(b, kind);
  } else {
    plain_layout(b, kind);
  }
  body.noise.per_1024_words = b.below(3);
  body.noise.per_1024_words *= b.below(24);
  body.noise.first_tag = b.below(8);
  body.noise.tag_count = 1 + b.below(4);
  body.parts = b.take();
  return body;
}

Body make_twin(const Body& original, const Style& style, const Vocabulary& vocabulary,
               Random random) {
  Body twin = original;
  std::vector<Part*> sections;
  for (Part& part : twin.parts) {
    if (part.kind == PartKind::kGroup) sections.push_back(&part);
  }
  assert(!sections.empty());
  Builder b(style, vocabulary, random);
  Part& changed = *sections[b.below(static_cast<std::uint32_t>(sections.size()))];

  const std::span<const Block> blocks = main_blocks();
  const auto count = static_cast<std::uint32_t>(blocks.size());
  const std::uint32_t choice = (changed.choice + 1 + b.below(count - 1)) % count;
  b.group(choice, [&] { blocks[choice](b); });
  changed = std::move(b.take().front());
  return twin;
}

}  // namespace pagekin::synth
