// Finds chosen pages in inputs, and copies them or keeps one of those that are equal.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "pagekin/core/page.h"
#include "pagekin/core/progress.h"
#include "pagekin/input/source.h"
#include "pagekin/reading/page_copies.h"
#include "pagekin/reading/read_counts.h"

namespace pagekin::reading {

using pagekin::FoundPages;

// `chosen` are ids, all different, as `cluster` gives them for these inputs. Pages are copied in
// the order of the inputs. With `unique`, pages of the same bytes are copied once.
// Throws InputError when none of the chosen pages is in the inputs.
// Cost: reads the inputs once; memory of the ids of all pages.
FoundPages find_pages(const input::Source& source, std::span<const std::string_view> chosen,
                      bool unique, PageCopies* copies = nullptr,
                      const std::function<void(const Incident&)>& on_incident = nullptr,
                      Progress* progress = nullptr);

}  // namespace pagekin::reading
