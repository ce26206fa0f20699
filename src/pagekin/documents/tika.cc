// Converts documents by a Tika server.
//
// Each document is one PUT request to /tika. Handles are kept with their connections, so that
// requests share connections. A server that cannot be reached is tried again a few times, because
// Tika starts anew after a crash; if it does not come back, documents are refused without
// asking for some seconds, so that a run with many documents ends soon.
//
// Source: the REST interface of Apache Tika 2 and 3.
// Limits: the address is the user's, so private addresses are allowed; proxies are not used, and
// redirects are not followed.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <curl/curl.h>

#include "pagekin/core/error.h"
#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/documents/converter_base.h"
#include "pagekin/html/sniff.h"

namespace pagekin::documents {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kHeadRoom = std::size_t{1} << 20;  // for the head, which is removed
constexpr long kConnectMs = 5'000;
constexpr int kAttempts = 3;
constexpr milliseconds kFirstPause{
    250};                              // between attempts; each further one is four times as long
constexpr int kFailuresUntilDown = 3;  // documents in a row for which the server was not there
constexpr milliseconds kDownFor{10'000};
constexpr std::size_t kLongestShown = 100;

struct FreeEasy {
  void operator()(CURL* it) const { curl_easy_cleanup(it); }
};
using Easy = std::unique_ptr<CURL, FreeEasy>;
struct FreeList {
  void operator()(curl_slist* it) const { curl_slist_free_all(it); }
};
using Headers = std::unique_ptr<curl_slist, FreeList>;
struct FreeUrl {
  void operator()(CURLU* it) const { curl_url_cleanup(it); }
};

void start_curl() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw Error("libcurl cannot be used");
}

void append(Headers& headers, const std::string& line) {
  curl_slist* const longer = curl_slist_append(headers.get(), line.c_str());
  if (longer == nullptr) throw std::bad_alloc();
  static_cast<void>(headers.release());
  headers.reset(longer);
}

// The address of the service, and how messages call it.
struct Address {
  std::string url;
  std::string shown;  // without user and password
};

Address parse_address(const std::string& text) {
  start_curl();
  const auto wrong = [&] {
    return OptionError(option_named("tika") +
                           " takes the address of a Tika server, such as http://localhost:9998, "
                           "got '" +
                           text + "'",
                       "tika");
  };
  const std::unique_ptr<CURLU, FreeUrl> url(curl_url());
  if (!url) throw std::bad_alloc();
  if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) throw wrong();
  const auto part = [&](CURLUPart which) {
    char* value = nullptr;
    std::string taken;
    if (curl_url_get(url.get(), which, &value, 0) == CURLUE_OK) taken = value;
    curl_free(value);
    return taken;
  };
  const std::string scheme = part(CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") throw wrong();
  const std::string path = part(CURLUPART_PATH);
  if (path.empty() || path == "/") curl_url_set(url.get(), CURLUPART_PATH, "/tika", 0);
  Address address{.url = part(CURLUPART_URL), .shown = {}};
  curl_url_set(url.get(), CURLUPART_USER, nullptr, 0);
  curl_url_set(url.get(), CURLUPART_PASSWORD, nullptr, 0);
  address.shown = printable(part(CURLUPART_URL));
  return address;
}

// The last part of a name as a file name in a header: letters, digits, dots and dashes only.
std::string file_name_of(std::string_view name) {
  name = name.substr(0, name.find_first_of("?#"));
  while (name.ends_with('/')) name.remove_suffix(1);
  const std::size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  if (name.size() > kLongestShown) name.remove_prefix(name.size() - kLongestShown);
  std::string safe;
  for (const char c : name) {
    const char lower = to_lower(c);
    const bool is_plain =
        (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    safe += is_plain ? c : '_';
  }
  return safe;
}

// One request: what is sent, and what has arrived.
struct Transfer {
  std::string_view unsent;
  std::string_view document;
  std::string answer;
  std::size_t cap = 0;  // of the answer
  bool too_long = false;
  std::stop_token stop;
  std::exception_ptr failure;
};

std::size_t on_send(char* out, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::size_t taken = std::min(size * count, transfer.unsent.size());
  std::memcpy(out, transfer.unsent.data(), taken);
  transfer.unsent.remove_prefix(taken);
  return taken;
}

// libcurl sends the document again if a kept connection turns out to be closed.
int on_rewind(void* user, curl_off_t offset, int origin) {
  auto& transfer = *static_cast<Transfer*>(user);
  if (origin != SEEK_SET || offset < 0 ||
      static_cast<std::uint64_t>(offset) > transfer.document.size()) {
    return CURL_SEEKFUNC_FAIL;
  }
  transfer.unsent = transfer.document.substr(static_cast<std::size_t>(offset));
  return CURL_SEEKFUNC_OK;
}

std::size_t on_answer(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::size_t arrived = size * count;
  const std::size_t room = transfer.cap - transfer.answer.size();
  try {
    transfer.answer.append(bytes, std::min(arrived, room));
  } catch (...) {  // exceptions must not pass through libcurl
    transfer.failure = std::current_exception();
    return 0;
  }
  transfer.too_long = arrived > room;
  return transfer.too_long ? 0 : arrived;
}

int on_progress(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<Transfer*>(user)->stop.stop_requested() ? 1 : 0;
}

// Whether the server was not there, as opposed to an answer that does not help.
bool is_absent(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
      return true;
    default:
      return false;
  }
}

std::string status_text(long status) {
  std::string number = "status " + std::to_string(status);
  switch (status) {
    case 204:
      return number + " (the document has no content)";
    case 415:
      return number + " (documents of this type are not supported)";
    case 422:
      return number + " (the document cannot be read: damaged, encrypted or empty)";
    default:
      return number;
  }
}

class Tika final : public ConverterBase {
 public:
  Tika(Address address, const ConverterOptions& options)
      : ConverterBase(options), address_(std::move(address)) {}

