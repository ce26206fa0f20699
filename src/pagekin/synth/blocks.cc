// Which sections there are, and the small ones that take no lists.

#include "pagekin/synth/blocks.h"

#include <array>

namespace pagekin::synth {

std::span<const PageKind> page_kinds() {
  static constexpr std::array<PageKind, 16> kinds{{
      {"index", "topics", teaser_list},
      {"article", "news", article_text},
      {"product", "item", facts_table},
      {"thread", "forum", forum_posts},
      {"category", "category", card_grid},
      {"profile", "people", profile_card},
      {"reference", "doc", code_listing},
      {"faq", "help", questions},
      {"gallery", "photos", gallery},
      {"statistics", "data", data_table},
      {"recipe", "recipes", recipe_steps},
      {"message", "archive", mail_message},
      {"event", "events", calendar},
      {"review", "reviews", article_text},
      {"manual", "manual", table_of_contents},
      {"discussion", "talk", comment_thread},
  }};
  return kinds;
}

std::span<const Block> main_blocks() {
  static constexpr std::array<Block, 14> blocks{
      comment_thread, teaser_list,     card_grid,  data_table,   facts_table,
      gallery,        questions,       author_box, code_listing, share_buttons,
      rating,         neighbour_links, notice,     recipe_steps};
  return blocks;
}

std::span<const Block> side_blocks() {
  static constexpr std::array<Block, 9> blocks{link_box,    tag_cloud,         search_form,
                                               calendar,    advertisement,     author_box,
                                               facts_table, table_of_contents, notice};
  return blocks;
}

void search_form(Builder& b) {
  b.element("form", "search", [&] {
    if (b.chance(0.5)) b.element("label", "search-label", [&] { b.label(1, 2); });
    b.single("input", "search-field", b.style().attribute("type", "text"));
    if (b.chance(0.4)) {
      const std::uint32_t options = 2 + b.below(6);
      b.element("select", "search-scope", [&] {
        for (std::uint32_t i = 0; i < options; ++i) b.element("option", "", [&] { b.label(1, 2); });
      });
    }
    if (b.chance(0.5)) {
      b.element("button", "search-go", [&] { b.label(1, 1); });
    } else {
      b.single("input", "search-go", b.style().attribute("type", "submit"));
    }
  });
}

void rating(Builder& b) {
  const char* star = b.pick({"span", "i", "b"});
  b.element(b.pick({"div", "p", "section"}), "rating", [&] {
    for (int i = 0; i < 5; ++i) b.element(star, "rating-star", [] {});
    b.element("span", "rating-value", [&] { b.number(1, 5); });
    b.optional(0.5, [&] {
      b.element("small", "rating-count", [&] {
        b.number(1, 900);
        b.raw(" ");
        b.label(1, 1);
      });
    });
  });
}

void share_buttons(Builder& b) {
  const bool listed = b.chance(0.5);
  const std::uint32_t buttons = 3 + b.below(4);
  b.element(listed ? "ul" : "div", "share", [&] {
    for (std::uint32_t i = 0; i < buttons; ++i) {
      if (listed) b.open("li", "share-item");
      b.element("span", "share-" + b.token(), [&] { b.label(1, 1); });
      if (listed) b.close("li");
    }
  });
}

void author_box(Builder& b) {
  b.element(b.pick({"div", "aside", "section"}), "author", [&] {
    b.optional(0.7, [&] { b.image("author-photo"); });
    b.element(b.pick({"h3", "h4", "strong"}), "author-name", [&] { b.words(2, 3); });
    b.optional(0.8, [&] { b.element("p", "author-about", [&] { b.prose(10, 50); }); });
    if (b.chance(0.5)) {
      b.element("span", "author-since", [&] { b.date(); });
    }
  });
}

void notice(Builder& b) {
  b.optional(0.6, [&] {
    b.element("div", "notice", [&] {
      b.element(b.pick({"strong", "b", "h5"}), "notice-title", [&] { b.label(1, 2); });
      b.element("p", "", [&] { b.prose(8, 40); });
    });
  });
}

void advertisement(Builder& b) {
  b.element("div", "ad", Mark::kRowClass, [&] {
    // Markup inside a script is text.
    b.raw("<script>if (window.ads < 3) { document.write('<div class=\"slot\"><p>" + b.token() +
          "<\\/p><\\/div>'); }</script>\n");
    if (b.chance(0.5)) b.element("span", "ad-note", [&] { b.label(1, 1); });
  });
}

}  // namespace pagekin::synth
