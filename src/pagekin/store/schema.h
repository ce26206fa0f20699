// The tables of a crawl store: made where there are none, checked where they are there.
#pragma once

#include <string_view>

#include "pagekin/store/database.h"

namespace pagekin::store {

// Names in the table meta that the store keeps for itself.
constexpr std::string_view kVersionName = "store.version";
constexpr std::string_view kTransactionsName = "store.transactions";  // so many were committed

// With Access::kCreate the tables are made in a database that has none. Throws Error where
// there is something else, or a store of another version.
void open_schema(Database& database, Access access);

}  // namespace pagekin::store
