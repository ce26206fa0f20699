#include "pagekin/core/reference.h"

#include <cassert>

namespace pagekin {
namespace {

constexpr PublicationInfo kPublications[] = {
    {.key = "amigo2009",
     .authors = "Enrique Amigo, Julio Gonzalo, Javier Artiles, Felisa Verdejo",
     .title = "A comparison of extrinsic clustering evaluation metrics based on formal constraints",
     .venue = "Information Retrieval 12(4), 461-486",
     .year = 2009,
     .doi = "10.1007/s10791-008-9066-8"},
    {.key = "augsten2005",
     .authors = "Nikolaus Augsten, Michael Boehlen, Johann Gamper",
     .title = "Approximate Matching of Hierarchical Data Using pq-Grams",
     .venue = "VLDB 2005, 301-312",
     .year = 2005},
    {.key = "bagban2018",
     .authors = "T. I. Bagban, P. J. Kulkarni",
     .title =
         "On Applying Document Similarity Measures for Template based Clustering of Web Documents",
     .venue = "International Journal of Computer Sciences and Engineering 6(1), 37-42",
     .year = 2018,
     .doi = "10.26438/ijcse/v6si1.3742"},
    {.key = "bagga1998",
     .authors = "Amit Bagga, Breck Baldwin",
     .title = "Algorithms for Scoring Coreference Chains",
     .venue = "LREC Workshop on Linguistic Coreference",
     .year = 1998},
    {.key = "fowlkes1983",
     .authors = "E. B. Fowlkes, C. L. Mallows",
     .title = "A Method for Comparing Two Hierarchical Clusterings",
     .venue = "Journal of the American Statistical Association 78(383), 553-569",
     .year = 1983,
     .doi = "10.1080/01621459.1983.10478008"},
    {.key = "gowda2016",
     .authors = "Thamme Gowda, Chris A. Mattmann",
     .title = "Clustering Web Pages Based on Structure and Style Similarity",
     .venue = "IEEE International Conference on Information Reuse and Integration (IRI), 175-180",
     .year = 2016,
     .doi = "10.1109/IRI.2016.30"},
    {.key = "grigalis2014",
     .authors = "Tomas Grigalis, Antanas Cenys",
     .title = "Using XPaths of Inbound Links to Cluster Template-Generated Web Pages",
     .venue = "Computer Science and Information Systems 11(1), 111-132",
     .year = 2014,
     .doi = "10.2298/CSIS130416020G"},
    {.key = "hachenberg2013",
     .authors = "Christian Hachenberg, Thomas Gottron",
     .title =
         "Locality Sensitive Hashing for Scalable Structural Classification and Clustering of Web "
         "Documents",
     .venue = "ACM International Conference on Information and Knowledge Management (CIKM)",
     .year = 2013,
     .doi = "10.1145/2505515.2505673"},
    {.key = "he2007",
     .authors = "X. He, Z. Xie",
     .title =
         "Structural similarity measurement of Web pages based on simple tree matching algorithm",
     .venue = "Journal of Computer Research and Development, no. z3, 1-6",
     .year = 2007},
    {.key = "hubert1985",
     .authors = "Lawrence Hubert, Phipps Arabie",
     .title = "Comparing Partitions",
     .venue = "Journal of Classification 2, 193-218",
     .year = 1985,
     .doi = "10.1007/BF01908075"},
    {.key = "jarvis1973",
     .authors = "R. A. Jarvis, Edward A. Patrick",
     .title = "Clustering Using a Similarity Measure Based on Shared Near Neighbors",
     .venue = "IEEE Transactions on Computers C-22(11), 1025-1034",
     .year = 1973,
     .doi = "10.1109/T-C.1973.223640"},
    {.key = "kaufman1987",
     .authors = "Leonard Kaufman, Peter J. Rousseeuw",
     .title = "Clustering by Means of Medoids",
     .venue = "Statistical Data Analysis Based on the L1 Norm and Related Methods, 405-416",
     .year = 1987},
    {.key = "larsen1999",
     .authors = "Bjornar Larsen, Chinatsu Aone",
     .title = "Fast and Effective Text Mining Using Linear-time Document Clustering",
     .venue = "ACM International Conference on Knowledge Discovery and Data Mining (KDD), 16-22",
     .year = 1999,
     .doi = "10.1145/312129.312186"},
    {.key = "li2010",
     .authors = "R. Li, J. Zeng, S. Zhou",
     .title = "Improved Web page clustering algorithm based on partial tag tree matching",
     .venue = "Journal of Computer Applications 30(3), 818-820",
     .year = 2010},
    {.key = "pawlik2016",
     .authors = "Mateusz Pawlik, Nikolaus Augsten",
     .title = "Tree edit distance: Robust and memory-efficient",
     .venue = "Information Systems 56, 157-173",
     .year = 2016,
     .doi = "10.1016/j.is.2015.08.004"},
    {.key = "rand1971",
     .authors = "William M. Rand",
     .title = "Objective Criteria for the Evaluation of Clustering Methods",
     .venue = "Journal of the American Statistical Association 66(336), 846-850",
     .year = 1971,
     .doi = "10.1080/01621459.1971.10482356"},
    {.key = "reis2004",
     .authors =
         "Davi de Castro Reis, Paulo B. Golgher, Altigran S. da Silva, Alberto H. F. Laender",
     .title = "Automatic Web News Extraction Using Tree Edit Distance",
     .venue = "International Conference on World Wide Web (WWW), 502-511",
     .year = 2004,
     .doi = "10.1145/988672.988740"},
    {.key = "rosenberg2007",
     .authors = "Andrew Rosenberg, Julia Hirschberg",
     .title = "V-Measure: A Conditional Entropy-Based External Cluster Evaluation Measure",
     .venue = "EMNLP-CoNLL 2007, 410-420",
     .year = 2007},
    {.key = "schubert2021",
     .authors = "Erich Schubert, Peter J. Rousseeuw",
     .title =
         "Fast and eager k-medoids clustering: O(k) runtime improvement of the PAM, CLARA, and "
         "CLARANS algorithms",
     .venue = "Information Systems 101, 101804",
     .year = 2021,
     .doi = "10.1016/j.is.2021.101804"},
    {.key = "song2011",
     .authors = "M. Q. Song, R. X. Song",
     .title = "Research of structural similarity of Web pages based on HTML",
     .venue =
         "Journal of the China Society for Scientific and Technical Information 30(2), 160-165",
     .year = 2011},
    {.key = "strehl2002",
     .authors = "Alexander Strehl, Joydeep Ghosh",
     .title = "Cluster Ensembles: A Knowledge Reuse Framework for Combining Multiple Partitions",
     .venue = "Journal of Machine Learning Research 3, 583-617",
     .year = 2002},
    {.key = "vanrijsbergen1979",
     .authors = "C. J. van Rijsbergen",
     .title = "Information Retrieval",
     .venue = "2nd edition, Butterworths",
     .year = 1979},
    {.key = "vinh2010",
     .authors = "Nguyen Xuan Vinh, Julien Epps, James Bailey",
     .title = "Information Theoretic Measures for Clusterings Comparison: Variants, Properties, "
              "Normalization and Correction for Chance",
     .venue = "Journal of Machine Learning Research 11, 2837-2854",
     .year = 2010},
    {.key = "zhang2016",
     .authors = "Shengnan Zhang, Kun Yang, Lianqiang Niu",
     .title = "Measurement of Web Structural Similarity Based on Subtree Matching",
     .venue = "Shenyang University of Technology",
     .year = 2016},
    {.key = "zhao2004",
     .authors = "Ying Zhao, George Karypis",
     .title = "Empirical and Theoretical Comparisons of Selected Criterion Functions for Document "
              "Clustering",
     .venue = "Machine Learning 55(3), 311-331",
     .year = 2004,
     .doi = "10.1023/B:MACH.0000027785.44527.d6"},
};

const PublicationInfo& find_publication(std::string_view key) {
  for (const PublicationInfo& info : kPublications) {
    if (info.key == key) return info;
  }
  assert(false && "a registry cites a publication that is not in the table");
  return kPublications[0];
}

// "William M. Rand" -> "Rand"; "C. J. van Rijsbergen" -> "van Rijsbergen".
std::string_view surname(std::string_view author) {
  std::size_t begin = author.rfind(' ') + 1;  // 0 if there is no blank
  while (begin > 1) {                         // particles are in lower case
    const std::size_t before = author.substr(0, begin - 1).rfind(' ') + 1;
    if (author[before] < 'a' || author[before] > 'z') break;
    begin = before;
  }
  return author.substr(begin);
}

}  // namespace

std::span<const PublicationInfo> publications() { return kPublications; }

std::string short_text(const Citation& citation) {
  const PublicationInfo& info = find_publication(citation.key);
  std::string text;
  for (std::string_view rest = info.authors; !rest.empty();) {
    const std::size_t comma = rest.find(", ");
    if (!text.empty()) text += ", ";
    text += surname(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 2);
  }
  text += " " + std::to_string(info.year);
  if (!citation.place.empty()) text += ", " + std::string(citation.place);
  return text;
}

std::string short_text(const std::vector<Citation>& citations) {
  std::string text;
  for (const Citation& citation : citations) {
    text += (text.empty() ? "" : "; ") + short_text(citation);
  }
  return text;
}

std::string full_text(const Reference& reference) {
  std::string text = reference.authors + ": " + reference.title + ". " + reference.venue + ", " +
                     std::to_string(reference.year) + ".";
  if (!reference.doi.empty()) text += " https://doi.org/" + reference.doi;
  return text;
}

std::vector<Reference> references_of(const std::vector<Citation>& citations) {
  std::vector<Reference> references;
  for (const Citation& citation : citations) {
    const PublicationInfo& info = find_publication(citation.key);
    references.push_back({.key = std::string(info.key),
                          .authors = std::string(info.authors),
                          .title = std::string(info.title),
                          .venue = std::string(info.venue),
                          .year = info.year,
                          .doi = std::string(info.doi),
                          .place = std::string(citation.place)});
  }
  return references;
}

}  // namespace pagekin
