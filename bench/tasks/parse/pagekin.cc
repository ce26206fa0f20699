// Our own tree builder, with what different features need of it.
#include "pagekin/dom/build.h"
#include "pagekin/features/features.h"
#include "pagekin/html/scanner.h"
#include "pagekin/measure/measure.h"

#include "parse/parsers.h"

namespace pagekin::bench {
namespace {

dom::Builder& builder() {
  static dom::Builder one;
  return one;
}

constexpr dom::BuildOptions kDefault{};
constexpr dom::BuildOptions kTags{.attributes = false};
constexpr dom::BuildOptions kAll{.all_attributes = true, .text = true, .templates = true};

template <const dom::BuildOptions& options>
std::size_t count(std::string_view page) {
  return builder().build(page, options).size();
}

template <const dom::BuildOptions& options>
void parse(std::string_view page) {
  builder().build(page, options);
}

// What every measure needs with its default options.
const features::Needs& every_need() {
  static const features::Needs needs = [] {
    features::Needs all;
    for (const measure::MeasureInfo& info : measure::measures()) all.merge(info.make({})->needs());
    return all;
  }();
  return needs;
}

std::size_t count_extracted(std::string_view page) {
  return features::extract({.body = page}, every_need()).tree.size();
}

void extract(std::string_view page) { count_extracted(page); }

std::size_t count_tags(std::string_view page) {
  static html::Scanner scanner({});
  scanner.restart(page, {.attributes = true});
  std::size_t tags = 0;
  while (const html::Tag* tag = scanner.next()) tags += tag->is_end ? 0 : 1;
  return tags;
}

void scan(std::string_view page) { count_tags(page); }

}  // namespace

const Parser kPagekin{"pagekin", parse<kDefault>, count<kDefault>};
const Parser kPagekinTags{"pagekin, no attributes", parse<kTags>, count<kTags>};
const Parser kPagekinText{"pagekin, all and text", parse<kAll>, count<kAll>};
const Parser kEveryFeature{"pagekin, every feature", extract, count_extracted};
const Parser kScanner{"scanner, start tags only", scan, count_tags};

}  // namespace pagekin::bench
