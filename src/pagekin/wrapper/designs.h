// Designs of a template: rules with the same label.
//
// If some pages of a template have a new design and the others are as they were, no rules serve
// both. The new design gets rules of its own beside those that there were, which stay as they are.
// The newest design comes last. What is said of a template as a whole (how many pages it has, how
// many have moved) is said of all its designs together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

constexpr std::uint32_t kMostDesigns = 8;  // of a template

// By template: the number of the newest design of the same template.
std::vector<std::uint32_t> newest_designs(const Wrapper& wrapper);

// By template: which design of its template it is, from 1.
std::vector<std::uint32_t> design_numbers(const Wrapper& wrapper);

// Adds a design. Pages whose ids it knows are no longer known to the others.
void add_design(TemplateRules design, Wrapper& wrapper);

}  // namespace pagekin::wrapper
