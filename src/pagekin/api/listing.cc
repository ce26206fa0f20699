#include "pagekin/listing.h"

#include "pagekin/report/catalogue.h"
#include "pagekin/report/json_writer.h"
#include "pagekin/use_cases.h"

namespace pagekin {

std::vector<std::string> listed_kinds() { return report::catalogue_kinds(); }

std::vector<std::string> listed_names(std::string_view kind) {
  return report::catalogue_names(kind);
}

std::string listing(const std::vector<std::string>& words, ListingForm form, std::size_t width) {
  return report::catalogue(words, static_cast<report::CatalogueForm>(form), width);
}

std::string options_as_json() {
  report::JsonWriter json;
  json.begin_object().key("options").begin_array();
  for (const UseCase& use_case : list_use_cases()) {
    json.on_line(2).begin_object().member("name", use_case.name);
    json.key("options").begin_array();
    for (const UseCaseOption& option : use_case.options) {
      json.on_line(4).begin_object().member("name", option.name);
      json.member("type", to_text(option.type)).member("default", option.default_value);
      json.member("range", option.range).member("help", option.help);
      json.member("flag", option.flag).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array().on_line(0).end_object();
  return json.finish();
}

}  // namespace pagekin
