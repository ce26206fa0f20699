// Source of the .npy format: NumPy's own description, version 1.0: a magic string, the
// version, the length of the header, the header as a Python dictionary padded so that
// the data begin at a multiple of 64 bytes, the data.
#include "pagekin/report/matrix_file.h"

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "pagekin/report/table_writer.h"

namespace pagekin::report {
namespace {

void append_little_endian(std::uint32_t word, std::string& out) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>((word >> shift) & 0xff);
}

std::string npy_header(std::size_t pages) {
  std::string header =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", pages, pages);
  constexpr std::size_t before_header = 10;
  constexpr std::size_t alignment = 64;
  while ((before_header + header.size() + 1) % alignment != 0) header += ' ';
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size() & 0xff);
  bytes += static_cast<char>(header.size() >> 8);
  return bytes + header;
}

}  // namespace

void write_matrix(const SimilarityMatrix& matrix, const PageIds& ids, MatrixFormat format,
                  const std::function<void(std::string_view)>& write) {
  const std::size_t pages = matrix.pages();
  std::string row;
  if (format == MatrixFormat::kNpy) {
    write(npy_header(pages));
    for (std::size_t a = 0; a < pages; ++a) {
      row.clear();
      for (std::size_t b = 0; b < pages; ++b) {
        append_little_endian(std::bit_cast<std::uint32_t>(matrix(a, b)), row);
      }
      write(row);
    }
    return;
  }
  std::vector<Column> columns = {"page"};
  for (std::size_t b = 0; b < pages; ++b)
    columns.emplace_back(std::string(ids[static_cast<PageId>(b)]));
  TableWriter table(format == MatrixFormat::kCsv ? TableFormat::kCsv : TableFormat::kTsv, columns,
                    write);
  std::vector<Cell> cells(pages + 1);
  for (std::size_t a = 0; a < pages; ++a) {
    cells[0] = ids[static_cast<PageId>(a)];
    for (std::size_t b = 0; b < pages; ++b) cells[b + 1] = static_cast<double>(matrix(a, b));
    table.row(cells);
  }
  table.finish();
}

void write_matrix_ids(const PageIds& ids, const std::function<void(std::string_view)>& write) {
  TableWriter table(TableFormat::kTsv, {"page"}, write);
  for (PageId page = 0; page < ids.size(); ++page) table.row({ids[page]});
  table.finish();
}

}  // namespace pagekin::report
