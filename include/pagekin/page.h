// A page, and what may happen to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "pagekin/export.h"

namespace pagekin {

// One HTML document. The views must stay valid during the call that takes the page, and are
// valid only during the call that hands one over.
struct Page {
  std::string_view id;       // the URL, a path or any other name; need not be unique
  std::string_view body;     // the bytes of the document, without transfer or content coding
  std::string_view charset;  // the encoding that HTTP declared; empty: none
  std::string_view input;    // its input, as the user named it, but without a password
  std::uint64_t offset = 0;  // in the input, in bytes
  std::int64_t time = 0;     // when it was fetched, seconds since 1970; 0: not known
};

// Why a page was skipped or is not whole.
enum class Reason : std::uint8_t {
  // Skipped, because it is not an HTML page.
  kEmpty,        // 0 bytes
  kBinary,       // binary by the MIME sniffing rules
  kMediaType,    // declared as another media type than HTML
  kStatus,       // an HTTP status other than 200
  kNoBody,       // a WARC revisit record or continuation segment
  kSpecialFile,  // FIFO, socket or device
  kLink,         // a symbolic link that loops, is broken, or leads out of the directory
  // Skipped, because it cannot be read. The option `strict` turns these into an InputError.
  kUnreadable,    // cannot be opened or read
  kDamaged,       // corrupt beyond use
  kTruncated,     // ends before its body begins
  kNotConverted,  // a document of another type that could not be made a page
  // Limited: a part of the page was used.
  kTooLong,    // longer than the option `max_page_bytes`
  kCutShort,   // the archive or the connection ended early
  kBadDigest,  // the content does not match its digest (option `verify_digests`)
  kBadHeader,  // a header contradicts the content; the content was used
  kTooDeep,    // elements nested deeper than 512 levels
  kTooManyElements,
  kTooManyAttributes,  // on one element
  kTooManyMarks,       // classes, texts, links and the like, for methods that keep them
  kMended,             // a line that is nearly JSON was made JSON; see docs/formats.md
};
constexpr std::size_t kReasonCount = static_cast<std::size_t>(Reason::kMended) + 1;

enum class Fate : std::uint8_t { kSkipped, kLimited };

constexpr Fate fate_of(Reason reason) {
  return reason >= Reason::kTooLong ? Fate::kLimited : Fate::kSkipped;
}
// The end of the page is missing.
constexpr bool is_cut(Reason reason) {
  return reason == Reason::kTooLong || reason == Reason::kCutShort;
}
constexpr bool is_unreadable(Reason reason) {
  return reason >= Reason::kUnreadable && reason <= Reason::kNotConverted;
}

// The words that users see.
PAGEKIN_API std::string_view to_text(Reason reason);
PAGEKIN_API std::string_view to_text(Fate fate);

// A page that was skipped or limited, or a place where a page should have been.
struct Incident {
  std::string input;         // the input as the user named it, but without a password
  std::string page;          // its id; empty where it is not known
  std::uint64_t offset = 0;  // where in the input the problem begins, in bytes
  Reason reason = Reason::kUnreadable;
  std::string detail;  // one sentence: what was expected and what was found
  // All of an input that the caller named is missing or cannot be read, not a part of it and not
  // an input that only a list names.
  bool is_named_input = false;
  // The input itself is damaged here, although the page could be used; `strict` turns this into an
  // InputError, too.
  bool is_damage = false;
};

// "in.warc.gz, page http://..., byte 1234: damaged: the checksum does not match"
PAGEKIN_API std::string to_text(const Incident& incident);

// Why a part of an input is not read: it is not taken for a page, so it is neither used nor
// skipped.
enum class PassedOver : std::uint8_t {
  kOtherName,  // a file of a directory whose name is not that of a page
  kNotListed,  // a page of a WACZ file that its lists do not name (option `listed_pages`)
};
constexpr std::size_t kPassedOverCount = static_cast<std::size_t>(PassedOver::kNotListed) + 1;
PAGEKIN_API std::string_view to_text(PassedOver why);
using PassedOverCounts = std::array<std::uint64_t, kPassedOverCount>;

// How many pages were read, and what happened to them: read() = used + skipped.
struct PageCounts {
  std::uint64_t used = 0;     // limited pages included
  std::uint64_t limited = 0;  // of the used pages
  std::uint64_t skipped = 0;
  std::array<std::uint64_t, kReasonCount> by_reason{};
  PassedOverCounts passed_over{};  // by PassedOver

  std::uint64_t read() const { return used + skipped; }
};

// "1,512 read: 1,500 clustered (2 limited: 2 too long), 12 skipped (12 status); passed over: 3
// other name". `done` is the word for what was done to the pages that were not skipped.
PAGEKIN_API std::string describe_counts(const PageCounts& counts,
                                        std::string_view done = "clustered");
// The end of it: "3 other name"; empty if nothing was passed over.
PAGEKIN_API std::string describe_passed_over(const PageCounts& counts);

// The list of skipped and limited pages as a TSV file: its first line, and the line of an
// incident.
PAGEKIN_API std::string incident_header();
PAGEKIN_API std::string incident_line(const Incident& incident);

}  // namespace pagekin
