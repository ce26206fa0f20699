// What there is to choose from: methods, measures and scores, with their options.
//
// Programs that offer these to their users should ask here, so that nothing is listed twice.
#pragma once

#include <string>
#include <string_view>
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

// A publication that a method, measure or score is from.
struct Reference {
  std::string key;      // "rand1971"
  std::string authors;  // joined by ", "
  std::string title;
  std::string venue;
  int year = 0;
  std::string doi;    // without https://doi.org/; empty: none, or not known
  std::string place;  // "section 3.7"; empty: all of it
};

struct MeasureInfo {
  std::string name;
  std::string summary;
  std::string reference;  // authors and years, in short
  std::vector<Reference> references;
  std::string cost;  // of one comparison, with n the size of a page
  std::vector<OptionInfo> options;
};

struct MethodInfo {
  std::string name;
  std::string summary;
  std::string reference;
  std::vector<Reference> references;
  std::vector<OptionInfo> options;
  std::string default_measure;  // empty: it does not compare pages by a measure
  std::string required_option;  // must be given; empty: none
  bool keeps_index = false;     // can go on with the pages of earlier runs
  bool makes_dendrogram = false;
  bool gives_confidence = false;  // says how sure it is of each page
};

struct ScoreInfo {
  std::string name;
  std::string summary;
  std::string reference;
  std::vector<Reference> references;
};

PAGEKIN_API std::vector<MethodInfo> list_methods();
// The method that a spec names. Throws OptionError for one that does not exist.
PAGEKIN_API MethodInfo find_method(const std::string& spec);
PAGEKIN_API std::vector<MeasureInfo> list_measures();
PAGEKIN_API std::vector<ScoreInfo> list_scores();

// The licence of pagekin, and those of what it contains and was written by others.
PAGEKIN_API std::string_view licence_notices();

}  // namespace pagekin
