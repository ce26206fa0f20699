// Prints the title of each page and whether its text got shorter without what its template repeats.
// Usage: clean_texts INPUT...
#include <iostream>

#include <pagekin/pagekin.h>

int main(int argc, char** argv) try {
  const pagekin::Source source{.inputs = {argv + 1, argv + argc}};
  std::size_t shorter = 0;
  const pagekin::CleanResult result =
      pagekin::clean_pages(source, {}, [&](const pagekin::CleanText& page) {
        if (page.kept < 1) ++shorter;
        std::cout << page.page << '\t' << page.title << '\n';
      });
  std::cout << shorter << " of " << result.pages << " texts are shorter\n";
} catch (const pagekin::Error& error) {
  std::cerr << "clean_texts: " << error.what() << '\n';
  return 1;
}
