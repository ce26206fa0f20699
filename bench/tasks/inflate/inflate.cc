// How fast the members of a gzip file come out, by engine.
//
//     bench_inflate FILE.gz [RUNS]
//
// The file is read and cut into members first. All engines take turns, RUNS times (5);
// the best run counts, as decompressed megabytes (10^6 bytes) per second of processor
// time and as ratio to libdeflate. Before that each engine decodes the file once to be
// checked: its content must be that of the others.

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <libdeflate.h>
#define ZLIB_CONST  // input is const
#include <zlib.h>
#ifdef PAGEKIN_HAS_ISAL
#include <isa-l/igzip_lib.h>
#endif

#include "pagekin/codec/codec.h"
#include "pagekin/core/byte_source.h"
#include "pagekin/core/error.h"

namespace pagekin {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

using Members = std::vector<std::string_view>;
using Sink = std::function<void(std::string_view)>;

// Decodes all members, with `room` enough for any, and hands on what comes out.
struct Engine {
  std::string name;
  std::function<void(const Members&, std::string& room, const Sink&)> run;
};

[[noreturn]] void fail() { throw Error("a member that was good has failed"); }

std::string read_all(const std::string& path) {
  const auto source = open_file(path);
  std::string bytes(source->size().value_or(0), '\0');
  bytes.resize(read_fully(*source, 0, bytes));
  return bytes;
}

Members cut_into_members(std::string_view in, std::size_t& longest) {
  Members members;
  std::string room(kPiece, '\0');
  const auto stream = codec::make_stream(codec::Format::kGzip);
  while (!in.empty()) {
    std::size_t size = 0;
    std::size_t content = 0;
    codec::Step step;
    do {
      step = stream->step(in.substr(size), room, true);
      size += step.consumed;
      content += step.produced;
    } while (step.status == codec::Status::kMore);
    if (step.status != codec::Status::kDone) throw Error("not a sound gzip file");
    members.push_back(in.substr(0, size));
    longest = std::max(longest, content);
    in.remove_prefix(size);
    stream->reset();
  }
  return members;
}

void libdeflate_whole(const Members& members, std::string& room, const Sink& sink) {
  libdeflate_decompressor* decoder = libdeflate_alloc_decompressor();
  for (const std::string_view member : members) {
    std::size_t size = 0;
    if (libdeflate_gzip_decompress(decoder, member.data(), member.size(), room.data(), room.size(),
                                   &size) != LIBDEFLATE_SUCCESS) {
      fail();
    }
    sink({room.data(), size});
  }
  libdeflate_free_decompressor(decoder);
}

void pagekin_member(const Members& members, std::string& room, const Sink& sink) {
  const auto decoder = codec::make_member_decoder(codec::Format::kGzip);
  for (const std::string_view member : members) {
    const codec::Step step = decoder->decode(member, room);
    if (step.status != codec::Status::kDone) fail();
    sink({room.data(), step.produced});
  }
}

void pagekin_stream(const Members& members, std::string& room, const Sink& sink) {
  const auto stream = codec::make_stream(codec::Format::kGzip);
  for (std::string_view member : members) {
    codec::Step step;
    do {
      const std::string_view piece = member.substr(0, kPiece);
      step = stream->step(piece, {room.data(), kPiece}, piece.size() == member.size());
      member.remove_prefix(step.consumed);
      sink({room.data(), step.produced});
    } while (step.status == codec::Status::kMore);
    if (step.status != codec::Status::kDone) fail();
    stream->reset();
  }
}

void pagekin_decode_all(const Members& members, std::string& room, const Sink& sink) {
  const std::size_t cap = room.size();
  for (const std::string_view member : members) {
    if (codec::decode_all(codec::Format::kGzip, member, cap, room) != codec::Status::kDone) fail();
    sink(room);
  }
  room.resize(cap);
}

void zlib_run(const Members& members, std::string& room, const Sink& sink, std::size_t most) {
  z_stream zlib{};
  inflateInit2(&zlib, 16 + MAX_WBITS);
  for (std::string_view member : members) {
    int code = Z_OK;
    while (code == Z_OK) {
      const std::string_view piece = member.substr(0, most);
      const std::size_t space = std::min(most, room.size());
      zlib.next_in = reinterpret_cast<const Bytef*>(piece.data());
      zlib.avail_in = static_cast<uInt>(piece.size());
      zlib.next_out = reinterpret_cast<Bytef*>(room.data());
      zlib.avail_out = static_cast<uInt>(space);
      code = inflate(&zlib, Z_NO_FLUSH);
      member.remove_prefix(piece.size() - zlib.avail_in);
      sink({room.data(), space - zlib.avail_out});
    }
    if (code != Z_STREAM_END) fail();
    inflateReset(&zlib);
  }
  inflateEnd(&zlib);
}

#ifdef PAGEKIN_HAS_ISAL
void isal_run(const Members& members, std::string& room, const Sink& sink, std::size_t most) {
  const auto state = std::make_unique<inflate_state>();
  isal_inflate_init(state.get());
  for (std::string_view member : members) {
    isal_inflate_reset(state.get());
    state->crc_flag = ISAL_GZIP;
    while (state->block_state != ISAL_BLOCK_FINISH) {
      const std::string_view piece = member.substr(0, most);
      const std::size_t space = std::min(most, room.size());
      state->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(piece.data()));
      state->avail_in = static_cast<std::uint32_t>(piece.size());
      state->next_out = reinterpret_cast<std::uint8_t*>(room.data());
      state->avail_out = static_cast<std::uint32_t>(space);
      if (isal_inflate(state.get()) != ISAL_DECOMP_OK) fail();
      member.remove_prefix(piece.size() - state->avail_in);
      sink({room.data(), space - state->avail_out});
    }
  }
}

