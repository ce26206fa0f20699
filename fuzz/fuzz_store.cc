// Opens a store with changed bytes, for reading and for writing: it is refused with an error, or it
// is used. Bodies have checksums, so a body that is read is one that was written.
//
// The input is a list of changes, each an offset in 3 bytes and a new byte. So an input of a few
// bytes reaches every part of a file of 60 KB.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "pagekin/core/error.h"
#include "pagekin/store/crawl_store.h"

#include "sealed_file.h"

namespace {

using namespace pagekin;

constexpr std::string_view kBody = "<p>a body of some length, the same for all pages of this store";

std::string make_store(const std::string& path) {
  {
    const auto writer = store::CrawlWriter::open(path);
    writer->transact([&] {
      for (int i = 1; i <= 4; ++i) {
        const std::int64_t url = writer->url_id("http://example.com/" + std::to_string(i));
        const std::int64_t xpath = writer->xpath_id("/html/body/a[" + std::to_string(i) + "]");
        const auto page = writer->add_page(
            {.url = url, .parent = i - 1, .xpath = xpath, .depth = i - 1, .host = "example.com"});
        writer->set_outcome({.page = *page,
                             .state = store::State::kPage,
                             .status = 200,
                             .media_type = "text/html",
                             .body = kBody,
                             .time = 1});
        const store::StoredLink link{.target = url, .xpath = xpath};
        writer->add_links(*page, {&link, 1});
      }
    });
  }
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void read_all(const std::string& path) {
  const auto reader = store::CrawlReader::open(path);
  reader->read_rows([&](const store::PageRow& row) { reader->links_of(row.id); });
  reader->read_reached_pages([](const store::CrawlReader::ReachedPage&) {});
  reader->summarise(2);
  reader->meta("crawl");
  reader->read_bodies(1, 100, [](const store::PageRow&, std::string_view body) {
    if (body != kBody) std::abort();
  });
}

void write_one(const std::string& path) {
  const auto writer = store::CrawlWriter::open(path);
  writer->transact([&] { writer->url_id("http://example.com/after"); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchFile file;
  static const std::string whole = make_store(file.path());
  std::string bytes = whole;
  for (std::size_t i = 0; i + 4 <= size; i += 4) {
    const std::size_t offset = data[i] | data[i + 1] << 8U | data[i + 2] << 16U;
    bytes[offset % bytes.size()] = static_cast<char>(data[i + 3]);
  }
  file.remove();
  file.write(bytes);
  for (const auto use : {read_all, write_one}) {
    try {
      use(file.path());
    } catch (const Error&) {  // refused
    }
  }
  return 0;
}
