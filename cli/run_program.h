// The program as a function, for main() and for the Python package.
#pragma once

namespace pagekin::cli {

// Parses, runs and returns the exit status: 0 done, 1 the run failed, found nothing or could not
// read an input that was named, 2 wrong usage, 3 a condition of --fail-on was met, 128 + n ended by
// signal n. A closed pipe is not an error. Blocks SIGINT, SIGTERM and SIGHUP in this thread, and
// ignores SIGPIPE and SIGXFSZ in the process, so call it once and end the process soon after.
int run_program(int argc, char** argv);

}  // namespace pagekin::cli
