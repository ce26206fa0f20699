#include "suppliers.h"

#include <bit>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "pagekin/error.h"

#include "arrow_abi.h"

namespace pagekin_python {
namespace {

constexpr std::string_view kUtf8 = "utf-8";

// ---- Arrow

template <class Struct>
struct Released {
  Struct value{};
  Released() = default;
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;
  ~Released() {
    if (value.release != nullptr) value.release(&value);
  }
};

// Takes a struct out of a capsule, which is then empty.
template <class Struct>
void take(nb::handle capsule, const char* name, Struct& out) {
  auto* const found = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (found == nullptr) throw nb::python_error();
  if (found->release == nullptr) {
    throw pagekin::InputError("the Arrow data has been used already; it can be read only once");
  }
  out = *found;
  found->release = nullptr;
}

// A column of texts or bytes.
class Column {
 public:
  Column() = default;
  Column(const ArrowSchema& schema, const std::string& name) {
    const std::string_view format = schema.format;
    if (schema.dictionary != nullptr) {
      refuse(name, "a dictionary; cast the column to text or bytes");
    } else if (format == "u" || format == "z") {
      kind_ = Kind::kSmall;
    } else if (format == "U" || format == "Z") {
      kind_ = Kind::kLarge;
    } else if (format == "vu" || format == "vz") {
      kind_ = Kind::kView;
    } else if (format == "l") {
      kind_ = Kind::kInteger64;
    } else if (format == "L") {
      kind_ = Kind::kUnsigned64;
    } else if (format == "i") {
      kind_ = Kind::kInteger32;
    } else if (format == "I") {
      kind_ = Kind::kUnsigned32;
    } else if (format == "n") {
      kind_ = Kind::kNull;
    } else {
      refuse(name, "values of Arrow format '" + std::string(format) + "'");
    }
    is_text_ = format.ends_with('u') || format.ends_with('U');
  }

  bool is_text() const { return is_text_; }
  bool is_integer() const {
    return kind_ == Kind::kInteger64 || kind_ == Kind::kUnsigned64 || kind_ == Kind::kInteger32 ||
           kind_ == Kind::kUnsigned32;
  }

  // The array must outlive the column.
  void set(const ArrowArray& array) { array_ = &array; }

  bool is_missing(std::int64_t row) const {
    if (kind_ == Kind::kNull) return true;
    const std::int64_t at = row + array_->offset;
    const auto* const bits = static_cast<const std::uint8_t*>(array_->buffers[0]);
    return array_->null_count != 0 && bits != nullptr && (bits[at / 8] >> (at % 8) & 1) == 0;
  }

  std::string_view bytes(std::int64_t row) const {
    const std::int64_t at = row + array_->offset;
    switch (kind_) {
      case Kind::kSmall:
        return slice<std::int32_t>(at);
      case Kind::kLarge:
        return slice<std::int64_t>(at);
      case Kind::kView:
        return view(at);
      default:
        return {};
    }
  }

  // An integer as text.
  std::string digits(std::int64_t row) const {
    const std::int64_t at = row + array_->offset;
    switch (kind_) {
      case Kind::kInteger64:
        return digits_of<std::int64_t>(at);
      case Kind::kUnsigned64:
        return digits_of<std::uint64_t>(at);
      case Kind::kInteger32:
        return digits_of<std::int32_t>(at);
      case Kind::kUnsigned32:
        return digits_of<std::uint32_t>(at);
      default:
        return {};
    }
  }

 private:
  enum class Kind {
    kSmall,
    kLarge,
    kView,
    kInteger64,
    kUnsigned64,
    kInteger32,
    kUnsigned32,
    kNull
  };

  [[noreturn]] static void refuse(const std::string& name, const std::string& found) {
    throw pagekin::InputError("column '" + name + "' must have text or bytes, but has " + found);
  }

  template <class Integer>
  std::string digits_of(std::int64_t at) const {
    return std::to_string(static_cast<const Integer*>(array_->buffers[1])[at]);
  }

  template <class Offset>
  std::string_view slice(std::int64_t at) const {
    const auto* const ends = static_cast<const Offset*>(array_->buffers[1]);
    const auto* const data = static_cast<const char*>(array_->buffers[2]);
    const auto size = static_cast<std::size_t>(ends[at + 1] - ends[at]);
    return size == 0 ? std::string_view() : std::string_view(data + ends[at], size);
  }

  // 16 bytes: the length, then up to 12 bytes, or 4 first bytes, a buffer and an offset in it.
  std::string_view view(std::int64_t at) const {
    const auto* const entry = static_cast<const char*>(array_->buffers[1]) + 16 * at;
    std::int32_t parts[4];
    std::memcpy(parts, entry, sizeof parts);
    const auto size = static_cast<std::size_t>(parts[0]);
    if (size <= 12) return {entry + 4, size};
    const auto* const data = static_cast<const char*>(array_->buffers[2 + parts[2]]);
    return {data + parts[3], size};
  }

