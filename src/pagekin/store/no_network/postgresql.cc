// In place of PostgreSQL, in builds without it.

#include "pagekin/core/error.h"
#include "pagekin/store/database.h"

namespace pagekin::store {

std::unique_ptr<Database> open_postgresql(const std::string& /*url*/, Access /*access*/) {
  throw Error(
      "this build of pagekin cannot open PostgreSQL databases; use the pagekin program of a Debian "
      "package or of a build from source, or a crawl store in a file");
}

}  // namespace pagekin::store
