// Parses any text, relative to its first line if that is a URL. The parser must agree with the
// standard's state machine and read back what it writes; a canonical form must be its own
// canonical form.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "pagekin/core/text.h"
#include "pagekin/url/canonical.h"
#include "pagekin/url/url.h"

#include "reference/url_state_machine.h"

namespace {

using pagekin::reference::UrlRecord;
using pagekin::reference::UrlStateMachine;
using pagekin::url::Url;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

std::string href(const std::optional<Url>& url) { return url ? url->href() : "none"; }

struct Both {
  std::optional<Url> url;
  std::optional<UrlRecord> record;
};

Both parse_both(std::string_view text, const Both& base) {
  Both both;
  both.url = pagekin::url::parse(text, base.url ? &*base.url : nullptr);
  both.record =
      UrlStateMachine::run(pagekin::to_valid_utf8(text), base.record ? &*base.record : nullptr);
  require(href(both.url) == (both.record ? both.record->href() : "none"),
          "the parser and the state machine differ");
  if (!both.url) return both;
  require(href(pagekin::url::parse(both.url->href())) == both.url->href(),
          "a URL is read back as another");
  const std::string key = pagekin::url::canonical(*both.url);
  const auto again = pagekin::url::parse(key);
  require(again && pagekin::url::canonical(*again) == key, "a canonical form is not its own");
  return both;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  parse_both(bytes, {});
  const std::size_t line = bytes.find('\n');
  if (line == bytes.npos) return 0;
  const Both base = parse_both(bytes.substr(0, line), {});
  parse_both(bytes.substr(line + 1), base);
  return 0;
}
