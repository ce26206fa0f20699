// Creates the tables of a crawl store, or checks those that exist.
#pragma once

#include <string_view>

#include "pagekin/store/database.h"

namespace pagekin::store {

// Names in the table meta that are reserved for the store.
constexpr std::string_view kVersionName = "store.version";
constexpr std::string_view kTransactionsName =
    "store.transactions";                               // the number of committed transactions
constexpr std::string_view kTextsName = "store.texts";  // their checksums, see text_sums.h

// With Access::kCreate, creates the tables in an empty database. Throws Error if the database
// holds something else, or a store of another version.
void open_schema(Database& database, Access access);

// Creates the table of templates beside the clusterings, unless it exists. Stores that older
// versions made lack it until a clustering is saved.
void make_templates_table(Database& database);

// Creates the table of pages that were made of documents, unless it exists.
void make_conversions_table(Database& database);
constexpr std::string_view kConversionsTable = "conversions";

}  // namespace pagekin::store
