#include "pagekin/core/error.h"

#include <utility>

#include "pagekin/run.h"

namespace pagekin {

// Destructors are defined here, so that every program that links the library sees one
// type of each exception, and of the class that it derives its own suppliers of pages from.
Error::Error(const std::string& what, std::string option, std::string where)
    : std::runtime_error(what), option_(std::move(option)), where_(std::move(where)) {}
Error::~Error() = default;
OptionError::~OptionError() = default;
InputError::~InputError() = default;
NoPagesError::~NoPagesError() = default;
IndexBusyError::~IndexBusyError() = default;
Cancelled::~Cancelled() = default;
PageSupplier::~PageSupplier() = default;
KeptInputs::~KeptInputs() = default;

const char* Cancelled::what() const noexcept { return "cancelled by the caller"; }

}  // namespace pagekin
