#include "pagekin/hadoop/nutch.h"

#include <array>

#include "pagekin/codec/codec.h"
#include "pagekin/core/text.h"
#include "pagekin/hadoop/writables.h"

namespace pagekin::hadoop {
namespace {

constexpr std::int32_t kCurrentVersion = -1;

// How texts are written: old versions have short ones.
using TakeText = std::string_view (Writables::*)();

bool parse_fields(Writables& in, TakeText text, NutchContent& content) {
  content.url = (in.*text)();
  content.base = (in.*text)();
  content.body = in.bytes(in.count32());
  content.type = (in.*text)();
  const std::uint64_t names = in.count32();
  for (std::uint64_t i = 0; i < names && in.ok(); ++i) {
    const std::string_view name = (in.*text)();
    const std::uint64_t values = in.count32();
    for (std::uint64_t k = 0; k < values && in.ok(); ++k) {
      content.metadata.emplace_back(name, (in.*text)());
    }
  }
  return in.is_done();
}

}  // namespace

std::string_view NutchContent::value_of(std::string_view name) const {
  for (const auto& [key, value] : metadata) {
    if (equals_ignoring_case(key, name)) return value;
  }
  return {};
}

bool parse_content(std::string_view record, std::size_t cap, NutchContent& content,
                   std::string& buffer) {
  content.metadata.clear();
  Writables in(record);
  const std::int32_t size_or_version = in.int32();
  if (size_or_version < 0) {
    return size_or_version == kCurrentVersion && parse_fields(in, &Writables::text, content);
  }
  const std::string_view packed = in.bytes(static_cast<std::uint64_t>(size_or_version));
  if (!in.is_done() ||
      codec::decode_all(codec::Format::kDeflate, packed, cap, buffer) != codec::Status::kDone) {
    return false;
  }
  Writables old(buffer);
  switch (old.byte()) {
    case 0:
    case 1:
      return parse_fields(old, &Writables::short_text, content);
    case 2:
      return parse_fields(old, &Writables::text, content);
    default:
      return false;
  }
}

std::string_view to_text(FetchStatus status) {
  static constexpr std::array<std::string_view, 6> words = {
      "other", "success", "retry", "redirected", "gone", "not modified"};
  static_assert(words.size() == static_cast<std::size_t>(FetchStatus::kNotModified) + 1);
  return words[static_cast<std::size_t>(status)];
}

std::optional<FetchStatus> parse_fetch_status(std::string_view record) {
  constexpr int newest = 7;
  constexpr int with_new_codes = 5;
  constexpr std::size_t smallest = 15;  // version, status, time, retries, interval
  Writables in(record);
  const int version = in.byte();
  const int status = in.byte();
  if (record.size() < smallest || version > newest) return std::nullopt;
  if (version < with_new_codes) {
    switch (version == 0 ? 0 : status) {
      case 5:
        return FetchStatus::kSuccess;
      case 6:
        return FetchStatus::kRetry;
      case 7:
        return FetchStatus::kGone;
      default:
        return FetchStatus::kOther;
    }
  }
  switch (status) {
    case 0x21:
      return FetchStatus::kSuccess;
    case 0x22:
      return FetchStatus::kRetry;
    case 0x23:
    case 0x24:
      return FetchStatus::kRedirected;
    case 0x25:
      return FetchStatus::kGone;
    case 0x26:
      return FetchStatus::kNotModified;
    default:
      return FetchStatus::kOther;
  }
}

std::optional<std::string_view> parse_text(std::string_view class_name, std::string_view bytes) {
  Writables in(bytes);
  std::string_view text;
  if (class_name == kTextClass) {
    text = in.text();
  } else if (class_name == kShortTextClass) {
    text = in.short_text();
  } else if (class_name == kBytesClass) {
    text = in.bytes(in.count32());
  } else {
    return std::nullopt;
  }
  if (!in.is_done()) return std::nullopt;
  return text;
}

}  // namespace pagekin::hadoop
