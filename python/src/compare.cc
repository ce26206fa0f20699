// Similarities and fingerprints.
#include "pagekin/compare.h"

#include <deque>
#include <vector>

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pages.h"

namespace pagekin_python {
namespace {

using Square = nb::ndarray<nb::numpy, float, nb::ndim<2>>;

Square full_matrix(const std::vector<float>& upper, std::size_t n) {
  auto* const values = new float[n * n];
  const nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<float*>(p); });
  const float* next = upper.data();
  for (std::size_t a = 0; a < n; ++a) {
    values[a * n + a] = 1;
    for (std::size_t b = a + 1; b < n; ++b) values[a * n + b] = values[b * n + a] = *next++;
  }
  return Square(values, {n, n}, owner);
}

}  // namespace

void bind_compare(nb::module_& module) {
  module.def(
      "fingerprint",
      [](nb::handle html, int length) {
        const GivenPage given(html, "");
        std::vector<unsigned char> found;
        {
          const nb::gil_scoped_release unlocked;
          found = pagekin::fingerprint(given.page(), length);
        }
        return nb::bytes(found.data(), found.size());
      },
      nb::arg("html"), nb::arg("length") = 25,
      nb::sig("def fingerprint(html: str | bytes, length: int = 25) -> bytes"));
  module.def(
      "similarity",
      [](nb::handle a, nb::handle b, const std::string& measure) {
        const GivenPage first(a, "");
        const GivenPage second(b, "");
        const nb::gil_scoped_release unlocked;
        return pagekin::similarity(first.page(), second.page(), measure);
      },
      nb::arg("a"), nb::arg("b"), nb::arg("measure"),
      nb::sig("def similarity(a: str | bytes, b: str | bytes, measure: str) -> float"));
  module.def(
      "pairwise",
      [](const std::vector<std::string>& urls, nb::list pages, const std::string& measure,
         unsigned threads, nb::object progress) {
        std::deque<GivenPage> given;  // never moves its pages
        std::vector<pagekin::Page> views;
        views.reserve(nb::len(pages));
        for (std::size_t i = 0; i < nb::len(pages); ++i) {
          given.emplace_back(nb::object(pages[i]), urls.empty() ? "" : urls[i]);
          views.push_back(given.back().page());
        }
        Call call(threads, std::move(progress));
        const std::vector<float> upper =
            call([&] { return pagekin::pairwise(views, measure, call.run()); });
        return full_matrix(upper, views.size());
      },
      nb::arg("urls"), nb::arg("pages"), nb::arg("measure"), nb::arg("threads") = 0,
      nb::arg("progress") = nb::none(),
      nb::sig("def pairwise(urls: list[str], pages: list[typing.Any], measure: str, threads: int = "
              "0, progress: collections.abc.Callable[..., None] | None = None) -> "
              "numpy.typing.NDArray[numpy.float32]"));
}

}  // namespace pagekin_python
