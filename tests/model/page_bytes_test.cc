// All features of a page, as bytes and back.
#include "pagekin/model/page_bytes.h"

#include <gtest/gtest.h>

#include "pagekin/core/error.h"
#include "pagekin/core/random.h"

#include "support/random_features.h"

namespace pagekin::model {
namespace {

features::Features random_page(std::uint64_t seed) {
  test::RandomPages pages(seed);
  Random& random = pages.random();
  features::Features page = pages.page(random.below(5));
  const auto some = [&] {
    std::vector<std::uint64_t> set(random.below(20));
    for (std::uint64_t& value : set) value = random.next();
    std::ranges::sort(set);
    return set;
  };
  page.marks = some();
  page.url_marks = some();
  page.site = random.next();
  page.site_links = some();
  page.link_target = random.next();
  page.link_xpaths.resize(random.below(5));
  for (auto& link : page.link_xpaths) link = {random.next(), random.next()};
  page.address = random.next();
  page.page_id = std::string(random.below(40), 'x');
  page.limits = {.depth = random.chance(0.5), .elements = random.chance(0.5)};
  page.left_out = {
      .marks = random.below(300), .url_marks = random.below(3), .links = random.chance(0.5)};
  page.bytes_scanned = random.below(1'000'000);
  return page;
}

bool equal(const features::Features& a, const features::Features& b) {
  return page_to_bytes(a) == page_to_bytes(b) && a.marks == b.marks && a.url_marks == b.url_marks &&
         a.site == b.site && a.site_links == b.site_links && a.link_target == b.link_target &&
         a.link_xpaths == b.link_xpaths && a.address == b.address && a.page_id == b.page_id &&
         a.left_out.marks == b.left_out.marks && a.left_out.url_marks == b.left_out.url_marks &&
         a.left_out.links == b.left_out.links && a.limits.depth == b.limits.depth &&
         a.limits.elements == b.limits.elements && a.bytes_scanned == b.bytes_scanned &&
         a.tree.tags == b.tree.tags && a.fingerprint == b.fingerprint;
}

TEST(PageBytes, ComeBackAsTheyWere) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const features::Features page = random_page(seed);
    const std::string bytes = page_to_bytes(page);
    ByteReader reader(bytes);
    EXPECT_TRUE(equal(page_from(reader), page)) << "seed " << seed;
    EXPECT_TRUE(reader.at_end());
  }
}

// Every result can be written again, and damage never gives more memory than the bytes justify.
TEST(PageBytes, DamageIsFoundOrHarmless) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    std::string bytes = page_to_bytes(random_page(seed));
    if (random.chance(0.3)) {
      bytes.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
    } else {
      bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] =
          static_cast<char>(random.next());
    }
    ByteReader reader(bytes);
    try {
      const features::Features page = page_from(reader);
      const std::string again = page_to_bytes(page);
      ByteReader second(again);
      EXPECT_TRUE(equal(page_from(second), page));
    } catch (const Error&) {
      continue;
    }
  }
}

}  // namespace
}  // namespace pagekin::model
