// Opens any bytes as an index, with checksums that fit: they are refused with an error, or they
// are an index whose pages can be clustered, saved and read again with the same result.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"

#include "sealed_file.h"

namespace {

using namespace pagekin;

std::string saved_by(method::Method& method) {
  std::string bytes;
  method.persistent()->save([&](std::string_view part) { bytes += part; });
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchFile file;
  file.write(fuzz::sealed({reinterpret_cast<const char*>(data), size}));
  try {
    method::IndexFile index(file.path(), method::IndexFile::Access::kRead);
    const std::string name = index.method();
    const auto method = method::make(name);
    if (method->persistent() == nullptr) return 0;
    std::size_t seen = 0;
    const std::size_t pages =
        index.restore(name, *method, [&](const method::IndexedPage&) { ++seen; });
    if (seen != pages) std::abort();
    if (pages == 0 || pages > 1000) return 0;
    const Clustering clusters = method->finish({.threads = 1}).clusters;
    if (clusters.labels.size() != pages) std::abort();
    const std::string saved = saved_by(*method);
    const auto again = method::make(name);
    if (again->persistent()->load(saved) != pages) std::abort();
    if (again->finish({.threads = 1}).clusters.labels != clusters.labels) std::abort();
  } catch (const Error&) {  // refused
  }
  return 0;
}
