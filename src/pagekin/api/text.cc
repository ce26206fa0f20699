#include "pagekin/text.h"

#include "pagekin/core/error.h"
#include "pagekin/store/crawl_store.h"

namespace pagekin {

std::string option_in_message(std::string_view name) { return option_named(name); }

std::string without_password(std::string_view name) { return store::shown_name(std::string(name)); }

}  // namespace pagekin
