#include "tables.h"

#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pagekin/file_format.h"

#include "arrow_abi.h"

namespace nb = nanobind;

namespace pagekin_python {
namespace {

using pagekin::ColumnKind;
using pagekin::Table;
using pagekin::TableColumn;
using Shared = std::shared_ptr<const Table>;

const char* format_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::kText:
      return "U";
    case ColumnKind::kInteger:
      return "l";
    case ColumnKind::kNumber:
      return "g";
    case ColumnKind::kFlag:
      return "b";
    case ColumnKind::kTexts:
      return "+L";
  }
  return "n";
}

// A schema or an array with its children: `Owner` holds what its pointers lead to.
struct SchemaParts {
  std::string name;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

void release_schema(ArrowSchema* schema) {
  auto* const parts = static_cast<SchemaParts*>(schema->private_data);
  for (ArrowSchema& child : parts->children) {
    if (child.release != nullptr) child.release(&child);
  }
  delete parts;
  schema->release = nullptr;
}

ArrowSchema make_schema(const char* format, std::string name, std::vector<ArrowSchema> children) {
  auto* const parts = new SchemaParts{std::move(name), std::move(children), {}};
  for (ArrowSchema& child : parts->children) parts->pointers.push_back(&child);
  return {.format = format,
          .name = parts->name.c_str(),
          .metadata = nullptr,
          .flags = kArrowNullable,
          .n_children = static_cast<std::int64_t>(parts->children.size()),
          .children = parts->pointers.data(),
          .dictionary = nullptr,
          .release = release_schema,
          .private_data = parts};
}

ArrowSchema schema_of(const TableColumn& column) {
  std::vector<ArrowSchema> children;
  if (column.kind == ColumnKind::kTexts) children.push_back(make_schema("U", "item", {}));
  return make_schema(format_of(column.kind), column.name, std::move(children));
}

ArrowSchema schema_of(const Table& table) {
  std::vector<ArrowSchema> children;
  for (const TableColumn& column : table.columns) children.push_back(schema_of(column));
  ArrowSchema schema = make_schema("+s", "", std::move(children));
  schema.flags = 0;
  return schema;
}

struct ArrayParts {
  Shared table;  // the buffers are in it
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

void release_array(ArrowArray* array) {
  auto* const parts = static_cast<ArrayParts*>(array->private_data);
  for (ArrowArray& child : parts->children) {
    if (child.release != nullptr) child.release(&child);
  }
  delete parts;
  array->release = nullptr;
}

ArrowArray make_array(const Shared& table, std::size_t length, std::size_t missing,
                      std::vector<const void*> buffers, std::vector<ArrowArray> children) {
  auto* const parts = new ArrayParts{table, std::move(buffers), std::move(children), {}};
  for (ArrowArray& child : parts->children) parts->pointers.push_back(&child);
  return {.length = static_cast<std::int64_t>(length),
          .null_count = static_cast<std::int64_t>(missing),
          .offset = 0,
          .n_buffers = static_cast<std::int64_t>(parts->buffers.size()),
          .n_children = static_cast<std::int64_t>(parts->children.size()),
          .buffers = parts->buffers.data(),
          .children = parts->pointers.data(),
          .dictionary = nullptr,
          .release = release_array,
          .private_data = parts};
}

ArrowArray array_of(const Shared& table, const TableColumn& column) {
  const void* const valid = column.valid.empty() ? nullptr : column.valid.data();
  const std::size_t rows = table->rows;
  switch (column.kind) {
    case ColumnKind::kText:
      return make_array(table, rows, column.missing,
                        {valid, column.ends.data(), column.text.data()}, {});
    case ColumnKind::kInteger:
      return make_array(table, rows, column.missing, {valid, column.integers.data()}, {});
    case ColumnKind::kNumber:
      return make_array(table, rows, column.missing, {valid, column.numbers.data()}, {});
    case ColumnKind::kFlag:
      return make_array(table, rows, column.missing, {valid, column.flags.data()}, {});
    case ColumnKind::kTexts: {
      std::vector<ArrowArray> values;
      values.push_back(make_array(table, column.ends.size() - 1, 0,
                                  {nullptr, column.ends.data(), column.text.data()}, {}));
      return make_array(table, rows, column.missing, {valid, column.list_ends.data()},
                        std::move(values));
    }
  }
  return {};
}

struct StreamParts {
  Shared table;
  bool is_given = false;
};

ArrowArrayStream make_stream(Shared shared) {
  return {.get_schema =
              [](ArrowArrayStream* stream, ArrowSchema* out) {
                try {
                  *out = schema_of(*static_cast<StreamParts*>(stream->private_data)->table);
                  return 0;
                } catch (const std::bad_alloc&) {
                  return ENOMEM;
                }
              },
          .get_next =
              [](ArrowArrayStream* stream, ArrowArray* out) {
                auto& parts = *static_cast<StreamParts*>(stream->private_data);
                *out = {};
                if (parts.is_given) return 0;
                try {
                  std::vector<ArrowArray> children;
                  for (const TableColumn& column : parts.table->columns) {
                    children.push_back(array_of(parts.table, column));
                  }
                  *out =
                      make_array(parts.table, parts.table->rows, 0, {nullptr}, std::move(children));
                } catch (const std::bad_alloc&) {
                  return ENOMEM;
                }
                parts.is_given = true;
                return 0;
              },
          .get_last_error = [](ArrowArrayStream*) -> const char* { return nullptr; },
          .release =
              [](ArrowArrayStream* stream) {
                delete static_cast<StreamParts*>(stream->private_data);
                stream->release = nullptr;
              },
          .private_data = new StreamParts{std::move(shared)}};
}

// A capsule that frees the struct if nobody has taken its content.
template <class Struct>
nb::object capsule(Struct value, const char* name) {
  auto* const held = new Struct(value);
  PyObject* const made = PyCapsule_New(held, name, [](PyObject* object) {
    auto* const found =
        static_cast<Struct*>(PyCapsule_GetPointer(object, PyCapsule_GetName(object)));
    if (found->release != nullptr) found->release(found);
    delete found;
  });
  if (made == nullptr) {
    held->release(held);
    delete held;
    throw nb::python_error();
  }
  return nb::steal(made);
}

bool bit(const std::vector<std::uint8_t>& bits, std::size_t at) {
  return (bits[at / 8] >> (at % 8) & 1) != 0;
}

nb::object text_at(const TableColumn& column, std::size_t value) {
  const auto begin = static_cast<std::size_t>(column.ends[value]);
  const auto end = static_cast<std::size_t>(column.ends[value + 1]);
  return nb::str(column.text.data() + begin, end - begin);
}

nb::object value_at(const TableColumn& column, std::size_t row) {
  if (!column.valid.empty() && !bit(column.valid, row)) return nb::none();
  switch (column.kind) {
    case ColumnKind::kText:
      return text_at(column, row);
    case ColumnKind::kInteger:
      return nb::int_(column.integers[row]);
    case ColumnKind::kNumber:
      return nb::float_(column.numbers[row]);
    case ColumnKind::kFlag:
      return nb::bool_(bit(column.flags, row));
    case ColumnKind::kTexts: {
      nb::list values;
      for (auto i = column.list_ends[row]; i < column.list_ends[row + 1]; ++i) {
        values.append(text_at(column, static_cast<std::size_t>(i)));
      }
      return values;
    }
  }
  return nb::none();
}

nb::dict columns_of(const SharedTable& self) {
  nb::dict columns;
  for (const TableColumn& column : self.table->columns) {
    nb::list values;
    for (std::size_t row = 0; row < self.table->rows; ++row) values.append(value_at(column, row));
    columns[nb::str(column.name.data(), column.name.size())] = values;
  }
  return columns;
}

}  // namespace

std::vector<pagekin::PageColumn> page_columns_of(const std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : ",") + name;
  return pagekin::parse_page_columns(joined);
}

