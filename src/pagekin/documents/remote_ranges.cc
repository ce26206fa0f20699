// Range requests by libcurl.
//
// One request is under way at a time, and the next one begins `delay` after the last one ended. A
// server that is busy (429, 5xx) or not there is tried again after the pause that it asks for, or
// after one that doubles. With a folder to keep them in, ranges that have come are not asked for
// again, so a run that was interrupted goes on.
//
// Limits: the address is the user's, so private addresses are allowed; redirects are not followed;
// an answer that ignores the range is refused, and so is one whose Content-Range is missing or says
// that other bytes have come.

#include "pagekin/documents/remote_ranges.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <curl/curl.h>

#include "pagekin/core/atomic_file.h"
#include "pagekin/core/error.h"
#include "pagekin/core/hash.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"

namespace pagekin::documents {
namespace {

using std::chrono::milliseconds;
using RangeClock = std::chrono::steady_clock;

constexpr milliseconds kLongestPause{300'000};

struct FreeRangeHandle {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};

struct RangeAnswer {
  std::string bytes;
  std::size_t cap = 0;
  bool is_too_long = false;
  bool ends_before = false;  // the file ends before the range
};

std::size_t on_range_bytes(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& answer = *static_cast<RangeAnswer*>(user);
  if (size * count > answer.cap - answer.bytes.size()) {
    answer.is_too_long = true;
    return 0;
  }
  try {
    answer.bytes.append(bytes, size * count);
  } catch (const std::bad_alloc&) {  // exceptions must not pass through libcurl
    return 0;
  }
  return size * count;
}

// Takes a number from the front of a text.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_text(std::string_view& text, std::string_view start) {
  if (!starts_with_ignoring_case(text, start)) return false;
  text.remove_prefix(start.size());
  return true;
}

// Whether a Content-Range ("bytes 0-99/1234", or '*' for the size of the file) says that `size`
// bytes at `offset` have come, all that were asked for or all that the file has.
bool is_range_of(std::string_view value, std::uint64_t offset, std::uint64_t length,
                 std::uint64_t size) {
  if (size == 0 || !take_text(value, "bytes ")) return false;
  const std::optional<std::uint64_t> first = take_number(value);
  if (first != offset || !take_text(value, "-")) return false;
  const std::optional<std::uint64_t> last = take_number(value);
  if (!last || *last != offset + size - 1 || !take_text(value, "/")) return false;
  if (value == "*") return size <= length;
  const std::optional<std::uint64_t> total = take_number(value);
  return total && value.empty() && (size == length || (size < length && *last + 1 == *total));
}

int on_range_progress(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<std::stop_token*>(user)->stop_requested() ? 1 : 0;
}

class CurlRanges final : public input::RangeReader {
 public:
  explicit CurlRanges(RangeOptions options) : options_(std::move(options)) {
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (started != CURLE_OK) throw Error("libcurl cannot be used");
    handle_.reset(curl_easy_init());
    if (!handle_) throw std::bad_alloc();
    if (options_.keep.empty()) return;
    std::error_code failure;
    std::filesystem::create_directories(options_.keep, failure);
    if (failure) throw Error("cannot make " + options_.keep + ": " + failure.message());
  }

  std::string read(const std::string& address, std::uint64_t offset,
                   std::uint64_t length) override {
    const std::string range = std::to_string(offset) + "-" + std::to_string(offset + length - 1);
    const std::string kept = options_.keep.empty() ? "" : place_of(address + " " + range);
    if (!kept.empty()) {
      std::ifstream file(kept, std::ios::binary);
      if (file) return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    const std::scoped_lock lock(mutex_);
    std::string bytes = ask_patiently(address, range, offset, length);
    if (!kept.empty()) {
      AtomicFile file(kept);
      file.write(bytes);
      file.commit();
    }
    return bytes;
  }

 private:
  std::string place_of(const std::string& name) const {
    const Hash128 hash = hash_bytes_128(name);
    char text[40];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high),
                  static_cast<unsigned long long>(hash.low));
    return options_.keep + "/" + text + ".range";
  }

