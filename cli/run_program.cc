#include "cli/run_program.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "pagekin/error.h"
#include "pagekin/stop.h"
#include "pagekin/text.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/flags.h"
#include "cli/output.h"
#include "cli/output_links.h"
#include "cli/parse.h"
#include "cli/run_summary.h"
#include "cli/signals.h"

namespace pagekin::cli {
namespace {

int report(int status, const char* message) {
  fmt::print(stderr, "pagekin: {}\n", printable(with_flags(message)));
  return status;
}

// Runs the body of a command and writes its summary, whatever happens.
int run_body(const Parsed& parsed, const SignalWatcher& signals) {
  const LinkPermission links;
  RunSummary& summary = run_summary();
  const auto failed = [&](int status, const char* message) {
    summary.write(status, with_flags(message));
  };
  summary.open();
  try {
    int status = parsed.body();
    if (status == kInterrupted) status = signals.status();
    summary.write(status, "");
    return status;
  } catch (const UsageError& error) {
    failed(kWrongUsage, error.what());
    throw;
  } catch (const ClosedPipe&) {
    failed(0, "");
    throw;
  } catch (const Cancelled&) {
    failed(signals.status(), "interrupted; no output was written");
    throw;
  } catch (const NoPagesError& error) {
    summary.pages(error.counts);
    failed(kFailed, error.what());
    throw;
  } catch (const std::exception& error) {
    failed(kFailed, error.what());
    throw;
  }
}

int parse_and_run(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // writing fails instead, and we end quietly
  std::signal(SIGXFSZ, SIG_IGN);  // the same for files that may not grow, as on a full disk
  keep_command_line(argc, argv);
  const SignalWatcher signals;
  const StopOnRequest scope(signals.token());
  set_program_stop_token(signals.token());

  try {
    const Parsed parsed = parse_arguments(argc, argv);
    return parsed.body ? run_body(parsed, signals) : parsed.status;
  } catch (const UsageError& error) {
    return report(kWrongUsage, error.what());
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const Cancelled&) {
    return report(signals.status(), "interrupted; no output was written");
  } catch (const std::bad_alloc&) {
    return report(kFailed, "out of memory");
  } catch (const std::exception& error) {
    return report(kFailed, error.what());
  }
}

}  // namespace

int run_program(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (...) {  // not even the message could be written
    return kFailed;
  }
}

}  // namespace pagekin::cli
