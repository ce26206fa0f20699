// --follow-links, which every command that writes files has.
#pragma once

namespace pagekin::cli {

struct Command;
class OptionTable;

// Adds the option, not given yet, to those of a command, unless it only prints.
void add_link_option(const Command& command, OptionTable& table);

// While it exists outputs are written through links if the option was given.
class LinkPermission {
 public:
  LinkPermission();
  ~LinkPermission();
  LinkPermission(const LinkPermission&) = delete;
  LinkPermission& operator=(const LinkPermission&) = delete;

 private:
  bool before_;
};

}  // namespace pagekin::cli
