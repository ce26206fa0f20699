#include "pagekin/features/site_links.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "pagekin/core/hash.h"
#include "pagekin/dom/links.h"
#include "pagekin/features/digits.h"
#include "pagekin/features/sorted_hashes.h"
#include "pagekin/html/character_references.h"
#include "pagekin/url/page_address.h"
#include "pagekin/url/url.h"

namespace pagekin::features {
namespace {

constexpr std::size_t kMaxAddress = 2'083;  // bytes

// An id that is a path is read as a relative address, not by url::path_address(), so that the
// link "page.php?id=1" leads to the file of this name.
std::optional<url::Url> url_of_page(std::string_view page_id) {
  static const url::Url base = url::parse(url::kPathBase).value();
  return url::parse(page_id, &base);
}

std::uint64_t hash_of_target(std::string_view path, std::string_view query) {
  for (const std::string_view name : {"/index.html", "/index.htm"}) {
    if (path.ends_with(name)) path.remove_suffix(name.size() - 1);
  }
  const std::uint64_t hash = query.empty() ? 0 : hash_bytes(query);
  return hash_bytes(path, hash) >> kLinkPlaceBits;
}

constexpr auto kLettersAndDigits = [] {
  std::array<bool, 256> plain{};
  for (char c = 'a'; c <= 'z'; ++c) plain[static_cast<unsigned char>(c)] = true;
  for (char c = '0'; c <= '9'; ++c) plain[static_cast<unsigned char>(c)] = true;
  return plain;
}();

// Bytes that need no decoding in the name of a host.
constexpr auto kPlainInHost = [] {
  std::array<bool, 256> plain = kLettersAndDigits;
  for (const char c : {'-', '.'}) plain[static_cast<unsigned char>(c)] = true;
  return plain;
}();

// Bytes that need no decoding in a path or query; but see has_dot().
constexpr auto kPlain = [] {
  std::array<bool, 256> plain = kLettersAndDigits;
  for (char c = 'A'; c <= 'Z'; ++c) plain[static_cast<unsigned char>(c)] = true;
  for (const char c :
       {'-', '_', '.', '~', '/', '=', '&', '+', ',', ';', '!', '(', ')', '*', '@', '%'}) {
    plain[static_cast<unsigned char>(c)] = true;
  }
  return plain;
}();

bool all_are(const std::array<bool, 256>& plain, std::string_view text) {
  return std::ranges::all_of(text, [&](char c) { return plain[static_cast<unsigned char>(c)]; });
}

// Whether there is a dot written as %2e, which counts as a dot in the segments "." and
// "..".
bool has_dot(std::string_view path) {
  for (std::size_t at = path.find('%'); at != path.npos; at = path.find('%', at + 1)) {
    const std::string_view code = path.substr(at, 3);
    if (code == "%2e" || code == "%2E") return true;
  }
  return false;
}

// Excludes numbers, which may be an IP address, and other alphabets.
bool is_plain_host(std::string_view host) {
  const std::string_view last = host.substr(host.rfind('.') + 1);
  return !last.empty() && last.front() >= 'a' && last.front() <= 'z' &&
         all_are(kPlainInHost, host) && host.find("xn--") == host.npos;
}

// The targets of a page's addresses.
class Targets {
 public:
  // `base`: relative addresses are resolved against it.
  Targets(const url::Url& base, std::string_view host)
      : base_(&base),
        host_(host),
        base_is_here_(base.host() == host && base.is_http()),
        base_target_(hash_of_target(base.path(), base.query())),
        directory_(base.path().substr(0, base.path().rfind('/') + 1)) {}

  // Empty: on another site, or no page.
  std::optional<std::uint64_t> of(std::string_view address) {
    if (address.size() > kMaxAddress) return {};
    const Verdict verdict = of_plain(address.substr(0, address.find('#')));
    if (verdict.is_known) return verdict.target;
    const std::optional<url::Url> url = url::parse(address, base_);
    if (!url || !url->is_http() || url->host() != host_) return {};
    return hash_of_target(url->path(), url->query());
  }

 private:
  struct Verdict {
    bool is_known = false;
    std::optional<std::uint64_t> target = {};
  };

  // Handles an address that consists only of bytes that need no parser.
  Verdict of_plain(std::string_view address) {
    for (const std::string_view scheme : {"http://", "https://"}) {
      if (!address.starts_with(scheme)) continue;
      address.remove_prefix(scheme.size());
      const std::string_view host = address.substr(0, address.find_first_of("/?"));
      if (!is_plain_host(host)) return {};
      if (host != host_) return {.is_known = true};
      address.remove_prefix(host.size());
      return address.starts_with('/') ? of_path(address) : Verdict{};
    }
    if (!base_is_here_ || address.starts_with("//")) return {};
    if (address.empty()) return {.is_known = true, .target = base_target_};
    return of_path(address);
  }

