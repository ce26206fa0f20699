#include "pagekin/crawl/answer.h"

#include <gtest/gtest.h>

namespace pagekin::crawl {
namespace {

using store::State;

const std::chrono::system_clock::time_point kAnswered{};

Answer judge(int status, std::string body,
             std::vector<std::pair<std::string, std::string>> headers = {}) {
  Fetched fetched;
  fetched.status = status;
  fetched.body = std::move(body);
  fetched.headers = std::move(headers);
  return judge_answer(fetched, kAnswered);
}

TEST(Answer, IsAPageWhereItIsHtml) {
  const Answer answer = judge(200, "<p>x", {{"Content-Type", "text/html; charset=\"ISO-8859-2\""}});
  EXPECT_EQ(answer.state, State::kPage);
  EXPECT_EQ(answer.media_type, "text/html");
  EXPECT_EQ(answer.charset, "ISO-8859-2");
  EXPECT_EQ(judge(200, "<!doctype html><p>").state, State::kPage);
  EXPECT_EQ(judge(200, "plain words").state, State::kNotPage);
  EXPECT_EQ(judge(200, "", {{"content-type", "text/html"}}).state, State::kNotPage);
  EXPECT_EQ(
      judge(200, std::string("\x89PNG\r\n\x1a\n\0\1", 10), {{"content-type", "text/html"}}).state,
      State::kNotPage);
}

TEST(Answer, IsLimitedWhereTheBodyIsNotWhole) {
  Fetched fetched;
  fetched.status = 200;
  fetched.headers = {{"Content-Type", "text/html"}};
  fetched.body = "<p>";
  fetched.cut_short = true;
  fetched.detail = "the connection ended early";
  const Answer answer = judge_answer(fetched, kAnswered);
  EXPECT_EQ(answer.state, State::kPage);
  EXPECT_TRUE(answer.limited);
  EXPECT_EQ(answer.reason, "the connection ended early");
}

TEST(Answer, IsNoneWhereItEndsBeforeItsBodyBegins) {
  Fetched fetched;
  fetched.status = 200;
  fetched.headers = {{"Content-Type", "text/html"}};
  fetched.cut_short = true;
  fetched.detail = "the connection ended early";
  const Answer answer = judge_answer(fetched, kAnswered);
  EXPECT_EQ(answer.state, State::kFailed);
  EXPECT_TRUE(answer.may_change);
  EXPECT_EQ(answer.reason, "the connection ended early");
}

TEST(Answer, LeadsElsewhere) {
  const Answer answer = judge(301, "", {{"Location", "/b"}});
  EXPECT_EQ(answer.state, State::kRedirect);
  EXPECT_EQ(answer.location, "/b");
  EXPECT_EQ(judge(302, "").state, State::kStatus);
  EXPECT_EQ(judge(304, "", {{"Location", "/b"}}).state, State::kStatus);
}

TEST(Answer, MayBeAnotherOneLater) {
  EXPECT_FALSE(judge(404, "").may_change);
  EXPECT_FALSE(judge(403, "").may_change);
  const Answer busy = judge(503, "", {{"Retry-After", "120"}});
  EXPECT_EQ(busy.state, State::kStatus);
  EXPECT_TRUE(busy.may_change);
  EXPECT_EQ(busy.wait, std::chrono::seconds(120));
  EXPECT_FALSE(judge(429, "").wait.has_value());
}

TEST(Answer, TellsFaults) {
  Fetched fetched;
  fetched.fault = FetchFault::kConnection;
  EXPECT_EQ(judge_answer(fetched, kAnswered).state, State::kFailed);
  EXPECT_TRUE(judge_answer(fetched, kAnswered).may_change);
  EXPECT_FALSE(judge_answer(fetched, kAnswered).reason.empty());
  fetched.fault = FetchFault::kRefused;
  EXPECT_EQ(judge_answer(fetched, kAnswered).state, State::kRefused);
  EXPECT_FALSE(judge_answer(fetched, kAnswered).may_change);
}

TEST(Answer, NeedsNoBodyToBeARedirectOrAnError) {
  Fetched fetched;
  fetched.fault = FetchFault::kTime;
  fetched.cut_short = true;
  fetched.status = 302;
  fetched.headers = {{"Location", "/b"}};
  EXPECT_EQ(judge_answer(fetched, kAnswered).location, "/b");
  fetched.status = 404;
  EXPECT_EQ(judge_answer(fetched, kAnswered).state, State::kStatus);
  fetched.status = 200;
  EXPECT_EQ(judge_answer(fetched, kAnswered).state, State::kFailed);
}

}  // namespace
}  // namespace pagekin::crawl
