#include "pagekin/report/description_json.h"

#include <vector>

#include "pagekin/report/json_writer.h"

namespace pagekin::report {
namespace {

using describe::ClusterDescription;
using describe::Evidence;

constexpr std::size_t kNumbersPerLine = 32;
constexpr int kConfidenceDecimals = 3;

// A list with each element on a line of its own, or "[]".
template <class Elements, class WriteElement>
void write_list(JsonWriter& json, const Elements& elements, std::size_t indent,
                const WriteElement& write_element) {
  json.begin_array();
  for (const auto& element : elements) {
    json.on_line(indent + 2);
    write_element(element);
  }
  if (!elements.empty()) json.on_line(indent);
  json.end_array();
}

void write_evidence(JsonWriter& json, const std::vector<Evidence>& lines, std::size_t indent,
                    bool has_others = true) {
  write_list(json, lines, indent, [&](const Evidence& evidence) {
    json.begin_object().member("mark", evidence.names.front());
    if (evidence.names.size() > 1) {
      json.key("also").begin_array();
      for (std::size_t i = 1; i < evidence.names.size(); ++i) json.value(evidence.names[i]);
      json.end_array();
    }
    json.member("marks", evidence.marks).member_decimal("share", evidence.share).key("elsewhere");
    if (has_others) {
      json.decimal(evidence.elsewhere);
    } else {
      json.null();
    }
    json.end_object();
  });
}

// The template ids by number - 1.
std::vector<std::uint32_t> ids_by_number(const clustering::ClusterRun& run) {
  std::vector<std::uint32_t> ids;
  for (const std::size_t label : run.labels_by_number()) ids.push_back(run.template_ids[label]);
  return ids;
}

void write_cluster(JsonWriter& json, const clustering::ClusterRun& run,
                   const std::vector<std::uint32_t>& ids, std::size_t label,
                   const ClusterDescription& described) {
  constexpr std::size_t indent = 5;
  json.on_line(4).begin_object().member("template", run.template_ids[label]);
  json.member("cluster", run.numbers[label]).member("name", run.names[label].text);
  json.on_line(indent).member("pages", described.pages);
  if (described.mean_confidence >= 0) {
    json.member_decimal("mean_confidence", described.mean_confidence, kConfidenceDecimals);
    json.member("in_doubt", described.in_doubt);
  }
  json.on_line(indent).member("exemplar", run.ids[described.exemplar]);
  if (described.sampled == 0) {
    json.end_object();
    return;
  }
  json.on_line(indent).key("examples");
  write_list(json, described.examples, indent, [&](PageId page) { json.value(run.ids[page]); });
  json.on_line(indent).member("sites", described.sites).key("largest_sites");
  write_list(json, described.largest_sites, indent, [&](const describe::SitePagesCount& site) {
    json.begin_object().member("site", site.site).member("pages", site.pages).end_object();
  });
  json.on_line(indent).member("sampled", described.sampled).key("compared_with").begin_object();
  json.member("clusters", described.compared_with)
      .member("same_site", described.same_site)
      .end_object();
  json.on_line(indent).key("held_together_by");
  write_evidence(json, described.held_together_by, indent, described.compared_with > 0);
  json.on_line(indent).key("nearest");
  if (described.nearest) {
    json.begin_object().member("template",
                               ids[static_cast<std::size_t>(described.nearest->number - 1)]);
    json.member("cluster", described.nearest->number);
    json.member_decimal("similarity", described.nearest->similarity);
    json.on_line(7).key("separated_by").begin_object();
    write_evidence(json.on_line(9).key("has"), described.nearest->has, 9);
    write_evidence(json.on_line(9).key("lacks"), described.nearest->lacks, 9);
    json.end_object().end_object();
  } else {
    json.null();
  }
  json.end_object();
}

void write_confidence(JsonWriter& json, float confidence) {
  if (confidence < 0) {
    json.null();
  } else {
    json.decimal(confidence, kConfidenceDecimals);
  }
}

void write_second(JsonWriter& json, const std::vector<std::uint32_t>& ids, std::uint32_t second) {
  if (second == kNoTemplate) {
    json.null();
  } else {
    json.value(ids[second]);
  }
}

// The numbers of all pages in their order, several on a line.
template <class WriteNumber>
void write_pages(JsonWriter& json, std::size_t pages, const WriteNumber& write_number) {
  json.begin_array();
  for (PageId page = 0; page < pages; ++page) {
    if (page % kNumbersPerLine == 0) json.on_line(4);
    write_number(page);
  }
  json.on_line(2).end_array();
}

}  // namespace

void write_description(const clustering::ClusterRun& run, const describe::Description& description,
                       std::string_view method,
                       const std::function<void(std::string_view)>& write) {
  JsonWriter json(write);
  json.begin_object();
  json.on_line(2).member("method", method);
  json.on_line(2).member("pages", run.ids.size());
  json.on_line(2).member("clusters", run.numbers.size());
  json.on_line(2).member_decimal("doubtful_below", kDoubtful, kConfidenceDecimals);
  json.on_line(2).member("pages_in_doubt", description.in_doubt);
  json.on_line(2).key("descriptions").begin_array();
  const std::vector<std::uint32_t> ids = ids_by_number(run);
  const std::vector<std::size_t> by_number = run.labels_by_number();
  for (std::size_t i = 0; i < description.clusters.size(); ++i) {
    write_cluster(json, run, ids, by_number[i], description.clusters[i]);
  }
  json.on_line(2).end_array();

  std::vector<PageId> doubtful;
  for (PageId page = 0; page < run.ids.size(); ++page) {
    const float confidence = description.certainty[page].confidence;
    if (confidence < 0 || confidence >= kDoubtful || run.number_of(page) == 0) continue;
    doubtful.push_back(page);
  }
  json.on_line(2).key("in_doubt");
  write_list(json, doubtful, 2, [&](PageId page) {
    const Certainty& certainty = description.certainty[page];
    json.begin_object().member("page", run.ids[page]).member("template", run.template_of(page));
    json.member("cluster", run.number_of(page));
    write_confidence(json.key("confidence"), certainty.confidence);
    write_second(json.key("second"), ids, certainty.second);
    json.end_object();
  });
  json.on_line(2).key("ask");
  write_list(json, run.questions, 2, [&](const method::Question& question) {
    json.begin_object().member("page", run.ids[question.page]);
    json.member("template", run.template_of(question.page));
    json.member_decimal("pages_in_doubt", question.doubt, 1).end_object();
  });
  json.on_line(2).key("variant");
  write_pages(json, run.ids.size(), [&](PageId page) { json.value(run.variant_of(page)); });
  json.on_line(2).key("confidence");
  write_pages(json, run.ids.size(),
              [&](PageId page) { write_confidence(json, description.certainty[page].confidence); });
  json.on_line(2).key("second");
  write_pages(json, run.ids.size(),
              [&](PageId page) { write_second(json, ids, description.certainty[page].second); });
  json.on_line(0).end_object();
  json.finish();
}

}  // namespace pagekin::report
