// Range requests in builds without a network: there are none.
#include "pagekin/documents/remote_ranges.h"

namespace pagekin::documents {

std::shared_ptr<input::RangeReader> make_range_reader(RangeOptions) { return nullptr; }

}  // namespace pagekin::documents
