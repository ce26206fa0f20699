// Learns two fields from one labelled page of a shop, and prints them for all its products.
// Usage: learn_and_extract INPUT
#include <iostream>
#include <vector>

#include <pagekin/pagekin.h>

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  const pagekin::Source shop{.inputs = {argv[1]}};
  const std::string page = "https://shop.example/p/alder-kettle-1000";
  const std::vector<pagekin::FieldLabel> labels = {
      {.page = page, .field = "name", .value = "Alder Kettle"},
      {.page = page, .field = "maker", .value = "Northway"}};
  const pagekin::FieldLearning learned = pagekin::learn_fields(shop, labels);
  for (const pagekin::UnusedLabel& label : learned.unused) {
    std::cerr << label.field << ": " << label.problem << '\n';
  }
  const pagekin::ExtractResult result =
      learned.wrapper.extract(shop, [](const pagekin::FieldRecord& record) {
        if (record.fields.empty()) return;  // of a template without fields
        std::cout << record.page;
        for (const pagekin::ExtractedField& field : record.fields) {
          std::cout << '\t' << field.field << '=' << field.values.front();
        }
        std::cout << '\n';
      });
  std::cout << result.broken() << " fields are broken\n";
} catch (const pagekin::Error& error) {
  std::cerr << "learn_and_extract: " << error.what() << '\n';
  return 1;
}
