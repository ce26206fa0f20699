// From the structs of the public interface to those of the use cases, and back.
#pragma once

#include <cassert>
#include <optional>

#include "pagekin/input/source.h"
#include "pagekin/page.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/run.h"
#include "pagekin/words.h"

namespace pagekin::api {

// Throws OptionError if the converter of documents cannot be made.
input::Source input_source(const Source& source, const Run& run);

// Returns the source for uses that read the pages again: it keeps standard input and pipes.
input::Source reread_source(const Source& source, const Run& run);

// The value of a public enum with the word of one that an inner folder has.
template <HasWords Public, class Inner>
Public with_word_of(Inner value) {
  const std::optional<Public> known = parse<Public>(to_text(value));
  assert(known);
  return *known;
}

}  // namespace pagekin::api
