// What there is: the registries as text, JSON or Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pagekin::report {

enum class CatalogueForm { kText, kJson, kMarkdown };

// "methods", "measures", ...
std::vector<std::string> catalogue_kinds();

// The names of all that there is of a kind. Throws Error for an unknown kind.
std::vector<std::string> catalogue_names(std::string_view kind);

// `kind`: one of catalogue_kinds(), or empty for all. Throws Error for others.
std::string catalogue(std::string_view kind, CatalogueForm form);

}  // namespace pagekin::report
