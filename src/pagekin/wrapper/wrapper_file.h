// The file of a wrapper, made by `learn` and read by `extract` and `selectors`.
//
// The format is that of core/block_file.h, so a checksum covers every byte, and the file appears
// whole or not at all. Its sections are: who made it; the templates, one after the other. Numbers
// are little-endian, lists and texts have their size in 4 bytes before them.
//
// Whatever a file holds is checked when it is read: sizes, numbers of families and kinds, weights.
// A file that was tampered with is refused with an Error that names it.
//
// Files of versions 5 and 6 are read, too. Those of version 5 do not say how many pages a template
// had; the pages whose ids they know are taken for all. Fields of both are of the usual attributes.
#pragma once

#include <string>
#include <string_view>

#include "pagekin/wrapper/wrapper.h"

namespace pagekin::wrapper {

void write_wrapper(const std::string& path, const Wrapper& wrapper, const std::string& made_by);

// Throws Error, naming the file and what was found.
Wrapper read_wrapper(const std::string& path);

bool is_wrapper_file(const std::string& path);

constexpr int kWrapperVersion = 8;
constexpr int kFirstWrapperVersion = 5;  // that is read

// The section of the templates, for tests and fuzzing.
std::string to_bytes(const Wrapper& wrapper);
Wrapper wrapper_from(std::string_view bytes, int version = kWrapperVersion);

}  // namespace pagekin::wrapper
