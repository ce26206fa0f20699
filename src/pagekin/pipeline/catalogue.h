// What there is: the registries as text, JSON or Markdown.
#pragma once

#include <string>
#include <string_view>

namespace pagekin::pipeline {

enum class CatalogueForm { kText, kJson, kMarkdown };

// `kind`: "methods", "measures", "scores", "inputs", or empty for all. Throws Error for others.
std::string catalogue(std::string_view kind, CatalogueForm form);

}  // namespace pagekin::pipeline
