#include "pagekin/report/pages_to_label.h"

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/text.h"

namespace pagekin::report {

std::string to_json(const extraction::LabelPagesRun& run) {
  JsonWriter json;
  json.begin_object();
  json.on_line(2).member(
      "how_to_answer",
      "Set \"answers\" of a page to an object such as {\"price\": 17, \"author\": "
      "[3, 5], \"sale\": null}: for each field the number of its slot, several "
      "numbers for several values, null if the page lacks the field.");
  json.on_line(2).member("templates", run.templates);
  json.on_line(2).member("all_pages", run.all_pages);
  json.on_line(2).member("covered_pages", run.covered);
  json.on_line(2).key("pages").begin_array();
  for (const extraction::PageToLabel& page : run.pages) {
    json.on_line(4).begin_object().member("page", page.page);
    json.member("template", page.template_label).member("name", page.template_name);
    json.member("variant", page.variant).member("covers", page.covers);
    json.key("answers").null();
    json.on_line(5).key("slots").begin_array();
    for (const extraction::NumberedSlot& slot : page.slots) {
      json.on_line(6).begin_object().member("slot", slot.number).member("kind", slot.kind);
      json.member("element", slot.element).member("before", slot.before);
      json.member("text", slot.text).end_object();
    }
    json.on_line(5).end_array().end_object();
  }
  json.on_line(2).end_array();
  json.on_line(0).end_object();
  return json.finish();
}

std::string summarise(const extraction::LabelPagesRun& run) {
  std::string text = "pages     " + pagekin::describe_counts(run.counts, "usable") + "\n";
  text += fmt::format("to label  {} pages, which stand for {} of {} pages of {} templates\n",
                      with_commas(run.pages.size()), with_commas(run.covered),
                      with_commas(run.all_pages), with_commas(run.templates));
  return text + describe_caution(run.caution);
}

}  // namespace pagekin::report
