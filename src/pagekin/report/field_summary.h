// What runs of `learn` and `extract` with a wrapper say about themselves: for people, and as JSON.
#pragma once

#include <string>

#include "pagekin/extraction/extract_fields.h"
#include "pagekin/extraction/learn_wrapper.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::report {

std::string summarise(const extraction::LearnWrapperRun& run);
// What a further label should decide; empty: nothing.
std::string describe_questions(const extraction::LearnWrapperRun& run);
std::string to_json(const extraction::LearnWrapperRun& run);

std::string summarise(const extraction::ExtractFieldsRun& run, const wrapper::Wrapper& wrapper);
std::string to_json(const extraction::ExtractFieldsRun& run, const wrapper::Wrapper& wrapper);

}  // namespace pagekin::report
