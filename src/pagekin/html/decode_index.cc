// The mappings between bytes and characters, taken from ICU and corrected.
//
// Every single byte and every pair of bytes that the Encoding standard allows is decoded once by
// ICU; then the documented differences are applied. The four-byte half of gb18030 needs no table:
// its codes were given, in order, to all characters of the Basic Multilingual Plane that had no
// two-byte code in the edition of 2000.
//
// Source: Encoding standard (whatwg.org), 5 "Indexes".
// Cost: at first use of a two-byte encoding up to 24,000 calls of ICU, of any
// single-byte encoding 3,600 for all of them: some milliseconds; then 129 KB for
// each two-byte encoding in use.
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <unicode/ucnv.h>

#include "pagekin/core/error.h"
#include "pagekin/html/decode_parts.h"

namespace pagekin::html {
namespace {

using enum Encoding;

constexpr const char* kIcuTables[] = {
#define ENCODING(constant, name, table) table,
#include "pagekin/html/encodings.inc"
#undef ENCODING
};

struct Difference {
  Encoding encoding;
  unsigned bytes;
  char32_t code_point;
  unsigned count;
};
constexpr Difference kDifferences[] = {
#define DIFFERENCE(encoding, bytes, code_point, count) {encoding, bytes, code_point, count},
#include "pagekin/html/encoding_differences.inc"
};

struct Moved {
  unsigned bytes;
  char32_t before, now;
};
constexpr Moved kMoved[] = {
#define MOVED(bytes, before, now) {bytes, before, now},
#include "pagekin/html/encoding_differences.inc"
};

unsigned char high(unsigned bytes) { return static_cast<unsigned char>(bytes >> 8); }
unsigned char low(unsigned bytes) { return static_cast<unsigned char>(bytes & 0xFF); }

bool is_private_use(char32_t code_point) {
  return (0xE000 <= code_point && code_point <= 0xF8FF) || code_point >= 0xF0000;
}

class IcuTable {
 public:
  explicit IcuTable(Encoding encoding) {
    const char* table = kIcuTables[static_cast<std::size_t>(encoding)];
    UErrorCode error = U_ZERO_ERROR;
    converter_.reset(ucnv_open(table, &error));
    ucnv_setToUCallBack(converter_.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                        &error);
    if (U_FAILURE(error)) throw Error(std::string("ICU lacks its character mapping ") + table);
  }

  // The one character that the bytes stand for, 0 when there is none or more than one.
  char32_t code_point(std::string_view bytes) const {
    UErrorCode error = U_ZERO_ERROR;
    std::array<UChar, 4> units;
    ucnv_reset(converter_.get());
    const int count = ucnv_toUChars(converter_.get(), units.data(), units.size(), bytes.data(),
                                    static_cast<int>(bytes.size()), &error);
    if (U_FAILURE(error)) return 0;
    if (count == 1) return units[0] == kReplacementCharacter ? 0 : units[0];
    if (count != 2 || !U16_IS_LEAD(units[0])) return 0;
    return static_cast<char32_t>(U16_GET_SUPPLEMENTARY(units[0], units[1]));
  }

