// Sections that carry the content of a page.

#include "pagekin/synth/blocks.h"

namespace pagekin::synth {

void article_text(Builder& b) {
  const char* frame = b.pick({"article", "div", "section"});
  const char* quote = b.pick({"blockquote", "aside", "div"});
  b.element(frame, "article", Mark::kPageClass, [&] {
    if (b.chance(0.7)) {
      b.element(b.pick({"div", "p", "header"}), "article-meta", [&] {
        b.label(1, 2);
        b.raw(" ");
        b.element("span", "article-author", [&] { b.words(2, 2); });
        b.element(b.pick({"time", "span", "em"}), "article-date", [&] { b.date(); });
        b.optional(0.4, [&] { b.element("span", "article-place", [&] { b.words(1, 1); }); });
      });
    }
    b.optional(0.6, [&] {
      b.element(b.pick({"figure", "div"}), "article-lead", [&] {
        b.image("article-image");
        if (b.chance(0.6)) b.element("p", "article-caption", [&] { b.prose(5, 20); });
      });
    });
    b.element("div", "article-body", [&] {
      b.repeat({.low = 1, .typical = 3, .high = 24}, [&] {
        b.optional(0.5, [&] { b.element("h2", "article-heading", [&] { b.words(2, 6); }); });
        b.repeat({.low = 1, .typical = 2, .high = 12},
                 [&] { b.element("p", "", [&] { b.prose(20, 110); }); });
        b.optional(0.1, [&] { b.element(quote, "article-quote", [&] { b.prose(10, 40); }); });
        b.optional(0.1, [&] {
          b.element("ul", "article-points", [&] {
            b.repeat({.low = 2, .typical = 4, .high = 20},
                     [&] { b.element("li", "", [&] { b.prose(3, 20); }); });
          });
        });
      });
    });
  });
}

void facts_table(Builder& b) {
  const bool as_list = b.chance(0.4);
  const bool grouped = b.chance(0.3);
  const Mark mark = b.row_mark();
  const auto rows = [&] {
    b.repeat({.low = 2, .typical = 6, .high = 60}, [&] {
      if (as_list) {
        b.element("dt", "fact-name", [&] { b.words(1, 3); });
        b.element("dd", "fact-value", [&] { b.prose(1, 12); });
      } else {
        b.element("tr", "fact", mark, [&] {
          b.element("th", "fact-name", [&] { b.words(1, 3); });
          b.element("td", "fact-value", [&] { b.prose(1, 12); });
        });
      }
    });
  };
  b.element("div", "facts", [&] {
    if (b.chance(0.7)) b.element(b.pick({"h2", "h3", "h4"}), "facts-title", [&] { b.label(1, 3); });
    if (as_list) {
      b.element("dl", "fact-list", rows);
    } else {
      b.element("table", "fact-table", [&] {
        if (grouped) b.element("caption", "", [&] { b.label(2, 4); });
        b.element("tbody", "", rows);
      });
    }
  });
}

void data_table(Builder& b) {
  const std::uint32_t columns = 3 + b.below(6);
  const Mark mark = b.row_mark();
  const bool linked = b.chance(0.5);
  b.element("table", "data", [&] {
    b.element("thead", "", [&] {
      b.element("tr", "data-head", [&] {
        for (std::uint32_t i = 0; i < columns; ++i) b.element("th", "", [&] { b.label(1, 2); });
      });
    });
    b.element("tbody", "", [&] {
      b.rows({.low = 0, .typical = 12, .high = 400}, [&] {
        b.element("tr", "data-row", mark, [&] {
          b.element("td", "data-name", [&] {
            if (linked) {
              b.link("data-link");
            } else {
              b.words(1, 3);
            }
          });
          for (std::uint32_t i = 1; i < columns; ++i) {
            b.element("td", "data-value", [&] { b.number(0, 100000); });
          }
        });
      });
    });
    b.optional(0.3, [&] {
      b.element("tfoot", "", [&] {
        b.element("tr", "", [&] { b.element("td", "data-note", [&] { b.prose(4, 15); }); });
      });
    });
  });
}

void code_listing(Builder& b) {
  const char* frame = b.pick({"section", "div", "article"});
  const bool coloured = b.chance(0.5);
  const Mark mark = b.row_mark();
  b.repeat({.low = 1, .typical = 4, .high = 80}, [&] {
    b.element(frame, "entry", mark, [&] {
      b.element(b.pick({"h3", "h4", "h2"}), "entry-name",
                [&] { b.element("code", "", [&] { b.words(1, 2); }); });
      b.element("pre", "entry-code", [&] {
        b.repeat({.low = 1, .typical = 3, .high = 30}, [&] {
          if (coloured) {
            b.element("span", "keyword", [&] { b.words(1, 1); });
            b.raw(" ");
            b.element("span", "name", [&] { b.words(1, 1); });
            b.raw("(");
            b.element("span", "number", [&] { b.number(0, 255); });
            b.raw(") &lt; 0;\n");
          } else {
            b.words(1, 2);
            b.raw(" = &quot;");
            b.words(1, 2);
            b.raw("&quot; &amp;&amp; x;\n");
          }
        });
      });
      b.element("p", "entry-text", [&] { b.prose(8, 60); });
      b.optional(0.3, [&] {
        b.element("dl", "entry-parameters", [&] {
          b.repeat({.low = 1, .typical = 2, .high = 12}, [&] {
            b.element("dt", "", [&] { b.words(1, 1); });
            b.element("dd", "", [&] { b.prose(4, 20); });
          });
        });
      });
    });
  });
}

void questions(Builder& b) {
  const bool folded = b.chance(0.4);
  b.element("div", "questions", [&] {
    b.repeat({.low = 2, .typical = 5, .high = 70}, [&] {
      if (folded) {
        b.element("details", "question", [&] {
          b.element("summary", "question-title", [&] { b.words(4, 10); });
          b.repeat({.low = 1, .typical = 1, .high = 4},
                   [&] { b.element("p", "", [&] { b.prose(20, 80); }); });
        });
      } else {
        b.element("h3", "question-title", [&] { b.words(4, 10); });
        b.element("div", "question-answer", [&] { b.prose(20, 120); });
      }
    });
  });
}

void gallery(Builder& b) {
  const char* frame = b.pick({"ul", "div", "section"});
  const char* item = frame[0] == 'u' ? "li" : b.pick({"figure", "div"});
  const bool captions = b.chance(0.6);
  b.element(frame, "gallery", [&] {
    b.rows({.low = 1, .typical = 8, .high = 200}, [&] {
      b.element(item, "gallery-item", [&] {
        b.link("gallery-link", [&] { b.image("gallery-image"); });
        if (captions) b.element("p", "gallery-caption", [&] { b.words(2, 9); });
      });
    });
  });
}

void profile_card(Builder& b) {
  const std::uint32_t fields = 3 + b.below(6);
  b.element(b.pick({"div", "section", "article"}), "profile", Mark::kPageClass, [&] {
    b.optional(0.8, [&] { b.image("profile-photo"); });
    b.element(b.pick({"h2", "h3"}), "profile-name", [&] { b.words(2, 3); });
    b.element(b.pick({"ol", "ul"}), "profile-fields", [&] {
      for (std::uint32_t i = 0; i < fields; ++i) {
        b.optional(0.5 + 0.5 / (1 + i), [&] {
          b.element("li", "profile-field", [&] {
            b.element("b", "", [&] { b.label(1, 2); });
            b.raw(": ");
            b.words(1, 4);
          });
        });
      }
    });
    b.element("div", "profile-about", [&] {
      b.repeat({.low = 0, .typical = 3, .high = 20},
               [&] { b.element("p", "", [&] { b.prose(15, 90); }); });
    });
  });
}

void recipe_steps(Builder& b) {
  b.element("div", "steps", [&] {
    b.element("h2", "", [&] { b.label(1, 1); });
    b.element("ul", "steps-needs", [&] {
      b.repeat({.low = 2, .typical = 6, .high = 40}, [&] {
        b.element("li", "need", [&] {
          b.number(1, 500);
          b.raw(" g ");
          b.words(1, 3);
        });
      });
    });
    if (b.chance(0.5)) b.element("h2", "", [&] { b.label(1, 1); });
    b.element("ol", "steps-list", [&] {
      b.repeat({.low = 1, .typical = 5, .high = 30}, [&] {
        b.element("li", "step", [&] {
          b.prose(10, 60);
          b.optional(0.2, [&] { b.image("step-image"); });
        });
      });
    });
  });
}

void mail_message(Builder& b) {
  b.element("ul", "message-sort", [&] {
    for (int i = 0; i < 2; ++i) b.element("li", "", [&] { b.label(2, 3); });
    b.element("li", "", [&] {
      b.element("b", "", [&] { b.raw("Messages sorted by:"); });
      for (int i = 0; i < 4; ++i) b.element("i", "", [&] { b.raw("[ " + b.phrase(1, 1) + " ]"); });
    });
  });
  b.single("hr", "");
  b.element("pre", "message-text", [&] {
    b.repeat({.low = 1, .typical = 5, .high = 120}, [&] {
      b.prose(8, 60);
      b.raw("\n\n");
      b.optional(0.2, [&] {
        b.raw("&gt; ");
        b.element("i", "", [&] { b.words(5, 12); });
        b.raw("\n");
      });
    });
  });
  b.single("hr", "");
}

void calendar(Builder& b) {
  b.element("table", "calendar", [&] {
    b.element("tr", "calendar-days", [&] {
      for (int day = 0; day < 7; ++day) b.element("th", "", [&] { b.label(1, 1); });
    });
    for (int week = 0; week < 5; ++week) {
      b.element("tr", "", [&] {
        for (int day = 0; day < 7; ++day) {
          b.element("td", "calendar-day", [&] {
            b.raw(std::to_string(week * 7 + day + 1));
            b.optional(0.1, [&] { b.element("em", "calendar-event", [&] { b.words(1, 3); }); });
          });
        }
      });
    }
  });
  b.repeat({.low = 1, .typical = 3, .high = 20}, [&] {
    b.element("div", "event", [&] {
      b.element("span", "event-date", [&] { b.date(); });
      b.prose(10, 60);
    });
  });
}

}  // namespace pagekin::synth
