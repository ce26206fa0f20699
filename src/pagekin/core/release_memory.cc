#include "pagekin/core/release_memory.h"

#include <cstdlib>  // says which library this is

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace pagekin {

void release_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace pagekin
