// The URL parser as the URL Standard (whatwg.org) words it: one character at a time,
// one state after the other, paths as lists of segments. The slow, obvious twin of
// url::parse; hosts and percent-encoding are shared with it. Input is valid UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pagekin/url/host.h"
#include "pagekin/url/parts.h"
#include "pagekin/url/percent.h"
#include "pagekin/url/url.h"

namespace pagekin::reference {

struct UrlRecord {
  std::string scheme, username, password;
  std::optional<std::string> host;
  std::optional<std::uint32_t> port;
  bool opaque = false;
  std::string opaque_path;
  std::vector<std::string> path;
  std::optional<std::string> query, fragment;

  bool special() const { return url::is_special_scheme(scheme); }
  bool file() const { return scheme == "file"; }

  std::string href() const {
    std::string out = scheme + ':';
    if (host) {
      out += "//";
      if (!username.empty() || !password.empty()) {
        out += username;
        if (!password.empty()) out += ':' + password;
        out += '@';
      }
      out += *host;
      if (port) out += ':' + std::to_string(*port);
    } else if (!opaque && path.size() > 1 && path[0].empty()) {
      out += "/.";
    }
    out += opaque_path;
    for (const std::string& segment : path) out += '/' + segment;
    if (query) out += '?' + *query;
    if (fragment) out += '#' + *fragment;
    return out;
  }
};

class UrlStateMachine {
 public:
  static std::optional<UrlRecord> run(std::string_view input, const UrlRecord* base) {
    const auto blank = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
    while (!input.empty() && blank(input.front())) input.remove_prefix(1);
    while (!input.empty() && blank(input.back())) input.remove_suffix(1);
    UrlStateMachine machine;
    for (const char c : input) {
      if (c != '\t' && c != '\n' && c != '\r') machine.text_ += c;
    }
    machine.base_ = base;
    return machine.run();
  }

 private:
  enum State {
    kSchemeStart,
    kScheme,
    kNoScheme,
    kSpecialRelativeOrAuthority,
    kPathOrAuthority,
    kRelative,
    kRelativeSlash,
    kSpecialAuthoritySlashes,
    kSpecialAuthorityIgnoreSlashes,
    kAuthority,
    kHost,
    kPort,
    kFile,
    kFileSlash,
    kFileHost,
    kPathStart,
    kPath,
    kOpaquePath,
    kQuery,
    kFragment,
  };
  static constexpr int kEof = -1;
  using Signed = std::ptrdiff_t;

  int at(Signed place) const {
    return place < static_cast<Signed>(text_.size())
               ? static_cast<unsigned char>(text_[static_cast<std::size_t>(place)])
               : kEof;
  }
  std::string_view from(Signed place) const {
    return std::string_view(text_).substr(static_cast<std::size_t>(place));
  }
  bool ends_authority(int c) const {
    return c == kEof || c == '/' || c == '?' || c == '#' || (url_.special() && c == '\\');
  }
  static bool drive_letter(std::string_view s) {
    return s.size() == 2 && url::is_alpha(s[0]) && (s[1] == ':' || s[1] == '|');
  }
  static bool normal_drive_letter(std::string_view s) { return drive_letter(s) && s[1] == ':'; }
  static bool starts_with_drive_letter(std::string_view s) {
    if (s.size() < 2 || !drive_letter(s.substr(0, 2))) return false;
    return s.size() == 2 || s[2] == '/' || s[2] == '\\' || s[2] == '?' || s[2] == '#';
  }
  static std::string lower(std::string_view s) {
    std::string out;
    for (const char c : s) out += to_lower(c);
    return out;
  }
  static bool single_dot(const std::string& s) { return s == "." || lower(s) == "%2e"; }
  static bool double_dot(const std::string& s) {
    const std::string l = lower(s);
    return l == ".." || l == ".%2e" || l == "%2e." || l == "%2e%2e";
  }
  void shorten() {
    if (url_.file() && url_.path.size() == 1 && normal_drive_letter(url_.path[0])) return;
    if (!url_.path.empty()) url_.path.pop_back();
  }
  void take_authority_of_base() {
    url_.username = base_->username;
    url_.password = base_->password;
    url_.host = base_->host;
    url_.port = base_->port;
  }

  std::optional<UrlRecord> run() {
    for (pointer_ = 0;; ++pointer_) {
      const int c = at(pointer_);
      if (!step(c)) return std::nullopt;
      if (pointer_ >= 0 && at(pointer_) == kEof) return url_;
    }
  }

