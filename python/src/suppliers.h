// Pages of Python objects as input of the library: Arrow tables and iterables.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <nanobind/nanobind.h>

#include "pagekin/run.h"

#include "call.h"

namespace pagekin_python {

// A supplier that works during one call at a time.
class Supplier : public pagekin::PageSupplier {
 public:
  // The call that reads next; null when it is over.
  void attach(Call* call) { call_ = call; }

  // Rows handed out by the last reading.
  std::uint64_t rows() const { return rows_; }

 protected:
  Call& call() const;
  std::uint64_t rows_ = 0;

 private:
  Call* call_ = nullptr;
};

// `open` returns an object with __arrow_c_stream__ or __arrow_c_array__. `url` and `html` name its
// columns; without a column of addresses, pages are named by their rows. The buffers are not
// copied.
std::shared_ptr<Supplier> arrow_supplier(nb::object open, std::string url, std::string html,
                                         bool can_begin_again);

// `open` returns an iterator of (id, page) with a string, or None for the number of the row, and
// str or bytes.
std::shared_ptr<Supplier> python_supplier(nb::object open, bool can_begin_again,
                                          std::uint64_t size);

// Attaches a supplier, which may be null, to a call while it exists.
class Attached {
 public:
  Attached(std::shared_ptr<Supplier> supplier, Call& call) : supplier_(std::move(supplier)) {
    if (supplier_) supplier_->attach(&call);
  }
  ~Attached() {
    if (supplier_) supplier_->attach(nullptr);
  }
  Attached(const Attached&) = delete;
  Attached& operator=(const Attached&) = delete;

 private:
  std::shared_ptr<Supplier> supplier_;
};

// Python objects that any thread may let go.
class KeptObjects {
 public:
  KeptObjects() = default;
  ~KeptObjects();
  KeptObjects(const KeptObjects&) = delete;
  KeptObjects& operator=(const KeptObjects&) = delete;
  void add(nb::object object) { objects_.push_back(object.release().ptr()); }

 private:
  std::vector<PyObject*> objects_;
};

}  // namespace pagekin_python
