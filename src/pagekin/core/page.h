// A page on its way through the program, and what may become of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pagekin {

// Position of a page in the run: dense, in order of arrival.
using PageId = std::uint32_t;

// One HTML document. The views belong to the reader and are valid only during
// the call that hands the page over.
struct Page {
  std::string_view id;       // path, URL or whatever names it; not yet made unique
  std::string_view body;     // raw bytes after transfer and content decoding
  std::string_view charset;  // encoding label declared outside the page; empty: none
  std::string_view input;    // where it comes from, as the user named it
  std::uint64_t offset = 0;  // in the input
};

// Why a page was skipped or is not whole. One table gives the words users see.
enum class Reason : std::uint8_t {
  // Skipped as not being a page of ours.
  kEmpty,        // 0 bytes
  kBinary,       // the MIME sniffing rules call it binary
  kMediaType,    // declared as something other than HTML
  kStatus,       // HTTP status other than 200
  kNoBody,       // a revisit record or a continuation segment
  kSpecialFile,  // FIFO, socket, device
  kLink,         // symbolic link: loop, broken, or leading outside the directory
  // Skipped as unreadable: these end a run with --strict.
  kUnreadable,  // cannot be opened or read
  kDamaged,     // corrupt beyond use
  kTruncated,   // ends before its body begins
  // Limited: what was kept is clustered.
  kTooLong,    // more than --max-page-bytes
  kCutShort,   // the archive or the connection ended early
  kBadDigest,  // content does not match its digest (--verify-digests)
  kBadHeader,  // a header that contradicts the content; the content was used
  kTooDeep,    // elements inside more than 512 others
  kTooManyElements,
  kTooManyAttributes,  // on one element
};
constexpr std::size_t kReasonCount = static_cast<std::size_t>(Reason::kTooManyAttributes) + 1;

enum class Fate : std::uint8_t { kSkipped, kLimited };

constexpr Fate fate_of(Reason reason) {
  return reason >= Reason::kTooLong ? Fate::kLimited : Fate::kSkipped;
}
constexpr bool is_unreadable(Reason reason) {
  return reason >= Reason::kUnreadable && reason <= Reason::kTruncated;
}
std::string_view to_text(Reason reason);
std::string_view to_text(Fate fate);

// A page, or a place where a page should have been, that met one of the fates above.
struct Incident {
  std::string input;         // the input as the user named it
  std::string page;          // page id; empty when it is not known
  std::uint64_t offset = 0;  // byte position in the input where the trouble begins
  Reason reason = Reason::kUnreadable;
  std::string detail;  // one sentence: what was expected and what was found
};

// "in.warc.gz, page http://..., byte 1234: damaged: the checksum does not match"
std::string to_text(const Incident& incident);

}  // namespace pagekin
