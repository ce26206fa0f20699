// Reads a file that holds one page.
#pragma once

#include <string>

#include "pagekin/core/byte_source.h"
#include "pagekin/input/read_pages.h"

namespace pagekin::input {

// Reads a page and adds it to the batch, or reports why it is skipped. `id` is the name of the
// page, `path` that of the file, for its ending, `input` what the user named. `buffer` is reused
// from page to page.
void read_page_file(ByteSource& file, const std::string& input, const std::string& path,
                    const std::string& id, const ReadOptions& options, PageBatch& batch,
                    std::string& buffer);

}  // namespace pagekin::input
