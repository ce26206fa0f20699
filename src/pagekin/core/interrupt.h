// Ctrl-C as an exception, so that temporary files are removed on the way out.
#pragma once

namespace pagekin {

struct Interrupted {};

// From now on SIGINT and SIGTERM set a flag instead of ending the process; a
// second one ends it at once.
void catch_interrupts();

// Throws Interrupted after such a signal. Cheap; long loops call it now and then.
void check_interrupt();

}  // namespace pagekin
