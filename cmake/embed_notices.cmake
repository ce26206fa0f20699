# Writes LICENSE and NOTICES.txt as a C++ definition, see src/pagekin/api/notices.cc.
#
# cmake -D LICENCE=FILE -D NOTICES=FILE -D OUTPUT=FILE -P embed_notices.cmake
file(READ "${LICENCE}" licence HEX)
file(READ "${NOTICES}" notices HEX)
string(REGEX REPLACE "(................................)" "\\1\n" hex "${licence}0a${notices}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
file(WRITE "${OUTPUT}.new" "// Made by cmake/embed_notices.cmake from LICENSE and NOTICES.txt.\n"
  "#include <cstddef>\n\nnamespace pagekin::api {\n"
  "extern const char* const kNotices;\nextern const std::size_t kNoticesSize;\n"
  "static const char kNoticesBytes[] = {\n${bytes}'\\0'};\n"
  "const char* const kNotices = kNoticesBytes;\n"
  "const std::size_t kNoticesSize = sizeof(kNoticesBytes) - 1;\n}  // namespace pagekin::api\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
