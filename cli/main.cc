#include "cli/run_program.h"

int main(int argc, char** argv) { return pagekin::cli::run_program(argc, argv); }