  std::string identity() const override { return "tika"; }

 protected:
  input::ConvertedDocument convert_one(const input::Document& document,
                                       std::size_t max_page_bytes) override {
    if (is_down()) {
      return {.fault = address_.shown + " does not answer, so it was not asked again",
              .may_change = true};
    }
    milliseconds pause = kFirstPause;
    for (int attempt = 1;; ++attempt) {
      Outcome outcome = ask(document, max_page_bytes);
      if (!outcome.absent) {
        failures_ = 0;
        return std::move(outcome.converted);
      }
      if (attempt == kAttempts || is_down()) {
        note_failure();
        return std::move(outcome.converted);
      }
      wait(pause);
      pause *= 4;
    }
  }

 private:
  struct Outcome {
    input::ConvertedDocument converted;
    bool absent = false;  // the server was not there; worth another attempt
  };

  static void wait(milliseconds time) {
    const Clock::time_point end = Clock::now() + time;
    while (Clock::now() < end) {
      check_stop();
      std::this_thread::sleep_for(milliseconds(20));
    }
  }

  bool is_down() const {
    return failures_ >= kFailuresUntilDown && Clock::now().time_since_epoch() < down_until_.load();
  }
  void note_failure() {
    if (++failures_ >= kFailuresUntilDown) {
      down_until_ = Clock::now().time_since_epoch() + kDownFor;
    }
  }

