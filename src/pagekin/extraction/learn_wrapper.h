// Learns the fields of templates from labelled pages.
//
// The pages are grouped by template first (grouped_pages.h), then the pages of each template with
// labels are read again, up to `sample` of them, and its fields are learned (wrapper/learn.h). Of
// other templates only the marks of some pages are read, so that `extract` knows them.
//
// Memory: the slots of the sampled pages, about 150 KB for a page of 80 KB, of at most
// kMaxSampled pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pagekin/clustering/grouped_pages.h"
#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/reading/read_counts.h"
#include "pagekin/wrapper/answers.h"
#include "pagekin/wrapper/wrapper.h"

namespace pagekin::extraction {

constexpr std::size_t kMaxSampled = 4'000;  // pages, of all templates

struct LearnWrapperOptions {
  clustering::GroupOptions pages;  // the inputs and their templates
  std::vector<wrapper::GivenLabel> labels;
  std::size_t sample = 300;  // pages of a template
};

// A label that could not be used.
struct LabelProblem {
  std::string file;
  std::size_t line = 0;
  std::string page;
  std::string field;
  std::string problem;  // what is wrong, with the nearest text
};

// What was learned of a field of a template.
struct FieldSummary {
  std::uint32_t template_number = 0;  // in Wrapper::templates
  std::string template_label;
  std::string field;
  std::uint32_t labels = 0;  // pages
  std::uint32_t pages = 0;
  std::uint32_t filled = 0;
  double agreement = 0;
  double doubt = 0;   // share of pages on which the vote is close
  std::string ask;    // the page to label next; empty: none
  std::string place;  // what the strongest selectors rest on
  std::string part;   // which part of a text; empty: all of it
  bool is_list = false;
  bool is_borrowed = false;  // without a label of its own, from a similar template: all in doubt
  bool is_named = false;     // labelled pages lack it; it was found by its name
  std::vector<std::string> examples;
  std::vector<std::string> places;  // see wrapper::LearnedField
};

struct LearnWrapperRun {
  wrapper::Wrapper wrapper;
  std::vector<FieldSummary> fields;
  std::vector<LabelProblem> problems;
  std::uint64_t labels = 0;   // that were given
  std::size_t templates = 0;  // of the inputs
  reading::ReadCounts counts;
  std::string caution;  // of the clustering; empty: there was none, or nothing looks wrong
  double read_seconds = 0;
  double learn_seconds = 0;
};

// Throws InputError when no page could be used, or no label.
LearnWrapperRun learn_wrapper(const LearnWrapperOptions& options,
                              const std::function<void(const Incident&)>& on_incident = nullptr,
                              Progress* reading = nullptr, Progress* comparing = nullptr);

}  // namespace pagekin::extraction
