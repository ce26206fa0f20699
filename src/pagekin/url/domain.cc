// Domains by Unicode UTS 46, non-transitional, through ICU.
//
// A name in ASCII is only lower-cased; its "xn--" labels are not checked.
//
// Source: URL Standard (whatwg.org), "domain to ASCII": CheckHyphens, UseSTD3ASCIIRules
// and VerifyDnsLength false, CheckBidi and CheckJoiners true.
// Cost: linear for ASCII names; others go through ICU.
// Limits: characters are those of ICU's version of Unicode; names that need ICU and are
// longer than 10,000 bytes, or with labels too long for it, are refused.
#include "pagekin/url/domain.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <unicode/uidna.h>

#include "pagekin/core/text.h"
#include "pagekin/url/percent.h"

namespace pagekin::url {
namespace {

constexpr std::size_t kMaxForIcu = 10'000;

// Errors of ICU that the standard ignores.
constexpr std::uint32_t kPermitted = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                     UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                     UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

// Calls check(label) for each label until it returns true.
template <class Check>
bool any_label(std::string_view domain, Check check) {
  while (true) {
    const std::size_t dot = std::min(domain.find('.'), domain.size());
    if (check(domain.substr(0, dot))) return true;
    if (dot == domain.size()) return false;
    domain.remove_prefix(dot + 1);
  }
}

// Whether a label is Punycode of nothing or of ASCII only; such a label ends with its last
// delimiter.
bool is_idle_punycode(std::string_view label) {
  return label.starts_with("xn--") && label.ends_with('-');
}

const UIDNA* uts46() {
  static const UIDNA* const instance = [] {
    UErrorCode status = U_ZERO_ERROR;
    const UIDNA* opened = uidna_openUTS46(
        UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII, &status);
    return U_SUCCESS(status) ? opened : nullptr;
  }();
  return instance;
}

std::optional<std::string> through_icu(std::string_view domain) {
  const UIDNA* idna = uts46();
  if (idna == nullptr || domain.size() > kMaxForIcu) return std::nullopt;
  std::string out(domain.size() * 4 + 64, '\0');
  for (int attempt = 0; attempt < 2; ++attempt) {
    UErrorCode status = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    const std::int32_t length =
        uidna_nameToASCII_UTF8(idna, domain.data(), static_cast<std::int32_t>(domain.size()),
                               out.data(), static_cast<std::int32_t>(out.size()), &info, &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      out.resize(static_cast<std::size_t>(length) + 1);
      continue;
    }
    if (U_FAILURE(status) || (info.errors & ~kPermitted) != 0) return std::nullopt;
    out.resize(static_cast<std::size_t>(length));
    if (any_label(out, is_idle_punycode)) return std::nullopt;
    return out;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> domain_to_ascii(std::string_view domain) {
  const bool ascii = std::all_of(domain.begin(), domain.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii) return through_icu(domain);
  return lower_case(domain);
}

}  // namespace pagekin::url
