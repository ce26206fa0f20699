# Headers that most files include, compiled once for all targets with the same options.
#
# pagekin_precompiled serves the library and the program, pagekin_test_precompiled the tests. A precompiled
# header hides a missing #include, so the preset "tidy" switches them off, and clang-tidy reads the files
# without them. clang-tidy could not read what g++ wrote anyway.
option(PAGEKIN_PCH "precompile headers that most files include" ON)

# _pagekin_precompiled(<target> <library> <header>...)
function(_pagekin_precompiled target library)
  add_library(${target} OBJECT "${PROJECT_SOURCE_DIR}/cmake/precompiled.cc")
  target_link_libraries(${target} PRIVATE ${library})
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# pagekin_use_precompiled(<target> <pagekin_precompiled or pagekin_test_precompiled>)
function(pagekin_use_precompiled target precompiled)
  if(PAGEKIN_PCH)
    target_precompile_headers(${target} REUSE_FROM ${precompiled})
  endif()
endfunction()

set(common_headers
  <algorithm> <array> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstring> <functional> <map> <memory>
  <numeric> <optional> <span> <string> <string_view> <unordered_map> <utility> <vector> <fmt/format.h>)
if(PAGEKIN_PCH)
  _pagekin_precompiled(pagekin_precompiled pagekin_options ${common_headers})
  pagekin_library_options(pagekin_precompiled)
endif()
if(PAGEKIN_PCH AND BUILD_TESTING)
  find_package(GTest REQUIRED)
  # Not nlohmann/json.hpp: g++ instantiates its templates again in every file that uses the
  # precompiled header, which takes 2 seconds a file.
  _pagekin_precompiled(pagekin_test_precompiled "pagekin_options;GTest::gtest"
    ${common_headers} <filesystem> <fstream> <set> <gtest/gtest.h>)
  target_compile_options(pagekin_test_precompiled PRIVATE $<$<CONFIG:Debug>:-O0>)
endif()