  Kind kind_ = Kind::kNull;
  bool is_text_ = false;
  const ArrowArray* array_ = nullptr;
};

// One batch of rows, and ids that are made here.
struct ArrowRows {
  Released<ArrowArray> array;
  std::deque<std::string> made_ids;
};

class ArrowSupplier final : public Supplier {
 public:
  ArrowSupplier(nb::object open, std::string url, std::string html, bool can_begin_again)
      : url_(std::move(url)), html_(std::move(html)), can_begin_again_(can_begin_again) {
    open_.add(nb::borrow(open));
    open_function_ = open;
  }

  void begin() override {
    call().on_caller([&] { open(); });
    rows_ = 0;
    read_schema();
  }

  Batch next() override {
    for (;;) {
      auto rows = std::make_shared<ArrowRows>();
      if (!next_array(rows->array.value)) return {};
      Batch batch;
      fill(batch, *rows);
      if (batch.pages.empty()) continue;
      batch.owner = std::move(rows);
      return batch;
    }
  }

  bool can_begin_again() const override { return can_begin_again_; }

 private:
  // With the lock.
  void open() {
    stream_ = std::make_unique<Released<ArrowArrayStream>>();
    only_array_.reset();
    only_schema_ = std::make_unique<Released<ArrowSchema>>();
    const nb::object source = open_function_();
    if (nb::hasattr(source, "__arrow_c_stream__")) {
      take(nb::object(source.attr("__arrow_c_stream__")()), "arrow_array_stream", stream_->value);
      return;
    }
    const auto pair = nb::cast<nb::tuple>(source.attr("__arrow_c_array__")());
    only_array_ = std::make_shared<Released<ArrowArray>>();
    take(pair[0], "arrow_schema", only_schema_->value);
    take(pair[1], "arrow_array", only_array_->value);
  }

  void check(int status) const {
    if (status == 0) return;
    const char* const text = stream_->value.get_last_error(&stream_->value);
    throw pagekin::InputError(std::string("the Arrow stream failed: ") +
                              (text != nullptr ? text : std::strerror(status)));
  }

  void read_schema() {
    if (!only_array_) {
      check(stream_->value.get_schema(&stream_->value, &only_schema_->value));
    }
    const ArrowSchema& schema = only_schema_->value;
    if (std::string_view(schema.format) != "+s") {
      throw pagekin::InputError("expected a table with a column '" + html_ +
                                "', got Arrow values of format '" + schema.format + "'");
    }
    html_at_ = find(schema, html_);
    if (html_at_ < 0) {
      throw pagekin::InputError("the table has no column '" + html_ + "'; it has " +
                                names_of(schema) + "; option `html` says which one has the pages");
    }
    pages_ = Column(*schema.children[html_at_], html_);
    if (pages_.is_integer()) {
      throw pagekin::InputError("column '" + html_ + "' must have text or bytes, but has numbers");
    }
    url_at_ = url_.empty() ? -1 : find(schema, url_);
    if (url_at_ >= 0) addresses_ = Column(*schema.children[url_at_], url_);
  }

  static std::int64_t find(const ArrowSchema& schema, std::string_view name) {
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      if (schema.children[i]->name != nullptr && schema.children[i]->name == name) return i;
    }
    return -1;
  }

  static std::string names_of(const ArrowSchema& schema) {
    std::string names;
    for (std::int64_t i = 0; i < schema.n_children && i < 20; ++i) {
      const char* const name = schema.children[i]->name;
      const bool has_name = name != nullptr && *name != '\0';
      names += (i == 0 ? "" : ", ") + std::string(has_name ? name : "a column without a name");
    }
    return names.empty() ? "none" : names;
  }

  bool next_array(ArrowArray& array) {
    if (only_array_) {
      array = std::exchange(only_array_->value, {});
      return array.release != nullptr;
    }
    check(stream_->value.get_next(&stream_->value, &array));
    return array.release != nullptr;
  }

  void fill(Batch& batch, ArrowRows& rows) {
    const ArrowArray& table = rows.array.value;
    pages_.set(*table.children[html_at_]);
    if (url_at_ >= 0) addresses_.set(*table.children[url_at_]);
    batch.pages.reserve(static_cast<std::size_t>(table.length));
    for (std::int64_t i = 0; i < table.length; ++i) {
      const std::int64_t row = i + table.offset;  // that of a struct is added to its columns
      pagekin::Page page{.charset = pages_.is_text() ? kUtf8 : std::string_view()};
      if (!pages_.is_missing(row)) page.body = pages_.bytes(row);
      if (url_at_ < 0 || addresses_.is_missing(row)) {
        page.id = rows.made_ids.emplace_back(std::to_string(rows_));
      } else if (addresses_.is_integer()) {
        page.id = rows.made_ids.emplace_back(addresses_.digits(row));
      } else {
        page.id = addresses_.bytes(row);
      }
      batch.pages.push_back(page);
      ++rows_;
    }
  }

