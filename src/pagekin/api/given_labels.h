// Labels of fields, from the structs of the public interface to those of the use cases, and back.
#pragma once

#include <string>
#include <vector>

#include "pagekin/fields.h"
#include "pagekin/wrapper/answers.h"

namespace pagekin::api {

wrapper::GivenLabel given_label(const FieldLabel& label);

// `file`: from which they were read; empty: none.
std::vector<FieldLabel> field_labels(const std::vector<wrapper::GivenLabel>& given,
                                     const std::string& file);

}  // namespace pagekin::api
