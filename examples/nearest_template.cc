// Says to which page of a folder or archive one HTML file is most similar, and to which
// template that page belongs.
// Usage: nearest_template PAGE.html INPUT...
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include <pagekin/pagekin.h>

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::cerr << "usage: nearest_template PAGE.html INPUT...\n";
    return 2;
  }
  std::ifstream file(argv[1], std::ios::binary);
  const std::string html((std::istreambuf_iterator<char>(file)), {});
  const pagekin::Source source{.inputs = {argv + 2, argv + argc}};

  const pagekin::ClusterResult found = pagekin::cluster_pages(source);
  const pagekin::Comparer comparer("tag_shingles");
  const pagekin::Extracted page = comparer.extract({.id = argv[1], .body = html});
  double best = -1;
  std::size_t nearest = 0;
  std::size_t next = 0;  // pages come in the order of the result
  pagekin::read_pages(source, [&](const pagekin::Page& other) {
    const double similarity = comparer.similarity(page, comparer.extract(other));
    if (similarity > best) {
      best = similarity;
      nearest = next;
    }
    ++next;
  });
  std::cout << "template " << found.labels[nearest] << ", similarity " << best << ", as in "
            << found.pages[nearest] << '\n';
} catch (const pagekin::Error& error) {
  std::cerr << "nearest_template: " << error.what() << '\n';
  return 1;
}
