#include "pagekin/report/incidents.h"

#include <string>
#include <utility>

namespace pagekin::report {

IncidentTable::IncidentTable(TableWriter::Sink sink)
    : table_(TableFormat::kTsv, {"input", "page", "offset", "fate", "reason"}, std::move(sink)) {}

void IncidentTable::add(const Incident& incident) {
  std::string reason(to_text(incident.reason));
  if (!incident.detail.empty()) reason += ": " + incident.detail;
  table_.row(
      {incident.input, incident.page, incident.offset, to_text(fate_of(incident.reason)), reason});
}

}  // namespace pagekin::report