 private:
  struct Close {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
  };
  std::unique_ptr<UConverter, Close> converter_;
};

struct PairRange {
  Encoding encoding;
  unsigned first_lead, last_lead, first_trail, last_trail;
  std::string_view prefix = {};
  bool private_use = false;
};

PairIndex make_index(const PairRange& range) {
  const IcuTable table(range.encoding);
  PairIndex index;
  std::string bytes(range.prefix);
  bytes.append(2, '\0');
  char& lead_byte = bytes[bytes.size() - 2];
  char& trail_byte = bytes[bytes.size() - 1];
  for (unsigned lead = range.first_lead; lead <= range.last_lead; ++lead) {
    for (unsigned trail = range.first_trail; trail <= range.last_trail; ++trail) {
      lead_byte = static_cast<char>(lead);
      trail_byte = static_cast<char>(trail);
      const char32_t code_point = table.code_point(bytes);
      if (is_private_use(code_point) && !range.private_use) continue;
      index.set(low(lead), low(trail), code_point);
    }
  }
  for (const Difference& row : kDifferences) {
    for (unsigned i = 0; row.encoding == range.encoding && i < row.count; ++i) {
      index.set(high(row.bytes + i), low(row.bytes + i), row.code_point + i);
    }
  }
  return index;
}

SingleByteIndex make_single_byte_index(Encoding encoding) {
  const IcuTable table(encoding);
  SingleByteIndex index;
  for (unsigned byte = 0x80; byte <= 0xFF; ++byte) {
    const auto character = static_cast<char>(byte);
    index[byte - 0x80] = static_cast<char16_t>(table.code_point({&character, 1}));
  }
  for (const Difference& row : kDifferences) {
    for (unsigned i = 0; row.encoding == encoding && i < row.count; ++i) {
      index[row.bytes + i - 0x80] = static_cast<char16_t>(row.code_point + i);
    }
  }
  for (char16_t& code_point : index) {
    if (code_point == 0) code_point = kReplacementCharacter;
  }
  return index;
}

std::vector<char16_t> make_gb18030_four_byte_index() {
  std::vector<bool> has_two_bytes(0x10000);
  for (const char32_t code_point : gb18030_index().code_points()) {
    if (code_point < has_two_bytes.size()) has_two_bytes[code_point] = true;
  }
  for (const Moved& row : kMoved) {
    has_two_bytes[row.now] = row.now == 0x3000;  // which has another code as well
    has_two_bytes[row.before] = true;
  }
  std::vector<char16_t> index;
  for (char32_t code_point = 0x80; code_point < 0x10000; ++code_point) {
    const bool surrogate = 0xD800 <= code_point && code_point < 0xE000;
    if (!surrogate && !has_two_bytes[code_point]) {
      // In 2005 it got the two-byte code of U+E7C7, which got its four bytes.
      index.push_back(static_cast<char16_t>(code_point == 0x1E3F ? 0xE7C7 : code_point));
    }
  }
  return index;
}

}  // namespace

const SingleByteIndex& single_byte_index(Encoding encoding) {
  constexpr auto count = static_cast<std::size_t>(kLastSingleByte) + 1;
  static const auto indexes = [] {
    std::array<SingleByteIndex, count> made{};
    for (auto i = static_cast<std::size_t>(kFirstSingleByte); i < count; ++i) {
      made[i] = make_single_byte_index(static_cast<Encoding>(i));
    }
    return made;
  }();
  return indexes[static_cast<std::size_t>(encoding)];
}

const PairIndex& big5_index() {
  static const PairIndex index = make_index({kBig5, 0x81, 0xFE, 0x40, 0xFE});
  return index;
}

const PairIndex& euc_kr_index() {
  static const PairIndex index = make_index({kEucKr, 0x81, 0xFE, 0x41, 0xFE});
  return index;
}

const PairIndex& gb18030_index() {
  static const PairIndex index = [] {
    PairIndex made = make_index({kGb18030, 0x81, 0xFE, 0x40, 0xFE, "", true});
    for (const Moved& row : kMoved) made.set(high(row.bytes), low(row.bytes), row.now);
    return made;
  }();
  return index;
}

const PairIndex& shift_jis_index() {
  static const PairIndex index = make_index({kShiftJis, 0x81, 0xFC, 0x40, 0xFC});
  return index;
}

const PairIndex& jis0208_index() {
  static const PairIndex index = make_index({kEucJp, 0xA1, 0xFE, 0xA1, 0xFE});
  return index;
}

const PairIndex& jis0212_index() {
  static const PairIndex index = make_index({kEucJp, 0xA1, 0xED, 0xA1, 0xFE, "\x8F"});
  return index;
}

std::span<const char16_t> gb18030_four_byte_index() {
  static const std::vector<char16_t> index = make_gb18030_four_byte_index();
  return index;
}

}  // namespace pagekin::html
