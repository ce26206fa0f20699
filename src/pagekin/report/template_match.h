// The cluster that matches a template best, as JSON.
#pragma once

#include "pagekin/eval/evaluation.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::report {

inline void write_match(JsonWriter& json, const eval::TemplateMatch& match) {
  json.begin_object().member("template", match.name).member("pages", match.pages);
  json.member("cluster", match.cluster).member_decimal("precision", match.precision);
  json.member_decimal("recall", match.recall).end_object();
}

}  // namespace pagekin::report
