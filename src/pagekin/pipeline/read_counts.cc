#include "pagekin/pipeline/read_counts.h"

#include <fmt/format.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::pipeline {
namespace {

std::string list_reasons(const ReadCounts& counts, Fate fate) {
  std::string list;
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    if (counts.by_reason[i] == 0 || fate_of(reason) != fate) continue;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", with_commas(counts.by_reason[i]),
                        to_text(reason));
  }
  return list;
}

std::string list_passed_over(const ReadCounts& counts) {
  std::string list;
  for (std::size_t i = 0; i < kPassedOverCount; ++i) {
    if (counts.passed_over[i] == 0) continue;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", with_commas(counts.passed_over[i]),
                        to_text(static_cast<PassedOver>(i)));
  }
  return list;
}

}  // namespace

std::string describe_counts(const ReadCounts& counts, std::string_view done) {
  std::string text = fmt::format("{} read: {} {}", with_commas(counts.read()),
                                 with_commas(counts.clustered), done);
  if (counts.limited != 0) {
    text += fmt::format(" ({} limited: {})", with_commas(counts.limited),
                        list_reasons(counts, Fate::kLimited));
  }
  text += fmt::format(", {} skipped", with_commas(counts.skipped));
  if (counts.skipped != 0) text += fmt::format(" ({})", list_reasons(counts, Fate::kSkipped));
  const std::string passed_over = list_passed_over(counts);
  if (!passed_over.empty()) text += "; passed over: " + passed_over;
  return text;
}

void require_pages(const ReadCounts& counts, std::string_view prefix) {
  if (counts.clustered != 0) return;
  if (counts.read() == 0) {
    const std::string passed_over = list_passed_over(counts);
    throw NoPagesError(std::string(prefix) + "no pages found in the input" +
                           (passed_over.empty() ? "" : " (passed over: " + passed_over + ")"),
                       counts);
  }
  const std::string first =
      counts.first_skipped.empty() ? "" : fmt::format(" (the first: {})", counts.first_skipped);
  throw NoPagesError(fmt::format("{}no page could be used: {}{}; {} FILE lists why, page by page",
                                 prefix, describe_counts(counts), first, option_named("errors")),
                     counts);
}

}  // namespace pagekin::pipeline
