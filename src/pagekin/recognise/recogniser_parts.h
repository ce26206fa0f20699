// What the files of Recogniser share.
#pragma once

#include <cstddef>

namespace pagekin::recognise {

constexpr double kCoreShare = 0.8;  // of the pages that have a mark of the core
constexpr std::size_t kTags = 0;    // kinds of marks, see PlacelessKind
constexpr std::size_t kNames = 1;
constexpr std::size_t kFewestTop = 3;  // pages that show what a template has become

inline double share_of(double part, double whole) { return whole <= 0 ? 0 : part / whole; }

}  // namespace pagekin::recognise
