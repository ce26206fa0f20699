#include "pagekin/input/names.h"

#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "pagekin/codec/codec.h"

#include "support/collect_pages.h"
#include "support/temp_dir.h"

namespace pagekin::input {
namespace {

TEST(Lists, AreReadInPlaceAndMayNest) {
  const test::TempDir dir;
  const std::string a = dir.write("a.html", "<p>a");
  const std::string b = dir.write("b.html", "<p>b");
  const std::string inner = dir.write("inner", b + "\n");
  const std::string outer = dir.write("outer", "\n" + a + "\r\n@" + inner + "\n" + a);
  const test::Collected got = test::collect({"@" + outer, b, "@/no/such/list"});
  ASSERT_EQ(got.pages.size(), 4u);
  EXPECT_EQ(got.pages[1].id, b);
  EXPECT_EQ(got.count(Reason::kUnreadable), 1u);
}

TEST(Lists, AListThatHoldsItselfEnds) {
  const test::TempDir dir;
  const std::string path = (dir.path() / "loop").string();
  std::string text;
  for (int i = 0; i < 20; ++i) text += "@" + path + "\n";
  dir.write("loop", text);
  EXPECT_EQ(test::collect({"@" + path}).count(Reason::kUnreadable), 20u);
}

// The sentence about the only thing that cannot be read.
std::string fault_of(const std::vector<std::string>& inputs) {
  const test::Collected got = test::collect(inputs);
  return got.incidents.size() == 1 ? got.incidents[0].detail
                                   : std::to_string(got.incidents.size()) + " incidents";
}

TEST(Lists, ALineTooLongForANameEndsTheList) {
  const test::TempDir dir;
  const std::string a = dir.write("a.html", "<p>a");
  const std::string list = dir.write("list", a + "\n" + std::string(70'000, 'x') + "\n" + a);
  const test::Collected got = test::collect({"@" + list, a});
  EXPECT_EQ(got.pages.size(), 2u) << "what came before, and the other input";
  ASSERT_EQ(got.incidents.size(), 1u);
  EXPECT_EQ(got.incidents[0].offset, a.size() + 1);
  EXPECT_TRUE(got.incidents[0].detail.starts_with(
      "line 2 of this list of inputs has more than 65,536 bytes and begins with 'xxxx"))
      << got.incidents[0].detail;
}

TEST(Lists, ALongLineWithoutAnEndIsNoName) {
  const test::TempDir dir;
  EXPECT_NE(fault_of({"@" + dir.write("list", std::string(3'000'000, 'x'))}).find("65,536 bytes"),
            std::string::npos);
}

TEST(Lists, ALineThatLooksLikeJsonOrMarkupEndsTheList) {
  const test::TempDir dir;
  const std::string a = dir.write("a.html", "<p>a");
  for (const std::string& line :
       {std::string("{\"url\": 1}"), std::string(" [{\"url\": 1}]"), std::string("<html>"),
        "{\"url\": \"" + std::string(100'000, 'x') + "\"}"}) {
    const std::string fault = fault_of({"@" + dir.write("list", a + "\n" + line + "\n" + line)});
    EXPECT_TRUE(fault.starts_with("line 2 of this list of inputs looks like ")) << fault;
    EXPECT_NE(fault.find("jsonl:-"), std::string::npos);
  }
}

TEST(Lists, AFileOfAnotherKindIsNamed) {
  const test::TempDir dir;
  const std::string json = dir.write("a.jsonl", "{\"url\": \"u\", \"html\": \"<p>\"}\n");
  EXPECT_EQ(fault_of({"@" + json}),
            "looks like JSON lines, not like a list of inputs; give it as " + json);
  const std::string packed = dir.write("b.gz", codec::gzip_member("a.html\nb.html\n"));
  EXPECT_TRUE(fault_of({"@" + packed}).starts_with("expected a list of inputs, JSON lines"));
  EXPECT_NE(fault_of({"@" + dir.path().string()}).find("Is a directory"), std::string::npos);
}

TEST(Lists, AFileWithAStrangeNameCanBeListed) {
  const test::TempDir dir;
  ASSERT_EQ(chdir(dir.path().c_str()), 0);
  dir.write("{a}.html", "<p>a");
  dir.write("list", "{a}.html\n{a}.html\n");
  EXPECT_EQ(test::collect({"@list"}).pages.size(), 2u);
  ASSERT_EQ(chdir("/"), 0);
}

TEST(InputName, APrefixSaysTheKind) {
  const test::TempDir dir;
  const std::string page = dir.write("page", "{\"url\": \"u\", \"html\": \"<p>\"}");
  EXPECT_EQ(test::collect({page}).pages[0].id, "u");
  EXPECT_EQ(test::collect({"html:" + page}).pages[0].id, page);
  const std::string list = dir.write("list", page + "\n");
  EXPECT_EQ(test::collect({"list:" + list}).pages[0].id, "u");
  EXPECT_EQ(parse_input_name("jsonl:-").as, InputName::As::kJsonl);
  EXPECT_TRUE(parse_input_name("jsonl:-").is_stdin());
  EXPECT_EQ(parse_input_name("./jsonl:-").path, "./jsonl:-");
  EXPECT_EQ(parse_input_name("@").path, "@");
}

TEST(NamedInputs, AreToldApartFromThoseThatAListNames) {
  const test::TempDir dir;
  const std::string list = dir.write("list", "/no/such/file\n@/no/such/list\n");
  const test::Collected got = test::collect(
      {"/no/such/page", "@/no/such/list", "@" + list, dir.write("e.warc", "no WARC record")});
  ASSERT_EQ(got.incidents.size(), 5u);
  const std::vector<bool> expected = {true, true, false, false, true};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(got.incidents[i].is_named_input, expected[i]) << i;
  }
}

TEST(Names, AreShownWithoutPasswords) {
  const test::Collected got = test::collect({"postgresql://me:s3cret@127.0.0.1:1/x"});
  ASSERT_EQ(got.incidents.size(), 1u);
  EXPECT_EQ(got.incidents[0].input, "postgresql://me@127.0.0.1:1/x");
  EXPECT_EQ(to_text(got.incidents[0]).find("s3cret"), std::string::npos);
}

}  // namespace
}  // namespace pagekin::input
