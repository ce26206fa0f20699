#include "cli/flags.h"

#include <algorithm>

namespace pagekin::cli {

std::string flag_of(std::string_view option) {
  std::string flag = "--" + std::string(option);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

std::string with_flags(std::string_view message) {
  constexpr std::string_view opening = "option `";
  std::string text;
  while (true) {
    const std::size_t begin = message.find(opening);
    const std::size_t end = begin == std::string_view::npos
                                ? std::string_view::npos
                                : message.find('`', begin + opening.size());
    if (end == std::string_view::npos) return text += message;
    text += message.substr(0, begin);
    text += flag_of(message.substr(begin + opening.size(), end - begin - opening.size()));
    message.remove_prefix(end + 1);
  }
}

}  // namespace pagekin::cli
