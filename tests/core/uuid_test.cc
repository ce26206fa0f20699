#include "pagekin/core/uuid.h"

#include <gtest/gtest.h>

namespace pagekin {
namespace {

TEST(Uuid, HasItsVersionAndVariant) {
  EXPECT_EQ(uuid_from(0, 0), "00000000-0000-4000-8000-000000000000");
  EXPECT_EQ(uuid_from(~std::uint64_t{0}, ~std::uint64_t{0}),
            "ffffffff-ffff-4fff-bfff-ffffffffffff");
  EXPECT_NE(uuid_from(1, 2 << 2), uuid_from(1, 3 << 2));
}

}  // namespace
}  // namespace pagekin
