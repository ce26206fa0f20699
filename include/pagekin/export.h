// Marks what the shared library shows to programs that link against it.
#pragma once

#if defined(__GNUC__)
#define PAGEKIN_API __attribute__((visibility("default")))
#else
#define PAGEKIN_API
#endif