  // One turn of the loop; false is failure.
  bool step(int c) {
    const char ch = static_cast<char>(c);
    switch (state_) {
      case kSchemeStart:
        if (c != kEof && url::is_alpha(ch)) {
          buffer_ += to_lower(ch);
          state_ = kScheme;
        } else {
          state_ = kNoScheme;
          --pointer_;
        }
        return true;
      case kScheme:
        return scheme(c);
      case kNoScheme:
        return no_scheme(c);
      case kSpecialRelativeOrAuthority:
        if (c == '/' && at(pointer_ + 1) == '/') {
          state_ = kSpecialAuthorityIgnoreSlashes;
          ++pointer_;
        } else {
          state_ = kRelative;
          --pointer_;
        }
        return true;
      case kPathOrAuthority:
        if (c == '/') {
          state_ = kAuthority;
        } else {
          state_ = kPath;
          --pointer_;
        }
        return true;
      case kRelative:
        return relative(c);
      case kRelativeSlash:
        if (url_.special() && (c == '/' || c == '\\')) {
          state_ = kSpecialAuthorityIgnoreSlashes;
        } else if (c == '/') {
          state_ = kAuthority;
        } else {
          take_authority_of_base();
          state_ = kPath;
          --pointer_;
        }
        return true;
      case kSpecialAuthoritySlashes:
        state_ = kSpecialAuthorityIgnoreSlashes;
        if (c == '/' && at(pointer_ + 1) == '/') {
          ++pointer_;
        } else {
          --pointer_;
        }
        return true;
      case kSpecialAuthorityIgnoreSlashes:
        if (c != '/' && c != '\\') {
          state_ = kAuthority;
          --pointer_;
        }
        return true;
      case kAuthority:
        return authority(c);
      case kHost:
        return host(c);
      case kPort:
        return port(c);
      case kFile:
        return file(c);
      case kFileSlash:
        if (c == '/' || c == '\\') {
          state_ = kFileHost;
        } else {
          if (base_ != nullptr && base_->file()) {
            url_.host = base_->host;
            if (!starts_with_drive_letter(from(pointer_)) && !base_->path.empty() &&
                normal_drive_letter(base_->path[0])) {
              url_.path.push_back(base_->path[0]);
            }
          }
          state_ = kPath;
          --pointer_;
        }
        return true;
      case kFileHost:
        return file_host(c);
      case kPathStart:
        if (url_.special()) {
          state_ = kPath;
          if (c != '/' && c != '\\') --pointer_;
        } else if (c == '?') {
          url_.query = "";
          state_ = kQuery;
        } else if (c == '#') {
          url_.fragment = "";
          state_ = kFragment;
        } else if (c != kEof) {
          state_ = kPath;
          if (c != '/') --pointer_;
        }
        return true;
      case kPath:
        path(c);
        return true;
      case kOpaquePath:
        if (c == '?') {
          url_.query = "";
          state_ = kQuery;
        } else if (c == '#') {
          url_.fragment = "";
          state_ = kFragment;
        } else if (c == ' ') {
          const int next = at(pointer_ + 1);
          url_.opaque_path += next == '?' || next == '#' ? "%20" : " ";
        } else if (c != kEof) {
          url::append_encoded(std::string_view(&ch, 1), url::kC0ControlSet, url_.opaque_path);
        }
        return true;
      case kQuery:
        if (c == '#') {
          url_.fragment = "";
          state_ = kFragment;
        } else if (c != kEof) {
          const auto set = url_.special() ? url::kSpecialQuerySet : url::kQuerySet;
          url::append_encoded(std::string_view(&ch, 1), set, *url_.query);
        }
        return true;
      case kFragment:
        if (c != kEof) {
          url::append_encoded(std::string_view(&ch, 1), url::kFragmentSet, *url_.fragment);
        }
        return true;
    }
    return false;
  }

  bool scheme(int c) {
    const char ch = static_cast<char>(c);
    if (c != kEof && (url::is_alpha(ch) || is_digit(ch) || c == '+' || c == '-' || c == '.')) {
      buffer_ += to_lower(ch);
    } else if (c == ':') {
      url_.scheme = buffer_;
      buffer_.clear();
      if (url_.file()) {
        state_ = kFile;
      } else if (url_.special() && base_ != nullptr && base_->scheme == url_.scheme) {
        state_ = kSpecialRelativeOrAuthority;
      } else if (url_.special()) {
        state_ = kSpecialAuthoritySlashes;
      } else if (at(pointer_ + 1) == '/') {
        state_ = kPathOrAuthority;
        ++pointer_;
      } else {
        url_.opaque = true;
        state_ = kOpaquePath;
      }
    } else {
      buffer_.clear();
      state_ = kNoScheme;
      pointer_ = -1;
    }
    return true;
  }

  bool no_scheme(int c) {
    if (base_ == nullptr || (base_->opaque && c != '#')) return false;
    if (base_->opaque) {
      url_ = *base_;
      url_.fragment = "";
      state_ = kFragment;
      return true;
    }
    state_ = base_->file() ? kFile : kRelative;
    --pointer_;
    return true;
  }

