#include "pagekin/core/page.h"

#include <array>

#include <fmt/format.h>

#include "pagekin/core/text.h"

namespace pagekin {
namespace {

std::string list_reasons(const PageCounts& counts, Fate fate) {
  std::string list;
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    const auto reason = static_cast<Reason>(i);
    if (counts.by_reason[i] == 0 || fate_of(reason) != fate) continue;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", with_commas(counts.by_reason[i]),
                        to_text(reason));
  }
  return list;
}

}  // namespace

std::string_view to_text(Reason reason) {
  static constexpr std::array<std::string_view, kReasonCount> words = {"empty",
                                                                       "binary",
                                                                       "media type",
                                                                       "status",
                                                                       "no body",
                                                                       "special file",
                                                                       "link",
                                                                       "unreadable",
                                                                       "damaged",
                                                                       "truncated",
                                                                       "not converted",
                                                                       "too long",
                                                                       "cut short",
                                                                       "bad digest",
                                                                       "bad header",
                                                                       "too deep",
                                                                       "too many elements",
                                                                       "too many attributes",
                                                                       "too many marks",
                                                                       "mended"};
  static_assert(!words.back().empty());
  return words[static_cast<std::size_t>(reason)];
}

std::string_view to_text(PassedOver why) {
  return why == PassedOver::kOtherName ? "other name" : "not listed";
}

std::string_view to_text(Fate fate) { return fate == Fate::kLimited ? "limited" : "skipped"; }

std::string to_text(const Incident& incident) {
  const bool in_memory = incident.input.empty();
  std::string text = incident.input;
  if (!incident.page.empty() && incident.page != incident.input) {
    text += (in_memory ? "page " : ", page ") + incident.page;
  }
  if (incident.offset != 0) {
    text += (in_memory ? ", row " : ", byte ") + std::to_string(incident.offset);
  }
  text += ": " + std::string(to_text(incident.reason));
  if (!incident.detail.empty()) text += ": " + incident.detail;
  return text;
}

std::string describe_passed_over(const PageCounts& counts) {
  std::string list;
  for (std::size_t i = 0; i < kPassedOverCount; ++i) {
    if (counts.passed_over[i] == 0) continue;
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", with_commas(counts.passed_over[i]),
                        to_text(static_cast<PassedOver>(i)));
  }
  return list;
}

std::string describe_counts(const PageCounts& counts, std::string_view done) {
  std::string text =
      fmt::format("{} read: {} {}", with_commas(counts.read()), with_commas(counts.used), done);
  if (counts.limited != 0) {
    text += fmt::format(" ({} limited: {})", with_commas(counts.limited),
                        list_reasons(counts, Fate::kLimited));
  }
  text += fmt::format(", {} skipped", with_commas(counts.skipped));
  if (counts.skipped != 0) text += fmt::format(" ({})", list_reasons(counts, Fate::kSkipped));
  const std::string passed_over = describe_passed_over(counts);
  if (!passed_over.empty()) text += "; passed over: " + passed_over;
  return text;
}

std::string incident_header() { return "input\tpage\toffset\tfate\treason\n"; }

std::string incident_line(const Incident& incident) {
  std::string reason(to_text(incident.reason));
  if (!incident.detail.empty()) reason += ": " + incident.detail;
  return fmt::format("{}\t{}\t{}\t{}\t{}\n", escape_tsv(incident.input), escape_tsv(incident.page),
                     incident.offset, to_text(fate_of(incident.reason)), escape_tsv(reason));
}

}  // namespace pagekin
