#include "pagekin/synth/theme.h"

#include "pagekin/synth/blocks.h"
#include "pagekin/synth/builder.h"

namespace pagekin::synth {
namespace {

void doctype(Builder& b) {
  if (b.style().xhtml) {
    b.raw(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" "
        "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n");
  } else if (b.style().naming == Naming::kSparse) {
    b.raw("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">\n");
  } else {
    b.raw("<!DOCTYPE html>\n");
  }
}

void described(Builder& b, std::string_view key, std::string_view name) {
  const std::string quote(1, b.style().safe_quote());
  b.raw(b.style().start("meta", "", b.style().attribute(key, name)) + " content=" + quote);
  b.words(4, 14);
  b.raw(quote);
  b.raw(b.style().void_end());
  b.raw("\n");
}

void head(Builder& b, View view) {
  const Style& style = b.style();
  doctype(b);
  b.raw(style.start("html", "", style.attribute("lang", "en")) + ">\n");
  b.open("head", "");
  if (style.xhtml || style.naming == Naming::kSparse) {
    b.single("meta", "",
             style.attribute("http-equiv", "Content-Type") +
                 style.attribute("content", "text/html; charset=utf-8"));
  } else {
    b.single("meta", "", style.attribute("charset", "utf-8"));
  }
  b.raw("\n");
  b.element("title", "", [&] {
    b.title();
    b.raw(b.pick({" - ", " | ", " &raquo; ", ": "}));
    b.label(1, 2);
  });
  if (view != View::kFull) {
    b.stylesheet();
    return;
  }
  if (b.chance(0.7)) described(b, "name", "description");
  if (b.chance(0.5)) {
    b.single("meta", "",
             style.attribute("name", "viewport") +
                 style.attribute("content", "width=device-width, initial-scale=1"));
    b.raw("\n");
  }
  for (std::uint32_t left = 1 + b.below(5); left > 0; --left) b.stylesheet();
  if (b.chance(0.4)) {
    described(b, "property", "og:title");
    described(b, "property", "og:description");
  }
  if (b.chance(0.3)) {
    b.raw("<!--[if lt IE 9]><script src=\"/assets/" + b.token() + ".js\"></script><![endif]-->\n");
  }
  for (std::uint32_t left = b.below(4); left > 0; --left) {
    b.raw("<script src=\"/assets/" + b.token() + ".js\"></script>\n");
  }
  if (b.chance(0.4)) {
    b.raw("<style>\n#" + b.token() + " > a { color: #");
    b.raw(std::to_string(100 + b.below(900)) + "; }\n</style>\n");
  }
}

void navigation(Builder& b) {
  const bool listed = b.chance(0.7);
  b.element(b.pick({"nav", "div"}), "nav", [&] {
    if (listed) b.open("ul", "nav-list");
    b.for_links(LinkSource::kNavigation, [&] {
      if (listed) b.open("li", "nav-item");
      b.link("nav-link");
      if (listed) {
        b.close("li");
      } else {
        b.raw(" | ");
      }
    });
    if (listed) b.close("ul");
  });
}

void full_header(Builder& b) {
  const char* frame = b.pick({"header", "div", "div"});
  if (b.chance(0.3)) b.comment("begin " + b.token());
  b.open("div", "page");
  b.element(frame, "header", [&] {
    b.element(b.pick({"div", "h1", "p"}), "logo", [&] {
      if (b.chance(0.5)) {
        b.single("img", "logo-image", b.style().attribute("src", "/assets/logo.png"));
      } else {
        b.element("span", "logo-text", [&] { b.label(1, 2); });
      }
    });
    if (b.chance(0.4)) search_form(b);
    if (b.chance(0.3)) {
      const std::uint32_t items = 2 + b.below(3);
      b.element("ul", "account", [&] {
        for (std::uint32_t i = 0; i < items; ++i) {
          b.element("li", "account-item", [&] { b.label(1, 2); });
        }
      });
    }
    navigation(b);
  });
  // A banner on some pages shifts everything after it.
  if (b.chance(0.3)) b.optional(0.15, [&] { b.element("div", "banner", [&] { b.words(4, 9); }); });
}

void full_footer(Builder& b) {
  const std::uint32_t columns = b.below(4);
  const std::uint32_t lines = 2 + b.below(5);
  b.element(b.pick({"footer", "div"}), "footer", [&] {
    for (std::uint32_t column = 0; column < columns; ++column) {
      b.element("div", "footer-column", [&] {
        b.element("h4", "footer-title", [&] { b.label(1, 2); });
        b.element("ul", "", [&] {
          for (std::uint32_t line = 0; line < lines; ++line) {
            b.element("li", "", [&] { b.label(1, 3); });
          }
        });
      });
    }
    b.element("p", "copyright", [&] {
      b.raw("&copy; 2024 ");
      b.label(1, 2);
    });
    b.optional(0.3, [&] { b.element("p", "footer-note", [&] { b.words(4, 12); }); });
  });
  b.close("div");  // page
}

}  // namespace

Theme make_theme(const Style& style, View view, const Vocabulary& vocabulary, Random random) {
  Theme theme;
  theme.style = style;
  Builder b(style, vocabulary, random);
  head(b, view);
  theme.head = b.take();

  if (view == View::kFull) {
    full_header(b);
  } else {
    b.element("div", view == View::kPrint ? "print-head" : "mobile-bar", [&] {
      b.element("strong", "", [&] { b.label(1, 2); });
      b.for_links(LinkSource::kFullView, [&] { b.link("full-version"); });
    });
    if (view == View::kMobile) navigation(b);
  }
  theme.header = b.take();

  if (view == View::kFull) {
    full_footer(b);
  } else if (view == View::kMobile) {
    b.element("div", "mobile-foot", [&] { b.label(1, 3); });
  } else {
    b.element("address", "", [&] { b.address(); });
  }
  b.raw("<script>\nvar page = { id: ");
  b.page_id();
  b.raw(", key: \"" + b.token() + "\" };\n</script>\n");
  b.close("body");
  b.close("html");
  theme.footer = b.take();
  return theme;
}

}  // namespace pagekin::synth
