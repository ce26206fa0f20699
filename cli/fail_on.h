// The conditions of --fail-on that are shares: "doubt", or "doubt=5%" if more than that share.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/page.h"

namespace pagekin::cli {

// How many of the skipped pages could not be read.
std::uint64_t count_failed(const PageCounts& counts);

class FailOn {
 public:
  struct Word {
    std::string_view name;
    bool takes_share = true;
  };

  // `lists`: what was typed, words with commas between them. Throws UsageError for a word that
  // `words` lacks and for what is not a share.
  FailOn(const std::vector<std::string>& lists, std::initializer_list<Word> words);

  bool has(std::string_view name) const { return limits_.contains(name); }

  // Whether the condition was given and is met: more than its share of `all` are `count`. Then it
  // is reported on standard error and in the summary, as "12 of 100 pages (12.0 %) WHAT".
  bool is_met(std::string_view name, std::uint64_t count, std::uint64_t all, std::string_view what,
              std::string_view of = "pages") const;

 private:
  std::map<std::string, double, std::less<>> limits_;  // by name: a share
};

}  // namespace pagekin::cli
