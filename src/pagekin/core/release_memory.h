// Gives memory that was freed back to the system, where the library can: threads keep what
// they freed for themselves, and the next stage of work would come on top of that.
//
// Cost: some milliseconds.
#pragma once

namespace pagekin {

void release_memory();

}  // namespace pagekin
