// Adds the pages of each input to an index, one input a day, and shows what became of the
// templates. Usage: keep_index INDEX INPUT...
#include <iostream>

#include <pagekin/pagekin.h>

int main(int argc, char** argv) try {
  if (argc < 3) return 2;
  const std::string index = argv[1];
  for (int i = 2; i < argc; ++i) {
    const pagekin::ClusterResult found =
        pagekin::cluster_pages({.inputs = {argv[i]}}, {.index = index});
    std::cout << found.pages.size() << " pages, " << found.clusters.size() << " templates\n";
    for (const pagekin::TemplateChangeInfo& change : found.changes) {
      std::cout << "  template " << change.template_id.text() << ": "
                << pagekin::to_text(change.fate) << '\n';
    }
  }
  // A page that arrives later.
  const pagekin::Classifier classifier(index);
  const pagekin::Decision decision = classifier.classify(
      {.id = "https://elsewhere.example/", .body = "<p>A page unlike all others</p>"});
  std::cout << (decision.is_none() ? "a new template" : decision.template_id.text()) << '\n';
} catch (const pagekin::Error& error) {
  std::cerr << "keep_index: " << error.what() << '\n';
  return 1;
}
