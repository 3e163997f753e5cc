import DaybookLog
import DaybookModel

/// One replica's files on one side, with what was found by reading those that had to be.
struct SideFiles {
  struct Known {
    var survey: SegmentSurvey
    var isSealed: Bool
    /// Would be there if this were no dry run, or if the side were written to.
    var isVirtual = false

    /// Whether its lines count as held in a sealed file.
    var isVerified: Bool { isSealed && survey.isSound }
  }

  private(set) var files: [String: Inventory.SegmentFile]
  private(set) var known: [String: Known] = [:]
  /// Leaves that are held though no file shows them: those of this machine's journal.
  let journal: [SegmentSurvey.Run]
  private(set) var unreadable: Set<String> = []

  /// More hashes than this are not kept for files that later ones will hardly overlap.
  private static let hashesMax = 1 << 20

  init(_ segments: [Inventory.SegmentFile], journal: [SegmentSurvey.Run]) {
    files = Dictionary(segments.map { ($0.path, $0) }) { first, _ in first }
    self.journal = journal
  }

  mutating func note(_ file: Inventory.SegmentFile, _ survey: SegmentSurvey, isVirtual: Bool) {
    if !isVirtual { files[file.path] = file }
    known[file.path] = Known(survey: survey, isSealed: file.isSealed, isVirtual: isVirtual)
  }

  mutating func note(unreadable path: String) { unreadable.insert(path) }

  /// The files that may hold events of `seqs`, and were not read yet.
  func unread(overlapping seqs: ClosedRange<UInt64>) -> [Inventory.SegmentFile] {
    files.values.filter { file in
      known[file.path] == nil && !unreadable.contains(file.path) && file.first <= seqs.upperBound
        && file.last.map { $0 >= seqs.lowerBound } ?? true
    }.sorted { $0.path < $1.path }
  }

  /// What all files together hold; or the sealed ones that are what their names say.
  func held(sealed: Bool = false, without path: String? = nil) -> [SegmentSurvey.Run] {
    let runs = known.flatMap { entry -> [SegmentSurvey.Run] in
      entry.key == path || sealed && !entry.value.isVerified ? [] : entry.value.survey.runs
    }
    return sealed ? runs : runs + journal
  }

  /// Forgets files that end before `seq`, when much is kept.
  mutating func trim(before seq: UInt64) {
    let count = known.values.reduce(0) { $0 + $1.survey.runs.reduce(0) { $0 + $1.hashes.count } }
    guard count > Self.hashesMax else { return }
    known = known.filter { $0.value.isVirtual || $0.value.survey.seqs.map { $0.upperBound >= seq } ?? false }
  }
}
