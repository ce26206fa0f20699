#include <memory>
#include <span>
#include <string>
#include <utility>

#include "pagekin/store/crawl_parts.h"
#include "pagekin/store/crawl_store.h"
#include "pagekin/store/schema.h"

namespace pagekin::store {
namespace {

class ConversionTable final : public ConversionWriter {
 public:
  explicit ConversionTable(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  void write(std::span<const Conversion> conversions) override {
    if (conversions.empty()) return;
    database_->transact([&] {
      make_conversions_table(*database_);
      const auto insert = database_->prepare(
          "INSERT INTO conversions (page, converter, document, html, bytes, charset, fault) "
          "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (page, converter) DO UPDATE SET "
          "document = excluded.document, html = excluded.html, bytes = excluded.bytes, "
          "charset = excluded.charset, fault = excluded.fault");
      std::string buffers[3];
      for (const Conversion& conversion : conversions) {
        *insert << conversion.page << text_for_database(conversion.converter, buffers[0])
                << conversion.document;
        insert->bytes(pack(conversion.html).frame);
        (*insert << static_cast<std::int64_t>(conversion.html.size())
                 << text_for_database(conversion.charset, buffers[1])
                 << text_for_database(conversion.fault, buffers[2]))
            .run();
      }
    });
  }

 private:
  std::unique_ptr<Database> database_;
};

}  // namespace

std::unique_ptr<ConversionWriter> ConversionWriter::open(const std::string& name) {
  return std::make_unique<ConversionTable>(open_database(name, Access::kWrite));
}

}  // namespace pagekin::store
