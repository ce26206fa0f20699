// The sections of pages: comments, tables, galleries ...
//
// Each function appends one section to a grammar. It draws the structure of the section from the
// builder (which elements it has, which parts are optional), so two templates with the same
// section seldom have the same markup.
#pragma once

#include <span>

#include "pagekin/synth/builder.h"

namespace pagekin::synth {

using Block = void (*)(Builder&);

// A kind of page, such as an article: its name, its section of a site, and its content.
struct PageKind {
  const char* name;     // "article"
  const char* section;  // "news", the first step of its URLs
  Block content;
};
// The first kind is that of front pages.
std::span<const PageKind> page_kinds();

// Sections that may stand on a page of any kind, in the main and in a side column.
std::span<const Block> main_blocks();
std::span<const Block> side_blocks();

// Content.
void article_text(Builder& b);
void facts_table(Builder& b);
void data_table(Builder& b);
void code_listing(Builder& b);
void questions(Builder& b);
void gallery(Builder& b);
void profile_card(Builder& b);
void recipe_steps(Builder& b);
void mail_message(Builder& b);
void calendar(Builder& b);

// Lists of other pages and of what people wrote.
void teaser_list(Builder& b);
void card_grid(Builder& b);
void comment_thread(Builder& b);
void forum_posts(Builder& b);
void table_of_contents(Builder& b);
void tag_cloud(Builder& b);
void link_box(Builder& b);
void related_pages(Builder& b);
void neighbour_links(Builder& b);

// Small sections.
void search_form(Builder& b);
void rating(Builder& b);
void share_buttons(Builder& b);
void author_box(Builder& b);
void notice(Builder& b);
void advertisement(Builder& b);

}  // namespace pagekin::synth
