#include "pagekin/picture/skeleton_parts.h"

#include <gtest/gtest.h>

#include "pagekin/picture/page_picture.h"

namespace pagekin::picture {
namespace {

Outline outline(const std::string& html) {
  return picture_of({.id = "http://a.test/", .body = html, .charset = "utf-8"}).outline;
}

Skeleton skeleton(const std::vector<Outline>& pages, std::size_t most = kMostParts) {
  std::vector<const Outline*> views;
  for (const Outline& page : pages) views.push_back(&page);
  return skeleton_of(views, most);
}

const SkeletonPart* find(const SkeletonPart& part, const std::string& label) {
  if (part.label == label) return &part;
  for (const SkeletonPart& child : part.children) {
    if (const SkeletonPart* const found = find(child, label)) return found;
  }
  return nullptr;
}

TEST(SkeletonParts, TellsFixedOptionalRepeatedAndVaryingParts) {
  const std::vector<Outline> pages = {
      outline(
          "<body><header>Shop</header><h1>Kettle</h1><ul class=x><li>a<li>b<li>c</ul><p>sale</p>"),
      outline("<body><header>Shop</header><h1>Pan</h1><ul class=x><li>a</ul>"),
      outline("<body><header>Shop</header><h1>Pot</h1><ul class=x><li>a<li>b</ul>")};
  const Skeleton found = skeleton(pages);
  EXPECT_EQ(found.pages, 3U);
  ASSERT_EQ(found.root.label, "body");
  EXPECT_EQ(find(found.root, "header")->kind, PartKind::kFixed);
  EXPECT_EQ(find(found.root, "header")->text, "Shop");
  EXPECT_EQ(find(found.root, "h1")->kind, PartKind::kVarying);
  EXPECT_EQ(find(found.root, "p")->kind, PartKind::kOptional);
  EXPECT_EQ(find(found.root, "p")->pages, 1U);
  const SkeletonPart* const item = find(found.root, "li");
  ASSERT_NE(item, nullptr);
  EXPECT_EQ(item->kind, PartKind::kRepeated);
  EXPECT_EQ(item->least, 1U);
  EXPECT_EQ(item->most, 3U);
}

TEST(SkeletonParts, KeepTheOrderOfThePage) {
  const Skeleton found =
      skeleton({outline("<body><nav>n</nav><main>m</main><footer>f</footer>"),
                outline("<body><nav>n</nav><aside>a</aside><main>m</main><footer>f")});
  std::vector<std::string> labels;
  for (const SkeletonPart& part : found.root.children) labels.push_back(part.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"nav", "aside", "main", "footer"}));
}

TEST(SkeletonParts, LeaveOutRareAndDeepPartsFirst) {
  std::vector<Outline> pages;
  for (int i = 0; i < 10; ++i) {
    std::string html = "<body><main>x</main>";
    if (i == 0) html += "<div><div><div><b>x</b><section>deep</section></div></div></div>";
    pages.push_back(outline(html));
  }
  const Skeleton found = skeleton(pages, 3);
  EXPECT_EQ(found.parts, 3U);
  EXPECT_EQ(found.left_out, 3U);  // two of the divs, and the section
  EXPECT_NE(find(found.root, "main"), nullptr);
  EXPECT_EQ(find(found.root, "section"), nullptr);
}

TEST(SkeletonParts, AreOptionalIfSomeItemsLackThem) {
  const Skeleton found =
      skeleton({outline("<body><ul><li><i>a</i><p class=new>new</p></li><li><h3>b</h3></li></ul>"),
                outline("<body><ul><li><p class=new>new</p></li><li><h3>c</h3></li></ul>")});
  EXPECT_EQ(find(found.root, "li")->kind, PartKind::kRepeated);
  EXPECT_EQ(find(found.root, "p.new")->kind, PartKind::kOptional);
  EXPECT_EQ(find(found.root, "p.new")->pages, 2U);
}

TEST(SkeletonParts, HaveOneRoot) {
  const Skeleton found =
      skeleton({outline("<body class=home><p>a</p>"), outline("<body class=shop><p>b</p>"),
                outline("<frameset><frame></frameset>")});
  EXPECT_EQ(found.root.label, "body");
  EXPECT_EQ(found.root.pages, 3U);
  EXPECT_EQ(find(found.root, "p")->pages, 2U);
}

TEST(SkeletonParts, OfNoPageIsEmpty) { EXPECT_EQ(skeleton({}).parts, 0U); }

}  // namespace
}  // namespace pagekin::picture
