// URLs as the URL Standard parses and writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pagekin::url {

struct Parts;

// One valid URL, written as the standard serialises it, and where its parts lie:
//
//   https://user:secret@host.example:8080/path/file?query#fragment
//
// Views are valid as long as the Url is neither changed nor moved.
class Url {
 public:
  const std::string& href() const { return href_; }
  std::string_view scheme() const { return view(scheme_); }  // lower case, without ':'
  std::string_view username() const { return view(username_); }
  std::string_view password() const { return view(password_); }
  bool has_host() const { return host_.present; }
  std::string_view host() const { return view(host_); }  // IPv6 in its brackets; may be empty
  std::string_view port() const { return view(port_); }  // empty: none, or the scheme's own
  std::optional<std::uint16_t> port_number() const { return port_number_; }
  std::string_view path() const { return view(path_); }
  bool has_query() const { return query_.present; }
  std::string_view query() const { return view(query_); }  // without '?'
  bool has_fragment() const { return fragment_.present; }
  std::string_view fragment() const { return view(fragment_); }  // without '#'

  // Whether one opaque text follows the scheme, as in mailto: and data:.
  bool has_opaque_path() const { return opaque_path_; }
  bool is_http() const { return scheme() == "http" || scheme() == "https"; }

  std::string_view without_fragment() const {
    const std::string_view all = href_;
    return has_fragment() ? all.substr(0, fragment_.begin - 1) : all;
  }

 private:
  friend Url assemble(const Parts& parts);

  struct Part {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    bool present = false;
  };
  std::string_view view(Part part) const {
    return std::string_view(href_).substr(part.begin, part.size);
  }

  std::string href_;
  Part scheme_, username_, password_, host_, port_, path_, query_, fragment_;
  std::optional<std::uint16_t> port_number_;
  bool opaque_path_ = false;
};

// Parses text as found in a page or a configuration: surrounding blanks, tabs and line
// ends are dropped, ill-formed UTF-8 is read as U+FFFD. A relative reference needs a
// base. Nothing: not a URL.
std::optional<Url> parse(std::string_view input, const Url* base = nullptr);

// Whether the scheme is http, https, ws, wss, ftp or file. Their URLs have a host and a path of
// segments, whatever the number and kind of slashes.
bool is_special_scheme(std::string_view scheme);

}  // namespace pagekin::url
