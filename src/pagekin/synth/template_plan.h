// The grammar of one template: the part between header and footer of its theme.
#pragma once

#include <cstdint>

#include "pagekin/core/random.h"
#include "pagekin/synth/blocks.h"
#include "pagekin/synth/part.h"
#include "pagekin/synth/theme.h"
#include "pagekin/synth/words.h"

namespace pagekin::synth {

// Inline markup inside prose: how often, and with which elements.
struct InlineNoise {
  std::uint32_t per_1024_words = 0;
  std::uint32_t first_tag = 0;  // a template uses tag_count consecutive entries of a fixed table
  std::uint32_t tag_count = 1;
};

struct Body {
  Parts head;   // the template's own part of the head, </head> and <body>
  Parts parts;  // sections that a twin may exchange are kGroup parts at the top level
  InlineNoise noise;
};

Body make_body(const PageKind& kind, View view, const Style& style, const Vocabulary& vocabulary,
               Random random);

// A copy of the template with one section replaced by another; `original` is a full view.
Body make_twin(const Body& original, const Style& style, const Vocabulary& vocabulary,
               Random random);

}  // namespace pagekin::synth
