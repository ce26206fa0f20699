// The publications that methods, measures and scores are from.
//
// A registry entry cites them by key; this table has the rest. DOIs are given where they are
// known for certain.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/catalogue.h"

namespace pagekin {

struct PublicationInfo {
  std::string_view key;      // "rand1971"
  std::string_view authors;  // "William M. Rand", joined by ", "
  std::string_view title;
  std::string_view venue;  // with volume and pages
  int year = 0;
  std::string_view doi = {};  // without https://doi.org/; empty: none, or not known
};

std::span<const PublicationInfo> publications();

// What an entry of a registry cites: a publication, and a place in it.
struct Citation {
  std::string_view key;         // of a publication
  std::string_view place = {};  // "section 3.7"; empty: all of it
};

// "Rand 1971", "Bagban, Kulkarni 2018, section 3.7".
std::string short_text(const Citation& citation);

// All of them, joined by "; ".
std::string short_text(const std::vector<Citation>& citations);

// "William M. Rand: Objective ... Methods. Journal ..., 1971. https://doi.org/..."
std::string full_text(const Reference& reference);

// The publications, as the public interface has them.
std::vector<Reference> references_of(const std::vector<Citation>& citations);

}  // namespace pagekin
