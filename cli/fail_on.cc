#include "cli/fail_on.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <system_error>

#include <fmt/format.h>

#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/run_summary.h"

namespace pagekin::cli {
namespace {

// "=5%" is 0.05, nothing is 0; none for anything else.
std::optional<double> share_of(std::string_view text) {
  if (text.empty()) return 0.0;
  if (!text.starts_with('=') || !text.ends_with('%')) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  double percent = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !(percent >= 0 && percent <= 100)) return std::nullopt;
  return percent / 100;
}

UsageError wrong_condition(std::initializer_list<FailOn::Word> words, std::string_view typed) {
  std::string known;
  for (const FailOn::Word& word : words) {
    known += fmt::format("{}{}{}", known.empty() ? "" : ", ", word.name,
                         word.takes_share ? fmt::format(", {}=5%", word.name) : "");
  }
  return UsageError(fmt::format("--fail-on takes {}, with commas between them; got '{}'", known,
                                printable(typed)));
}

}  // namespace

std::uint64_t count_failed(const PageCounts& counts) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    if (is_unreadable(static_cast<Reason>(i))) count += counts.by_reason[i];
  }
  return count;
}

FailOn::FailOn(const std::vector<std::string>& lists, std::initializer_list<Word> words) {
  for (const std::string& list : lists) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      const std::string_view typed = std::string_view(list).substr(begin, end - begin);
      begin = end + 1;
      const std::string_view name = typed.substr(0, typed.find('='));
      const std::string_view rest = typed.substr(name.size());
      const auto* const word = std::ranges::find(words, name, &Word::name);
      const std::optional<double> share = word != words.end() && (word->takes_share || rest.empty())
                                              ? share_of(rest)
                                              : std::nullopt;
      if (!share) throw wrong_condition(words, typed);
      limits_.insert_or_assign(std::string(name), *share);
    }
  }
}

bool FailOn::is_met(std::string_view name, std::uint64_t count, std::uint64_t all,
                    std::string_view what) const {
  const auto limit = limits_.find(name);
  if (limit == limits_.end()) return false;
  if (!(static_cast<double>(count) > limit->second * static_cast<double>(all))) return false;
  const std::string text = fmt::format(
      "{} of {} pages ({:.1f} %) {}", with_commas(count), with_commas(all),
      all == 0 ? 0.0 : 100.0 * static_cast<double>(count) / static_cast<double>(all), what);
  fmt::print(stderr, "pagekin: --fail-on: {}\n", text);
  run_summary().condition(std::string(name) + ": " + text);
  return true;
}

}  // namespace pagekin::cli
