// Sections that list other pages, or what people wrote about this one.

#include "pagekin/synth/blocks.h"

namespace pagekin::synth {

void teaser_list(Builder& b) {
  const char* frame = b.pick({"ul", "ol", "div", "section"});
  const bool listed = frame[1] == 'l';
  const char* item = listed ? "li" : b.pick({"article", "div"});
  const char* heading = b.pick({"h2", "h3", "strong", "p"});
  const bool dated = b.chance(0.6);
  const bool pictured = b.chance(0.4);
  const bool text_inside = b.chance(0.7);
  const Mark mark = b.row_mark();
  b.element(frame, "list", [&] {
    b.rows({.low = 1, .typical = 10, .high = 250}, [&] {
      b.element(item, "teaser", mark, [&] {
        if (pictured) b.optional(0.8, [&] { b.image("teaser-image"); });
        b.element(heading, "teaser-title", [&] { b.link("teaser-link"); });
        if (dated) b.element("span", "teaser-date", [&] { b.date(); });
        if (text_inside) b.element("p", "teaser-text", [&] { b.prose(8, 45); });
        b.optional(0.1, [&] { b.element("span", "teaser-badge", [&] { b.label(1, 1); }); });
      });
    });
  });
  neighbour_links(b);
}

void card_grid(Builder& b) {
  const char* price = b.pick({"span", "strong", "div"});
  const bool rated = b.chance(0.5);
  const Mark mark = b.row_mark();
  b.element("div", "grid", [&] {
    b.rows({.low = 1, .typical = 9, .high = 200}, [&] {
      b.element("div", "card", mark, [&] {
        b.link("card-link", [&] {
          b.image("card-image");
          b.element("span", "card-title", [&] { b.target(); });
        });
        b.element(price, "card-price", [&] {
          b.number(1, 999);
          b.raw(".");
          b.number(10, 99);
          b.raw("&nbsp;&euro;");
        });
        b.optional(0.2, [&] { b.element("del", "card-before", [&] { b.number(10, 999); }); });
        if (rated) b.element("small", "card-rating", [&] { b.number(1, 5); });
        b.optional(0.7, [&] { b.element("p", "card-text", [&] { b.words(3, 14); }); });
      });
    });
  });
}

void comment_thread(Builder& b) {
  const bool listed = b.chance(0.6);
  const char* frame = listed ? b.pick({"ol", "ul"}) : "div";
  const char* item = listed ? "li" : b.pick({"div", "article"});
  const char* who = b.pick({"cite", "strong", "span"});
  const Mark mark = b.row_mark();
  b.element("div", "comments", [&] {
    b.element(b.pick({"h2", "h3"}), "comments-title", [&] {
      b.label(1, 1);
      b.raw(" (");
      b.number(0, 80);
      b.raw(")");
    });
    b.recursive(4, [&] {
      b.element(frame, "comment-list", [&] {
        b.repeat({.low = 0, .typical = 3, .high = 120}, [&] {
          b.element(item, "comment", mark, [&] {
            b.element(who, "comment-author", [&] { b.words(1, 2); });
            b.element("span", "comment-date", [&] { b.date(); });
            b.element("p", "comment-text", [&] { b.prose(6, 60); });
            b.again(0.25);
          });
        });
      });
    });
  });
}

void forum_posts(Builder& b) {
  const bool tables = b.chance(0.5);
  const char* row = tables ? "tr" : b.pick({"div", "article", "li"});
  const char* cell = tables ? "td" : "div";
  const char* frame = tables ? "table" : row[0] == 'l' ? "ol" : "div";
  const bool signatures = b.chance(0.5);
  const Mark mark = b.chance(0.7) ? Mark::kRowId : Mark::kRowClass;
  b.element(frame, "posts", [&] {
    b.repeat({.low = 1, .typical = 7, .high = 150}, [&] {
      b.element(row, "post", mark, [&] {
        b.element(cell, "post-user", [&] {
          b.element("b", "post-name", [&] { b.words(1, 1); });
          b.optional(0.5, [&] { b.image("post-avatar"); });
          b.element("span", "post-count", [&] { b.number(1, 9000); });
        });
        b.element(cell, "post-body", [&] {
          b.element("small", "post-date", [&] { b.date(); });
          b.optional(0.2, [&] { b.element("blockquote", "post-quote", [&] { b.prose(8, 40); }); });
          b.repeat({.low = 1, .typical = 1, .high = 8},
                   [&] { b.element("p", "", [&] { b.prose(10, 80); }); });
          if (signatures) {
            b.optional(0.4, [&] { b.element("div", "post-signature", [&] { b.words(3, 10); }); });
          }
        });
      });
    });
  });
}

void table_of_contents(Builder& b) {
  const char* frame = b.pick({"ul", "ol"});
  b.element(b.pick({"nav", "div"}), "contents", [&] {
    b.element(b.pick({"h2", "p", "strong"}), "contents-title", [&] { b.label(1, 1); });
    b.recursive(3 + b.below(3), [&] {
      b.element(frame, "contents-list", [&] {
        b.rows({.low = 1, .typical = 3, .high = 30}, [&] {
          b.element("li", "contents-item", [&] {
            b.link("contents-link");
            b.again(0.3);
          });
        });
      });
    });
  });
}

void tag_cloud(Builder& b) {
  const bool listed = b.chance(0.4);
  b.element(listed ? "ul" : "p", "tags", [&] {
    b.rows({.low = 0, .typical = 6, .high = 60}, [&] {
      if (listed) b.open("li", "tags-item");
      b.link("tag", [&] { b.words(1, 1); });
      if (listed) b.close("li");
      b.raw(" ");
    });
  });
}

void link_box(Builder& b) {
  const char* item = b.pick({"li", "p", "div"});
  b.element("div", "box", [&] {
    b.element(b.pick({"h3", "h4", "strong"}), "box-title", [&] { b.label(1, 3); });
    if (item[0] == 'l') b.open("ul", "box-list");
    b.rows({.low = 3, .typical = 3, .high = 15},
           [&] { b.element(item, "box-item", [&] { b.link(""); }); });
    if (item[0] == 'l') b.close("ul");
  });
}

void related_pages(Builder& b) {
  const bool listed = b.chance(0.7);
  const char* item = listed ? "li" : b.pick({"div", "p"});
  b.element(b.pick({"div", "section", "aside"}), "related", [&] {
    b.element(b.pick({"h2", "h3", "h4"}), "related-title", [&] { b.label(2, 3); });
    if (listed) b.open("ul", "related-list");
    b.for_links(LinkSource::kRelated,
                [&] { b.element(item, "related-item", [&] { b.link("related-link"); }); });
    if (listed) b.close("ul");
  });
}

void neighbour_links(Builder& b) {
  const char* item = b.pick({"span", "div", "b"});
  b.element(b.pick({"div", "nav"}), "pager", [&] {
    b.for_links(LinkSource::kNeighbours, [&] {
      b.element(item, "pager-item", [&] { b.link("pager-link"); });
      b.raw(" ");
    });
  });
}

}  // namespace pagekin::synth
