// Runs the tests of a program. If none fails but some are skipped, the program ends with 77, so
// that ctest shows them as skipped.

#include <gtest/gtest.h>

int main(int count, char** arguments) {
  constexpr int skipped = 77;
  testing::InitGoogleTest(&count, arguments);
  const int result = RUN_ALL_TESTS();
  if (result != 0) return result;
  return testing::UnitTest::GetInstance()->skipped_test_count() > 0 ? skipped : 0;
}
