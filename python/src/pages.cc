#include "pages.h"

#include <map>
#include <optional>
#include <utility>

#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pagekin/features.h"
#include "pagekin/page.h"
#include "pagekin/read.h"

#include "page_reader.h"

namespace pagekin_python {
namespace {

using pagekin::OwnedPage;

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

// Text that may be ill-formed.
nb::object str_of(const std::string& text) {
  PyObject* const made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

pagekin::Page view_of(const OwnedPage& page) {
  return {.id = page.id,
          .body = page.body,
          .charset = page.charset,
          .input = page.input,
          .offset = page.offset};
}

// The bytes of a file name, which need not be UTF-8.
std::string file_name(nb::handle name) {
  const nb::object bytes = nb::steal(PyUnicode_EncodeFSDefault(name.ptr()));
  if (!bytes.is_valid()) throw nb::python_error();
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

nb::dict features_dict(const pagekin::PageFeatures& found) {
  nb::dict result;
  result["fingerprint"] = nb::bytes(found.fingerprint.data(), found.fingerprint.size());
  result["tag_hash"] = found.tag_hash;
  result["head_hash"] = found.head_hash;
  result["elements"] = found.elements;
  result["element_count"] = found.element_count;
  result["depth"] = found.depth;
  result["class_names"] = found.class_names;
  result["marks"] = found.marks;
  nb::list names;
  for (const std::string& name : found.mark_names) names.append(str_of(name));
  result["mark_names"] = names;
  result["host"] = str_of(found.host);
  result["url_shape"] = str_of(found.url_shape);
  result["limits"] = found.limits;
  return result;
}

}  // namespace

GivenPage::GivenPage(nb::handle html, const std::string& url) : url_(url) {
  page_.id = url_;
  PyObject* bytes = html.ptr();
  if (PyUnicode_Check(bytes)) {
    encoded_ = nb::steal(PyUnicode_AsEncodedString(bytes, "utf-8", "surrogatepass"));
    page_.charset = "utf-8";
  } else if (PyBytes_Check(bytes)) {
    encoded_ = nb::borrow(html);
  } else if (PyObject_CheckBuffer(bytes) != 0) {
    encoded_ = nb::steal(PyBytes_FromObject(bytes));  // bytearray, memoryview
  } else {
    const std::string kind = nb::cast<std::string>(html.type().attr("__name__"));
    throw nb::type_error(("expected a page as str or bytes, got " + kind).c_str());
  }
  if (!encoded_.is_valid()) throw nb::python_error();
  page_.body = {PyBytes_AsString(encoded_.ptr()),
                static_cast<std::size_t>(PyBytes_Size(encoded_.ptr()))};
}

void bind_pages(nb::module_& module) {
  nb::class_<PythonSource>(module, "Source")
      .def(
          "__init__",
          [](PythonSource* self, const std::vector<nb::object>& inputs, std::size_t max_page_bytes,
             bool all_status, bool verify_digests, bool strict, std::string url_field,
             std::string html_field, std::string html_encoding, bool listed_pages,
             std::string archives) {
            std::vector<std::string> names;
            for (const nb::object& input : inputs) names.push_back(file_name(input));
            new (self) PythonSource{{.inputs = std::move(names),
                                     .max_page_bytes = max_page_bytes,
                                     .all_status = all_status,
                                     .verify_digests = verify_digests,
                                     .strict = strict,
                                     .url_field = std::move(url_field),
                                     .html_field = std::move(html_field),
                                     .html_encoding = std::move(html_encoding),
                                     .listed_pages = listed_pages,
                                     .archives = std::move(archives)}};
          },
          nb::arg("inputs"), nb::arg("max_page_bytes") = 10'000'000, nb::arg("all_status") = false,
          nb::arg("verify_digests") = false, nb::arg("strict") = false,
          nb::arg("url_field") = "url", nb::arg("html_field") = "html",
          nb::arg("html_encoding") = "auto", nb::arg("listed_pages") = false,
          nb::arg("archives") = "",
          nb::sig(
              "def __init__(self, inputs: collections.abc.Sequence[str], max_page_bytes: int = "
              "10000000, all_status: bool = False, verify_digests: bool = False, strict: bool = "
              "False, url_field: str = 'url', html_field: str = 'html', html_encoding: str = "
              "'auto', listed_pages: bool = False, archives: str = '') -> None"))
      .def(
          "supply_arrow",
          [](PythonSource& self, nb::object open, std::string url, std::string html, bool again) {
            self.supplier = arrow_supplier(std::move(open), std::move(url), std::move(html), again);
            self.source.pages = self.supplier;
          },
          nb::arg("open"), nb::arg("url"), nb::arg("html"), nb::arg("can_begin_again"),
          nb::sig("def supply_arrow(self, open: collections.abc.Callable[[], object], url: str, "
                  "html: str, can_begin_again: bool) -> None"))
      .def(
          "supply",
          [](PythonSource& self, nb::object open, bool again, std::uint64_t size) {
            self.supplier = python_supplier(std::move(open), again, size);
            self.source.pages = self.supplier;
          },
          nb::arg("open"), nb::arg("can_begin_again"), nb::arg("size") = 0,
          nb::sig("def supply(self, open: collections.abc.Callable[[], "
                  "collections.abc.Iterable[tuple[str | None, str | bytes]]], can_begin_again: "
                  "bool, size: int = 0) -> None"))
      .def(
          "take_part",
          [](PythonSource& self, std::uint64_t begin, std::uint64_t end, bool begins_exactly) {
            self.part = pagekin::FilePart{.input = self.source.inputs.at(0),
                                          .begin = begin,
                                          .end = end,
                                          .begins_exactly = begins_exactly};
          },
          nb::arg("begin"), nb::arg("end"), nb::arg("begins_exactly"))
      .def_prop_ro("in_memory", [](const PythonSource& self) { return self.supplier != nullptr; })
      .def_prop_ro("rows", [](const PythonSource& self) -> std::uint64_t {
        return self.supplier ? self.supplier->rows() : 0;
      });

  nb::class_<OwnedPage>(module, "Page", "A page that was read.")
      .def_prop_ro(
          "url", [](const OwnedPage& self) { return str_of(self.id); },
          nb::sig("def url(self, /) -> str"),
          "The address, a path or another name; no two pages of a reading have the same.")
      .def_prop_ro(
          "html", [](const OwnedPage& self) { return bytes_of(self.body); },
          "The bytes of the document, without transfer or content coding.")
      .def_prop_ro(
          "text", [](const OwnedPage& self) { return str_of(pagekin::page_text(view_of(self))); },
          nb::sig("def text(self, /) -> str"), "The document as text, decoded as browsers do.")
      .def_prop_ro(
          "charset", [](const OwnedPage& self) { return str_of(self.charset); },
          nb::sig("def charset(self, /) -> str"), "The encoding that HTTP declared; empty: none.")
      .def_prop_ro(
          "input", [](const OwnedPage& self) { return str_of(self.input); },
          nb::sig("def input(self, /) -> str"), "The input that it comes from, as it was named.")
      .def_prop_ro(
          "offset", [](const OwnedPage& self) { return self.offset; },
          "Its place in the input, in bytes.")
      .def("__len__", [](const OwnedPage& self) { return self.body.size(); })
      .def(
          "__getstate__",
          [](const OwnedPage& self) {
            return nb::make_tuple(bytes_of(self.id), bytes_of(self.body), bytes_of(self.charset),
                                  bytes_of(self.input), self.offset);
          },
          nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def(
          "__setstate__",
          [](OwnedPage& self, const nb::tuple& state) {
            const auto text = [&](std::size_t i) {
              const auto bytes = nb::cast<nb::bytes>(state[i]);
              return std::string(bytes.c_str(), bytes.size());
            };
            new (&self) OwnedPage{.id = text(0),
                                  .body = text(1),
                                  .charset = text(2),
                                  .input = text(3),
                                  .offset = nb::cast<std::uint64_t>(state[4])};
          },
          nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"))
      .def("__repr__", [](const OwnedPage& self) {
        return nb::str("Page(url={!r}, {} bytes)").format(str_of(self.id), self.body.size());
      });

  nb::class_<pagekin::Incident>(module, "Incident",
                                "A page that was skipped, or used only in part.")
      .def_prop_ro(
          "input", [](const pagekin::Incident& self) { return str_of(self.input); },
          nb::sig("def input(self, /) -> str"), "The input, as it was named.")
      .def_prop_ro(
          "page", [](const pagekin::Incident& self) { return str_of(self.page); },
          nb::sig("def page(self, /) -> str"), "The id of the page; empty: not known.")
      .def_ro("offset", &pagekin::Incident::offset,
              "Where in the input it begins, in bytes; of pages in memory the number of the row.")
      .def_prop_ro(
          "reason", [](const pagekin::Incident& self) { return std::string(to_text(self.reason)); },
          "In a word: empty, binary, status, damaged, too long ...")
      .def_prop_ro(
          "is_skipped",
          [](const pagekin::Incident& self) {
            return fate_of(self.reason) == pagekin::Fate::kSkipped;
          },
          "Whether the page was left out; otherwise a part of it was used.")
      .def_prop_ro(
          "detail", [](const pagekin::Incident& self) { return str_of(self.detail); },
          nb::sig("def detail(self, /) -> str"), "What was expected and what was found.")
      .def("__repr__",
           [](const pagekin::Incident& self) {
             return nb::str("Incident({!r})").format(str_of(pagekin::to_text(self)));
           })
      .def(
          "__str__", [](const pagekin::Incident& self) { return str_of(to_text(self)); },
          nb::sig("def __str__(self) -> str"))
      .def(
          "__getstate__",
          [](const pagekin::Incident& self) {
            return nb::make_tuple(bytes_of(self.input), bytes_of(self.page), self.offset,
                                  static_cast<int>(self.reason), bytes_of(self.detail));
          },
          nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def(
          "__setstate__",
          [](pagekin::Incident& self, const nb::tuple& state) {
            const auto text = [&](std::size_t i) {
              const auto bytes = nb::cast<nb::bytes>(state[i]);
              return std::string(bytes.c_str(), bytes.size());
            };
            new (&self)
                pagekin::Incident{.input = text(0),
                                  .page = text(1),
                                  .offset = nb::cast<std::uint64_t>(state[2]),
                                  .reason = static_cast<pagekin::Reason>(nb::cast<int>(state[3])),
                                  .detail = text(4)};
          },
          nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"));

  nb::class_<pagekin::PageCounts>(module, "PageCounts", "How many pages were read and used.")
      .def_prop_ro("read", &pagekin::PageCounts::read, "Used and skipped pages.")
      .def_ro("used", &pagekin::PageCounts::used, "Pages that were used, limited ones included.")
      .def_ro("limited", &pagekin::PageCounts::limited, "Pages that were used only in part.")
      .def_ro("skipped", &pagekin::PageCounts::skipped, "Pages that were left out.")
      .def_prop_ro(
          "by_reason",
          [](const pagekin::PageCounts& self) {
            std::map<std::string, std::uint64_t> reasons;
            for (std::size_t i = 0; i < pagekin::kReasonCount; ++i) {
              if (self.by_reason[i] == 0) continue;
              reasons.emplace(to_text(static_cast<pagekin::Reason>(i)), self.by_reason[i]);
            }
            return reasons;
          },
          "Skipped and limited pages by reason.")
      .def_prop_ro(
          "passed_over",
          [](const pagekin::PageCounts& self) {
            std::map<std::string, std::uint64_t> kinds;
            for (std::size_t i = 0; i < pagekin::kPassedOverCount; ++i) {
              if (self.passed_over[i] == 0) continue;
              kinds.emplace(to_text(static_cast<pagekin::PassedOver>(i)), self.passed_over[i]);
            }
            return kinds;
          },
          "What was not taken for a page, by kind: files of a directory that are not named as "
          "pages, pages that the lists of a WACZ file do not name. Neither used nor skipped.")
      .def(
          "__getstate__",
          [](const pagekin::PageCounts& self) {
            nb::list reasons;
            for (const std::uint64_t count : self.by_reason) reasons.append(count);
            nb::list passed_over;
            for (const std::uint64_t count : self.passed_over) passed_over.append(count);
            return nb::make_tuple(self.used, self.limited, self.skipped, reasons, passed_over);
          },
          nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def(
          "__setstate__",
          [](pagekin::PageCounts& self, const nb::tuple& state) {
            new (&self) pagekin::PageCounts{.used = nb::cast<std::uint64_t>(state[0]),
                                            .limited = nb::cast<std::uint64_t>(state[1]),
                                            .skipped = nb::cast<std::uint64_t>(state[2])};
            std::size_t place = 0;
            for (const nb::handle count : nb::cast<nb::list>(state[3])) {
              if (place < pagekin::kReasonCount) {
                self.by_reason[place++] = nb::cast<std::uint64_t>(count);
              }
            }
            if (nb::len(state) < 5) return;  // of version 0.2
            place = 0;
            for (const nb::handle count : nb::cast<nb::list>(state[4])) {
              if (place < pagekin::kPassedOverCount) {
                self.passed_over[place++] = nb::cast<std::uint64_t>(count);
              }
            }
          },
          nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"))
      .def("__repr__", [](const pagekin::PageCounts& self) {
        return nb::str("PageCounts(read={}, used={}, limited={}, skipped={})")
            .format(self.read(), self.used, self.limited, self.skipped);
      });

  module.def(
      "sum_counts",
      [](const std::vector<pagekin::PageCounts>& counts,
         const std::vector<pagekin::Incident>& skipped) {
        pagekin::PageCounts sum;
        for (const pagekin::PageCounts& part : counts) {
          sum.used += part.used;
          sum.limited += part.limited;
          sum.skipped += part.skipped;
          for (std::size_t i = 0; i < pagekin::kReasonCount; ++i) {
            sum.by_reason[i] += part.by_reason[i];
          }
          for (std::size_t i = 0; i < pagekin::kPassedOverCount; ++i) {
            sum.passed_over[i] += part.passed_over[i];
          }
        }
        for (const pagekin::Incident& incident : skipped) {
          if (fate_of(incident.reason) != pagekin::Fate::kSkipped) continue;
          ++sum.skipped;
          ++sum.by_reason[static_cast<std::size_t>(incident.reason)];
        }
        return sum;
      },
      nb::arg("counts"), nb::arg("skipped"),
      nb::sig("def sum_counts(counts: list[PageCounts], skipped: list[Incident]) -> PageCounts"));

  nb::class_<PageReader>(module, "PageReader",
                         "Iterates over the pages of inputs; reads ahead on threads of its own.")
      .def(nb::init<const PythonSource&, unsigned>(), nb::arg("source"), nb::arg("threads") = 0)
      .def(
          "__iter__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __iter__(self) -> PageReader"))
      .def("__next__", &PageReader::next)
      .def("close", &PageReader::close, "Ends the reading.")
      .def(
          "__enter__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __enter__(self) -> PageReader"))
      .def(
          "__exit__", [](PageReader& self, nb::args) { self.close(); },
          nb::sig("def __exit__(self, *args: object) -> None"))
      .def_prop_ro("incidents", &PageReader::incidents,
                   "Pages that were skipped or limited so far.")
      .def_prop_ro("counts", &PageReader::counts, "How many pages were read; known at the end.")
      .def_prop_ro(
          "ends",
          [](PageReader& self) -> nb::object {
            const std::optional<pagekin::FilePartEnds> ends = self.ends();
            if (!ends) return nb::none();
            const nb::object first = ends->first ? nb::object(nb::int_(*ends->first)) : nb::none();
            return nb::make_tuple(first, ends->next, ends->is_open);
          },
          nb::sig("def ends(self, /) -> tuple[int | None, int, bool] | None"),
          "Of a part, at its end: where its first record begins, where the first record after it "
          "does, and whether nothing is proved there. See PartChain.");

  module.def(
      "divide",
      [](nb::handle path, std::uint64_t part_bytes) {
        const std::string name = file_name(path);
        std::vector<pagekin::FilePart> parts;
        {
          const nb::gil_scoped_release unlocked;
          parts = pagekin::divide_input(name, part_bytes);
        }
        nb::list list;
        for (const pagekin::FilePart& part : parts) {
          list.append(nb::make_tuple(part.begin, part.end));
        }
        return list;
      },
      nb::arg("path"), nb::arg("part_bytes"),
      nb::sig("def divide(path: str, part_bytes: int) -> list[tuple[int, int]]"));

  module.def(
      "features",
      [](nb::handle html, const std::string& url, int length) {
        const GivenPage given(html, url);
        pagekin::PageFeatures found;
        {
          const nb::gil_scoped_release unlocked;
          found = pagekin::extract_features(given.page(), length);
        }
        return features_dict(found);
      },
      nb::arg("html"), nb::arg("url") = "", nb::arg("length") = 25,
      nb::sig("def features(html: str | bytes, url: str = '', length: int = 25) -> dict[str, "
              "typing.Any]"));
}

}  // namespace pagekin_python
