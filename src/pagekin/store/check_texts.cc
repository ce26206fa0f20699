#include "pagekin/store/check_texts.h"

#include <array>
#include <string>
#include <string_view>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/store/schema.h"
#include "pagekin/store/text_sums.h"

namespace pagekin::store {
namespace {

constexpr std::array<std::string_view, 3> kTextsInOrder{"SELECT url FROM urls ORDER BY id",
                                                        "SELECT xpath FROM xpaths ORDER BY id",
                                                        "SELECT host FROM hosts ORDER BY id"};

[[noreturn]] void fail_check(const Database& database, const std::string& what) {
  throw InputError(database.name() + " is damaged: " + what, {}, database.name());
}

}  // namespace

void check_texts(Database& database) {
  TextSums written;
  const auto meta = database.prepare("SELECT value FROM meta WHERE name = $1");
  *meta << kTextsName;
  const bool is_sound = !meta->next() || read_sums(meta->text(0), written);
  meta->done();
  if (!is_sound) fail_check(database, "the checksums of its texts cannot be read");
  for (std::size_t table = 0; table < kTextsInOrder.size(); ++table) {
    if (written[table].count == 0) continue;
    const std::string name(kTextTables[table]);
    TextSum sum;
    const auto rows = database.prepare(kTextsInOrder[table], Rows::kMany);
    while (sum.count < written[table].count && rows->next()) {
      if (sum.count % 4096 == 0) check_stop();
      sum.add(rows->text(0));
    }
    rows->done();
    if (sum.count < written[table].count) {
      fail_check(database, "the table " + name + " has lost " +
                               std::to_string(written[table].count - sum.count) + " of its " +
                               std::to_string(written[table].count) + " texts");
    }
    if (sum != written[table]) {
      fail_check(database, "a text among the first " + std::to_string(sum.count) +
                               " of the table " + name + " is not the one that was written");
    }
  }
}

}  // namespace pagekin::store
