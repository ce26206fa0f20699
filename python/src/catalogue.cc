// The methods, measures and scores there are.
#include "pagekin/catalogue.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pagekin/run.h"
#include "pagekin/use_cases.h"

#include "pages.h"

namespace pagekin_python {
namespace {

const char* kind_of(pagekin::OptionKind kind) {
  switch (kind) {
    case pagekin::OptionKind::kInteger:
      return "int";
    case pagekin::OptionKind::kNumber:
      return "float";
    case pagekin::OptionKind::kFlag:
      return "bool";
    case pagekin::OptionKind::kWord:
      break;
  }
  return "str";
}

nb::list options_of(const std::vector<pagekin::OptionInfo>& options) {
  nb::list list;
  for (const pagekin::OptionInfo& option : options) {
    nb::dict row;
    row["name"] = option.name;
    row["kind"] = kind_of(option.kind);
    row["default"] = option.default_value;
    row["range"] = option.range;
    row["help"] = option.help;
    list.append(row);
  }
  return list;
}

nb::list references_of(const std::vector<pagekin::Reference>& references) {
  nb::list list;
  for (const pagekin::Reference& reference : references) {
    nb::dict row;
    row["authors"] = reference.authors;
    row["title"] = reference.title;
    row["venue"] = reference.venue;
    row["year"] = reference.year;
    row["doi"] = reference.doi;
    row["place"] = reference.place;
    list.append(row);
  }
  return list;
}

template <class Info>
nb::dict info_of(const Info& info) {
  nb::dict row;
  row["name"] = info.name;
  row["summary"] = info.summary;
  row["references"] = references_of(info.references);
  return row;
}

}  // namespace

void bind_catalogue(nb::module_& module) {
  module.def(
      "list_methods",
      [] {
        nb::list list;
        for (const pagekin::MethodInfo& info : pagekin::list_methods()) {
          nb::dict row = info_of(info);
          row["options"] = options_of(info.options);
          row["default_measure"] = info.default_measure;
          row["required_option"] = info.required_option;
          row["keeps_index"] = info.keeps_index;
          list.append(row);
        }
        return list;
      },
      nb::sig("def list_methods() -> list[dict[str, typing.Any]]"));
  module.def(
      "list_measures",
      [] {
        nb::list list;
        for (const pagekin::MeasureInfo& info : pagekin::list_measures()) {
          nb::dict row = info_of(info);
          row["options"] = options_of(info.options);
          row["cost"] = info.cost;
          list.append(row);
        }
        return list;
      },
      nb::sig("def list_measures() -> list[dict[str, typing.Any]]"));
  module.def(
      "list_scores",
      [] {
        nb::list list;
        for (const pagekin::ScoreInfo& info : pagekin::list_scores()) {
          nb::dict row = info_of(info);
          row["options"] = nb::list();
          list.append(row);
        }
        return list;
      },
      nb::sig("def list_scores() -> list[dict[str, typing.Any]]"));
  module.def(
      "list_use_cases",
      [] {
        nb::dict cases;
        for (const pagekin::UseCase& use_case : pagekin::list_use_cases()) {
          nb::list options;
          for (const pagekin::UseCaseOption& option : use_case.options) {
            nb::dict entry;
            entry["name"] = option.name;
            entry["flag"] = option.flag;
            entry["type"] = std::string(pagekin::to_text(option.type));
            entry["default"] = option.default_value;
            entry["range"] = option.range;
            entry["help"] = option.help;
            options.append(entry);
          }
          cases[use_case.name.c_str()] = options;
        }
        return cases;
      },
      nb::sig("def list_use_cases() -> dict[str, list[dict[str, str]]]"));
  module.def(
      "make_spec",
      [](const std::string& name, const nb::dict& options) {
        pagekin::OptionMap map;
        for (const auto& [key, value] : options) {
          map[nb::cast<std::string>(key)] = nb::cast<std::string>(value);
        }
        return pagekin::make_spec(name, map);
      },
      nb::arg("name"), nb::arg("options"),
      nb::sig("def make_spec(name: str, options: dict[str, str]) -> str"));
}

}  // namespace pagekin_python
