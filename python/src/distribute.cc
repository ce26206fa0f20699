// The steps of a clustering, for pagekin.spark.
#include "pagekin/distribute.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pagekin/classify.h"
#include "pagekin/cluster.h"
#include "pagekin/read.h"
#include "pagekin/table.h"

#include "arrays.h"
#include "pages.h"
#include "tables.h"

namespace pagekin_python {
namespace {

nb::object str_of(const std::string& text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

std::string_view view_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

// (id, site as a signed number, features, incident or None). Spark has no unsigned numbers.
nb::tuple tuple_of(const pagekin::ExtractedPage& page) {
  const nb::object incident = page.incident ? nb::cast(*page.incident) : nb::none();
  return nb::make_tuple(str_of(page.name.id), static_cast<std::int64_t>(page.name.site),
                        bytes_of(page.features), incident);
}

// The same with (template, score, title) in place of features.
nb::tuple tuple_of(const pagekin::PageName& name, const pagekin::Decision& decision,
                   const std::optional<pagekin::Incident>& incident) {
  return nb::make_tuple(
      str_of(name.id), static_cast<std::int64_t>(name.site),
      nb::make_tuple(str_of(decision.template_id.text()), decision.score, str_of(decision.title)),
      incident ? nb::cast(*incident) : nb::none());
}

pagekin::Page view_of(const pagekin::OwnedPage& page) {
  return {.id = page.id,
          .body = page.body,
          .charset = page.charset,
          .input = page.input,
          .offset = page.offset};
}

// Pages whose features were extracted before.
class FeatureClusterer {
 public:
  FeatureClusterer(const std::string& method, const std::string& measure, unsigned threads)
      : call_(threads, nb::none()),
        clusterer_({.method = method, .measure = measure}, call_.run()) {}

  void add(const std::string& id, const nb::bytes& features) {
    clusterer_.add_extracted(id, view_of(features));
  }

  // The columns of pagekin::page_table(), one row a page in the order of add().
  SharedTable finish(const std::vector<std::string>& columns) {
    const std::vector<pagekin::PageColumn> chosen = page_columns_of(columns);
    return call_([&] {
      return SharedTable{
          std::make_shared<const pagekin::Table>(pagekin::page_table(clusterer_.finish(), chosen))};
    });
  }

 private:
  Call call_;
  pagekin::Clusterer clusterer_;
};

std::vector<std::string_view> views_of(const std::vector<nb::bytes>& pages) {
  std::vector<std::string_view> views;
  views.reserve(pages.size());
  for (const nb::bytes& page : pages) views.push_back(view_of(page));
  return views;
}

using Pair = pagekin::NeighbourSearch::Pair;

// Two arrays: the first and the second pages.
nb::tuple tuple_of(const std::vector<Pair>& pairs) {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> second;
  first.reserve(pairs.size());
  second.reserve(pairs.size());
  for (const Pair& pair : pairs) {
    first.push_back(pair[0]);
    second.push_back(pair[1]);
  }
  return nb::make_tuple(array_of(std::move(first)), array_of(std::move(second)));
}

template <class Number>
using Given = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
std::span<const Number> span_of(const Given<Number>& array) {
  return {array.data(), array.size()};
}

// Functions of blocks take all pages of a block in one call.
void bind_neighbours(nb::module_& module) {
  using pagekin::NeighbourSearch;
  nb::class_<NeighbourSearch>(module, "NeighbourSearch")
      .def(nb::init<const std::string&, const std::string&>(), nb::arg("method") = "snn",
           nb::arg("measure") = "")
      .def_prop_ro("is_divisible", &NeighbourSearch::is_divisible)
      .def_prop_ro("has_values", &NeighbourSearch::has_values)
      .def_prop_ro("overlap", &NeighbourSearch::overlap)
      .def_prop_ro("max_iterations", &NeighbourSearch::max_iterations)
      .def(
          "place",
          [](const NeighbourSearch& self, const nb::bytes& features) {
            const pagekin::BlockPlace place = self.place(view_of(features));
            return nb::make_tuple(static_cast<std::int64_t>(place.order), place.weight,
                                  place.lightest);
          },
          nb::arg("features"), nb::sig("def place(self, features: bytes) -> tuple[int, int, int]"))
      .def(
          "values",
          [](const NeighbourSearch& self, const std::vector<nb::bytes>& pages) {
            std::vector<std::uint64_t> all;
            for (const std::string_view page : views_of(pages)) {
              const std::vector<std::uint64_t> values = self.values(page);
              all.insert(all.end(), values.begin(), values.end());
            }
            return array_of(std::move(all));
          },
          nb::arg("pages"),
          nb::sig("def values(self, pages: collections.abc.Sequence[bytes]) -> "
                  "numpy.typing.NDArray[numpy.uint64]"))
      .def(
          "set_counts",
          [](NeighbourSearch& self, const Given<std::uint64_t>& values,
             const Given<std::uint64_t>& counts) {
            self.set_counts(span_of(values), span_of(counts));
          },
          nb::arg("values"), nb::arg("counts"),
          nb::sig("def set_counts(self, values: numpy.typing.NDArray[numpy.uint64], counts: "
                  "numpy.typing.NDArray[numpy.uint64]) -> None"))
      .def(
          "keys",
          [](const NeighbourSearch& self, const std::vector<nb::bytes>& pages) {
            std::vector<std::uint64_t> keys;
            std::vector<std::uint8_t> leading;
            for (const std::string_view page : views_of(pages)) {
              for (const pagekin::BlockKey& key : self.keys(page)) {
                keys.push_back(key.value);
                leading.push_back(key.is_leading ? 1 : 0);
              }
            }
            return nb::make_tuple(array_of(std::move(keys)), array_of(std::move(leading)));
          },
          nb::arg("pages"),
          nb::sig("def keys(self, pages: collections.abc.Sequence[bytes]) -> "
                  "tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.uint8]]"))
      .def(
          "pairs",
          [](const NeighbourSearch& self, const std::vector<nb::bytes>& first,
             const std::optional<std::vector<nb::bytes>>& second) {
            const std::vector<std::string_view> a = views_of(first);
            const std::vector<std::string_view> b = second ? views_of(*second) : decltype(a){};
            std::vector<Pair> found;
            {
              const nb::gil_scoped_release unlocked;
              found = second ? self.pairs(a, b) : self.pairs(a);
            }
            return tuple_of(found);
          },
          nb::arg("first"), nb::arg("second") = nb::none(),
          nb::sig("def pairs(self, first: collections.abc.Sequence[bytes], second: "
                  "collections.abc.Sequence[bytes] | None = None) -> "
                  "tuple[numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.uint32]]"))
      .def(
          "cluster",
          [](const NeighbourSearch& self, const Given<std::uint32_t>& weights,
             const Given<std::uint32_t>& first, const Given<std::uint32_t>& second) {
            if (first.size() != second.size()) throw nb::value_error("pairs have two pages");
            std::vector<std::uint32_t> labels;
            {
              const nb::gil_scoped_release unlocked;
              std::vector<Pair> similar;
              similar.reserve(first.size());
              for (std::size_t i = 0; i < first.size(); ++i) {
                similar.push_back({first.data()[i], second.data()[i]});
              }
              labels = self.cluster(span_of(weights), similar);
            }
            return array_of(std::move(labels));
          },
          nb::arg("weights"), nb::arg("first"), nb::arg("second"),
          nb::sig("def cluster(self, weights: numpy.typing.NDArray[numpy.uint32], first: "
                  "numpy.typing.NDArray[numpy.uint32], second: "
                  "numpy.typing.NDArray[numpy.uint32]) -> numpy.typing.NDArray[numpy.uint32]"));
}

// Arrays by variant and by best page; see number_sites() of distribute.h.
void bind_numbers(nb::module_& module) {
  module.def(
      "number_sites",
      [](const Given<std::uint32_t>& joined, const Given<std::uint64_t>& pages,
         const Given<std::uint64_t>& first, const Given<std::uint64_t>& best,
         const Given<std::uint32_t>& top_joined, const Given<std::uint64_t>& top_page,
         const Given<std::uint64_t>& top_place, const Given<float>& top_confidence,
         bool has_variants) {
        if (pages.size() != joined.size() || first.size() != joined.size() ||
            best.size() != joined.size() || top_page.size() != top_joined.size() ||
            top_place.size() != top_joined.size() || top_confidence.size() != top_joined.size()) {
          throw nb::value_error("arrays of one length expected");
        }
        pagekin::SiteNumbers numbers;
        {
          const nb::gil_scoped_release unlocked;
          std::vector<pagekin::SiteVariant> variants(joined.size());
          for (std::size_t i = 0; i < variants.size(); ++i) {
            variants[i] = {.joined = joined.data()[i],
                           .pages = pages.data()[i],
                           .first = first.data()[i],
                           .best = {.page = best.data()[i]}};
          }
          std::vector<pagekin::SiteBest> tops(top_joined.size());
          for (std::size_t i = 0; i < tops.size(); ++i) {
            tops[i] = {.joined = top_joined.data()[i],
                       .page = {.page = top_page.data()[i],
                                .place = top_place.data()[i],
                                .confidence = top_confidence.data()[i]}};
          }
          numbers = pagekin::number_sites(variants, tops, has_variants);
        }
        return nb::make_tuple(array_of(std::move(numbers.template_of)),
                              array_of(std::move(numbers.variant_of)),
                              array_of(std::move(numbers.representatives)), numbers.templates);
      },
      nb::arg("joined"), nb::arg("pages"), nb::arg("first"), nb::arg("best"), nb::arg("top_joined"),
      nb::arg("top_page"), nb::arg("top_place"), nb::arg("top_confidence"), nb::arg("has_variants"),
      nb::sig(
          "def number_sites(joined: numpy.typing.NDArray[numpy.uint32], pages: "
          "numpy.typing.NDArray[numpy.uint64], first: numpy.typing.NDArray[numpy.uint64], best: "
          "numpy.typing.NDArray[numpy.uint64], top_joined: numpy.typing.NDArray[numpy.uint32], "
          "top_page: numpy.typing.NDArray[numpy.uint64], top_place: "
          "numpy.typing.NDArray[numpy.uint64], top_confidence: "
          "numpy.typing.NDArray[numpy.float32], has_variants: bool) -> "
          "tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.uint64], "
          "numpy.typing.NDArray[numpy.uint64], int]"));
  module.def(
      "shown_confidence",
      [](const Given<float>& confidence) {
        std::vector<double> shown;
        shown.reserve(confidence.size());
        for (std::size_t i = 0; i < confidence.size(); ++i) {
          shown.push_back(pagekin::shown_confidence(confidence.data()[i]));
        }
        return array_of(std::move(shown));
      },
      nb::arg("confidence"),
      nb::sig("def shown_confidence(confidence: numpy.typing.NDArray[numpy.float32]) -> "
              "numpy.typing.NDArray[numpy.float64]"));

  nb::class_<pagekin::PageRowWriter>(module, "PageRowWriter")
      .def(
          "__init__",
          [](pagekin::PageRowWriter* self, const std::string& path,
             const std::vector<std::string>& columns) {
            new (self) pagekin::PageRowWriter(path, page_columns_of(columns));
          },
          nb::arg("path"), nb::arg("columns"))
      .def(
          "add",
          [](pagekin::PageRowWriter& self, const std::vector<std::string>& pages,
             const Given<std::uint64_t>& templates, const Given<std::uint64_t>& variants,
             const std::optional<Given<float>>& confidence,
             const Given<std::uint8_t>& representative,
             const std::optional<std::vector<std::string>>& inputs,
             const std::optional<Given<std::uint64_t>>& offsets) {
            const std::size_t count = pages.size();
            if (templates.size() != count || variants.size() != count ||
                representative.size() != count || (confidence && confidence->size() != count) ||
                (inputs && inputs->size() != count) || (offsets && offsets->size() != count)) {
              throw nb::value_error("columns of one length expected");
            }
            const nb::gil_scoped_release unlocked;
            for (std::size_t i = 0; i < count; ++i) {
              pagekin::PageRow row{.page = pages[i],
                                   .template_id = templates.data()[i],
                                   .variant = variants.data()[i],
                                   .is_representative = representative.data()[i] != 0};
              if (confidence) row.confidence = confidence->data()[i];
              if (inputs) row.input = (*inputs)[i];
              if (offsets) row.offset = offsets->data()[i];
              self.add(row);
            }
          },
          nb::arg("pages"), nb::arg("templates"), nb::arg("variants"), nb::arg("confidence").none(),
          nb::arg("representative"), nb::arg("inputs").none(), nb::arg("offsets").none(),
          nb::sig("def add(self, pages: list[str], templates: numpy.typing.NDArray[numpy.uint64], "
                  "variants: numpy.typing.NDArray[numpy.uint64], confidence: "
                  "numpy.typing.NDArray[numpy.float32] | None, representative: "
                  "numpy.typing.NDArray[numpy.uint8], inputs: list[str] | None, offsets: "
                  "numpy.typing.NDArray[numpy.uint64] | None) -> None"))
      .def("finish", &pagekin::PageRowWriter::finish);
}

void bind_matches(nb::module_& module) {
  nb::class_<pagekin::FingerprintMatcher>(module, "FingerprintMatcher")
      .def(nb::init<const std::string&>(), nb::arg("method") = "fingerprint")
      .def(
          "keys",
          [](const pagekin::FingerprintMatcher& self, const nb::bytes& features) {
            nb::list keys;
            for (const pagekin::MatchKey& key : self.keys(view_of(features))) {
              keys.append(nb::make_tuple(bytes_of(key.value), key.is_centre));
            }
            return keys;
          },
          nb::arg("features"),
          nb::sig("def keys(self, features: bytes) -> list[tuple[bytes, bool]]"));
}

}  // namespace

void bind_distribute(nb::module_& module) {
  nb::class_<pagekin::PageExtractor>(module, "PageExtractor")
      .def(nb::init<const std::string&, const std::string&>(), nb::arg("method") = "auto",
           nb::arg("measure") = "")
      .def(
          "extract",
          [](const pagekin::PageExtractor& self, const pagekin::OwnedPage& page) {
            pagekin::ExtractedPage found;
            {
              const nb::gil_scoped_release unlocked;
              found = self.extract(view_of(page));
            }
            return tuple_of(found);
          },
          nb::arg("page"),
          nb::sig("def extract(self, page: Page) -> tuple[str, int, bytes, Incident | None]"))
      .def(
          "extract_supplied",
          [](const pagekin::PageExtractor& self, nb::handle html, const std::string& url,
             std::size_t max_page_bytes) {
            const GivenPage given(html, url);
            pagekin::ExtractedPage found;
            {
              const nb::gil_scoped_release unlocked;
              found = self.extract_supplied(given.page(), max_page_bytes);
            }
            return tuple_of(found);
          },
          nb::arg("html"), nb::arg("url"), nb::arg("max_page_bytes"),
          nb::sig("def extract_supplied(self, html: str | bytes, url: str, max_page_bytes: int) -> "
                  "tuple[str, int, bytes, Incident | None]"));

  nb::class_<pagekin::SiteLearner>(module, "SiteLearner")
      .def(nb::init<const std::string&>(), nb::arg("method") = "auto")
      .def(
          "add",
          [](pagekin::SiteLearner& self, const nb::bytes& features) {
            self.add(view_of(features));
          },
          nb::arg("features"))
      .def(
          "finish",
          [](pagekin::SiteLearner& self) {
            pagekin::LearnedSite found;
            {
              const nb::gil_scoped_release unlocked;
              found = self.finish();
            }
            nb::list cores;
            for (const std::string& core : found.cores) cores.append(bytes_of(core));
            return nb::make_tuple(array_of(std::move(found.template_of)),
                                  array_of(std::move(found.variant_of)),
                                  array_of(std::move(found.confidence)), found.variants, cores);
          },
          nb::sig("def finish(self) -> tuple[numpy.typing.NDArray[numpy.uint32], "
                  "numpy.typing.NDArray[numpy.uint32], numpy.typing.NDArray[numpy.float32], int, "
                  "list[bytes]]"));

  module.def(
      "join_sites",
      [](const std::vector<std::int64_t>& sites, const std::vector<nb::bytes>& cores) {
        if (sites.size() != cores.size()) throw nb::value_error("as many cores as sites expected");
        std::vector<pagekin::SiteCore> templates;
        templates.reserve(sites.size());
        for (std::size_t i = 0; i < sites.size(); ++i) {
          templates.push_back({static_cast<std::uint64_t>(sites[i]), view_of(cores[i])});
        }
        std::vector<std::uint32_t> joined;
        {
          const nb::gil_scoped_release unlocked;
          joined = pagekin::join_sites(templates);
        }
        return array_of(std::move(joined));
      },
      nb::arg("sites"), nb::arg("cores"),
      nb::sig("def join_sites(sites: collections.abc.Sequence[int], cores: "
              "collections.abc.Sequence[bytes]) -> numpy.typing.NDArray[numpy.uint32]"));

  bind_numbers(module);

  nb::class_<FeatureClusterer>(module, "FeatureClusterer")
      .def(nb::init<const std::string&, const std::string&, unsigned>(), nb::arg("method"),
           nb::arg("measure") = "", nb::arg("threads") = 0)
      .def("add", &FeatureClusterer::add, nb::arg("id"), nb::arg("features"))
      .def("finish", &FeatureClusterer::finish, nb::arg("columns"),
           nb::sig("def finish(self, columns: list[str]) -> Table"));

  bind_neighbours(module);
  bind_matches(module);

  module.def(
      "classify_read",
      [](const pagekin::Classifier& classifier, const pagekin::OwnedPage& page) {
        pagekin::Decision decision;
        {
          const nb::gil_scoped_release unlocked;
          decision = classifier.classify(view_of(page));
        }
        return tuple_of(pagekin::name_page(page.id), decision, std::nullopt);
      },
      nb::arg("classifier"), nb::arg("page"),
      nb::sig("def classify_read(classifier: Classifier, page: Page) -> tuple[str, int, tuple[str, "
              "float, str], Incident | None]"));
  module.def(
      "classify_supplied",
      [](const pagekin::Classifier& classifier, nb::handle html, const std::string& url,
         std::size_t max_page_bytes) {
        const GivenPage given(html, url);
        pagekin::Page page = given.page();
        pagekin::Decision decision;
        std::optional<pagekin::Incident> incident;
        {
          const nb::gil_scoped_release unlocked;
          incident = pagekin::check_page(page, max_page_bytes);
          if (!incident || fate_of(incident->reason) == pagekin::Fate::kLimited) {
            decision = classifier.classify(page);
          }
        }
        return tuple_of(pagekin::name_page(page.id), decision, incident);
      },
      nb::arg("classifier"), nb::arg("html"), nb::arg("url"), nb::arg("max_page_bytes"),
      nb::sig("def classify_supplied(classifier: Classifier, html: str | bytes, url: str, "
              "max_page_bytes: int) -> tuple[str, int, tuple[str, float, str], Incident | None]"));

  module.def(
      "address_parts",
      [](const std::string& id) {
        const pagekin::AddressParts parts = pagekin::address_parts(id);
        return nb::make_tuple(str_of(parts.host), str_of(parts.shape));
      },
      nb::arg("id"), nb::sig("def address_parts(id: str) -> tuple[str, str]"));
}

}  // namespace pagekin_python
