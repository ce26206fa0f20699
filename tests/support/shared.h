// Public suites and labelled corpora lie beside the checkout, for developers and
// CI only. A test that needs them starts with PAGEKIN_NEEDS_SHARED and is shown
// as skipped where they are absent.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "tests/source_dir.h"

namespace pagekin::test {

inline std::filesystem::path shared_dir() {
  return std::filesystem::path(PAGEKIN_SOURCE_DIR).parent_path() / "shared";
}
inline bool have_shared() { return std::filesystem::is_directory(shared_dir() / "suites"); }

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot open " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace pagekin::test

#define PAGEKIN_NEEDS_SHARED() \
  if (!pagekin::test::have_shared()) GTEST_SKIP() << "needs the public suites beside the checkout"
