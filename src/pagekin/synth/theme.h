// What the templates of one site share: head, header, footer, style of markup.
#pragma once

#include <cstdint>

#include "pagekin/core/random.h"
#include "pagekin/synth/part.h"
#include "pagekin/synth/style.h"
#include "pagekin/synth/words.h"

namespace pagekin::synth {

// A site may serve the same content in several views.
enum class View : std::uint8_t { kFull, kPrint, kMobile };

struct Theme {
  Style style;
  // From the doctype to just before </head>; the template adds its own part and opens the body.
  Parts head;
  Parts header;
  Parts footer;  // up to </html>
};

Theme make_theme(const Style& style, View view, const Vocabulary& vocabulary, Random random);

}  // namespace pagekin::synth
