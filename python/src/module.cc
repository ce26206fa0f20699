// The native module of the Python package: a thin layer over include/pagekin. The Python files of
// python/pagekin make of it what users see.
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "pagekin/error.h"
#include "pagekin/output_file.h"
#include "pagekin/version.h"

#include "cli/run_program.h"
#include "pages.h"
#include "tables.h"

namespace pagekin_python {
namespace {

// Raises one of the classes of pagekin/_errors.py with the option and the place at fault.
void raise(const char* name, const pagekin::Error& error) {
  try {
    const nb::object type = nb::module_::import_("pagekin._errors").attr(name);
    std::string said = error.what();
    // An option of the program: in Python the incidents of a result say it.
    constexpr std::string_view kList = "; option `errors` FILE lists why, page by page";
    if (const std::size_t at = said.find(kList); at != std::string::npos) {
      said.erase(at, kList.size());
    }
    const nb::object text = nb::steal(
        PyUnicode_DecodeUTF8(said.data(), static_cast<Py_ssize_t>(said.size()), "replace"));
    const nb::object raised = type(text);
    raised.attr("option") = error.option();
    raised.attr("where") =
        nb::bytes(error.where().data(), error.where().size()).attr("decode")("utf-8", "replace");
    PyErr_SetObject(type.ptr(), raised.ptr());
  } catch (nb::python_error& failed) {
    failed.restore();
  }
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const pagekin::OptionError& error) {
    raise("OptionError", error);
  } catch (const pagekin::NoPagesError& error) {
    raise("NoPagesError", error);
  } catch (const pagekin::InputError& error) {
    raise("InputError", error);
  } catch (const pagekin::IndexBusyError& error) {
    raise("IndexBusyError", error);
  } catch (const pagekin::Error& error) {
    raise("PagekinError", error);
  } catch (const pagekin::Cancelled&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

void write_file(const std::string& path, const nb::bytes& content) {
  const std::string_view bytes(content.c_str(), content.size());
  const nb::gil_scoped_release unlocked;
  pagekin::OutputFile file(path);
  file.write(bytes);
  file.commit();
}

int run_command(const std::vector<nb::bytes>& given) {
  std::vector<std::string> arguments;
  for (const nb::bytes& argument : given) arguments.emplace_back(argument.c_str(), argument.size());
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const nb::gil_scoped_release unlocked;
  const int status = pagekin::cli::run_program(static_cast<int>(arguments.size()), argv.data());
  std::fflush(nullptr);
  return status;
}

}  // namespace
}  // namespace pagekin_python

NB_MODULE(_pagekin, module) {
  using namespace pagekin_python;
  nb::set_leak_warnings(false);  // of objects that live as long as the interpreter
  nb::register_exception_translator(translate);
  module.def("version", [] { return std::string(pagekin::kVersion); });
  bind_pages(module);
  bind_tables(module);
  bind_compare(module);
  bind_catalogue(module);
  bind_cluster(module);
  bind_classify(module);
  bind_distribute(module);
  bind_extract_pages(module);
  bind_data(module);
  module.def("follow_links", &pagekin::follow_links, nb::arg("allowed"));
  module.def("follows_links", &pagekin::follows_links);
  module.def("write_file", &write_file, nb::arg("path"), nb::arg("content"));
  module.def("run_command", &run_command, nb::arg("arguments"),
             nb::sig("def run_command(arguments: list[bytes]) -> int"));
}
