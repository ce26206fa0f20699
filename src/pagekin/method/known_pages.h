// Pages with what is known of how they were reached, for methods that read only some of
// them. Pages are numbered in the order in which they were reached.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pagekin/core/page.h"
#include "pagekin/features/features.h"

namespace pagekin::method {

class KnownPages {
 public:
  virtual ~KnownPages() = default;

  // By page: its group. Pages that were first reached through the same XPath of one site
  // are a group. Groups are numbered by their first page. A page that was reached through
  // no link is a group of its own.
  virtual std::span<const std::uint32_t> group_of() const = 0;
  virtual std::uint32_t seed_count() const = 0;  // groups without an XPath
  virtual std::uint32_t site_count() const = 0;

  // Reads these pages, several at once, and passes them on in this order. Pages that cannot
  // be read are left out. Ids are unknown here, so `needs` must not ask for features that
  // depend on them (links, addresses).
  using Use = std::function<void(PageId, features::Features&&)>;
  virtual void read(std::span<const PageId> pages, const features::Needs& needs,
                    const Use& use) = 0;

  // The template fingerprint of a page, of features::kTemplateFingerprintLength entries. It
  // is stored for every page.
  virtual std::vector<std::uint8_t> fingerprint_of(PageId page) = 0;
  virtual std::string id(PageId page) = 0;
};

}  // namespace pagekin::method
