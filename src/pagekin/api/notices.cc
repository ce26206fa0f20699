// The licences, as bytes that cmake/embed_notices.cmake makes.
#include <cstddef>

#include "pagekin/catalogue.h"

namespace pagekin {
namespace api {
extern const char* const kNotices;
extern const std::size_t kNoticesSize;
}  // namespace api

std::string_view licence_notices() { return {api::kNotices, api::kNoticesSize}; }

}  // namespace pagekin
