// n log2 n, which is 0 for n = 0: what entropies of counts are sums of.
#pragma once

#include <cmath>

namespace pagekin::templates {

inline double n_log_n(double n) { return n > 0 ? n * std::log2(n) : 0; }

}  // namespace pagekin::templates
