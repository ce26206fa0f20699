// What is kept of a page: Needs say what to extract, Features hold it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/core/hash.h"
#include "pagekin/core/page.h"
#include "pagekin/features/fingerprint.h"
#include "pagekin/features/tag_filter.h"

namespace pagekin::features {

// The first start tags of a page, tags that follow their like left out: one byte
// a tag, its KnownTag number or kOtherTag, 0 when there are no more. Enough to show
// a person what a cluster looks like.
using FirstTags = std::array<std::uint8_t, 16>;
constexpr std::uint8_t kOtherTag = 255;

// What to extract, with its parameters.
struct Needs {
  int fingerprint_length = 0;  // 0: no fingerprint
  TagFilter fingerprint_tags;
  bool tag_hash = false;
  bool head_hash = false;
  bool first_tags = false;
};

// A part that nobody needs keeps its initial value.
struct Features {
  std::vector<std::uint8_t> fingerprint;  // see lz_fingerprint.h
  Hash128 tag_hash;                       // see tag_hash.h
  Hash128 head_hash;
  FirstTags first_tags{};
  std::size_t bytes_scanned = 0;  // of the page, as UTF-8 where it had to be decoded
};

// Reads the page's tags once, and no further than the needs ask for. Any bytes are
// a page. May be called from any thread; buffers are kept per thread.
//
// Bytes are decoded only where tags cannot be found in them as they are. A <meta>
// in the head that names such an encoding counts if reading gets that far.
Features extract(const Page& page, const Needs& needs);

}  // namespace pagekin::features
