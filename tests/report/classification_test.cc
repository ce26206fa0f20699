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
  const auto rows = [&](eval::TableFormat format, model::Decide decide) {
    std::string text;
    ClassificationWriter writer(format, classifier, decide,
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

}  // namespace
}  // namespace pagekin::report
