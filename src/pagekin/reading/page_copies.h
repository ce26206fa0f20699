// Writes copies of pages: into one WARC file, or as files of a folder.
//
// A copy appears whole or not at all: without finish() nothing of it remains.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/page_list.h"

namespace pagekin::reading {

using pagekin::copy_kind_of;
using pagekin::copy_to_folder;
using pagekin::copy_to_warc;
using pagekin::CopyKind;
using pagekin::PageCopies;

// The name of a file for a page, below a folder: relative, without "..", of letters, digits and a
// few other characters, at most 100 bytes a part. A name of more than 1,000 bytes is replaced by a
// hash of the id.
std::string file_name_of(std::string_view id);

}  // namespace pagekin::reading
