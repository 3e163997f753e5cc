import DaybookLog
import DaybookModel

/// One replica's files on one side, with the surveys of those that had to be read.
struct SideFiles {
  struct Known {
    var survey: SegmentSurvey
    var isSealed: Bool
    /// Whether the file would exist if this were not a dry run, or if the side were written to.
    var isVirtual = false

    /// Whether its lines count as held in a sealed file.
    var isVerified: Bool { isSealed && survey.isSound }
  }

  /// A run of leaves, and the file that holds it; nil for this machine's journal.
  private typealias Held = (run: SegmentSurvey.Run, path: String?)

  private(set) var files: [String: Inventory.SegmentFile]
  private(set) var known: [String: Known] = [:]
  /// What all files and the journal hold together; and what the sealed files hold whose names match their content.
  private var held = SpanList<Held>()
  private var sealed = SpanList<Held>()
  /// Files that have not been read yet.
  private var unread = SpanList<Inventory.SegmentFile>()
  private var unreadOpen = SpanList<Inventory.SegmentFile>()
  private var hashCount = 0
  private var hashCountMax = SideFiles.hashesMax

  /// More hashes than this are not kept for files that later ones will hardly overlap.
  private static let hashesMax = 1 << 20

  init(_ segments: [Inventory.SegmentFile], journal: [SegmentSurvey.Run]) {
    files = Dictionary(segments.map { ($0.path, $0) }) { first, _ in first }
    for run in journal where run.end > run.first { held.insert((run, nil), over: run.first...run.end - 1) }
    for file in segments { addUnread(file) }
  }

  mutating func note(_ file: Inventory.SegmentFile, _ survey: SegmentSurvey, isVirtual: Bool) {
    forget(file.path)
    if !isVirtual { files[file.path] = file }
    removeUnread(file)
    let entry = Known(survey: survey, isSealed: file.isSealed, isVirtual: isVirtual)
    known[file.path] = entry
    for run in survey.runs where run.end > run.first {
      held.insert((run, file.path), over: run.first...run.end - 1)
      if entry.isVerified { sealed.insert((run, file.path), over: run.first...run.end - 1) }
      hashCount += run.hashes.count
    }
  }

  /// Forgets what a file holds.
  private mutating func forget(_ path: String) {
    guard let old = known.removeValue(forKey: path) else { return }
    for run in old.survey.runs {
      held.remove(from: run.first) { $0.path == path }
      if old.isVerified { sealed.remove(from: run.first) { $0.path == path } }
      hashCount -= run.hashes.count
    }
  }

  // MARK: Files not read yet

  private mutating func addUnread(_ file: Inventory.SegmentFile) {
    if let last = file.last {
      unread.insert(file, over: file.first...max(file.first, last))
    } else {
      unreadOpen.insert(file, over: file.first ... .max)
    }
  }

  private mutating func removeUnread(_ file: Inventory.SegmentFile) {
    if file.isSealed {
      unread.remove(from: file.first) { $0.path == file.path }
    } else {
      unreadOpen.remove(from: file.first) { $0.path == file.path }
    }
  }

  /// Takes the files that may hold events of `seqs` and were not read yet, by their paths: the caller reads them.
  mutating func takeUnread(overlapping seqs: ClosedRange<UInt64>) -> [Inventory.SegmentFile] {
    var found: [Inventory.SegmentFile] = []
    for list in [unread, unreadOpen] {
      list.visit(overlapping: seqs) { file in
        found.append(file)
        return false
      }
    }
    for file in found { removeUnread(file) }
    return found.sorted { $0.path < $1.path }
  }

  // MARK: What is held

  /// Whether one file, or the journal, has these leaves.
  ///
  /// - Parameters:
  ///   - isSealed: only sealed files whose names match their content count.
  ///   - path: a file that does not count.
  func holds(
    _ lines: SegmentSurvey.Lines, at leaf: UInt64, key: [UInt8], isSealed: Bool, without path: String?
  ) -> Bool {
    let last = leaf + UInt64(max(lines.count, 1) - 1)
    return (isSealed ? sealed : held).visit(overlapping: last...last) { held in
      (path == nil || held.path != path) && held.run.holds(lines, at: leaf, key: key)
    }
  }

  /// Visits what files and the journal hold of a span of leaves.
  func visitHeld(_ leaves: ClosedRange<UInt64>, _ body: (SegmentSurvey.Run) -> Void) {
    held.visit(overlapping: leaves) { held in
      body(held.run)
      return false
    }
  }

  /// Whether one other sealed file whose name matches its content has all lines of a file and comes before it: in a later
  /// epoch, or in the same with more of them, in fewer bytes, or by name. So of several files with the same lines, the
  /// same one stays, whichever machine removes the others.
  func givesWay(_ file: Inventory.SegmentFile, _ survey: SegmentSurvey) -> Bool {
    guard let own = survey.runs.first, survey.runs.count == 1, own.end > own.first else { return false }
    return sealed.visit(overlapping: own.first...own.end - 1) { held in
      guard let path = held.path, path != file.path,
        held.run.holdsAlike(own.lines, at: own.first, key: own.key)
      else { return false }
      if held.run.epoch != own.epoch { return held.run.epoch > own.epoch }
      if !file.isSealed || held.run.hashes.count > own.hashes.count { return true }
      guard held.run.hashes.count == own.hashes.count, let other = files[path] else { return false }
      return (other.sizeBytes, other.path) < (file.sizeBytes, file.path)
    }
  }

  /// Whether a larger file, or one in a later epoch, would replace a file if it were here.
  func haveParts(of survey: SegmentSurvey) -> Bool {
    guard let whole = survey.runs.first, survey.runs.count == 1, whole.end > whole.first else { return false }
    var hasPart = false
    let isHere = sealed.visit(overlapping: whole.first...whole.end - 1) { held in
      if held.run.epoch > whole.epoch { return held.run.holds(whole.lines, at: whole.first, key: whole.key) }
      let isPart = held.run.hashes.count < whole.hashes.count || held.run.epoch < whole.epoch
      hasPart = hasPart || isPart && whole.holdsAlike(held.run.lines, at: held.run.first, key: whole.key)
      // Or a file here has replaced it.
      return !isPart && held.run.holds(whole.lines, at: whole.first, key: whole.key)
    }
    return hasPart && !isHere
  }

  /// The file is not there any more.
  mutating func remove(_ file: Inventory.SegmentFile) {
    forget(file.path)
    removeUnread(file)
    files[file.path] = nil
  }

  /// Drops files that end before `seq`, if many are kept.
  mutating func trim(before seq: UInt64) {
    guard hashCount > hashCountMax else { return }
    let gone = known.filter {
      !$0.value.isVirtual && $0.value.survey.seqs.map { $0.upperBound < seq } ?? true
    }
    for path in gone.keys { known[path] = nil }
    let isGone = { (held: Held) in held.path.map { gone[$0] != nil } ?? false }
    held.removeAll(where: isGone)
    sealed.removeAll(where: isGone)
    hashCount = known.values.reduce(0) { $0 + $1.survey.runs.reduce(0) { $0 + $1.hashes.count } }
    hashCountMax = max(Self.hashesMax, 2 * hashCount)
  }
}