namespace {

ColumnKind kind_named(const std::string& kind) {
  if (kind == "text") return ColumnKind::kText;
  if (kind == "integer") return ColumnKind::kInteger;
  if (kind == "number") return ColumnKind::kNumber;
  if (kind == "flag") return ColumnKind::kFlag;
  if (kind == "texts") return ColumnKind::kTexts;
  throw nb::value_error("unknown kind of a column");
}

void set_bit(std::vector<std::uint8_t>& bits, std::size_t at, bool is_set) {
  if (at / 8 == bits.size()) bits.push_back(0);
  if (is_set) bits[at / 8] = static_cast<std::uint8_t>(bits[at / 8] | 1U << at % 8);
}

void add_value(TableColumn& column, const std::string& text) {
  column.text += text;
  column.ends.push_back(static_cast<std::int64_t>(column.text.size()));
}

// A list of Python's values, None where there is no value.
TableColumn column_of(const std::string& name, ColumnKind kind, const nb::list& values) {
  TableColumn column{.name = name, .kind = kind};
  if (kind == ColumnKind::kText || kind == ColumnKind::kTexts) column.ends = {0};
  if (kind == ColumnKind::kTexts) column.list_ends = {0};
  std::size_t row = 0;
  for (const nb::handle value : values) {
    const bool is_missing = value.is_none();
    set_bit(column.valid, row, !is_missing);
    if (is_missing) ++column.missing;
    switch (kind) {
      case ColumnKind::kText:
        add_value(column, is_missing ? std::string() : nb::cast<std::string>(value));
        break;
      case ColumnKind::kInteger:
        column.integers.push_back(is_missing ? 0 : nb::cast<std::int64_t>(value));
        break;
      case ColumnKind::kNumber:
        column.numbers.push_back(is_missing ? 0 : nb::cast<double>(value));
        break;
      case ColumnKind::kFlag:
        set_bit(column.flags, row, !is_missing && nb::cast<bool>(value));
        break;
      case ColumnKind::kTexts:
        if (!is_missing) {
          for (const auto& text : nb::cast<std::vector<std::string>>(value))
            add_value(column, text);
        }
        column.list_ends.push_back(static_cast<std::int64_t>(column.ends.size() - 1));
        break;
    }
    ++row;
  }
  return column;
}

void bind_writing(nb::module_& module) {
  module.def(
      "is_table_name",
      [](const std::string& path) { return pagekin::format_of_name(path).has_value(); },
      nb::arg("path"));
  module.def("table_endings", [] { return std::string(pagekin::kTableEndings); });
  module.def(
      "write_table",
      [](const std::string& path, const std::vector<std::string>& names,
         const std::vector<std::string>& kinds, const std::vector<nb::list>& columns) {
        if (kinds.size() != names.size() || columns.size() != names.size()) {
          throw nb::value_error("as many kinds and columns as names expected");
        }
        Table table;
        table.rows = columns.empty() ? 0 : columns.front().size();
        for (std::size_t i = 0; i < names.size(); ++i) {
          table.columns.push_back(column_of(names[i], kind_named(kinds[i]), columns[i]));
        }
        const nb::gil_scoped_release unlocked;
        pagekin::write_table(table, path);
      },
      nb::arg("path"), nb::arg("names"), nb::arg("kinds"), nb::arg("columns"),
      nb::sig("def write_table(path: str, names: list[str], kinds: list[str], columns: "
              "list[list[typing.Any]]) -> None"));
}

}  // namespace

void bind_tables(nb::module_& module) {
  bind_writing(module);
  nb::class_<SharedTable>(
      module, "Table",
      "A table in memory. Anything that takes Arrow data takes it, without a copy.")
      .def("__len__", [](const SharedTable& self) { return self.table->rows; })
      .def_prop_ro(
          "column_names",
          [](const SharedTable& self) {
            std::vector<std::string> names;
            for (const TableColumn& column : self.table->columns) names.push_back(column.name);
            return names;
          },
          "The names of the columns.")
      .def("to_dict", &columns_of, "The columns as lists, by name.",
           nb::sig("def to_dict(self) -> dict[str, list[typing.Any]]"))
      .def(
          "__arrow_c_schema__",
          [](const SharedTable& self) { return capsule(schema_of(*self.table), "arrow_schema"); },
          nb::sig("def __arrow_c_schema__(self) -> object"))
      .def(
          "__arrow_c_stream__",
          [](const SharedTable& self, nb::handle) {
            return capsule(make_stream(self.table), "arrow_array_stream");
          },
          nb::arg("requested_schema") = nb::none(),
          nb::sig(
              "def __arrow_c_stream__(self, requested_schema: object | None = None) -> object"));
}

}  // namespace pagekin_python
