// The program: parse, run, exit status (0 done, 1 the run failed, found nothing or could not read
// an input that was named, 2 wrong usage, 3 a condition of --fail-on was met, 128 + n ended by
// signal n). A closed pipe is not an error.

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/flags.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "cli/signals.h"

namespace {

using pagekin::cli::kFailed, pagekin::cli::kWrongUsage;

int report(int status, const char* message) {
  fmt::print(stderr, "pagekin: {}\n", pagekin::printable(pagekin::cli::with_flags(message)));
  return status;
}

int run_program(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // writing fails instead, and we end quietly
  std::signal(SIGXFSZ, SIG_IGN);  // the same for files that may not grow, as on a full disk
  pagekin::cli::keep_command_line(argc, argv);
  const pagekin::cli::SignalWatcher signals;
  const pagekin::StopScope scope(signals.token());

  try {
    const pagekin::cli::Parsed parsed = pagekin::cli::parse_arguments(argc, argv);
    const int status = parsed.body ? parsed.body() : parsed.status;
    return status == pagekin::cli::kInterrupted ? signals.status() : status;
  } catch (const pagekin::cli::UsageError& error) {
    return report(kWrongUsage, error.what());
  } catch (const pagekin::cli::ClosedPipe&) {
    return 0;
  } catch (const pagekin::Cancelled&) {
    return report(signals.status(), "interrupted; no output was written");
  } catch (const std::bad_alloc&) {
    return report(kFailed, "out of memory");
  } catch (const std::exception& error) {
    return report(kFailed, error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run_program(argc, argv);
  } catch (...) {  // not even the message could be written
    return kFailed;
  }
}
