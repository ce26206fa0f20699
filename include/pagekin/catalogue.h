// What there is to choose from: methods, measures and scores, with their options.
//
// Programs that offer these to their users should ask here, so that nothing is listed twice.
#pragma once

#include <string>
#include <vector>

#include "pagekin/export.h"

namespace pagekin {

enum class OptionKind { kInteger, kNumber, kWord, kFlag };

struct OptionInfo {
  std::string name;
  OptionKind kind = OptionKind::kWord;
  std::string default_value;
  std::string range;  // "0 to 1"; of words and flags the choices, "a|b|c"; "..." is free text
  std::string help;
};

struct MeasureInfo {
  std::string name;
  std::string summary;
  std::string reference;
  std::string cost;  // of one comparison, with n the size of a page
  std::vector<OptionInfo> options;
};

struct MethodInfo {
  std::string name;
  std::string summary;
  std::string reference;
  std::vector<OptionInfo> options;
  std::string default_measure;  // empty: it does not compare pages by a measure
  std::string required_option;  // must be given; empty: none
  bool keeps_index = false;     // can go on with the pages of earlier runs
  bool makes_dendrogram = false;
};

struct ScoreInfo {
  std::string name;
  std::string summary;
  std::string reference;
};

PAGEKIN_API std::vector<MethodInfo> list_methods();
PAGEKIN_API std::vector<MeasureInfo> list_measures();
PAGEKIN_API std::vector<ScoreInfo> list_scores();

}  // namespace pagekin
