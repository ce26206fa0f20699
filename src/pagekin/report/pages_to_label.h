// Pages to label, as JSON for a person or a program that answers.
#pragma once

#include <string>

#include "pagekin/extraction/pages_to_label.h"

namespace pagekin::report {

std::string to_json(const extraction::LabelPagesRun& run);
std::string summarise(const extraction::LabelPagesRun& run);

}  // namespace pagekin::report