void isal_stateless(const Members& members, std::string& room, const Sink& sink) {
  const auto state = std::make_unique<inflate_state>();
  for (const std::string_view member : members) {
    isal_inflate_init(state.get());
    state->crc_flag = ISAL_GZIP;
    state->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(member.data()));
    state->avail_in = static_cast<std::uint32_t>(member.size());
    state->next_out = reinterpret_cast<std::uint8_t*>(room.data());
    state->avail_out = static_cast<std::uint32_t>(room.size());
    if (isal_inflate_stateless(state.get()) != ISAL_DECOMP_OK) fail();
    sink({room.data(), room.size() - state->avail_out});
  }
}
#endif

std::vector<Engine> engines() {
  const auto with = [](auto run, std::size_t most) {
    return [run, most](const Members& members, std::string& room, const Sink& sink) {
      run(members, room, sink, most);
    };
  };
  constexpr std::size_t kWhole = std::size_t{1} << 31;
  return {
      {"libdeflate, whole members", libdeflate_whole},
      {"pagekin MemberDecoder", pagekin_member},
      {"pagekin decode_all", pagekin_decode_all},
      {"zlib, whole members", with(zlib_run, kWhole)},
      {"zlib, 64 KB pieces", with(zlib_run, kPiece)},
      {"pagekin Stream, 64 KB pieces", pagekin_stream},
#ifdef PAGEKIN_HAS_ISAL
      {"ISA-L stateless, whole members", isal_stateless},
      {"ISA-L, whole members", with(isal_run, kWhole)},
      {"ISA-L, 64 KB pieces", with(isal_run, kPiece)},
#endif
  };
}

// Processor time, not the clock on the wall: other programs may be running.
double seconds(const Engine& engine, const Members& members, std::string& room) {
  const std::clock_t start = std::clock();
  engine.run(members, room, [](std::string_view) {});
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

void run(const std::string& path, int runs) {
  const std::string file = read_all(path);
  std::size_t longest = 0;
  const Members members = cut_into_members(file, longest);
  std::string room(std::max(longest, kPiece), '\0');

  const std::vector<Engine> all = engines();
  std::size_t content = 0;
  uLong first_sum = 0;
  for (const Engine& engine : all) {
    std::size_t size = 0;
    uLong sum = adler32(0, nullptr, 0);
    engine.run(members, room, [&](std::string_view out) {
      size += out.size();
      sum = adler32_z(sum, reinterpret_cast<const Bytef*>(out.data()), out.size());
    });
    if (&engine == &all.front()) {
      content = size;
      first_sum = sum;
    }
    if (size != content || sum != first_sum) throw Error(engine.name + ": other bytes");
  }

  std::vector<double> best(all.size(), 1e9);
  for (int round = 0; round < runs; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      best[i] = std::min(best[i], seconds(all[i], members, room));
    }
  }
  fmt::print("{} members, {:.1f} MB, {:.1f} MB inside; best of {}\n", members.size(),
             static_cast<double>(file.size()) / 1e6, static_cast<double>(content) / 1e6, runs);
  for (std::size_t i = 0; i < all.size(); ++i) {
    fmt::print("{:<32} {:7.0f} MB/s  {:5.2f}\n", all[i].name,
               static_cast<double>(content) / 1e6 / best[i], best[0] / best[i]);
  }
}

}  // namespace
}  // namespace pagekin

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    fmt::print(stderr, "usage: bench_inflate FILE.gz [RUNS]\n");
    return 2;
  }
  try {
    pagekin::run(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 5);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_inflate: {}\n", error.what());
    return 1;
  }
  return 0;
}
