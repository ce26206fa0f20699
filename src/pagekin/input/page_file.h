// One file, one page.
#pragma once

#include <string>

#include "pagekin/core/byte_source.h"
#include "pagekin/input/read_pages.h"

namespace pagekin::input {

// Reads a page and hands it to the batch, or the reason why not. `id` names the
// page; `path` the file, for its ending; `input` what the user asked for.
// `buffer` is reused from page to page.
void read_page_file(ByteSource& file, const std::string& input, const std::string& path,
                    const std::string& id, const ReadOptions& options, PageBatch& batch,
                    std::string& buffer);

}  // namespace pagekin::input
