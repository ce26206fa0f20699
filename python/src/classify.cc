// Models and indexes.
#include "pagekin/classify.h"

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pages.h"

namespace pagekin_python {
namespace {

nb::object str_of(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

// A number, a name or None.
nb::object object_of(const pagekin::TemplateId& id) {
  if (id.is_none()) return nb::none();
  return id.is_number() ? nb::object(nb::int_(id.number())) : str_of(id.name());
}

nb::tuple tuple_of(const pagekin::Decision& decision) {
  return nb::make_tuple(object_of(decision.template_id), decision.score, str_of(decision.title));
}

}  // namespace

void bind_classify(nb::module_& module) {
  nb::class_<pagekin::Classifier>(module, "Classifier")
      .def(
          "__init__",
          [](pagekin::Classifier* self, const std::string& path) {
            const nb::gil_scoped_release unlocked;
            new (self) pagekin::Classifier(path);
          },
          nb::arg("path"))
      .def(
          "templates",
          [](const pagekin::Classifier& self) {
            nb::list names;
            for (const pagekin::TemplateId& id : self.templates()) names.append(object_of(id));
            return names;
          },
          nb::sig("def templates(self) -> list[int | str]"))
      .def_prop_ro("is_model",
                   [](const pagekin::Classifier& self) {
                     return self.kind() == pagekin::ClassifierKind::kModel;
                   })
      .def(
          "classify",
          [](const pagekin::Classifier& self, nb::handle html, const std::string& url) {
            const GivenPage given(html, url);
            pagekin::Decision decision;
            {
              const nb::gil_scoped_release unlocked;
              decision = self.classify(given.page());
            }
            return tuple_of(decision);
          },
          nb::arg("html"), nb::arg("url") = "",
          nb::sig("def classify(self, html: str | bytes, url: str = '') -> tuple[int | str | None, "
                  "float, str]"))
      .def(
          "classify_pages",
          [](const pagekin::Classifier& self, const PythonSource& source, unsigned threads,
             nb::object progress) {
            struct Row {
              std::string id;
              std::uint64_t offset;
              pagekin::Decision decision;
            };
            Call call(threads, std::move(progress));
            const Attached attached(source.supplier, call);
            std::vector<Row> rows;
            const pagekin::ClassifyResult found = call([&] {
              return self.classify(
                  source.source,
                  [&](const pagekin::Page& page, const pagekin::Decision& decision) {
                    rows.push_back({std::string(page.id), page.offset, decision});
                  },
                  call.run());
            });
            nb::list list;
            for (const Row& row : rows) {
              list.append(nb::make_tuple(str_of(row.id), row.offset,
                                         object_of(row.decision.template_id), row.decision.score,
                                         str_of(row.decision.title)));
            }
            nb::list moved;
            for (const pagekin::TemplateDrift& drift : found.drifts) {
              nb::list causes;
              for (const std::string& cause : drift.causes) causes.append(str_of(cause));
              moved.append(nb::make_tuple(object_of(drift.template_id), str_of(drift.title),
                                          drift.pages, drift.at_addresses, drift.drift,
                                          drift.is_redesign, causes));
            }
            return nb::make_tuple(list, call.take_incidents(), moved);
          },
          nb::arg("source"), nb::arg("threads") = 0, nb::arg("progress") = nb::none(),
          nb::sig(
              "def classify_pages(self, source: Source, threads: int = 0, progress: "
              "collections.abc.Callable[..., None] | None = None) -> tuple[list[tuple[str, int, "
              "int | str | None, float, str]], list[Incident], list[tuple[int | str, str, int, "
              "int, "
              "float, bool, list[str]]]]"));

  module.def(
      "train",
      [](const PythonSource& source, const pagekin::LabelMap& labels, const std::string& measure,
         const std::string& path, unsigned threads, nb::object progress) {
        Call call(threads, std::move(progress));
        const Attached attached(source.supplier, call);
        const pagekin::TrainResult found = call([&] {
          return pagekin::train(source.source, labels, {.measure = measure}, path, call.run());
        });
        nb::dict result;
        result["pages"] = found.pages;
        result["unlabelled"] = found.unlabelled;
        result["missing"] = found.missing;
        result["templates"] = found.templates;
        result["incidents"] = call.take_incidents();
        return result;
      },
      nb::arg("source"), nb::arg("labels"), nb::arg("measure"), nb::arg("path"),
      nb::arg("threads") = 0, nb::arg("progress") = nb::none(),
      nb::sig("def train(source: Source, labels: dict[str, str], measure: str, path: str, threads: "
              "int = 0, progress: collections.abc.Callable[..., None] | None = None) -> dict[str, "
              "typing.Any]"));
  module.def(
      "read_labels",
      [](const std::string& path) {
        const nb::gil_scoped_release unlocked;
        return pagekin::read_labels(path);
      },
      nb::arg("path"), nb::sig("def read_labels(path: str) -> dict[str, str]"));
  module.def(
      "read_index",
      [](const std::string& path) {
        pagekin::IndexInfo info;
        {
          const nb::gil_scoped_release unlocked;
          info = pagekin::read_index(path);
        }
        return nb::make_tuple(info.spec, info.pages, info.templates, info.skeletons);
      },
      nb::arg("path"), nb::sig("def read_index(path: str) -> tuple[str, int, int, int]"));
}

}  // namespace pagekin_python
