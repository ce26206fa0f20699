// The registries of methods, measures, scores and inputs, and the publications that they cite,
// as text, JSON or Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pagekin::report {

enum class CatalogueForm { kText, kJson, kMarkdown };

// The names of the registries: "methods", "measures", ...
std::vector<std::string> catalogue_kinds();

// The names in a registry. Throws Error for an unknown kind.
std::vector<std::string> catalogue_names(std::string_view kind);

// All registries; or the one that the first word names. Other words are searched for: an entry
// is shown if each of them begins a word of its name, its summary, the names of its options, its
// search words or its references, in any case. Words of up to three letters, such as ARI, must be
// whole words there. `width` is the length of a line of text.
// Throws OptionError when nothing is found.
std::string catalogue(const std::vector<std::string>& words, CatalogueForm form,
                      std::size_t width = 80);

}  // namespace pagekin::report
