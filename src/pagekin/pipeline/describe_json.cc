#include "pagekin/pipeline/describe_json.h"

#include <string>

#include <fmt/format.h>

#include "pagekin/core/text.h"

namespace pagekin::pipeline {
namespace {

using Write = std::function<void(std::string_view)>;

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::size_t kInLine = 32;  // numbers

// "[a, b]" over some lines, each element written by itself.
template <class Elements, class Format>
std::string list(const Elements& elements, std::string_view indent, const Format& format) {
  std::string text = "[";
  bool is_first = true;
  for (const auto& element : elements) {
    text += fmt::format("{}\n{}  {}", is_first ? "" : ",", indent, format(element));
    is_first = false;
  }
  return is_first ? "[]" : text + fmt::format("\n{}]", indent);
}

std::string evidence_json(const Evidence& one, bool has_others) {
  std::string text = fmt::format("{{\"mark\": {}", quote_json(one.names.front()));
  if (one.names.size() > 1) {
    text += ", \"also\": [";
    for (std::size_t i = 1; i < one.names.size(); ++i) {
      text += (i > 1 ? ", " : "") + quote_json(one.names[i]);
    }
    text += ']';
  }
  text += fmt::format(", \"marks\": {}, \"share\": {:.6f}, \"elsewhere\": ", one.marks, one.share);
  return text + (has_others ? fmt::format("{:.6f}}}", one.elsewhere) : "null}");
}

std::string evidence_list(const std::vector<Evidence>& lines, std::string_view indent,
                          bool has_others = true) {
  return list(lines, indent, [&](const Evidence& one) { return evidence_json(one, has_others); });
}

std::string cluster_json(const ClusterRun& run, int number, const ClusterDescription& one) {
  std::string text = fmt::format("    {{\"cluster\": {}, \"pages\": {}", number, one.pages);
  if (one.mean_confidence >= 0) {
    text += fmt::format(", \"mean_confidence\": {:.3f}, \"in_doubt\": {}", one.mean_confidence,
                        one.in_doubt);
  }
  text += fmt::format(",\n     \"exemplar\": {}", quote_json(run.ids[one.exemplar]));
  if (one.sampled == 0) return text + "}";
  text += ",\n     \"examples\": " +
          list(one.examples, "     ", [&](PageId page) { return quote_json(run.ids[page]); });
  text +=
      fmt::format(",\n     \"sites\": {}, \"largest_sites\": ", one.sites) +
      list(one.largest_sites, "     ", [](const SitePagesCount& site) {
        return fmt::format("{{\"site\": {}, \"pages\": {}}}", quote_json(site.site), site.pages);
      });
  text += fmt::format(
      ",\n     \"sampled\": {}, \"compared_with\": {{\"clusters\": {}, \"same_site\": {}}}",
      one.sampled, one.compared_with, one.same_site);
  text += ",\n     \"held_together_by\": " +
          evidence_list(one.held_together_by, "     ", one.compared_with > 0);
  if (one.nearest) {
    text += fmt::format(
        ",\n     \"nearest\": {{\"cluster\": {}, \"similarity\": {:.6f},\n"
        "       \"separated_by\": {{\n         \"has\": {},\n         \"lacks\": {}}}}}",
        one.nearest->number, one.nearest->similarity, evidence_list(one.nearest->has, "         "),
        evidence_list(one.nearest->lacks, "         "));
  } else {
    text += ",\n     \"nearest\": null";
  }
  return text + "}";
}

// Numbers of all pages in their order, some in a line.
template <class Format>
void write_pages(std::size_t pages, std::string& text, const Write& write, const Format& format) {
  text += '[';
  for (PageId page = 0; page < pages; ++page) {
    if (page > 0) text += ',';
    text += page % kInLine == 0 ? "\n    " : " ";
    text += format(page);
    if (text.size() < kPiece) continue;
    write(text);
    text.clear();
  }
  text += "\n  ]";
}

}  // namespace

void write_description(const ClusterRun& run, const Description& description,
                       std::string_view method, const Write& write) {
  std::string text = fmt::format(
      "{{\n  \"method\": {},\n  \"pages\": {},\n  \"clusters\": {},\n  \"doubtful_below\": "
      "{:.3f},\n"
      "  \"pages_in_doubt\": {},\n  \"descriptions\": [",
      quote_json(method), run.ids.size(), run.numbers.size(), templates::kDoubtful,
      description.in_doubt);
  for (std::size_t i = 0; i < description.clusters.size(); ++i) {
    text += i > 0 ? ",\n" : "\n";
    text += cluster_json(run, static_cast<int>(i) + 1, description.clusters[i]);
    write(text);
    text.clear();
  }
  text += "\n  ],\n  \"in_doubt\": [";
  bool is_first = true;
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const templates::Certainty& one = description.certainty[page];
    if (one.confidence < 0 || one.confidence >= templates::kDoubtful || run.number_of(page) == 0) {
      continue;
    }
    const bool has_second = one.second != templates::kNoTemplate;
    text += fmt::format(
        "{}\n    {{\"page\": {}, \"cluster\": {}, \"confidence\": {:.3f}, \"second\": {}}}",
        is_first ? "" : ",", quote_json(run.ids[page]), run.number_of(page), one.confidence,
        has_second ? std::to_string(one.second + 1) : "null");
    is_first = false;
    if (text.size() < kPiece) continue;
    write(text);
    text.clear();
  }
  text += is_first ? "],\n  \"confidence\": " : "\n  ],\n  \"confidence\": ";
  write_pages(run.ids.size(), text, write, [&](PageId page) {
    const float confidence = description.certainty[page].confidence;
    return confidence < 0 ? std::string("null") : fmt::format("{:.3f}", confidence);
  });
  text += ",\n  \"second\": ";
  write_pages(run.ids.size(), text, write, [&](PageId page) {
    const std::uint32_t second = description.certainty[page].second;
    return second == templates::kNoTemplate ? std::string("null") : std::to_string(second + 1);
  });
  text += "\n}\n";
  write(text);
}

}  // namespace pagekin::pipeline
