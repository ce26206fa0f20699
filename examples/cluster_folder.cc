#include <cstdio>

#include <pagekin/version.h>

int main() { std::printf("cluster_folder %s\n", pagekin::kVersion); }
