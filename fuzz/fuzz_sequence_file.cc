// Reads any bytes as a SequenceFile of pages: the reader ends, never reads out of bounds, and gives
// the same pages for any division of the file among workers.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/input/job_source.h"

#include "support/collect_pages.h"
#include "support/memory_source.h"

namespace {

using namespace pagekin;

test::Collected read(const std::string& bytes, std::uint64_t range, bool is_pipe) {
  test::Collector collector;
  input::Progress progress;
  const input::ReadContext context{
      .options = {.max_page_bytes = 50'000, .threads = 1, .range_bytes = range},
      .consumer = &collector,
      .progress = &progress};
  auto file = std::make_unique<test::MemorySource>(bytes);
  file->sized = !is_pipe;
  try {
    const auto source = input::sequence_source(context, "fuzz", std::move(file), nullptr);
    run_in_order(1, [&] { return source->next(); });
  } catch (const Error&) {  // a header that cannot be read
  }
  return std::move(collector.collected);
}

bool same(const test::Collected& a, const test::Collected& b) {
  return a.pages == b.pages && a.incidents.size() == b.incidents.size();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::uint64_t range = 1 + data[0] + 256u * (data[1] % 16);
  const std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const test::Collected whole = read(bytes, UINT64_MAX / 2, false);
  if (!same(whole, read(bytes, range, false)) || !same(whole, read(bytes, range, true))) {
    std::abort();
  }
  return 0;
}
