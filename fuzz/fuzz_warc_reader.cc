// Reads any bytes as an archive: the reader ends, never reads out of bounds, and gives the same
// pages for any division of the file among workers.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "pagekin/input/job_source.h"

#include "support/collect_pages.h"
#include "support/memory_source.h"

namespace {

using namespace pagekin;

test::Collected read(const std::string& bytes, std::uint64_t range) {
  test::Collector collector;
  input::Progress progress;
  const input::ReadContext context{.options = {.max_page_bytes = 50'000,
                                               .verify_digests = true,
                                               .threads = 1,
                                               .range_bytes = range},
                                   .consumer = &collector,
                                   .progress = &progress};
  const auto source =
      input::warc_source(context, "fuzz", std::make_unique<test::MemorySource>(bytes));
  run_in_order(1, [&] { return source->next(); });
  return std::move(collector.collected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::uint64_t range = 1 + data[0] + 256u * (data[1] % 16);
  const std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const test::Collected whole = read(bytes, UINT64_MAX / 2);
  const test::Collected parts = read(bytes, range);
  if (whole.pages != parts.pages || whole.incidents.size() != parts.incidents.size()) std::abort();
  return 0;
}
