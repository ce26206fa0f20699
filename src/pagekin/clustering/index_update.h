// A run that adds pages to an index, replaces pages that are there, and can be interrupted.
//
// Pages are distinguished by id. A page whose id the index has from an earlier run replaces that
// page, or is skipped. Pages of one run that share an id get "#2", "#3" ... as without an index,
// and these ids are then looked for in the index. So the same run twice gives the same index.
//
// A checkpoint is written now and then, and when the run is stopped. The same run then goes on
// from there: it reads its inputs again, but parses only pages that it had not read, and its
// result is that of a run without a stop. Pages are recognised by input, place and id; what is
// in the files is not compared.
//
// Every page has a day: that of its capture if the input has one, else that of the run. Pages that
// the run does not read leave when they are older than the options allow, compared with the newest
// page of index and run. So an index of archives ages by their dates, whenever it is made. A page
// whose day is not known, of an index without days, counts as new.
//
// Cost: 8 bytes a page of the run, and its ids; a checkpoint takes the time of writing the index,
// and all checkpoints together at most a twentieth of the run.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pagekin/clustering/cluster_pages.h"
#include "pagekin/method/index_file.h"
#include "pagekin/method/method.h"
#include "pagekin/reading/read_features.h"

namespace pagekin::clustering {

class IndexUpdate {
 public:
  // Opens the index and restores its pages, or those of the checkpoint, into `method` and `run`.
  // All must outlive the object. Throws Error as IndexFile does.
  IndexUpdate(const ClusterOptions& options, method::Method& method, ClusterRun& run);

  // Reads the source.
  reading::ReadCounts read(const reading::ReadRequest& request);

  // Takes pages out that are older than the options allow (ClusterOptions::keep_days). Call it
  // after read(), before the method finishes.
  void forget_old();

  // Writes a checkpoint if there are pages to keep, also when the run was asked to stop.
  void write_checkpoint();

  // The templates of earlier runs, and by page of these runs the id of its template; without ids if
  // the method keeps them.
  const method::IndexedTemplates& templates() const { return file_.templates(); }
  const std::vector<std::uint32_t>& earlier_ids() const { return earlier_ids_; }

  // Writes the index with the templates of this run; the method must have finished, and the run
  // must have its results.
  void write(const method::IndexedTemplates& templates);

 private:
  // What is kept of a page on its way from the threads that read to the method.
  struct Read {
    features::Features features;
    std::uint64_t key = 0;
    std::string input;  // this and the next one only with keep_origins
    std::uint64_t offset = 0;
    std::uint32_t day = 0;  // of its capture, since 1970; 0: not known
    bool is_done = false;   // before the run was interrupted
  };
  Read extract(const Page& page, const features::Needs& needs,
               reading::ExtractionNotes& notes) const;
  void take(std::string_view id, Read&& page);
  void note(PageId page, const Read& read);
  method::IndexedPage page_at(std::size_t page) const;

  const ClusterOptions* options_;
  method::Method* method_;
  ClusterRun* run_;
  method::IndexFile file_;
  std::vector<std::uint32_t> earlier_ids_;
  std::vector<std::uint32_t>
      days_;                       // by page, since 1970: of its capture or of the run; 0: unknown
  std::vector<bool> is_read_now_;  // by page of earlier runs
  std::vector<std::uint64_t> done_before_;  // ascending: keys of pages before the interruption
  method::RunProgress progress_;            // `done`: of this run so far
  std::chrono::steady_clock::time_point next_checkpoint_;
};

}  // namespace pagekin::clustering
