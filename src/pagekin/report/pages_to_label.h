// Pages to label, as JSON for a person or a program that answers.
#pragma once

#include <string>

#include "pagekin/pipeline/pages_to_label.h"

namespace pagekin::report {

std::string to_json(const pipeline::LabelPagesRun& run);
std::string summarise(const pipeline::LabelPagesRun& run);

}  // namespace pagekin::report
