#include "pagekin/visual/report_facts.h"

#include "pagekin/core/time.h"
#include "pagekin/version.h"

namespace pagekin::visual {

void write_facts(report::JsonWriter& json, const ReportFacts& facts) {
  json.key("run").begin_object().member("title", facts.title).member("version", kVersion);
  json.member("command", facts.command);
  json.key("made");
  if (facts.made == 0) {
    json.null();
  } else {
    json.value(utc_time(facts.made));
  }
  json.key("inputs").values(facts.inputs).key("parameters").begin_array();
  for (const auto& [name, value] : facts.parameters) {
    json.begin_array().value(name).value(value).end_array();
  }
  json.end_array().key("seconds").begin_array();
  for (const auto& [stage, seconds] : facts.seconds) {
    json.begin_array().value(stage).decimal(seconds, 2).end_array();
  }
  json.end_array();
  json.member("read", facts.counts.read()).member("used", facts.counts.clustered);
  json.member("limited", facts.counts.limited).member("skipped", facts.counts.skipped);
  json.key("reasons").begin_array();
  for (std::size_t i = 0; i < kReasonCount; ++i) {
    if (facts.counts.by_reason[i] == 0) continue;
    const auto reason = static_cast<Reason>(i);
    json.begin_array().value(to_text(reason)).value(to_text(fate_of(reason)));
    json.value(facts.counts.by_reason[i]).end_array();
  }
  json.end_array().key("incidents").begin_array();
  for (const Incident& incident : facts.incidents) {
    json.begin_array().value(incident.page.empty() ? incident.input : incident.page);
    json.value(to_text(incident.reason)).value(incident.detail).end_array();
  }
  json.end_array().end_object();
}

}  // namespace pagekin::visual
