#include "cli/run_summary.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>

#include <fmt/format.h>

#include "pagekin/text.h"
#include "pagekin/version.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::int64_t steady_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

// A JSON string; bytes that are not UTF-8 and control characters are written \xNN.
std::string json_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string utc(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

using ReasonCounts = std::array<std::uint64_t, kReasonCount>;

// {"damaged": 2, "status": 12}: the reasons for which `belongs` holds.
template <class Belongs>
std::string by_reason(const ReasonCounts& counts, const Belongs& belongs) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto reason = static_cast<Reason>(i);
    if (counts[i] == 0 || !belongs(reason)) continue;
    text +=
        fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_text(to_text(reason)), counts[i]);
  }
  return "{" + text + "}";
}

bool is_limit(Reason reason) { return fate_of(reason) == Fate::kLimited; }

// read = used + skipped + failed. Skipped are answers that are not HTML pages, failed those that
// could not be read.
std::string counts_json(const PageCounts& counts) {
  const auto is_other = [](Reason reason) { return !is_limit(reason) && !is_unreadable(reason); };
  std::uint64_t failed = 0;
  for (std::size_t i = 0; i < counts.by_reason.size(); ++i) {
    if (is_unreadable(static_cast<Reason>(i))) failed += counts.by_reason[i];
  }
  failed = std::min(failed, counts.skipped);
  std::string passed_over;
  for (std::size_t i = 0; i < kPassedOverCount; ++i) {
    if (counts.passed_over[i] == 0) continue;
    passed_over +=
        fmt::format("{}{}: {}", passed_over.empty() ? "" : ", ",
                    json_text(to_text(static_cast<PassedOver>(i))), counts.passed_over[i]);
  }
  return fmt::format(
      "{{\"read\": {}, \"used\": {}, \"skipped\": {}, \"failed\": {}, \"limited\": {},\n"
      "    \"skipped_by_reason\": {},\n    \"failed_by_reason\": {},\n    \"limited_by_reason\": "
      "{},\n    \"passed_over\": {{{}}}}}",
      counts.read(), counts.used, counts.skipped - failed, failed, counts.limited,
      by_reason(counts.by_reason, is_other), by_reason(counts.by_reason, is_unreadable),
      by_reason(counts.by_reason, is_limit), passed_over);
}

// A number where the id is one, as in JSON lines.
std::string id_json(const TemplateId& id) {
  return id.is_number() ? std::to_string(id.number()) : json_text(id.text());
}

// "drifts": [{"template": 3, "pages": 12, ...}], with the line ends of a member.
std::string drifts_json(const std::vector<TemplateDrift>& drifts) {
  std::string text;
  for (const TemplateDrift& moved : drifts) {
    std::string causes;
    for (const std::string& cause : moved.causes) {
      causes += (causes.empty() ? "" : ", ") + json_text(cause);
    }
    text += fmt::format(
        "{}\n    {{\"template\": {}, \"pages\": {}, \"at_addresses\": {}, \"drift\": {:.3f}, "
        "\"is_redesign\": {}, \"causes\": [{}]}}",
        text.empty() ? "" : ",", id_json(moved.template_id), moved.pages, moved.at_addresses,
        moved.drift, moved.is_redesign, causes);
  }
  return "  \"drifts\": [" + text + "],\n";
}

// "templates": [{"template": 3, "name": "product", "pages": 12}, ...], with the line ends of a
// member.
std::string templates_json(const std::vector<TemplatePages>& templates) {
  std::string text;
  for (const TemplatePages& template_pages : templates) {
    text += fmt::format("{}\n    {{\"template\": {}, \"name\": {}, \"pages\": {}}}",
                        text.empty() ? "" : ",", id_json(template_pages.template_id),
                        json_text(template_pages.name), template_pages.pages);
  }
  return "  \"templates\": [" + text + "],\n";
}

constexpr std::string_view kAboutItself[] = {"list", "help", "completions", "man"};

}  // namespace

