// Two pages under several measures, as a table for people and as JSON.
#pragma once

#include <string>

#include "pagekin/pipeline/compare_pages.h"

namespace pagekin::report {

std::string to_table(const pipeline::Comparison& comparison);
std::string to_json(const pipeline::Comparison& comparison);

}  // namespace pagekin::report
