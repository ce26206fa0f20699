// From the structs of the public interface to those of the use cases, and back.
#pragma once

#include <cassert>
#include <memory>
#include <optional>

#include "pagekin/input/source.h"
#include "pagekin/input/spooled_inputs.h"
#include "pagekin/page.h"
#include "pagekin/pipeline/read_features.h"
#include "pagekin/run.h"
#include "pagekin/words.h"

namespace pagekin::api {

inline input::Source input_source(const Source& source, const Run& run) {
  return {.inputs = source.inputs,
          .reading = {.max_page_bytes = source.max_page_bytes,
                      .all_status = source.all_status,
                      .verify_digests = source.verify_digests,
                      .url_field = source.url_field,
                      .html_field = source.html_field,
                      .html_encoding = source.html_encoding,
                      .threads = run.threads,
                      .pages = source.pages},
          .strict = source.strict};
}

// Returns the source for uses that read the pages again: it keeps standard input and pipes.
inline input::Source reread_source(const Source& source, const Run& run) {
  input::Source kept = input_source(source, run);
  kept.reading.spool = std::make_shared<input::SpooledInputs>();
  return kept;
}

// The value of a public enum with the word of one that an inner folder has.
template <HasWords Public, class Inner>
Public with_word_of(Inner value) {
  const std::optional<Public> known = parse<Public>(to_text(value));
  assert(known);
  return *known;
}

inline PageCounts page_counts(const pipeline::ReadCounts& counts) {
  return {.used = counts.clustered,
          .limited = counts.limited,
          .skipped = counts.skipped,
          .by_reason = counts.by_reason,
          .passed_over = counts.passed_over};
}

}  // namespace pagekin::api
