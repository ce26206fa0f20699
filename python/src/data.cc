// From templates to data: fields, records, clean texts. Tables come as JSON lines, the same bytes
// that the program writes, and Python makes objects of them.
#include <memory>
#include <string>
#include <vector>

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "pagekin/pagekin.h"

#include "line_stream.h"
#include "options.h"
#include "pages.h"

namespace pagekin_python {
namespace {

using pagekin::FieldWrapper;

nb::object data_str(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

// A number, a name or None.
nb::object data_id(const pagekin::TemplateId& id) {
  if (id.is_none()) return nb::none();
  return id.is_number() ? nb::object(nb::int_(id.number())) : data_str(id.name());
}

nb::list data_texts(const std::vector<std::string>& texts) {
  nb::list list;
  for (const std::string& text : texts) list.append(data_str(text));
  return list;
}

std::string text_at(const nb::dict& given, const char* name) {
  return given.contains(name) ? nb::cast<std::string>(given[name]) : std::string();
}

pagekin::TemplateSource templates_from(const nb::dict& given) {
  pagekin::TemplateSource templates;
  if (const std::string method = text_at(given, "method"); !method.empty()) {
    templates.method = method;
  }
  templates.measure = text_at(given, "measure");
  templates.clusters = text_at(given, "clusters");
  templates.model = text_at(given, "model");
  return templates;
}

pagekin::FieldRecordOptions record_options_from(const nb::dict& given) {
  return {.templates = nb::cast<std::vector<std::string>>(given["templates"]),
          .columns = nb::cast<std::vector<std::string>>(given["columns"]),
          .all_pages = nb::cast<bool>(given["all_pages"]),
          .addresses = nb::cast<bool>(given["full_addresses"]) ? pagekin::AddressForm::kFull
                                                               : pagekin::AddressForm::kKept};
}

pagekin::ValueForms forms_from(const std::string& types) {
  const auto forms = pagekin::parse<pagekin::ValueForms>(types);
  if (!forms) {
    throw pagekin::OptionError(
        "option `types` takes auto, values, texts or both, got '" + types + "'", "types");
  }
  return *forms;
}

nb::list label_dicts(const std::vector<pagekin::FieldLabel>& labels) {
  nb::list list;
  for (const pagekin::FieldLabel& label : labels) {
    nb::dict row;
    row["page"] = data_str(label.page);
    row["field"] = data_str(label.field);
    row["value"] = data_str(label.value);
    row["xpath"] = data_str(label.xpath);
    row["css"] = data_str(label.css);
    row["slot"] = label.slot;
    list.append(row);
  }
  return list;
}

std::vector<pagekin::FieldLabel> labels_from(const nb::list& given) {
  std::vector<pagekin::FieldLabel> labels;
  for (const nb::handle item : given) {
    const auto row = nb::cast<nb::dict>(item);
    pagekin::FieldLabel& label = labels.emplace_back();
    label.page = text_at(row, "page");
    label.field = text_at(row, "field");
    label.value = text_at(row, "value");
    label.xpath = text_at(row, "xpath");
    label.css = text_at(row, "css");
    if (row.contains("slot")) label.slot = nb::cast<std::uint32_t>(row["slot"]);
  }
  return labels;
}

StreamEnd end_of_fields(const pagekin::ExtractResult& done) {
  return {.counts = done.counts,
          .records = done.records,
          .left_out = done.no_template,
          .health = done.health,
          .misfits = done.misfits,
          .repaired = done.repaired};
}

StreamEnd end_of_records(const pagekin::RecordResult& done) {
  return {.counts = done.counts,
          .records = done.pages,
          .left_out = done.left_out,
          .health = done.is_compared ? done.health : std::string(),
          .misfits = done.misfits};
}

StreamEnd end_of_clean(const pagekin::CleanResult& done) {
  return {.counts = done.counts, .whole = done.whole};
}

struct SharedWrapper {
  std::shared_ptr<const FieldWrapper> wrapper;
};

struct Extraction {
  std::shared_ptr<const pagekin::RecordExtraction> made;
  std::vector<pagekin::Incident> incidents;
};

Extraction extract(const PythonSource& source, const nb::dict& templates,
                   std::vector<std::string> only_templates, std::vector<std::string> only_columns,
                   const nb::bytes& schema, const nb::dict& options, unsigned threads,
                   nb::object progress) {
  auto given = options_from<pagekin::RecordOptions>(options);
  given.templates = templates_from(templates);
  given.only_templates = std::move(only_templates);
  given.columns = std::move(only_columns);
  if (schema.size() > 0) {
    given.schema = pagekin::RecordSchema::parse(std::string_view(schema.c_str(), schema.size()));
  }
  Call call(threads, std::move(progress));
  const Attached attached(source.supplier, call);
  Extraction extraction;
  extraction.made = call([&] {
    return std::make_shared<const pagekin::RecordExtraction>(source.source, given, call.run());
  });
  extraction.incidents = call.take_incidents();
  return extraction;
}

nb::list table_dicts(const std::vector<pagekin::RecordTable>& tables) {
  nb::list list;
  for (const pagekin::RecordTable& table : tables) {
    nb::dict row;
    row["template"] = data_id(table.template_id);
    row["name"] = data_str(table.name);
    row["pages"] = table.pages;
    nb::list columns;
    for (const pagekin::RecordColumn& column : table.columns) {
      nb::dict cells;
      cells["name"] = data_str(column.name);
      cells["type"] = std::string(pagekin::to_text(column.type));
      cells["source"] = std::string(pagekin::to_text(column.source));
      cells["place"] = data_str(column.place);
      cells["label"] = data_str(column.label);
      cells["group"] = data_str(column.group);
      cells["is_list"] = column.is_list;
      cells["fill"] = column.fill;
      cells["examples"] = data_texts(column.examples);
      columns.append(cells);
    }
    row["columns"] = columns;
    list.append(row);
  }
  return list;
}

void bind_streams(nb::module_& module) {
  nb::class_<StreamEnd>(module, "StreamEnd")
      .def_ro("counts", &StreamEnd::counts)
      .def_ro("records", &StreamEnd::records)
      .def_ro("left_out", &StreamEnd::left_out)
      .def_ro("whole", &StreamEnd::whole)
      .def_prop_ro(
          "health", [](const StreamEnd& self) { return data_str(self.health); },
          nb::sig("def health(self, /) -> str"))
      .def_prop_ro(
          "misfits", [](const StreamEnd& self) { return data_str(self.misfits); },
          nb::sig("def misfits(self, /) -> str"))
      .def_prop_ro(
          "repaired",
          [](const StreamEnd& self) -> nb::object {
            if (!self.repaired) return nb::none();
            return nb::cast(SharedWrapper{self.repaired});
          },
          nb::sig("def repaired(self, /) -> NativeWrapper | None"));

  nb::class_<LineStream>(module, "LineStream")
      .def(
          "__iter__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __iter__(self) -> LineStream"))
      .def("__next__", &LineStream::next, nb::sig("def __next__(self) -> list[bytes]"))
      .def("close", &LineStream::close)
      .def_prop_ro("incidents", &LineStream::incidents)
      .def_prop_ro(
          "end",
          [](LineStream& self) -> nb::object {
            const std::optional<StreamEnd> end = self.end_of();
            return end ? nb::cast(*end) : nb::none();
          },
          nb::sig("def end(self, /) -> StreamEnd | None"));
}

void bind_wrapper(nb::module_& module) {
  nb::class_<SharedWrapper>(module, "NativeWrapper")
      .def_static(
          "load",
          [](const std::string& path) {
            const nb::gil_scoped_release unlocked;
            return SharedWrapper{std::make_shared<const FieldWrapper>(FieldWrapper::load(path))};
          },
          nb::arg("path"))
      .def(
          "save",
          [](const SharedWrapper& self, const std::string& path) {
            const nb::gil_scoped_release unlocked;
            self.wrapper->save(path);
          },
          nb::arg("path"))
      .def(
          "extract_line",
          [](const SharedWrapper& self, nb::handle html, const std::string& url,
             bool full_addresses) {
            const GivenPage given(html, url);
            std::string line;
            {
              const nb::gil_scoped_release unlocked;
              line = self.wrapper->extract_line(given.page(), full_addresses
                                                                  ? pagekin::AddressForm::kFull
                                                                  : pagekin::AddressForm::kKept);
            }
            return nb::bytes(line.data(), line.size());
          },
          nb::arg("html"), nb::arg("url"), nb::arg("full_addresses") = true,
          nb::sig("def extract_line(self, html: str | bytes, url: str, full_addresses: bool = "
                  "True) -> bytes"))
      .def(
          "fields",
          [](const SharedWrapper& self) {
            nb::list list;
            for (const pagekin::WrapperField& field : self.wrapper->fields()) {
              nb::dict row;
              row["template"] = data_id(field.template_id);
              row["template_name"] = data_str(field.template_name);
              row["field"] = data_str(field.field);
              row["is_list"] = field.is_list;
              row["pages"] = field.pages;
              row["filled"] = field.filled;
              row["agreement"] = field.agreement;
              row["examples"] = data_texts(field.examples);
              list.append(row);
            }
            return list;
          },
          nb::sig("def fields(self) -> list[dict[str, typing.Any]]"))
      .def(
          "stream",
          [](const SharedWrapper& self, const PythonSource& source, const nb::dict& options,
             unsigned threads, nb::object progress, const std::string& types) {
            return std::make_unique<LineStream>(
                source, threads, std::move(progress),
                [wrapper = self.wrapper, given = source.source,
                 chosen = record_options_from(options),
                 forms = forms_from(types)](const pagekin::Run& run, const LineStream::Sink& sink) {
                  return end_of_fields(
                      wrapper->write(given, {.lines = sink, .values = forms}, chosen, run));
                });
          },
          nb::arg("source"), nb::arg("options"), nb::arg("threads") = 0,
          nb::arg("progress") = nb::none(), nb::arg("types") = "auto",
          nb::sig("def stream(self, source: Source, options: dict[str, typing.Any], threads: int "
                  "= 0, progress: collections.abc.Callable[..., None] | None = None, types: str = "
                  "'auto') -> LineStream"))
      .def(
          "write",
          [](const SharedWrapper& self, const PythonSource& source, const std::string& path,
             const nb::dict& options, unsigned threads, nb::object progress,
             const std::string& types) {
            const pagekin::FieldRecordOptions chosen = record_options_from(options);
            const pagekin::ValueForms forms = forms_from(types);
            Call call(threads, std::move(progress));
            const Attached attached(source.supplier, call);
            return call([&] {
              return end_of_fields(self.wrapper->write(
                  source.source, {.path = path, .lines = nullptr, .values = forms}, chosen,
                  call.run()));
            });
          },
          nb::arg("source"), nb::arg("path"), nb::arg("options"), nb::arg("threads") = 0,
          nb::arg("progress") = nb::none(), nb::arg("types") = "auto",
          nb::sig("def write(self, source: Source, path: str, options: dict[str, typing.Any], "
                  "threads: int = 0, progress: collections.abc.Callable[..., None] | None = None, "
                  "types: str = 'auto') -> StreamEnd"))
      .def(
          "selectors",
          [](const SharedWrapper& self, const PythonSource& source, const std::string& form,
             std::size_t best, unsigned threads, nb::object progress) {
            const auto chosen = pagekin::parse<pagekin::SelectorForm>(form);
            if (!chosen) throw nb::value_error(("unknown form: " + form).c_str());
            Call call(threads, std::move(progress));
            const Attached attached(source.supplier, call);
            return data_str(call([&] {
              return self.wrapper->selectors(source.source, {.format = *chosen, .best = best},
                                             call.run());
            }));
          },
          nb::arg("source"), nb::arg("form"), nb::arg("best") = 5, nb::arg("threads") = 0,
          nb::arg("progress") = nb::none(),
          nb::sig("def selectors(self, source: Source, form: str, best: int = 5, threads: int = "
                  "0, progress: collections.abc.Callable[..., None] | None = None) -> str"));

  module.def(
      "learn",
      [](const PythonSource& source, const nb::list& labels, const nb::dict& templates,
         const nb::dict& options, unsigned threads, nb::object progress) {
        auto given = options_from<pagekin::LearnFieldsOptions>(options);
        given.templates = templates_from(templates);
        const std::vector<pagekin::FieldLabel> all = labels_from(labels);
        Call call(threads, std::move(progress));
        const Attached attached(source.supplier, call);
        pagekin::FieldLearning learned =
            call([&] { return pagekin::learn_fields(source.source, all, given, call.run()); });
        return nb::make_tuple(
            SharedWrapper{std::make_shared<const FieldWrapper>(std::move(learned.wrapper))},
            data_str(learned.json), call.take_incidents());
      },
      nb::arg("source"), nb::arg("labels"), nb::arg("templates"), nb::arg("options"),
      nb::arg("threads") = 0, nb::arg("progress") = nb::none(),
      nb::sig("def learn(source: Source, labels: list[dict[str, typing.Any]], templates: "
              "dict[str, str], options: dict[str, typing.Any], threads: int = 0, progress: "
              "collections.abc.Callable[..., None] | None = None) -> tuple[NativeWrapper, str, "
              "list[Incident]]"));
  module.def(
      "read_field_labels",
      [](const std::string& path) { return label_dicts(pagekin::read_field_labels(path)); },
      nb::arg("path"), nb::sig("def read_field_labels(path: str) -> list[dict[str, typing.Any]]"));
  module.def(
      "label",
      [](const PythonSource& source, const nb::dict& templates, const nb::dict& options,
         unsigned threads, nb::object progress) {
        auto given = options_from<pagekin::LabelPagesOptions>(options);
        given.templates = templates_from(templates);
        Call call(threads, std::move(progress));
        const Attached attached(source.supplier, call);
        const pagekin::PagesToLabel pages =
            call([&] { return pagekin::find_pages_to_label(source.source, given, call.run()); });
        return nb::make_tuple(data_str(pages.json), call.take_incidents());
      },
      nb::arg("source"), nb::arg("templates"), nb::arg("options"), nb::arg("threads") = 0,
      nb::arg("progress") = nb::none(),
      nb::sig("def label(source: Source, templates: dict[str, str], options: dict[str, "
              "typing.Any], threads: int = 0, progress: collections.abc.Callable[..., None] | "
              "None = None) -> tuple[str, list[Incident]]"));
}

void bind_records(nb::module_& module) {
  nb::class_<Extraction>(module, "Extraction")
      .def(
          "tables", [](const Extraction& self) { return table_dicts(self.made->tables()); },
          nb::sig("def tables(self) -> list[dict[str, typing.Any]]"))
      .def("schema",
           [](const Extraction& self) {
             std::string text;
             {
               const nb::gil_scoped_release unlocked;
               text = self.made->schema().text();
             }
             return nb::bytes(text.data(), text.size());
           })
      .def_ro("incidents", &Extraction::incidents)
      .def(
          "stream",
          [](const Extraction& self, const PythonSource& source, unsigned threads,
             nb::object progress, const std::string& types) {
            return std::make_unique<LineStream>(
                source, threads, std::move(progress),
                [made = self.made, given = source.source, forms = forms_from(types)](
                    const pagekin::Run& run, const LineStream::Sink& sink) {
                  return end_of_records(made->write(given, {.lines = sink, .values = forms}, run));
                });
          },
          nb::arg("source"), nb::arg("threads") = 0, nb::arg("progress") = nb::none(),
          nb::arg("types") = "auto",
          nb::sig("def stream(self, source: Source, threads: int = 0, progress: "
                  "collections.abc.Callable[..., None] | None = None, types: str = 'auto') -> "
                  "LineStream"))
      .def(
          "write",
          [](const Extraction& self, const PythonSource& source, const std::string& path,
             unsigned threads, nb::object progress, const std::string& types) {
            const pagekin::ValueForms forms = forms_from(types);
            Call call(threads, std::move(progress));
            const Attached attached(source.supplier, call);
            return call([&] {
              return end_of_records(self.made->write(
                  source.source, {.path = path, .lines = nullptr, .values = forms}, call.run()));
            });
          },
          nb::arg("source"), nb::arg("path"), nb::arg("threads") = 0,
          nb::arg("progress") = nb::none(), nb::arg("types") = "auto",
          nb::sig("def write(self, source: Source, path: str, threads: int = 0, progress: "
                  "collections.abc.Callable[..., None] | None = None, types: str = 'auto') -> "
                  "StreamEnd"));

  module.def("extract", &extract, nb::arg("source"), nb::arg("templates"),
             nb::arg("only_templates"), nb::arg("only_columns"), nb::arg("schema"),
             nb::arg("options"), nb::arg("threads") = 0, nb::arg("progress") = nb::none(),
             nb::sig("def extract(source: Source, templates: dict[str, str], only_templates: "
                     "list[str], only_columns: list[str], schema: bytes, options: dict[str, "
                     "typing.Any], threads: int = 0, progress: collections.abc.Callable[..., "
                     "None] | None = None) -> Extraction"));
  module.def(
      "check_clean_options",
      [](const nb::dict& options) { options_from<pagekin::CleanOptions>(options); },
      nb::arg("options"),
      nb::sig("def check_clean_options(options: dict[str, typing.Any]) -> None"));
  module.def(
      "clean_stream",
      [](const PythonSource& source, const nb::dict& templates, const nb::dict& options,
         unsigned threads, nb::object progress) {
        auto given = options_from<pagekin::CleanOptions>(options);
        given.templates = templates_from(templates);
        return std::make_unique<LineStream>(
            source, threads, std::move(progress),
            [given, from = source.source](const pagekin::Run& run, const LineStream::Sink& sink) {
              return end_of_clean(pagekin::write_clean_pages(from, given, {.lines = sink}, run));
            });
      },
      nb::arg("source"), nb::arg("templates"), nb::arg("options"), nb::arg("threads") = 0,
      nb::arg("progress") = nb::none(),
      nb::sig("def clean_stream(source: Source, templates: dict[str, str], options: dict[str, "
              "typing.Any], threads: int = 0, progress: collections.abc.Callable[..., None] | None "
              "= None) -> LineStream"));
  module.def(
      "write_clean",
      [](const PythonSource& source, const std::string& path, const nb::dict& templates,
         const nb::dict& options, unsigned threads, nb::object progress) {
        auto given = options_from<pagekin::CleanOptions>(options);
        given.templates = templates_from(templates);
        Call call(threads, std::move(progress));
        const Attached attached(source.supplier, call);
        return call([&] {
          return end_of_clean(
              pagekin::write_clean_pages(source.source, given, {.path = path}, call.run()));
        });
      },
      nb::arg("source"), nb::arg("path"), nb::arg("templates"), nb::arg("options"),
      nb::arg("threads") = 0, nb::arg("progress") = nb::none(),
      nb::sig("def write_clean(source: Source, path: str, templates: dict[str, str], options: "
              "dict[str, typing.Any], threads: int = 0, progress: collections.abc.Callable[..., "
              "None] | None = None) -> StreamEnd"));
}

}  // namespace

void bind_data(nb::module_& module) {
  bind_streams(module);
  bind_wrapper(module);
  bind_records(module);
}

}  // namespace pagekin_python
