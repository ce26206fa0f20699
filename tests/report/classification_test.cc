#include "pagekin/report/classification.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pagekin/model/model.h"

namespace pagekin::report {
namespace {

TEST(ClassificationTable, RowsAreEscapedForTheirFormat) {
  features::Features page;
  page.class_names = {1};
  const std::vector<std::string> names{"a|b", "c\td\\"};
  const std::vector<int> classes{0, 1};
  const model::Classifier classifier(model::train("style", {page, page}, classes, names, 1));
  const model::Decision found = classifier.classify(page, model::Decide::kAll);
  features::Features other;
  other.class_names = {2};
  const model::Decision nothing = classifier.classify(other, model::Decide::kAll);
  const auto rows = [&](TableFormat format, model::Decide decide) {
    std::string text;
    ClassificationWriter writer({.format = format, .decide = decide}, classifier,
                                [&](std::string_view bytes) { text += bytes; });
    writer.write("p,1", found);
    writer.write("p\t2", nothing);
    writer.finish();
    return text;
  };
  using model::Decide;
  EXPECT_EQ(rows(TableFormat::kTsv, Decide::kBest),
            "page\ttemplate\tscore\np,1\ta|b\t1.000000\np\\t2\tnone\t0.000000\n");
  EXPECT_EQ(rows(TableFormat::kTsv, Decide::kAll),
            "page\ttemplate\tscore\np,1\ta\\|b|c\\td\\\\\t1.000000\np\\t2\tnone\t0.000000\n");
  EXPECT_EQ(rows(TableFormat::kCsv, Decide::kBest),
            "page,template,score\n\"p,1\",a|b,1.000000\np\t2,none,0.000000\n");
  EXPECT_EQ(rows(TableFormat::kJsonl, Decide::kAll),
            "{\"page\": \"p,1\", \"templates\": [\"a|b\", \"c\\td\\\\\"], \"score\": 1.000000}\n"
            "{\"page\": \"p\\t2\", \"templates\": [], \"score\": 0.000000}\n");
  EXPECT_EQ(rows(TableFormat::kJsonl, Decide::kBest),
            "{\"page\": \"p,1\", \"template\": \"a|b\", \"score\": 1.000000}\n"
            "{\"page\": \"p\\t2\", \"template\": \"none\", \"score\": 0.000000}\n");
}

TEST(Classification, OfAnIndexHasIdsAndNames) {
  features::Features page;
  page.class_names = {1};
  const std::vector<std::string> names{"12"};
  const std::vector<int> classes{0};
  model::Model model = model::train("style", {page}, classes, names, 1);
  model.classes[0].title = "product: /shop/*";
  const model::Classifier classifier(std::move(model));
  features::Features other;
  other.class_names = {2};
  const auto rows = [&](TableFormat format) {
    std::string text;
    ClassificationWriter writer(
        {.format = format,
         .columns = parse_class_columns("template, name,confidence,host,url_shape,input,offset"),
         .has_ids = true},
        classifier, [&](std::string_view bytes) { text += bytes; });
    writer.set_origin("a.warc", 77);
    writer.write("https://b.example/shop/3", classifier.classify(page));
    writer.write("c", classifier.classify(other));
    writer.finish();
    return text;
  };
  EXPECT_EQ(rows(TableFormat::kCsv),
            "template,name,confidence,host,url_shape,input,offset\n"
            "12,product: /shop/*,1.000000,b.example,/shop/0,a.warc,77\n"
            "none,,,,*,a.warc,77\n");
  EXPECT_EQ(rows(TableFormat::kJsonl),
            "{\"template\": 12, \"name\": \"product: /shop/*\", \"confidence\": 1.000000, "
            "\"host\": \"b.example\", \"url_shape\": \"/shop/0\", \"input\": \"a.warc\", "
            "\"offset\": 77}\n"
            "{\"template\": null, \"name\": null, \"confidence\": null, \"host\": \"\", "
            "\"url_shape\": \"*\", \"input\": \"a.warc\", \"offset\": 77}\n");
  EXPECT_THROW(parse_class_columns("page,variant"), OptionError);
}

}  // namespace
}  // namespace pagekin::report
