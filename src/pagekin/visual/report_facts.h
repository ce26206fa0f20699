// What a report says about the run that it shows.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/reading/read_counts.h"
#include "pagekin/report/json_writer.h"

namespace pagekin::visual {

constexpr std::size_t kMostIncidents = 500;  // that a report lists

struct ReportFacts {
  std::string title;                                            // a name for people
  std::string command;                                          // that makes the report again
  std::vector<std::string> inputs;                              // as the user named them
  std::vector<std::pair<std::string, std::string>> parameters;  // name and value
  std::vector<std::pair<std::string, double>> seconds;          // by stage
  std::int64_t made = 0;                                        // seconds since 1970; 0: not known
  reading::ReadCounts counts;
  std::vector<Incident> incidents;  // the first kMostIncidents
};

// Appends the member "run" of an open object.
void write_facts(report::JsonWriter& json, const ReportFacts& facts);

}  // namespace pagekin::visual
