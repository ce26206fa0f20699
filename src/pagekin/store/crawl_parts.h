// A crawl store over a database that is open already, its tables made and checked.
#pragma once

#include <memory>

#include "pagekin/store/crawl_store.h"
#include "pagekin/store/database.h"

namespace pagekin::store {

// Opens a SQLite file or a PostgreSQL database by its name.
std::unique_ptr<Database> open_database(const std::string& name, Access access);

// The database must outlive the reader.
std::unique_ptr<CrawlReader> make_reader(Database& database);
// Makes a reader that owns its database.
std::unique_ptr<CrawlReader> make_reader(std::unique_ptr<Database> database);
std::unique_ptr<CrawlWriter> make_writer(std::unique_ptr<Database> database);

}  // namespace pagekin::store
