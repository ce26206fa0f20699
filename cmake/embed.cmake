# Writes web/dist as C++ definitions, see src/pagekin/visual/assets.h.
#
# cmake -D SCRIPT=FILE -D STYLE=FILE -D OUTPUT=FILE -P embed.cmake
function(embed file name)
  file(READ "${file}" hex HEX)
  file(SHA256 "${file}" hash)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  file(APPEND "${OUTPUT}.new"
    "static const char k${name}Bytes[] = {\n${bytes}'\\0'};\n"
    "const char* const k${name} = k${name}Bytes;\n"
    "const std::size_t k${name}Size = sizeof(k${name}Bytes) - 1;\n"
    "const char* const k${name}Hash = \"${hash}\";\n")
endfunction()

file(WRITE "${OUTPUT}.new" "// Made by cmake/embed.cmake from web/dist.\n"
  "#include \"pagekin/visual/assets.h\"\n\nnamespace pagekin::visual {\n")
embed("${SCRIPT}" ScriptAsset)
embed("${STYLE}" StyleAsset)
file(APPEND "${OUTPUT}.new" "}  // namespace pagekin::visual\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
