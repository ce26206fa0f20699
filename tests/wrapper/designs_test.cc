#include "pagekin/wrapper/designs.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace pagekin::wrapper {
namespace {

TemplateRules labelled(const std::string& label, std::vector<std::uint64_t> addresses = {}) {
  TemplateRules rules;
  rules.label = label;
  rules.addresses = std::move(addresses);
  return rules;
}

TEST(Designs, OfATemplateHaveItsLabel) {
  Wrapper wrapper;
  for (const char* label : {"1", "2", "1", "", "", "1"}) {
    wrapper.templates.push_back(labelled(label));
  }
  EXPECT_EQ(newest_designs(wrapper), (std::vector<std::uint32_t>{5, 1, 5, 3, 4, 5}));
  EXPECT_EQ(design_numbers(wrapper), (std::vector<std::uint32_t>{1, 1, 2, 1, 1, 3}));
}

TEST(Designs, ANewOneTakesItsPages) {
  Wrapper wrapper;
  wrapper.templates = {labelled("1", {1, 2, 3, 4}), labelled("2", {5, 6})};
  add_design(labelled("1", {2, 4, 9}), wrapper);
  ASSERT_EQ(wrapper.templates.size(), 3U);
  EXPECT_EQ(wrapper.templates[0].addresses, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(wrapper.templates[1].addresses, (std::vector<std::uint64_t>{5, 6}));
  EXPECT_EQ(wrapper.templates[2].addresses, (std::vector<std::uint64_t>{2, 4, 9}));
}

}  // namespace
}  // namespace pagekin::wrapper
