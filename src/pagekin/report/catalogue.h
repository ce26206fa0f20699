// The registries of methods, measures, scores and inputs as text, JSON or Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pagekin::report {

enum class CatalogueForm { kText, kJson, kMarkdown };

// The names of the registries: "methods", "measures", ...
std::vector<std::string> catalogue_kinds();

// The names in a registry. Throws Error for an unknown kind.
std::vector<std::string> catalogue_names(std::string_view kind);

// kind: one of catalogue_kinds(), or empty for all. Throws Error for an unknown kind.
std::string catalogue(std::string_view kind, CatalogueForm form);

}  // namespace pagekin::report
