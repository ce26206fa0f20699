// Labels of fields in tables, and how the values that people write into them may be meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/answers.h"

namespace pagekin::pipeline {

// Reads the labels of a table. Throws InputError, naming file and line.
std::vector<wrapper::GivenLabel> read_field_labels(const std::string& path);

// What a labelled value may be, as texts of pages are, the likeliest first: what was read; the same
// with character references, as in the source of a page ("R&amp;D"); with the backslashes that TSV
// takes for escapes, which people write as they are ("C:\temp" was read as "C:", a tab and "emp").
std::vector<std::string> readings_of_value(std::string_view text);

}  // namespace pagekin::pipeline
