// Pages as Python hands them over.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "pagekin/read.h"
#include "pagekin/run.h"

#include "suppliers.h"

namespace pagekin_python {

// A source, with the supplier of pages in memory if it has one, or a part of a file to read alone.
struct PythonSource {
  pagekin::Source source;
  std::shared_ptr<Supplier> supplier = nullptr;
  std::optional<pagekin::FilePart> part = std::nullopt;
};

// A page given as str (UTF-8 by definition) or bytes (its encoding is found as browsers do). The
// objects must stay while the page is used.
class GivenPage {
 public:
  GivenPage(nb::handle html, const std::string& url);
  GivenPage(const GivenPage&) = delete;  // the page refers to it
  GivenPage& operator=(const GivenPage&) = delete;
  const pagekin::Page& page() const { return page_; }

 private:
  nb::object encoded_;
  std::string url_;
  pagekin::Page page_;
};

void bind_pages(nb::module_& module);
void bind_compare(nb::module_& module);
void bind_catalogue(nb::module_& module);
void bind_cluster(nb::module_& module);
void bind_classify(nb::module_& module);
void bind_distribute(nb::module_& module);
void bind_extract_pages(nb::module_& module);
void bind_data(nb::module_& module);

}  // namespace pagekin_python
