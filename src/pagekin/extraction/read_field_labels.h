// Labels of fields in tables, and how the values that people write into them may be meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pagekin/wrapper/answers.h"

namespace pagekin::extraction {

// Reads the labels of a table. Throws InputError, naming file and line.
std::vector<wrapper::GivenLabel> read_field_labels(const std::string& path);

// The texts that a labelled value may stand for, the likeliest first: the value as it was read; the
// same with character references decoded, as people copy them from the source of a page
// ("R&amp;D"); with the backslashes that TSV takes for escapes, which people write as they are
// ("C:\temp" was read as "C:", a tab and "emp").
std::vector<std::string> readings_of_value(std::string_view text);

}  // namespace pagekin::extraction
