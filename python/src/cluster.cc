// Clusterings, their tables, samples and scores; sweeps.
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "pagekin/pagekin.h"

#include "options.h"
#include "pages.h"
#include "tables.h"

namespace pagekin_python {
namespace {

using pagekin::ClusterResult;

nb::object str_of(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

nb::list strings_of(const std::vector<std::string>& texts) {
  nb::list list;
  for (const std::string& text : texts) list.append(str_of(text));
  return list;
}

template <pagekin::HasWords Enum>
nb::str word_of(Enum value) {
  const std::string_view word = pagekin::to_text(value);
  return nb::str(word.data(), word.size());
}

template <class Words>
nb::list words_of(const Words& words) {
  nb::list list;
  for (const std::string_view word : words) list.append(nb::str(word.data(), word.size()));
  return list;
}

nb::list sample_list(const pagekin::SampleResult& sample) {
  nb::list list;
  for (const pagekin::SampledPage& page : sample.pages) {
    list.append(nb::make_tuple(page.page, word_of(page.drawn)));
  }
  return list;
}

// A result, and what must stay with it.
struct Clustered {
  ClusterResult result;
  std::vector<pagekin::Incident> incidents;
  std::shared_ptr<Supplier> supplier;  // of pages in memory; for reading them again
  std::uint64_t rows = 0;              // of pages in memory, skipped ones included
  std::mutex describing;
};

template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;

template <class Number>
Array<Number> array_of(std::vector<Number> values) {
  auto* const held = new std::vector<Number>(std::move(values));
  const nb::capsule owner(held,
                          [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
  return Array<Number>(held->data(), {held->size()}, owner);
}

// By row of pages in memory, `skipped` for rows that were left out; by page otherwise.
template <class Number, class Value>
Array<Number> by_row(const Clustered& self, const Value& value, Number skipped) {
  if (!self.supplier) {
    std::vector<Number> values(self.result.pages.size());
    for (std::size_t page = 0; page < values.size(); ++page) values[page] = value(page);
    return array_of(std::move(values));
  }
  std::vector<Number> values(self.rows, skipped);
  const std::vector<std::uint64_t>& rows = self.result.supplied;
  for (std::size_t page = 0; page < rows.size(); ++page) {
    if (rows[page] < values.size()) values[rows[page]] = value(page);
  }
  return array_of(std::move(values));
}

std::unique_ptr<Clustered> cluster(const PythonSource& source, const nb::dict& options,
                                   unsigned threads, nb::object progress) {
  const auto given = options_from<pagekin::ClusterOptions>(options);
  Call call(threads, std::move(progress));
  const Attached attached(source.supplier, call);
  auto made = std::make_unique<Clustered>();
  made->result = call([&] { return pagekin::cluster_pages(source.source, given, call.run()); });
  made->incidents = call.take_incidents();
  made->supplier = source.supplier;
  if (made->supplier) made->rows = made->supplier->rows();
  return made;
}

void describe(Clustered& self, unsigned threads, nb::object progress) {
  Call call(threads, std::move(progress));
  const Attached attached(self.supplier, call);
  call([&] {
    const std::lock_guard lock(self.describing);
    pagekin::describe_templates(self.result, call.run());
    return true;
  });
}

// Reads the result while no other thread describes it.
template <class Make>
auto read_result(Clustered& self, const Make& make) {
  const nb::gil_scoped_release unlocked;
  const std::lock_guard lock(self.describing);
  return make(self.result);
}

template <class Make>
SharedTable table_of(Clustered& self, const Make& make) {
  return {read_result(self, [&](const ClusterResult& result) {
    return std::make_shared<const pagekin::Table>(make(result));
  })};
}

nb::dict evaluation_dict(const pagekin::Evaluation& found) {
  nb::dict result;
  result["pages"] = found.pages;
  result["unlabelled"] = found.unlabelled;
  result["unassigned"] = found.unassigned;
  result["clusters"] = found.clusters;
  result["templates"] = found.templates;
  result["few_match"] = found.few_match;
  result["scores"] = found.scores;
  nb::list per_template;
  for (const pagekin::TemplateScore& scored : found.per_template) {
    nb::dict row;
    row["name"] = str_of(scored.name);
    row["pages"] = scored.pages;
    row["cluster"] = scored.cluster;
    row["precision"] = scored.precision;
    row["recall"] = scored.recall;
    per_template.append(row);
  }
  result["per_template"] = per_template;
  return result;
}

}  // namespace

void bind_cluster(nb::module_& module) {
  nb::class_<Clustered>(module, "Clustered")
      .def_prop_ro("page_count", [](const Clustered& self) { return self.result.pages.size(); })
      .def_prop_ro("template_count",
                   [](const Clustered& self) { return self.result.clusters.size(); })
      .def_prop_ro(
          "pages", [](const Clustered& self) { return strings_of(self.result.pages); },
          nb::sig("def pages(self, /) -> list[str]"))
      .def(
          "labels",
          [](const Clustered& self) {
            return by_row<std::int64_t>(
                self, [&](std::size_t page) { return std::int64_t{self.result.labels[page]} - 1; },
                -1);
          },
          nb::sig("def labels(self) -> numpy.typing.NDArray[numpy.int64]"))
      .def(
          "template_ids",
          [](const Clustered& self) {
            return by_row<std::int64_t>(
                self,
                [&](std::size_t page) {
                  return std::int64_t{self.result.template_of(page).number()};
                },
                0);
          },
          nb::sig("def template_ids(self) -> numpy.typing.NDArray[numpy.int64]"))
      .def(
          "variants",
          [](const Clustered& self) {
            return by_row<std::int64_t>(
                self, [&](std::size_t page) { return std::int64_t{self.result.variants[page]}; },
                0);
          },
          nb::sig("def variants(self) -> numpy.typing.NDArray[numpy.int64]"))
      .def(
          "confidence",
          [](const Clustered& self) {
            constexpr float none = std::numeric_limits<float>::quiet_NaN();
            return by_row<float>(
                self,
                [&](std::size_t page) {
                  const std::vector<float>& all = self.result.confidence;
                  return all.empty() || all[page] < 0 ? none : all[page];
                },
                none);
          },
          nb::sig("def confidence(self) -> numpy.typing.NDArray[numpy.float32]"))
      .def("cluster_ids",
           [](const Clustered& self) {
             std::vector<std::int64_t> ids;
             for (const auto& cluster : self.result.clusters)
               ids.push_back(cluster.template_id.number());
             return ids;
           })
      .def(
          "rows",
          [](const Clustered& self) {
            std::vector<std::uint64_t> rows = self.result.supplied;
            return array_of(std::move(rows));
          },
          nb::sig("def rows(self) -> numpy.typing.NDArray[numpy.uint64]"))
      .def_prop_ro("in_memory", [](const Clustered& self) { return self.supplier != nullptr; })
      .def_prop_ro("incidents", [](const Clustered& self) { return self.incidents; })
      .def_prop_ro("counts", [](const Clustered& self) { return self.result.counts; })
      .def_prop_ro(
          "report", [](const Clustered& self) { return str_of(self.result.report); },
          nb::sig("def report(self, /) -> str"))
      .def_prop_ro(
          "caution", [](const Clustered& self) { return str_of(self.result.caution); },
          nb::sig("def caution(self, /) -> str"))
      .def_prop_ro("earlier_pages", [](const Clustered& self) { return self.result.earlier_pages; })
      .def_prop_ro("is_described", [](const Clustered& self) { return self.result.is_described; })
      .def("can_describe", [](const Clustered& self) { return pagekin::can_describe(self.result); })
      .def("describe", &describe, nb::arg("threads") = 0, nb::arg("progress") = nb::none(),
           nb::sig("def describe(self, threads: int = 0, progress: "
                   "collections.abc.Callable[..., None] | None = None) -> None"))
      .def(
          "questions",
          [](const Clustered& self) {
            nb::list list;
            for (const pagekin::Question& question : self.result.questions) {
              list.append(nb::make_tuple(question.page, question.pages_in_doubt));
            }
            return list;
          },
          nb::sig("def questions(self) -> list[tuple[int, float]]"))
      .def_prop_ro(
          "unknown_hinted",
          [](const Clustered& self) { return strings_of(self.result.unknown_hinted); },
          nb::sig("def unknown_hinted(self, /) -> list[str]"))
      .def(
          "changes",
          [](const Clustered& self) {
            nb::list list;
            for (const pagekin::TemplateChangeInfo& change : self.result.changes) {
              nb::dict row;
              row["template"] = change.template_id.number();
              row["fate"] = word_of(change.fate);
              row["cluster"] = change.cluster;
              row["earlier_pages"] = change.earlier_pages;
              row["added_pages"] = change.added_pages;
              row["kept"] = change.kept;
              row["was_unseen"] = change.was_unseen;
              list.append(row);
            }
            return list;
          },
          nb::sig("def changes(self) -> list[dict[str, typing.Any]]"))
      .def(
          "page_table",
          [](Clustered& self, const std::vector<std::string>& columns) {
            const std::vector<pagekin::PageColumn> chosen = page_columns_of(columns);
            return table_of(self, [&](const ClusterResult& result) {
              return pagekin::page_table(result, chosen);
            });
          },
          nb::arg("columns"), nb::sig("def page_table(self, columns: list[str]) -> Table"))
      .def("template_table",
           [](Clustered& self) {
             return table_of(
                 self, [](const ClusterResult& result) { return pagekin::template_table(result); });
           })
      .def(
          "write_pages",
          [](Clustered& self, const std::string& path, const std::vector<std::string>& columns) {
            const std::vector<pagekin::PageColumn> chosen = page_columns_of(columns);
            read_result(self, [&](const ClusterResult& result) {
              pagekin::write_page_table(result, path, chosen);
            });
          },
          nb::arg("path"), nb::arg("columns"),
          nb::sig("def write_pages(self, path: str, columns: list[str]) -> None"))
      .def(
          "write_templates",
          [](Clustered& self, const std::string& path) {
            read_result(self, [&](const ClusterResult& result) {
              pagekin::write_template_table(result, path);
            });
          },
          nb::arg("path"))
      .def(
          "summary",
          [](Clustered& self) {
            return str_of(read_result(
                self, [](const ClusterResult& result) { return pagekin::summarise(result); }));
          },
          nb::sig("def summary(self) -> str"))
      .def(
          "sample",
          [](Clustered& self, const nb::dict& options) {
            const auto given = options_from<pagekin::SampleOptions>(options);
            const pagekin::SampleResult sample = read_result(
                self,
                [&](const ClusterResult& result) { return pagekin::sample_pages(result, given); });
            return sample_list(sample);
          },
          nb::arg("options"),
          nb::sig("def sample(self, options: dict[str, typing.Any]) -> list[tuple[int, str]]"))
      .def(
          "sample_candidates",
          [](Clustered& self) {
            std::vector<int> labels;
            std::vector<float> confidence;
            std::vector<std::size_t> representatives;
            read_result(self, [&](const ClusterResult& result) {
              labels = result.labels;
              confidence = result.confidence;
              for (const pagekin::ClusterInfo& cluster : result.clusters) {
                representatives.insert(representatives.end(), cluster.representatives.begin(),
                                       cluster.representatives.end());
              }
              return true;
            });
            return nb::make_tuple(labels, confidence, representatives);
          },
          nb::sig("def sample_candidates(self) -> tuple[list[int], list[float], list[int]]"))
      .def(
          "evaluate",
          [](Clustered& self, const pagekin::LabelMap& labels) {
            return evaluation_dict(read_result(self, [&](const ClusterResult& result) {
              return pagekin::evaluate(result, labels);
            }));
          },
          nb::arg("labels"),
          nb::sig("def evaluate(self, labels: dict[str, str]) -> dict[str, typing.Any]"));

  module.def(
      "cluster", &cluster, nb::arg("source"), nb::arg("options"), nb::arg("threads") = 0,
      nb::arg("progress") = nb::none(),
      nb::sig("def cluster(source: Source, options: dict[str, typing.Any], threads: int = 0, "
              "progress: collections.abc.Callable[..., None] | None = None) -> Clustered"));

  module.def(
      "read_hints",
      [](const std::string& path) {
        std::vector<pagekin::Hint> hints;
        {
          const nb::gil_scoped_release unlocked;
          hints = pagekin::read_hints(path);
        }
        nb::list rows;
        for (const pagekin::Hint& hint : hints) {
          nb::dict row;
          row["page"] = str_of(hint.page);
          row["template"] = str_of(hint.template_name);
          row["same_as"] = str_of(hint.same_as);
          row["different_from"] = str_of(hint.different_from);
          rows.append(row);
        }
        return rows;
      },
      nb::arg("path"), nb::sig("def read_hints(path: str) -> list[dict[str, str]]"));

  module.def(
      "sample_candidates",
      [](const std::vector<std::string>& pages, const std::vector<int>& labels,
         const std::vector<float>& confidence, const std::vector<std::size_t>& representatives,
         const nb::dict& options) {
        pagekin::PageTable table;
        for (std::size_t i = 0; i < pages.size(); ++i) {
          pagekin::PageTableRow& row = table.rows.emplace_back();
          row.page = pages[i];
          if (labels.at(i) > 0) row.group = static_cast<std::uint32_t>(labels[i] - 1);
          if (!confidence.empty()) row.confidence = confidence.at(i);
        }
        for (const std::size_t page : representatives) table.rows.at(page).representative = true;
        return sample_list(
            pagekin::sample_pages(table, options_from<pagekin::SampleOptions>(options)));
      },
      nb::arg("pages"), nb::arg("labels"), nb::arg("confidence"), nb::arg("representatives"),
      nb::arg("options"),
      nb::sig("def sample_candidates(pages: list[str], labels: list[int], confidence: list[float], "
              "representatives: list[int], options: dict[str, typing.Any]) -> list[tuple[int, "
              "str]]"));

  module.def(
      "evaluate_assignments",
      [](const std::vector<std::string>& pages, const std::vector<int>& clusters,
         const pagekin::LabelMap& labels) {
        pagekin::Evaluation found;
        {
          const nb::gil_scoped_release unlocked;
          ClusterResult result;
          result.pages = pages;
          result.labels = clusters;
          found = pagekin::evaluate(result, labels);
        }
        return evaluation_dict(found);
      },
      nb::arg("pages"), nb::arg("clusters"), nb::arg("labels"),
      nb::sig("def evaluate_assignments(pages: list[str], clusters: list[int], labels: dict[str, "
              "str]) -> dict[str, typing.Any]"));

  module.def(
      "sweep",
      [](const PythonSource& source, const pagekin::LabelMap& labels,
         std::vector<std::string> methods, std::vector<std::string> measures,
         std::vector<std::string> vary, bool time, unsigned threads, nb::object progress) {
        Call call(threads, std::move(progress));
        const Attached attached(source.supplier, call);
        const pagekin::SweepResult found = call([&] {
          return pagekin::sweep(source.source, labels,
                                {.methods = std::move(methods),
                                 .measures = std::move(measures),
                                 .vary = std::move(vary),
                                 .time = time},
                                call.run());
        });
        nb::list rows;
        for (const pagekin::SweepSetting& setting : found.settings) {
          nb::dict row;
          row["method"] = setting.method;
          row["measure"] = setting.measure;
          row["values"] = setting.values;
          row["is_done"] = setting.is_done;
          row["error"] = setting.error;
          row["clusters"] = setting.clusters;
          row["scores"] = setting.scores;
          row["seconds"] = setting.seconds;
          rows.append(row);
        }
        return rows;
      },
      nb::arg("source"), nb::arg("labels"), nb::arg("methods"), nb::arg("measures"),
      nb::arg("vary"), nb::arg("time") = false, nb::arg("threads") = 0,
      nb::arg("progress") = nb::none(),
      nb::sig("def sweep(source: Source, labels: dict[str, str], methods: list[str], measures: "
              "list[str], vary: list[str], time: bool = False, threads: int = 0, progress: "
              "collections.abc.Callable[..., None] | None = None) -> list[dict[str, typing.Any]]"));

  module.def(
      "all_page_columns", [] { return words_of(pagekin::Words<pagekin::PageColumn>::all); },
      nb::sig("def all_page_columns() -> list[str]"));
  module.def(
      "usual_page_columns",
      [] {
        nb::list names;
        for (const pagekin::PageColumn column : pagekin::kUsualPageColumns) {
          names.append(word_of(column));
        }
        return names;
      },
      nb::sig("def usual_page_columns() -> list[str]"));
}

}  // namespace pagekin_python