  Outcome ask(const input::Document& document, std::size_t max_page_bytes) {
    Easy easy = take_handle();
    Transfer transfer{.unsent = document.bytes,
                      .document = document.bytes,
                      .answer = {},
                      .cap = max_page_bytes == 0 ? SIZE_MAX / 4 : max_page_bytes + kHeadRoom,
                      .stop = current_stop_token(),
                      .failure = {}};
    char message[CURL_ERROR_SIZE] = "";
    const Headers headers = headers_of(document);
    const auto set = [&](auto option, auto value) { curl_easy_setopt(easy.get(), option, value); };
    set(CURLOPT_URL, address_.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_PROXY, "");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_UPLOAD, 1L);
    set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(document.bytes.size()));
    set(CURLOPT_READFUNCTION, on_send);
    set(CURLOPT_READDATA, &transfer);
    set(CURLOPT_SEEKFUNCTION, on_rewind);
    set(CURLOPT_SEEKDATA, &transfer);
    set(CURLOPT_WRITEFUNCTION, on_answer);
    set(CURLOPT_WRITEDATA, &transfer);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, on_progress);
    set(CURLOPT_XFERINFODATA, &transfer);
    set(CURLOPT_HTTPHEADER, headers.get());
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(options().timeout.count()));
    set(CURLOPT_CONNECTTIMEOUT_MS,
        std::min(kConnectMs, static_cast<long>(options().timeout.count())));
    set(CURLOPT_TCP_KEEPALIVE, 1L);
    set(CURLOPT_ERRORBUFFER, message);
    const CURLcode code = curl_easy_perform(easy.get());
    set(CURLOPT_ERRORBUFFER, nullptr);
    check_stop();
    if (transfer.failure) std::rethrow_exception(transfer.failure);
    Outcome outcome = judge(easy.get(), code, message, transfer, max_page_bytes);
    give_back(std::move(easy));
    return outcome;
  }

  Outcome judge(CURL* easy, CURLcode code, const char* message, Transfer& transfer,
                std::size_t max_page_bytes) const {
    Outcome outcome;
    input::ConvertedDocument& converted = outcome.converted;
    const auto fail = [&](std::string why, bool may_change) -> Outcome& {
      converted.fault = address_.shown + ": " + std::move(why);
      converted.may_change = may_change;
      return outcome;
    };
    if (code == CURLE_OPERATION_TIMEDOUT) {
      long connected = 0;
      curl_easy_getinfo(easy, CURLINFO_NUM_CONNECTS, &connected);
      double connect_time = 0;
      curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME, &connect_time);
      outcome.absent = connected > 0 && connect_time == 0;  // the time ran out before a connection
      return fail(outcome.absent ? "no connection"
                                 : "no whole answer within " +
                                       std::to_string(options().timeout.count()) + " ms",
                  true);
    }
    if (code != CURLE_OK && !(code == CURLE_WRITE_ERROR && transfer.too_long)) {
      outcome.absent = is_absent(code);
      return fail(printable(*message != '\0' ? message : curl_easy_strerror(code)), true);
    }
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200) {
      outcome.absent = status == 502 || status == 503;
      return fail(status_text(status), status >= 500 || status == 408 || status == 429);
    }
    const char* type = nullptr;
    curl_easy_getinfo(easy, CURLINFO_CONTENT_TYPE, &type);
    const auto media = html::parse_media_type(type != nullptr ? type : "");
    if (media && !html::is_html_media_type(media->essence) && media->essence != "text/xml" &&
        media->essence != "application/xml") {
      return fail("expected HTML, found " + printable(media->essence.substr(0, kLongestShown)),
                  true);
    }
    converted.charset = media && !media->charset.empty() ? media->charset : "utf-8";
    converted.html = without_head(std::move(transfer.answer));
    converted.cut = transfer.too_long;
    if (max_page_bytes != 0 && converted.html.size() > max_page_bytes) {
      converted.html.resize(max_page_bytes);
      converted.cut = true;
    }
    return outcome;
  }

  static Headers headers_of(const input::Document& document) {
    Headers headers;
    append(headers, "Accept: text/html");
    append(headers, "Expect:");
    const auto media = html::parse_media_type(document.media_type);
    append(headers, "Content-Type: " + (media ? media->essence : "application/octet-stream"));
    if (const std::string name = file_name_of(document.name); !name.empty()) {
      append(headers, "Content-Disposition: attachment; filename=\"" + name + "\"");
    }
    return headers;
  }

  // A handle keeps its connection, so handles are used again.
  Easy take_handle() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        Easy easy = std::move(idle_.back());
        idle_.pop_back();
        curl_easy_reset(easy.get());
        return easy;
      }
    }
    Easy easy(curl_easy_init());
    if (!easy) throw std::bad_alloc();
    return easy;
  }
  void give_back(Easy easy) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(easy));
  }

  Address address_;
  std::mutex mutex_;
  std::vector<Easy> idle_;
  std::atomic<int> failures_ = 0;  // documents in a row for which the server was not there
  std::atomic<Clock::duration> down_until_{};
};

}  // namespace

std::shared_ptr<input::DocumentConverter> make_tika(const std::string& url,
                                                    const ConverterOptions& options) {
  return std::make_shared<Tika>(parse_address(url), options);
}

}  // namespace pagekin::documents
