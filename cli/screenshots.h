// Screenshots of stored pages by a Chromium of this machine.
//
// The browser runs in a new profile, without scripts and without network: every name is resolved to
// nothing, and a policy at the begin of the page forbids to load anything but styles and images
// that are in the page. It is started directly, never through a shell.
#pragma once

#include <string>

namespace pagekin::cli {

class Browser {
 public:
  // `program`: a name or path; empty: the first of chromium, chromium-browser, google-chrome and
  // google-chrome-stable that is found. Throws OptionError if there is none.
  explicit Browser(const std::string& program);

  // A PNG of the upper part of a page, 320 pixels wide; empty if it could not be made within a
  // minute.
  std::string screenshot(const std::string& html) const;

 private:
  std::string path_;
};

}  // namespace pagekin::cli
