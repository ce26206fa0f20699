#include "pagekin/url/url.h"

#include "pagekin/url/parts.h"

namespace pagekin::url {

bool is_special_scheme(std::string_view scheme) {
  return scheme == "file" || default_port(scheme).has_value();
}

std::optional<std::uint16_t> default_port(std::string_view scheme) {
  if (scheme == "http" || scheme == "ws") return 80;
  if (scheme == "https" || scheme == "wss") return 443;
  if (scheme == "ftp") return 21;
  return std::nullopt;
}

Url assemble(const Parts& parts) {
  Url url;
  std::string& href = url.href_;
  href.reserve(parts.scheme.size() + parts.username.size() + parts.password.size() +
               (parts.host ? parts.host->size() : 0) + parts.path.size() +
               (parts.query ? parts.query->size() : 0) +
               (parts.fragment ? parts.fragment->size() : 0) + 16);
  const auto put = [&href](std::string_view text) {
    const Url::Part part{static_cast<std::uint32_t>(href.size()),
                         static_cast<std::uint32_t>(text.size()), true};
    href += text;
    return part;
  };

  url.scheme_ = put(parts.scheme);
  href += ':';
  if (parts.host) {
    href += "//";
    if (!parts.username.empty() || !parts.password.empty()) {
      url.username_ = put(parts.username);
      if (!parts.password.empty()) {
        href += ':';
        url.password_ = put(parts.password);
      }
      href += '@';
    }
    url.host_ = put(*parts.host);
    if (parts.port) {
      href += ':';
      url.port_ = put(std::to_string(*parts.port));
      url.port_number_ = parts.port;
    }
  } else if (!parts.opaque_path && parts.path.starts_with("//")) {
    href += "/.";  // or the path would be read as a host
  }
  url.path_ = put(parts.path);
  url.opaque_path_ = parts.opaque_path;
  if (parts.query) {
    href += '?';
    url.query_ = put(*parts.query);
  }
  if (parts.fragment) {
    href += '#';
    url.fragment_ = put(*parts.fragment);
  }
  return url;
}

}  // namespace pagekin::url
