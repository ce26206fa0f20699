#include <cstdio>

#include <pagekin/version.h>

int main() { std::printf("nearest_template %s\n", pagekin::kVersion); }
