#include "pagekin/crawl/answer.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "pagekin/core/text.h"
#include "pagekin/html/sniff.h"
#include "pagekin/input/page_rules.h"

namespace pagekin::crawl {
namespace {

using store::State;

// Statuses that describe a passing state of the server, not the page.
constexpr std::array kPassing = {408, 425, 429, 500, 502, 503, 504, 522, 524};

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// Whether the status alone is enough: a redirect or an error whose body came too slowly.
bool is_known_by_status(const Fetched& fetched) {
  return fetched.status >= 300 &&
         (fetched.fault == FetchFault::kTime || fetched.fault == FetchFault::kSlow);
}

Answer no_page(State state, std::string reason) {
  return {.state = state, .reason = std::move(reason)};
}

Answer judge_body(const Fetched& fetched) {
  Answer answer{.state = State::kPage};
  const auto media = html::parse_media_type(fetched.header("content-type"));
  if (media) {
    answer.media_type = media->essence;
    answer.charset = media->charset;
  }
  if (const auto why_not = input::why_not_page(media, fetched.body)) {
    answer.state = State::kNotPage;
    answer.reason = why_not->detail;
    if (!input::may_be_page(media)) {
      answer.reason = "media type " + printable(media->essence);
    } else if (why_not->reason == Reason::kEmpty && fetched.cut_short) {  // as useless as no answer
      answer.state = State::kFailed;
      answer.reason = fetched.detail;
      answer.may_change = true;
    }
    return answer;
  }
  answer.limited = fetched.too_long || fetched.cut_short;
  if (answer.limited) answer.reason = fetched.detail;
  return answer;
}

}  // namespace

bool is_passing_status(int status) {
  return std::find(kPassing.begin(), kPassing.end(), status) != kPassing.end();
}

Answer judge_answer(const Fetched& fetched, std::chrono::system_clock::time_point now) {
  if (fetched.fault != FetchFault::kNone && !is_known_by_status(fetched)) {
    Answer answer =
        no_page(fetched.fault == FetchFault::kRefused ? State::kRefused : State::kFailed,
                fetched.detail.empty() ? std::string(name_of(fetched.fault)) : fetched.detail);
    answer.may_change = may_pass(fetched.fault);
    return answer;
  }
  if (is_redirect(fetched.status)) {
    Answer answer = no_page(State::kRedirect, "");
    answer.location = fetched.header("location");
    if (answer.location.empty()) {
      answer = no_page(State::kStatus, fmt::format("status {} without a Location", fetched.status));
    }
    return answer;
  }
  if (fetched.status >= 200 && fetched.status < 300) return judge_body(fetched);
  Answer answer = no_page(State::kStatus, fmt::format("status {}", fetched.status));
  answer.may_change = is_passing_status(fetched.status);
  if (answer.may_change) answer.wait = retry_after(fetched.header("retry-after"), now);
  return answer;
}

}  // namespace pagekin::crawl
