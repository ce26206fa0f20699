// Compares the texts of a store with their checksums, for readers.
#pragma once

#include "pagekin/store/database.h"

namespace pagekin::store {

// Throws InputError if one of the texts that have checksums is missing or was changed. Texts that a
// writer adds meanwhile are not looked at; a store of an older version has no checksums. One scan
// of the addresses, XPaths and host names.
void check_texts(Database& database);

}  // namespace pagekin::store
