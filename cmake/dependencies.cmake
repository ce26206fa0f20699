# Third-party libraries, all Debian packages, and the flags every target shares.
# Which folder may use which library is declared in src/CMakeLists.txt.
#
# A comment "TARGET has HEADER ..." names the headers of a library; one that ends in / stands for
# all headers below it. tools/check_layers.py reads these comments.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

find_package(fmt REQUIRED)  # fmt::fmt has fmt/
find_package(simdjson REQUIRED)  # simdjson::simdjson has simdjson.h
find_package(nlohmann_json REQUIRED)  # nlohmann_json::nlohmann_json has nlohmann/
find_package(CLI11 REQUIRED)  # CLI11::CLI11 has CLI/
find_package(ICU REQUIRED COMPONENTS uc)  # ICU::uc has unicode/
find_package(OpenSSL REQUIRED COMPONENTS Crypto)  # OpenSSL::Crypto has openssl/
find_package(BZip2 REQUIRED)  # BZip2::BZip2 has bzlib.h
find_package(ZLIB REQUIRED)  # ZLIB::ZLIB has zlib.h
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)  # PkgConfig::DEFLATE has libdeflate.h
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)  # PkgConfig::ZSTD has zstd.h zstd_errors.h
pkg_check_modules(SNAPPY REQUIRED IMPORTED_TARGET snappy)  # PkgConfig::SNAPPY has snappy-c.h
pkg_check_modules(LZ4 REQUIRED IMPORTED_TARGET liblz4)  # PkgConfig::LZ4 has lz4.h
pkg_check_modules(BROTLI REQUIRED IMPORTED_TARGET libbrotlidec libbrotlienc)  # PkgConfig::BROTLI has brotli/
pkg_check_modules(EXPAT REQUIRED IMPORTED_TARGET expat)  # PkgConfig::EXPAT has expat.h
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)  # PkgConfig::HWY has hwy/
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)  # PkgConfig::XXHASH has xxhash.h
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)  # PkgConfig::RE2 has re2/
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)  # PkgConfig::SQLITE has sqlite3.h

set(PAGEKIN_WHEEL_LIBRARIES "" CACHE PATH "folder with what a Python wheel is linked with; see cmake/wheel.cmake")
if(PAGEKIN_WHEEL_LIBRARIES)
  include(cmake/wheel.cmake)
endif()

# What crawls, serves pages and asks other servers. A Python wheel does without: these libraries bring a dozen
# others with them.
option(PAGEKIN_NETWORK "build the crawler, the local server, Tika and PostgreSQL" ON)
if(PAGEKIN_NETWORK)
  pkg_check_modules(CURL REQUIRED IMPORTED_TARGET libcurl>=7.87)  # PkgConfig::CURL has curl/
  pkg_check_modules(MICROHTTPD REQUIRED IMPORTED_TARGET libmicrohttpd)  # PkgConfig::MICROHTTPD has microhttpd.h
  pkg_check_modules(PQ REQUIRED IMPORTED_TARGET libpq)  # PkgConfig::PQ has libpq-fe.h
  pkg_check_modules(PSL REQUIRED IMPORTED_TARGET libpsl)  # PkgConfig::PSL has libpsl.h
endif()

add_library(pagekin_options INTERFACE)
target_compile_features(pagekin_options INTERFACE cxx_std_20)
target_compile_options(pagekin_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -Wno-missing-field-initializers  # {.one = 1} is our keyword argument
  -ffp-contract=off                # a fused multiply-add on one machine only would change results
  -fstack-protector-strong
  -pthread)                        # for all, because a precompiled header depends on it
target_compile_definitions(pagekin_options INTERFACE
  $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>
  $<$<CONFIG:Release>:_FORTIFY_SOURCE=2>)
target_link_libraries(pagekin_options INTERFACE fmt::fmt)

# ccache keeps files that use a precompiled header only when told that their macros and
# the age of the header do not matter. clang writes that age into the precompiled header, which
# then never equals an earlier one.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(pagekin_options INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
endif()
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()
find_program(LLD ld.lld)
if(LLD AND NOT CMAKE_CROSSCOMPILING)  # Debian's cross compilers look for a linker of their own
  add_link_options(-fuse-ld=lld)
endif()