  KeptObjects open_;
  nb::handle open_function_;
  std::string url_, html_;
  bool can_begin_again_;
  std::unique_ptr<Released<ArrowArrayStream>> stream_;
  std::unique_ptr<Released<ArrowSchema>> only_schema_;
  std::shared_ptr<Released<ArrowArray>> only_array_;
  std::int64_t url_at_ = -1, html_at_ = -1;
  Column pages_, addresses_;
};

// ---- iterables

struct PythonRows {
  KeptObjects objects;
  std::deque<std::string> made_ids;
};

class PythonSupplier final : public Supplier {
 public:
  PythonSupplier(nb::object open, bool can_begin_again, std::uint64_t size)
      : can_begin_again_(can_begin_again), size_(size) {
    open_.add(nb::borrow(open));
    open_function_ = open;
  }

  void begin() override {
    call().on_caller([&] {
      iterator_ = std::make_unique<KeptObjects>();
      nb::object opened = nb::steal(PyObject_GetIter(nb::object(open_function_()).ptr()));
      if (!opened.is_valid()) throw nb::python_error();
      next_ = opened;
      iterator_->add(std::move(opened));
    });
    rows_ = 0;
  }

  Batch next() override {
    Batch batch;
    const auto rows = std::make_shared<PythonRows>();
    call().on_caller([&] { fill(batch, *rows); });
    batch.owner = rows;
    return batch;
  }

  bool can_begin_again() const override { return can_begin_again_; }
  std::uint64_t size() const override { return size_; }

 private:
  static constexpr std::size_t kMostPages = 256;
  static constexpr std::size_t kEnoughBytes = std::size_t{1} << 20;

  // With the lock.
  void fill(Batch& batch, PythonRows& rows) {
    std::size_t bytes = 0;
    while (batch.pages.size() < kMostPages && bytes < kEnoughBytes) {
      const nb::object item = nb::steal(PyIter_Next(next_.ptr()));
      if (!item.is_valid()) {
        if (PyErr_Occurred() != nullptr) throw nb::python_error();
        return;
      }
      pagekin::Page page;
      set_id(page, nb::object(item[0]), rows);
      set_body(page, nb::object(item[1]), rows);
      bytes += page.body.size();
      batch.pages.push_back(page);
      ++rows_;
    }
  }

  void set_id(pagekin::Page& page, nb::object id, PythonRows& rows) const {
    if (id.is_none()) {
      page.id = rows.made_ids.emplace_back(std::to_string(rows_));
      return;
    }
    page.id = text_of(std::move(id), rows);
  }

  static void set_body(pagekin::Page& page, nb::object body, PythonRows& rows) {
    if (PyBytes_Check(body.ptr())) {
      page.body = {PyBytes_AsString(body.ptr()),
                   static_cast<std::size_t>(PyBytes_Size(body.ptr()))};
      rows.objects.add(std::move(body));
      return;
    }
    page.body = text_of(std::move(body), rows);
    page.charset = kUtf8;
  }

  // As UTF-8. A string keeps no copy of it, so that the memory of a large list does not double.
  static std::string_view text_of(nb::object text, PythonRows& rows) {
    nb::object bytes = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
    if (!bytes.is_valid()) throw nb::python_error();
    const std::string_view view = {PyBytes_AsString(bytes.ptr()),
                                   static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
    rows.objects.add(std::move(bytes));
    return view;
  }

  KeptObjects open_;
  nb::handle open_function_;
  std::unique_ptr<KeptObjects> iterator_;
  nb::handle next_;
  bool can_begin_again_;
  std::uint64_t size_;
};

}  // namespace

Call& Supplier::call() const {
  if (call_ == nullptr) throw std::logic_error("pages are read outside a call");
  return *call_;
}

KeptObjects::~KeptObjects() {
  if (objects_.empty() || Py_IsInitialized() == 0) return;
  const nb::gil_scoped_acquire locked;
  for (PyObject* const object : objects_) Py_DECREF(object);
}

std::shared_ptr<Supplier> arrow_supplier(nb::object open, std::string url, std::string html,
                                         bool can_begin_again) {
  return std::make_shared<ArrowSupplier>(std::move(open), std::move(url), std::move(html),
                                         can_begin_again);
}

std::shared_ptr<Supplier> python_supplier(nb::object open, bool can_begin_again,
                                          std::uint64_t size) {
  return std::make_shared<PythonSupplier>(std::move(open), can_begin_again, size);
}

}  // namespace pagekin_python
