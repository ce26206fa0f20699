// Prints the template of every page in a folder or archive.
// Usage: cluster_folder INPUT...
#include <iostream>

#include <pagekin/pagekin.h>

int main(int argc, char** argv) try {
  const pagekin::ClusterResult found = pagekin::cluster_pages({.inputs = {argv + 1, argv + argc}});
  for (std::size_t i = 0; i < found.pages.size(); ++i) {
    std::cout << found.labels[i] << '\t' << found.pages[i] << '\n';
  }
  std::cerr << found.counts.used << " pages, " << found.clusters.size() << " templates\n";
} catch (const pagekin::Error& error) {
  std::cerr << "cluster_folder: " << error.what() << '\n';
  return 1;
}
