#include "pagekin/templates/inbound_links.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/core/byte_reader.h"
#include "pagekin/core/error.h"
#include "pagekin/core/random.h"
#include "pagekin/features/marks.h"
#include "pagekin/features/site_links.h"

namespace pagekin::templates {
namespace {

using Links = std::vector<std::uint64_t>;

std::uint64_t link(std::uint64_t target, std::uint64_t place) {
  return target << features::kLinkPlaceBits | place;
}

TEST(InboundLinks, AreTheSetOfAllThatWereAdded) {
  Random random(5);
  for (int round = 0; round < 20; ++round) {
    InboundLinks links;
    std::set<std::uint64_t> expected;
    for (int page = 0; page < 300; ++page) {
      Links some;
      for (int i = 0; i < 60; ++i) some.push_back(link(random.below(2000), random.below(9)));
      links.add(some);
      expected.insert(some.begin(), some.end());
    }
    ASSERT_EQ(links.all(), Links(expected.begin(), expected.end()));
  }
}

TEST(InboundLinks, AreTheSameIfKnownOnesAreDroppedBefore) {
  for (const std::uint32_t different : {100U, 5'000U, 200'000U}) {  // the last are too many
    Random random(different);
    InboundLinks links;
    InboundLinks with_all;
    std::size_t dropped = 0;
    for (int page = 0; page < 4'000; ++page) {
      std::vector<std::uint64_t> of_page(40);
      for (std::uint64_t& link : of_page) link = random.below(different);
      with_all.add(of_page);
      links.drop_known(of_page);
      dropped += 40 - of_page.size();
      links.add(of_page);
    }
    EXPECT_EQ(links.all(), with_all.all());
    EXPECT_GT(dropped, 40'000U) << different;
  }
}

TEST(InboundLinks, AreNoneWhereThereAreTooManyInWhateverOrder) {
  Links just_enough(65'536);
  for (std::size_t i = 0; i < just_enough.size(); ++i) just_enough[i] = link(i, 1);
  InboundLinks links;
  links.add(just_enough);
  links.add(just_enough);
  EXPECT_EQ(links.all(), just_enough);
  links.add(Links{link(70'000, 1)});
  EXPECT_TRUE(links.all().empty());
  links.add(just_enough);
  EXPECT_TRUE(links.all().empty());
}

std::string saved_links(const InboundLinks& links) {
  std::string bytes;
  links.save([&](std::string_view piece) { bytes += piece; });
  return bytes;
}

InboundLinks loaded_links(std::string_view bytes) {
  InboundLinks links;
  ByteReader reader(bytes);
  links.load(reader);
  EXPECT_TRUE(reader.at_end());
  return links;
}

TEST(InboundLinks, GoOnWhereTheyWereSaved) {
  InboundLinks links;
  links.add(Links{link(3, 1), link(4, 1)});
  InboundLinks again = loaded_links(saved_links(links));
  again.add(Links{link(1, 1), link(4, 1)});
  EXPECT_EQ(again.all(), (Links{link(1, 1), link(3, 1), link(4, 1)}));

  Links many(70'000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = link(i, 1);
  links.add(many);
  again = loaded_links(saved_links(links));
  again.add(Links{link(1, 1)});
  EXPECT_TRUE(again.all().empty());
  EXPECT_EQ(saved_links(again), saved_links(links));
}

TEST(InboundLinks, BytesThatAreNotTheirsAreRefused) {
  InboundLinks links;
  links.add(Links{link(3, 1), link(4, 1)});
  const std::string bytes = saved_links(links);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(loaded_links(bytes.substr(0, size)), Error) << size;
  }
  std::string wrong = bytes;
  wrong[0] = 1;  // says that there are too many, but links follow
  EXPECT_THROW(loaded_links(wrong), Error);
  wrong = bytes;
  std::swap_ranges(wrong.end() - 16, wrong.end() - 8, wrong.end() - 8);
  EXPECT_THROW(loaded_links(wrong), Error);
}

TEST(InboundLinks, MarksAreThePlacesOfLinksToAPage) {
  const Links links = {link(3, 1), link(4, 1), link(4, 2), link(5, 2)};
  const Links of_three = link_marks(links, 3);
  const Links of_four = link_marks(links, 4);
  ASSERT_EQ(of_three.size(), 1U);
  ASSERT_EQ(of_four.size(), 2U);
  EXPECT_TRUE(std::ranges::is_sorted(of_four));
  EXPECT_TRUE(std::ranges::binary_search(of_four, of_three[0]));
  EXPECT_EQ(features::kind_of(of_three[0]), features::MarkKind::kLink);
  EXPECT_TRUE(link_marks(links, 6).empty());
  EXPECT_TRUE(link_marks({}, 3).empty());
}

}  // namespace
}  // namespace pagekin::templates
