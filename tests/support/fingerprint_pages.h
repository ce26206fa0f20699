// Pages of which only the fingerprint is known, and their clusters.
#pragma once

#include <span>
#include <vector>

#include "pagekin/core/clustering.h"
#include "pagekin/method/method.h"

#include "support/random_fingerprints.h"

namespace pagekin::test {

inline features::Features page_with(const Entries& fingerprint) {
  features::Features page;
  page.fingerprint = fingerprint;
  return page;
}

inline void add_pages(method::Method& method, std::span<const Entries> fingerprints) {
  for (const Entries& fingerprint : fingerprints) method.add(page_with(fingerprint));
}

}  // namespace pagekin::test
