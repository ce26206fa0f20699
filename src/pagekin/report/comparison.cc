#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "pagekin/compare.h"
#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/report/numbers.h"

namespace pagekin {
namespace {

using report::JsonWriter;

}  // namespace

std::string to_table(const PageComparison& comparison) {
  std::size_t width = std::string_view("measure").size();
  for (const PageComparison::Row& row : comparison.rows)
    width = std::max(width, row.measure.size());
  std::string text = fmt::format("{:<{}}  similarity  rests on\n", "measure", width);
  for (const PageComparison::Row& row : comparison.rows) {
    const SimilarityBasis& basis = row.basis;
    text += fmt::format("{:<{}}  {:>10}  {} and {} {}", row.measure, width, decimal(row.similarity),
                        with_commas(basis.sizes[0]), with_commas(basis.sizes[1]), basis.what);
    if (basis.shared) text += fmt::format(", {} shared", with_commas(*basis.shared));
    if (basis.at_most) {
      text += fmt::format("; at most {}, too large to be exact", decimal(*basis.at_most));
    }
    text += "\n";
  }
  return text;
}

std::string to_json(const PageComparison& comparison) {
  JsonWriter json;
  json.begin_object().key("pages").begin_array();
  json.value(comparison.pages[0]).value(comparison.pages[1]).end_array();
  json.on_line(1).key("similarity").begin_object();
  for (const PageComparison::Row& row : comparison.rows) {
    json.on_line(2).member_decimal(row.measure, row.similarity);
  }
  json.end_object();
  json.on_line(1).key("evidence").begin_object();
  for (const PageComparison::Row& row : comparison.rows) {
    const SimilarityBasis& basis = row.basis;
    json.on_line(2).key(row.measure).begin_object().member("what", basis.what);
    json.key("sizes").begin_array().value(basis.sizes[0]).value(basis.sizes[1]).end_array();
    if (basis.shared) json.member("shared", *basis.shared);
    if (basis.at_most) json.member_decimal("at_most", *basis.at_most);
    json.end_object();
  }
  json.end_object().end_object();
  return json.finish();
}

}  // namespace pagekin