  Verdict of_path(std::string_view address) {
    const std::size_t mark = std::min(address.find('?'), address.size());
    const std::string_view path = address.substr(0, mark);
    const std::string_view query = mark < address.size() ? address.substr(mark + 1) : "";
    if (path.empty() || !all_are(kPlain, path) || !all_are(kPlain, query) || has_dot(path)) {
      return {};
    }
    resolve(path);
    return {.is_known = true, .target = hash_of_target(path_, query)};
  }

  // Resolves into path_, without the segments "." and "..".
  void resolve(std::string_view path) {
    if (path.starts_with('/')) {
      path_ = "/";
      path.remove_prefix(1);
    } else {
      path_ = directory_;
    }
    while (true) {
      const std::size_t slash = path.find('/');
      const std::string_view segment = path.substr(0, slash);
      const bool is_last = slash == path.npos;
      if (segment == "..") {
        if (path_.size() > 1) path_.resize(path_.rfind('/', path_.size() - 2) + 1);
      } else if (segment != ".") {
        path_ += segment;
        if (!is_last) path_ += '/';
      }
      if (is_last) return;
      path.remove_prefix(slash + 1);
    }
  }

  const url::Url* base_;
  std::string_view host_;
  bool base_is_here_;
  std::uint64_t base_target_;
  std::string directory_;
  std::string path_;
};

constexpr std::uint32_t kUnknown = UINT32_MAX;

// The kinds of places at which elements stand.
class Places {
 public:
  explicit Places(const dom::Tree& tree) : tree_(&tree), known_(tree.size(), kUnknown) {}

  std::uint32_t of(std::uint32_t element) {
    std::uint32_t at = element;
    while (known_[at] == kUnknown) {
      known_[at] = at == 0 ? named_place(at).value_or(0) : named_place(at).value_or(kUnknown);
      if (known_[at] == kUnknown) at = tree_->parents[at];
    }
    const std::uint32_t place = known_[at];
    for (std::uint32_t i = element; i != at; i = tree_->parents[i]) known_[i] = place;
    return place;
  }

 private:
  // Empty for an element without class and id.
  std::optional<std::uint32_t> named_place(std::uint32_t element) {
    std::uint64_t hash = 0;
    for (const dom::Attribute& attribute : tree_->attributes_of(element)) {
      const bool is_class = attribute.known == dom::AttributeName::kClass;
      if (!is_class && attribute.known != dom::AttributeName::kId) continue;
      if (attribute.value.size == 0) continue;
      const std::string_view value = generalise_digits(tree_->view(attribute.value), buffer_);
      hash ^= hash_bytes(value, is_class ? 1 : 2);
    }
    if (hash == 0) return {};
    return static_cast<std::uint32_t>(link_place_of(mix(hash ^ tree_->tags[element])));
  }

  const dom::Tree* tree_;
  std::vector<std::uint32_t> known_;
  std::string buffer_;
};

bool is_link(const dom::Tree& tree, std::uint32_t element) {
  return tree.tags[element] == html::kTagA || tree.tags[element] == html::kTagArea;
}

}  // namespace

std::uint64_t link_target(std::string_view page_id) {
  const std::optional<url::Url> page = url_of_page(page_id);
  return page ? hash_of_target(page->path(), page->query()) : 0;
}

std::vector<std::uint64_t> site_links(const dom::Tree& tree, std::string_view page_id) {
  std::vector<std::uint64_t> links;
  const std::optional<url::Url> page = url_of_page(page_id);
  if (!page) return links;
  const url::Url base = dom::base_url(tree, *page);
  const std::uint64_t self = hash_of_target(page->path(), page->query());
  Targets targets(base, page->host());
  Places places(tree);
  std::string decoded;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (!is_link(tree, i)) continue;
    for (const dom::Attribute& attribute : tree.attributes_of(i)) {
      if (attribute.known != dom::AttributeName::kHref) continue;
      const std::string_view address =
          html::decode_references(tree.view(attribute.value), true, decoded);
      const std::optional<std::uint64_t> target = targets.of(address);
      if (target && *target != self) {
        links.push_back(*target << kLinkPlaceBits | places.of(i));
      }
    }
    if (links.size() < 2 * kMaxSiteLinks) continue;
    make_set(links);
    if (links.size() >= kMaxSiteLinks) break;
  }
  make_set(links);
  return links;
}

}  // namespace pagekin::features
