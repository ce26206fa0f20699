// The program: parse, run, exit status (0 done, 1 the run failed or found nothing,
// 2 wrong usage). A closed pipe is not an error.

#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "pagekin/core/stop.h"
#include "pagekin/core/text.h"
#include "pagekin/version.h"

#include "cli/command.h"
#include "cli/flags.h"
#include "cli/output.h"
#include "cli/signals.h"

namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

int report(int status, const char* message) {
  fmt::print(stderr, "pagekin: {}\n", pagekin::printable(pagekin::cli::with_flags(message)));
  return status;
}

int run_program(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // writing fails instead, and we end quietly
  std::signal(SIGXFSZ, SIG_IGN);  // the same for files that may not grow, as on a full disk
  const pagekin::cli::SignalWatcher signals;
  const pagekin::StopScope scope(signals.token());

  CLI::App app{"Finds which web pages were made from the same template.", "pagekin"};
  app.set_version_flag("--version", pagekin::kVersion);
  app.require_subcommand(1);
  app.get_formatter()->column_width(36);
  app.footer("Run 'pagekin COMMAND --help' for the options of a command and examples.");
  std::function<int()> run;
  pagekin::cli::declare_commands(app, run);

  try {
    app.parse(argc, argv);
    return run();
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    app.exit(error);
    return kWrongUsage;
  } catch (const pagekin::cli::UsageError& error) {
    return report(kWrongUsage, error.what());
  } catch (const pagekin::cli::ClosedPipe&) {
    return 0;
  } catch (const pagekin::Cancelled&) {
    return report(pagekin::cli::kInterrupted, "interrupted; no output was written");
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
