// From the structs of the public interface to those of the use cases, and back.
#pragma once

#include <cassert>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/error.h"
#include "pagekin/input/source.h"
#include "pagekin/page.h"
#include "pagekin/reading/read_features.h"
#include "pagekin/records.h"
#include "pagekin/run.h"
#include "pagekin/words.h"

namespace pagekin::api {

// Throws OptionError if the converter of documents cannot be made.
input::Source input_source(const Source& source, const Run& run);

// Returns the source for uses that read the pages again: it keeps standard input and pipes.
input::Source reread_source(const Source& source, const Run& run);

// Where pages and their templates come from.
clustering::GroupOptions group_options(input::Source source, const TemplateSource& templates);

// The value of a public enum with the word of one that an inner folder has.
template <HasWords Public, class Inner>
Public with_word_of(Inner value) {
  const std::optional<Public> known = parse<Public>(to_text(value));
  assert(known);
  return *known;
}

// Calls parse(text of the file). Throws InputError, naming `option` and the file, if it cannot be
// opened or `parse` throws Error.
template <class Parse>
auto parse_file(const std::string& path, const std::string& option, const Parse& parse) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("cannot open " + path, option, path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    return parse(text);
  } catch (const Error& error) {
    throw InputError(path + ": " + error.what(), option, path);
  }
}

}  // namespace pagekin::api