RunSummary& run_summary() {
  static RunSummary summary;
  return summary;
}

void add_summary_option(const Command& command, OptionTable& table) {
  if (std::ranges::find(kAboutItself, command.name) != std::end(kAboutItself)) return;
  table.group("");
  table.add("--summary", run_summary().path(),
            "write to FILE.json what the run did: pages read, used, skipped and failed by reason, "
            "results, seconds, exit status; also if it fails");
}

void RunSummary::begin(std::string_view command) {
  *this = RunSummary{};
  command_ = command;
  begun_ = std::time(nullptr);
  begun_steady_ = steady_now();
}

void RunSummary::open() {
  if (path_.empty()) return;
  if (!path_.ends_with(".json")) {
    throw UsageError("--summary takes FILE.json, got '" + printable(path_) + "'");
  }
  file_ = std::make_unique<OutputFile>(path_);
}

void RunSummary::pages(const PageCounts& counts, std::string_view of) {
  for (auto& [name, kept] : pages_) {
    if (name != of) continue;
    kept = counts;
    return;
  }
  pages_.emplace_back(of, counts);
}

void RunSummary::result(std::string_view name, std::uint64_t count) {
  results_.insert_or_assign(std::string(name), count);
}

void RunSummary::seconds(std::string_view part, double seconds) {
  seconds_.emplace_back(part, seconds);
}

void RunSummary::incident(const Incident& incident) {
  ++incidents_[static_cast<std::size_t>(incident.reason)];
  if (incident.is_named_input) ++unread_inputs_;
}

std::string RunSummary::to_json(int status, std::string_view error) const {
  std::string text = fmt::format(
      "{{\n  \"program\": \"pagekin\",\n  \"version\": {},\n  \"command\": {},\n"
      "  \"command_line\": {},\n  \"started\": \"{}\",\n  \"status\": {},\n  \"error\": {},\n",
      json_text(kVersion), json_text(command_), json_text(command_line()), utc(begun_), status,
      error.empty() ? "null" : json_text(error));
  std::string conditions;
  for (const std::string& condition : conditions_) {
    conditions += (conditions.empty() ? "" : ", ") + json_text(condition);
  }
  text += fmt::format("  \"conditions_met\": [{}],\n  \"caution\": {},\n", conditions,
                      caution_.empty() ? "null" : json_text(caution_));
  for (const auto& [name, counts] : pages_) {
    text += fmt::format("  {}: {},\n", json_text(name), counts_json(counts));
  }
  const auto pages = std::ranges::find(pages_, "pages", &std::pair<std::string, PageCounts>::first);
  const ReasonCounts reasons = pages == pages_.end() ? ReasonCounts{} : pages->second.by_reason;
  text += fmt::format("  \"reasons\": {},\n",
                      by_reason(reasons, [](Reason reason) { return !is_limit(reason); }));
  text += fmt::format("  \"incidents\": {},\n  \"unread_inputs\": {},\n",
                      by_reason(incidents_, [](Reason) { return true; }), unread_inputs_);
  std::string results;
  for (const auto& [name, count] : results_) {
    results += fmt::format("{}{}: {}", results.empty() ? "" : ", ", json_text(name), count);
  }
  text += fmt::format("  \"results\": {{{}}},\n", results);
  text += templates_json(templates_);
  if (!drifts_.empty()) text += drifts_json(drifts_);
  std::string times =
      fmt::format("\"total\": {:.3f}", static_cast<double>(steady_now() - begun_steady_) / 1e9);
  for (const auto& [part, seconds] : seconds_) {
    times += fmt::format(", {}: {:.3f}", json_text(part), seconds);
  }
  return text + fmt::format("  \"seconds\": {{{}}}\n}}\n", times);
}

void RunSummary::write(int status, std::string_view error) {
  if (!file_) return;
  file_->write(to_json(status, error));
  file_->commit();
  file_.reset();
}

}  // namespace pagekin::cli
