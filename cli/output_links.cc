#include "cli/output_links.h"

#include "pagekin/output_file.h"

#include "cli/command.h"
#include "cli/options.h"

namespace pagekin::cli {
namespace {

bool& is_given() {
  static bool given = false;
  return given;
}

}  // namespace

void add_link_option(const Command& command, OptionTable& table) {
  if (command.name == "help" || command.name == "completions") return;
  table.group("");
  table.add("--follow-links", is_given(),
            "write outputs through symbolic links that are in their place; without it a link is "
            "refused");
}

LinkPermission::LinkPermission() : before_(follow_links(is_given())) { is_given() = false; }

LinkPermission::~LinkPermission() { follow_links(before_); }

}  // namespace pagekin::cli
