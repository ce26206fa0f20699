// Prints what became of each template between two crawls of a site.
// Usage: compare_crawls OLD NEW
#include <iostream>

#include <pagekin/pagekin.h>

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  const pagekin::DiffResult diff =
      pagekin::diff_crawls({.inputs = {argv[1]}}, {.inputs = {argv[2]}});
  for (const pagekin::TemplateDifference& found : diff.templates) {
    std::cout << pagekin::to_text(found.state) << '\t' << found.old_pages << " -> "
              << found.new_pages << " pages\t" << found.shape << '\n';
  }
} catch (const pagekin::Error& error) {
  std::cerr << "compare_crawls: " << error.what() << '\n';
  return 1;
}
