// What the method auto saves: the evidence it used, its templates and variants, and its pages.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/core/byte_reader.h"
#include "pagekin/templates/crawl_pages.h"
#include "pagekin/templates/track_templates.h"

namespace pagekin::method {

struct TemplateIds {
  std::uint32_t next = 1;                       // the next unused id
  std::vector<templates::KnownTemplate> known;  // by id
  std::vector<std::uint32_t> of_page;           // by page
  std::uint32_t next_variant = 1;               // the next unused id of a variant
  std::vector<std::uint32_t> variant_of_page;   // by page
};

struct SavedCrawl {
  std::string evidence;
  TemplateIds ids;
  templates::CrawlPages pages;
};

void write_saved_crawl(std::string_view evidence, const TemplateIds& ids,
                       const templates::CrawlPages& pages,
                       const std::function<void(std::string_view)>& write);

// Reads the evidence alone. Throws Error as below.
std::string read_saved_evidence(std::string_view bytes);

// Throws Error for bytes that the method cannot have saved.
SavedCrawl read_saved_crawl(std::string_view bytes);

// The same for a run that is not finished: the last pages need not have a template, and other
// bytes may follow.
SavedCrawl read_unfinished_crawl(ByteReader& reader);

}  // namespace pagekin::method
