// The front end as bytes; cmake/embed.cmake writes the definitions from web/dist.
#pragma once

#include <cstddef>

namespace pagekin::visual {

extern const char* const kScriptAsset;
extern const std::size_t kScriptAssetSize;
extern const char* const kScriptAssetHash;  // SHA-256, hexadecimal
extern const char* const kStyleAsset;
extern const std::size_t kStyleAssetSize;
extern const char* const kStyleAssetHash;

}  // namespace pagekin::visual
