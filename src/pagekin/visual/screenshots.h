// Screenshots of stored pages by a Chromium of this machine.
//
// The browser runs in a new profile and without network: every name is resolved to nothing. The
// page is in a frame that runs no scripts, loads nothing but styles and images that are in the
// page, and cannot go elsewhere. It is started directly, never through a shell.
#pragma once

#include <string>

namespace pagekin::visual {

class Browser {
 public:
  // `program`: a name or path; empty: the first of chromium, chromium-browser, google-chrome and
  // google-chrome-stable that is found. Throws OptionError if there is none.
  explicit Browser(const std::string& program);

  struct Picture {
    std::string png;    // of the upper part of the page; empty: there is none
    std::string fault;  // why there is none
  };
  // A picture of nothing is taken again, five times at most: the browser may be too early.
  // `style`: a style sheet of ours for the page.
  Picture screenshot(const std::string& html, const std::string& style);

 private:
  Picture take(const std::string& html, const std::string& style) const;

  std::string path_;
  std::string blank_;  // the picture of an empty page, if one was needed
};

}  // namespace pagekin::visual
