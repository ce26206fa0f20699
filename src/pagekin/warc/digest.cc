#include "pagekin/warc/digest.h"

#include <string>

#include <openssl/evp.h>

#include "pagekin/core/error.h"
#include "pagekin/core/text.h"

namespace pagekin::warc {
namespace {

const EVP_MD* algorithm(std::string_view name) {
  if (equals_ignoring_case(name, "sha1") || equals_ignoring_case(name, "sha-1")) return EVP_sha1();
  if (equals_ignoring_case(name, "md5")) return EVP_md5();
  if (equals_ignoring_case(name, "sha256") || equals_ignoring_case(name, "sha-256"))
    return EVP_sha256();
  if (equals_ignoring_case(name, "sha512") || equals_ignoring_case(name, "sha-512"))
    return EVP_sha512();
  return nullptr;
}

// Value of a digit in base 16, 32 or 64 (both alphabets); -1 for none.
int digit(char c, int bits) {
  const bool is_upper = c >= 'A' && c <= 'Z';
  const bool is_lower = c >= 'a' && c <= 'z';
  const bool is_number = c >= '0' && c <= '9';
  if (bits == 4)
    return is_number ? c - '0' : is_lower ? c - 'a' + 10 : is_upper ? c - 'A' + 10 : -1;
  if (bits == 5)
    return is_upper ? c - 'A' : is_lower ? c - 'a' : c >= '2' && c <= '7' ? c - '2' + 26 : -1;
  if (is_upper) return c - 'A';
  if (is_lower) return c - 'a' + 26;
  if (is_number) return c - '0' + 52;
  return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

// Decodes digits of `bits` bits each; empty when a character is none.
std::string decode(std::string_view text, int bits) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string out;
  unsigned pending = 0;
  int have = 0;
  for (const char c : text) {
    const int value = digit(c, bits);
    if (value < 0 || (bits == 4 && value > 15)) return {};
    pending = (pending << bits) | static_cast<unsigned>(value);
    have += bits;
    if (have >= 8) {
      have -= 8;
      out += static_cast<char>((pending >> have) & 0xff);
    }
  }
  return out;
}

}  // namespace

DigestCheck check_digest(std::string_view labelled, std::string_view bytes) {
  const auto colon = labelled.find(':');
  if (colon == std::string_view::npos) return DigestCheck::kUnknown;
  const EVP_MD* const hash = algorithm(labelled.substr(0, colon));
  if (hash == nullptr) return DigestCheck::kUnknown;
  unsigned char sum[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), sum, &size, hash, nullptr) != 1)
    return DigestCheck::kUnknown;
  const std::string_view wanted(reinterpret_cast<const char*>(sum), size);

  const std::string_view text = trim(labelled.substr(colon + 1));
  for (const int bits : {4, 5, 6}) {
    if (decode(text, bits) == wanted) return DigestCheck::kMatches;
  }
  return DigestCheck::kDiffers;
}

std::string sha1_digest(std::string_view bytes) {
  unsigned char sum[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), sum, &size, EVP_sha1(), nullptr) != 1) {
    throw Error("SHA-1 cannot be computed on this machine");
  }
  std::string text = "sha1:";
  unsigned pending = 0;
  int have = 0;
  for (unsigned i = 0; i < size; ++i) {  // 20 bytes are 32 digits of 5 bits
    pending = (pending << 8 | sum[i]) & 0xfff;
    for (have += 8; have >= 5; have -= 5) {
      text += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[pending >> (have - 5) & 31];
    }
  }
  return text;
}

}  // namespace pagekin::warc