  std::string ask_patiently(const std::string& address, const std::string& range,
                            std::uint64_t offset, std::uint64_t length) {
    milliseconds pause = std::max(options_.delay, milliseconds(100));
    for (int attempt = 1;; ++attempt) {
      wait_until(next_);
      std::string why;
      std::optional<milliseconds> asked_for;
      RangeAnswer answer{.bytes = {}, .cap = static_cast<std::size_t>(length)};
      const bool is_done = ask(address, range, answer, why, asked_for);
      next_ = RangeClock::now() + options_.delay;
      if (is_done) {
        check_range(address, answer, offset, length);
        return std::move(answer.bytes);
      }
      if (attempt >= options_.attempts) throw Error(why);
      next_ = RangeClock::now() + std::min(asked_for.value_or(pause), kLongestPause);
      pause *= 2;
    }
  }

  // False: another try may help, and `why` says what is wrong. Throws Error where none would.
  bool ask(const std::string& address, const std::string& range, RangeAnswer& answer,
           std::string& why, std::optional<milliseconds>& pause) {
    CURL* const handle = handle_.get();
    std::stop_token stop = current_stop_token();
    curl_easy_setopt(handle, CURLOPT_URL, address.c_str());
    curl_easy_setopt(handle, CURLOPT_RANGE, range.c_str());
    curl_easy_setopt(handle, CURLOPT_USERAGENT, options_.user_agent.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, 30L);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, 64L);
    curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, 60L);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_range_bytes);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &answer);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, on_range_progress);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &stop);
    const CURLcode code = curl_easy_perform(handle);
    check_stop();
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    if (status == 206 && answer.is_too_long)
      throw Error(shown(address) + " sent more than was asked");
    if (code == CURLE_OK && status == 206) return true;
    if (status == 416) {
      answer.bytes.clear();
      answer.ends_before = true;
      return true;
    }
    if (status == 200) throw Error(shown(address) + " cannot be read in ranges");
    const bool is_busy = status == 429 || status >= 500;
    if (status != 0 && status != 206 && !is_busy) {
      throw Error(shown(address) + " answered with status " + std::to_string(status));
    }
    why = shown(address) + (is_busy ? " answered with status " + std::to_string(status)
                                    : std::string(": ") + curl_easy_strerror(code));
    curl_off_t seconds = 0;
    curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
    if (seconds > 0) pause = milliseconds(1000 * std::min<curl_off_t>(seconds, 300));
    return false;
  }

  // Throws Error if other bytes have come than were asked for.
  void check_range(const std::string& address, const RangeAnswer& answer, std::uint64_t offset,
                   std::uint64_t length) const {
    if (answer.ends_before) return;
    curl_header* header = nullptr;
    const bool has_header =
        curl_easy_header(handle_.get(), "Content-Range", 0, CURLH_HEADER, -1, &header) == CURLHE_OK;
    if (has_header && is_range_of(header->value, offset, length, answer.bytes.size())) return;
    throw Error(shown(address) + " sent other bytes than were asked for: " +
                std::to_string(answer.bytes.size()) + ", and Content-Range is " +
                (has_header ? "'" + printable(std::string_view(header->value).substr(0, 80)) + "'"
                            : std::string("missing")));
  }

  static std::string shown(const std::string& address) { return printable(address.substr(0, 200)); }

  static void wait_until(RangeClock::time_point time) {
    while (RangeClock::now() < time) {
      check_stop();
      std::this_thread::sleep_for(
          std::min<RangeClock::duration>(milliseconds(50), time - RangeClock::now()));
    }
  }

  RangeOptions options_;
  std::unique_ptr<CURL, FreeRangeHandle> handle_;
  std::mutex mutex_;
  RangeClock::time_point next_ = RangeClock::now();
};

}  // namespace

std::shared_ptr<input::RangeReader> make_range_reader(RangeOptions options) {
  return std::make_shared<CurlRanges>(std::move(options));
}

}  // namespace pagekin::documents
