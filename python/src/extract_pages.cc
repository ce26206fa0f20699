// Features of many pages in one call, for pagekin.spark: no object of Python for a page.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pagekin/distribute.h"
#include "pagekin/page.h"

#include "arrays.h"
#include "page_reader.h"
#include "pages.h"

namespace pagekin_python {
namespace {

using NoteMemory = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The shared memory of python/pagekin/_divided/isolate.py, which says at which page this process
// is: the number of the page, its offset, when it began (milliseconds), and its name with the
// length before it.
class Note {
 public:
  explicit Note(const NoteMemory& memory) : bytes_(memory.data()), size_(memory.size()) {
    if (size_ < kHead) throw nb::value_error("the memory of the note is too small");
  }
  Note(const Note&) = delete;
  Note& operator=(const Note&) = delete;
  ~Note() { clear(); }

  // The number comes last: whoever sees it sees the rest.
  void set(std::uint64_t number, const pagekin::OwnedPage& page) {
    using std::chrono::duration_cast;
    using std::chrono::milliseconds;
    clear();
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const std::int64_t begun = duration_cast<milliseconds>(now).count();
    const auto offset = static_cast<std::int64_t>(page.offset);
    const std::size_t length = std::min(page.id.size(), size_ - kHead);
    const auto written = static_cast<std::int32_t>(length);
    std::memcpy(bytes_ + 8, &offset, 8);
    std::memcpy(bytes_ + 16, &begun, 8);
    std::memcpy(bytes_ + 24, &written, 4);
    std::memcpy(bytes_ + kHead, page.id.data(), length);
    set_number(static_cast<std::int64_t>(number));
  }

  // At no page.
  void clear() { set_number(-1); }

 private:
  static constexpr std::size_t kHead = 28;

  void set_number(std::int64_t number) {
    std::atomic_thread_fence(std::memory_order_release);
    std::memcpy(bytes_, &number, 8);
    std::atomic_thread_fence(std::memory_order_release);
  }

  std::uint8_t* bytes_;
  std::size_t size_;
};

// Texts one after the other, as a column of Arrow has them.
class TextColumn {
 public:
  void add(std::string_view text) {
    bytes_.append(text);
    ends_.push_back(static_cast<std::int32_t>(bytes_.size()));
  }
  std::size_t bytes() const { return bytes_.size(); }
  nb::tuple take() {
    return nb::make_tuple(array_of(std::move(ends_)), nb::bytes(bytes_.data(), bytes_.size()));
  }

 private:
  std::string bytes_;
  std::vector<std::int32_t> ends_{0};
};

// Text that may be ill-formed, as well-formed UTF-8.
std::string well_formed(const std::string& text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<signed char>(c) >= 0; })) {
    return text;
  }
  const nb::object decoded =
      nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  const nb::object encoded =
      decoded.is_valid() ? nb::steal(PyUnicode_AsUTF8String(decoded.ptr())) : nb::object();
  if (!encoded.is_valid()) throw nb::python_error();
  return {PyBytes_AsString(encoded.ptr()), static_cast<std::size_t>(PyBytes_Size(encoded.ptr()))};
}

// What was made of some pages, one entry a page.
class ExtractedPages {
 public:
  void add(std::uint64_t number, const pagekin::OwnedPage& page, pagekin::ExtractedPage&& made) {
    const std::string id = well_formed(made.name.id);
    sites_.push_back(static_cast<std::int64_t>(made.name.site));
    numbers_.push_back(static_cast<std::int64_t>(number));
    offsets_.push_back(static_cast<std::int64_t>(page.offset));
    ids_.add(id);
    inputs_.add(well_formed(page.input));
    features_.add(made.features);
    if (made.incident) {
      incidents_.append(nb::make_tuple(id, page.offset, nb::cast(*made.incident)));
    }
  }

  bool empty() const { return numbers_.empty(); }
  bool is_full() const { return numbers_.size() >= kMostPages || features_.bytes() >= kMostBytes; }

  nb::tuple take() {
    return nb::make_tuple(array_of(std::move(sites_)), array_of(std::move(numbers_)),
                          array_of(std::move(offsets_)), ids_.take(), inputs_.take(),
                          features_.take(), incidents_);
  }

 private:
  static constexpr std::size_t kMostPages = 1024;
  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;

  std::vector<std::int64_t> sites_;
  std::vector<std::int64_t> numbers_;
  std::vector<std::int64_t> offsets_;
  TextColumn ids_;
  TextColumn inputs_;
  TextColumn features_;
  nb::list incidents_;
};

// Extracts the next pages of a reader, of which the first has the number `at`. Returns the number
// of the page after them and what was made of them; None for the latter at the end. Passes over
// pages before `start` and those in `lost`.
nb::tuple extract_pages(PageReader& reader, const pagekin::PageExtractor& extractor,
                        const NoteMemory& note_memory, std::uint64_t at, std::uint64_t start,
                        const std::vector<std::uint64_t>& lost, const nb::object& probe) {
  constexpr std::size_t taken_at_once = 64;
  Note note(note_memory);
  ExtractedPages made;
  while (!made.is_full()) {
    const std::span<pagekin::OwnedPage> pages = reader.next_pages(taken_at_once);
    if (pages.empty()) break;
    for (const pagekin::OwnedPage& page : pages) {
      const std::uint64_t number = at++;
      if (number < start || std::ranges::find(lost, number) != lost.end()) continue;
      note.set(number, page);
      if (!probe.is_none()) probe(nb::bytes(page.body.data(), page.body.size()));
      pagekin::ExtractedPage extracted;
      {
        const nb::gil_scoped_release unlocked;
        extracted = extractor.extract({.id = page.id,
                                       .body = page.body,
                                       .charset = page.charset,
                                       .input = page.input,
                                       .offset = page.offset});
      }
      note.clear();  // waiting for input is not the fault of this page
      made.add(number, page, std::move(extracted));
    }
  }
  return nb::make_tuple(at, made.empty() ? nb::none() : nb::object(made.take()));
}

}  // namespace

void bind_extract_pages(nb::module_& module) {
  module.def(
      "extract_pages", extract_pages, nb::arg("reader"), nb::arg("extractor"), nb::arg("note"),
      nb::arg("at"), nb::arg("start"), nb::arg("lost"), nb::arg("probe") = nb::none(),
      nb::sig("def extract_pages(reader: PageReader, extractor: PageExtractor, note: object, at: "
              "int, start: int, lost: collections.abc.Sequence[int], probe: "
              "collections.abc.Callable[[bytes], object] | None = None) -> tuple[int, "
              "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], "
              "numpy.typing.NDArray[numpy.int64], "
              "tuple[numpy.typing.NDArray[numpy.int32], bytes], "
              "tuple[numpy.typing.NDArray[numpy.int32], bytes], "
              "tuple[numpy.typing.NDArray[numpy.int32], bytes], "
              "list[tuple[str, int, Incident]]] | None]"));
}

}  // namespace pagekin_python