  bool relative(int c) {
    url_.scheme = base_->scheme;
    if (c == '/' || (url_.special() && c == '\\')) {
      state_ = kRelativeSlash;
      return true;
    }
    take_authority_of_base();
    url_.path = base_->path;
    url_.query = base_->query;
    if (c == '?') {
      url_.query = "";
      state_ = kQuery;
    } else if (c == '#') {
      url_.fragment = "";
      state_ = kFragment;
    } else if (c != kEof) {
      url_.query.reset();
      shorten();
      state_ = kPath;
      --pointer_;
    }
    return true;
  }

  bool authority(int c) {
    if (c == '@') {
      if (at_sign_seen_) buffer_ = "%40" + buffer_;
      at_sign_seen_ = true;
      for (const char b : buffer_) {
        if (b == ':' && !password_seen_) {
          password_seen_ = true;
          continue;
        }
        url::append_encoded(std::string_view(&b, 1), url::kUserinfoSet,
                            password_seen_ ? url_.password : url_.username);
      }
      buffer_.clear();
    } else if (ends_authority(c)) {
      if (at_sign_seen_ && buffer_.empty()) return false;
      pointer_ -= static_cast<Signed>(buffer_.size()) + 1;
      buffer_.clear();
      state_ = kHost;
    } else {
      buffer_ += static_cast<char>(c);
    }
    return true;
  }

  bool take_host() {
    url_.host = url_.special() ? url::parse_host(buffer_) : url::parse_opaque_host(buffer_);
    buffer_.clear();
    return url_.host.has_value();
  }

  bool host(int c) {
    if (c == ':' && !in_brackets_) {
      if (buffer_.empty() || !take_host()) return false;
      state_ = kPort;
    } else if (ends_authority(c)) {
      --pointer_;
      if (url_.special() && buffer_.empty()) return false;
      if (!take_host()) return false;
      state_ = kPathStart;
    } else {
      if (c == '[') in_brackets_ = true;
      if (c == ']') in_brackets_ = false;
      buffer_ += static_cast<char>(c);
    }
    return true;
  }

  bool port(int c) {
    if (c != kEof && is_digit(static_cast<char>(c))) {
      buffer_ += static_cast<char>(c);
    } else if (ends_authority(c)) {
      if (!buffer_.empty()) {
        std::uint32_t number = 0;
        for (const char digit : buffer_) {
          number = number * 10 + static_cast<std::uint32_t>(digit - '0');
          if (number > 65535) return false;
        }
        url_.port = number;
        if (url::default_port(url_.scheme) == number) url_.port.reset();
        buffer_.clear();
      }
      state_ = kPathStart;
      --pointer_;
    } else {
      return false;
    }
    return true;
  }

  bool file(int c) {
    url_.scheme = "file";
    url_.host = "";
    if (c == '/' || c == '\\') {
      state_ = kFileSlash;
    } else if (base_ != nullptr && base_->file()) {
      url_.host = base_->host;
      url_.path = base_->path;
      url_.query = base_->query;
      if (c == '?') {
        url_.query = "";
        state_ = kQuery;
      } else if (c == '#') {
        url_.fragment = "";
        state_ = kFragment;
      } else if (c != kEof) {
        url_.query.reset();
        if (starts_with_drive_letter(from(pointer_))) {
          url_.path.clear();
        } else {
          shorten();
        }
        state_ = kPath;
        --pointer_;
      }
    } else {
      state_ = kPath;
      --pointer_;
    }
    return true;
  }

  bool file_host(int c) {
    if (c != kEof && c != '/' && c != '\\' && c != '?' && c != '#') {
      buffer_ += static_cast<char>(c);
      return true;
    }
    --pointer_;
    if (drive_letter(buffer_)) {
      state_ = kPath;  // which goes on with the buffer
    } else if (buffer_.empty()) {
      url_.host = "";
      state_ = kPathStart;
    } else {
      if (!take_host()) return false;
      if (*url_.host == "localhost") url_.host = "";
      state_ = kPathStart;
    }
    return true;
  }

  void path(int c) {
    const bool slash = c == '/' || (url_.special() && c == '\\');
    if (c != kEof && !slash && c != '?' && c != '#') {
      const char ch = static_cast<char>(c);
      url::append_encoded(std::string_view(&ch, 1), url::kPathSet, buffer_);
      return;
    }
    if (double_dot(buffer_)) {
      shorten();
      if (!slash) url_.path.emplace_back();
    } else if (single_dot(buffer_)) {
      if (!slash) url_.path.emplace_back();
    } else {
      if (url_.file() && url_.path.empty() && drive_letter(buffer_)) buffer_[1] = ':';
      url_.path.push_back(buffer_);
    }
    buffer_.clear();
    if (c == '?') {
      url_.query = "";
      state_ = kQuery;
    } else if (c == '#') {
      url_.fragment = "";
      state_ = kFragment;
    }
  }

  std::string text_;
  const UrlRecord* base_ = nullptr;
  UrlRecord url_;
  State state_ = kSchemeStart;
  std::string buffer_;
  Signed pointer_ = 0;
  bool at_sign_seen_ = false;
  bool in_brackets_ = false;
  bool password_seen_ = false;
};

}  // namespace pagekin::reference
