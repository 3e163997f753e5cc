import DaybookLog
import DaybookModel

/// Reads all files of one replica, in the order of their first seqs; then again the runs whose trees were not known.
struct ReplicaReading {
  private let replica: ReplicaID
  private let ledger: String
  private let options: ReadOptions
  private var branches: ReplicaBranches
  private var findings: [Finding] = []
  private var vanished: [String] = []
  private var unreadable: [String] = []
  private var tally: ReplicaTally
  private var files = 0
  private var sizeBytes = 0
  /// The greatest seq that a sealed file's name promises, and the file.
  private var promised: (seq: UInt64, file: String)?
  /// The seqs of sealed files without findings.
  private var sealed: [ClosedRange<UInt64>] = []
  /// The same of open files.
  private var soundOpen: [ClosedRange<UInt64>] = []
  /// Files with findings, and the seqs that their names promise or that they are known to have had.
  private var damaged: [String: ClosedRange<UInt64>] = [:]
  /// From the first run whose tree was not known.
  private var asides: [RunAside] = []
  private let continuation: Continuation?
  private var account: VerifiedAccount
  private var passing: VerifiedAccount
  private var variants = LineVariants()
  /// Files that were listed repeatedly but could not be opened: they are reported, and the next files are read.
  var unopened: Set<String> = []

  init(_ replica: ReplicaID, ledger: String, options: ReadOptions) {
    (self.replica, self.ledger, self.options) = (replica, ledger, options)
    branches = ReplicaBranches(replica: replica, options)
    tally = ReplicaTally(options, rootsWanted: options.rootsWanted[replica] ?? [])
    continuation = options.continuations[replica]
    account = VerifiedAccount(settled: options.settled, continuation)
    passing = VerifiedAccount(settled: nil, continuation)
    guard let continuation else { return }
    if let point = continuation.point { goOn(from: point, continuation) }
    let known = continuation.verified.sealed + continuation.verified.covered
    sealed = known.compactMap { file in file.last.map { file.first...$0 } }
    files = known.count
    sizeBytes = known.reduce(0) { $0 + $1.sizeBytes }
  }

  /// Continues as if everything up to the point had been read.
  private mutating func goOn(from point: ReplicaPoint, _ continuation: Continuation) {
    branches = ReplicaBranches(replica: replica, from: point, options)
    tally.goOn(from: point, replica, continuation.verified.roots)
  }

  mutating func read(
    _ segments: [Inventory.SegmentFile], _ store: any FileStore, _ ahead: ReadAhead,
    _ body: (borrowing AttestedFrame) throws -> Void
  ) throws {
    for (index, file) in segments.enumerated() {
      let nextFirst = index + 1 < segments.count ? segments[index + 1].first : nil
      // Runs that were set aside begin at this file's first seq or before.
      if asides.isEmpty { branches.trim(before: file.first) }
      guard file.sizeBytes <= SegmentLimit.fileSizeBytesMax else {
        findings.append(
          Finding(
            .quarantined, replica: replica, file: file.path, "larger than a segment may be",
            advice: "the file is left where it is and not read"))
        continue
      }
      let opened = ahead.open(file.path)
      guard let bytes = opened?.bytes ?? contents(of: file, 0..<file.sizeBytes, store) else {
        // The next files are read after another listing.
        if vanished.isEmpty { continue } else { return }
      }
      files += 1
      // The content of a locked file is shorter than the file.
      let fileSizeBytes = file.name.isLocked ? file.sizeBytes : bytes.count
      sizeBytes += fileSizeBytes
      var segment = SegmentReading(
        file, replica: replica, ledger: ledger, options: options, nextFirst: nextFirst)
      segment.placing = asides.isEmpty ? .known : .none
      try segment.read(bytes, ahead: opened.map { (ahead, $0.file) }, into: &branches) {
        frame, branch, commits in
        try tally.hand(frame, branch, commits, file, body)
      }
      findings += segment.findings
      variants.merge(segment.variants)
      for var aside in segment.asides {
        aside.file = index
        asides.append(aside)
      }
      if let last = file.last, segment.findings.isEmpty, !segment.hasGap, !bytes.isEmpty {
        sealed.append(file.first...last)
      } else if !file.isSealed, segment.findings.isEmpty, !bytes.isEmpty {
        soundOpen.append(file.first...segment.lastKnown)
      }
      if !segment.findings.isEmpty {
        damaged[file.path] = file.first...max(file.last ?? segment.lastKnown, file.first)
      }
      // A file that is not the replica's promises nothing about it.
      let isQuarantined = segment.findings.contains { $0.kind == .quarantined }
      if let last = file.last, last > promised?.seq ?? 0, !isQuarantined, !segment.isMisnamed {
        promised = (last, file.path)
      }
      let point = branches.point(events: tally.events, commits: tally.commits)
      // A run that waits for other files is not part of a history that a later reading continues.
      let isSound = segment.findings.isEmpty && segment.asides.isEmpty
      account.note(file, sizeBytes: fileSizeBytes, isSound: isSound, point)
      passing.note(file, sizeBytes: fileSizeBytes, isSound: isSound, point)
    }
    try readAsides(segments, store, body)
  }

  /// Places the runs whose trees were not known, each read again. In ascending order, a run that does not find its tree
  /// now begins behind a gap.
  private mutating func readAsides(
    _ segments: [Inventory.SegmentFile], _ store: any FileStore,
    _ body: (borrowing AttestedFrame) throws -> Void
  ) throws {
    if asides.isEmpty { return }
    asides.sort(by: RunAside.precedes)
    if continuation == nil { try branches.reachBack(for: asides, segments, store, ledger: ledger, options) }
    var findingsLeft = options.findingsMax
    var refused: Set<Int> = []
    for (index, aside) in asides.enumerated() where !refused.contains(aside.file) {
      branches.trim(toLeaf: aside.size)
      let file = segments[aside.file]
      guard let bytes = contents(of: file, aside.bytes, store) else {
        if vanished.isEmpty { continue } else { return }
      }
      var segment = SegmentReading(file, replica: replica, ledger: ledger, options: options, nextFirst: nil)
      segment.resume(aside, nextLeaf: index + 1 < asides.count ? asides[index + 1].size : nil)
      try segment.read(bytes, into: &branches) { frame, branch, commits in
        try tally.hand(frame, branch, commits, file, body)
      }
      findings += segment.findings.prefix(findingsLeft)
      variants.merge(segment.variants)
      findingsLeft -= min(findingsLeft, segment.findings.count)
      if segment.isRefused {
        refused.insert(aside.file)
      } else if segment.handedEnd != aside.end {
        // The file was overwritten since.
        vanished.append(file.path)
        return
      }
    }
  }

  /// A file that was listed and is gone; then nothing after it was read.
  var vanishedFile: String? { vanished.first }

  /// If everything that was read is one history held from its beginning, how far it goes; otherwise nil.
  var reached: RootAtSize? {
    let tree = branches.branches.isEmpty ? MerkleTree() : branches.wholeTree
    return tree.map {
      RootAtSize(branch: BranchID(replica: replica, ordinal: 0), size: $0.size, root: $0.root)
    }
  }

  /// Nil if the file has disappeared since it was listed: its writer sealed it, or a tool is copying.
  private mutating func contents(
    of file: Inventory.SegmentFile, _ range: Range<Int>, _ store: any FileStore
  ) -> [UInt8]? {
    do throws(FileError) {
      return try store.segment(file.path, in: range)
    } catch {
      if error.reason == .missing, !unopened.contains(file.path) {
        vanished.append(file.path)
      } else {
        if !unreadable.contains(file.path) { unreadable.append(file.path) }
        findings.append(Finding(unreadable: file.path, of: replica, error))
      }
      return nil
    }
  }
}

extension ReplicaReading {
  /// What was found.
  func finished() -> ReplicaReport {
    var report = ReplicaReport()
    report.branches = branches.branches.map(\.summary)
    report.findings = findings.map(superseding) + branches.findings + report.branches.flatMap(gapFindings)
    (report.vanished, report.roots, report.verified) = (vanished, tally.roots, account.files)
    report.unreadable = unreadable
    report.trails = tally.trails
    report.variants = variants
    report.passing = passing.files
    (report.events, report.commits) = (tally.events, tally.commits)
    (report.files, report.sizeBytes) = (files, sizeBytes)
    let held = report.branches.map(\.lastSeq).max() ?? 0
    if let promised, promised.seq > held {
      report.findings.append(
        Finding(
          .missing, replica: replica, file: promised.file, seqs: held + 1...promised.seq,
          "the file's name promises events up to seq \(promised.seq)", advice: Self.healing))
    }
    return report
  }

  /// A tool may damage a copy of a file that its writer has since joined with others: nothing is lost if a sealed file
  /// has its first event, and all of its events are whole elsewhere.
  private func superseding(_ finding: Finding) -> Finding {
    guard finding.isOfDamage, let seqs = finding.file.flatMap({ damaged[$0] }), isHeldElsewhere(seqs) else {
      return finding
    }
    return finding.superseded()
  }

  private func isHeldElsewhere(_ seqs: ClosedRange<UInt64>) -> Bool {
    guard sealed.contains(where: { $0.contains(seqs.lowerBound) }) else { return false }
    var next = seqs.lowerBound
    for range in (sealed + soundOpen).sorted(by: { $0.lowerBound < $1.lowerBound }) where range.contains(next)
    {
      next = range.upperBound &+ 1
    }
    return next > seqs.upperBound
  }

  private func gapFindings(_ branch: BranchSummary) -> [Finding] {
    let gaps = branch.gaps.map { gap in
      Finding(
        .gap, replica: replica, seqs: gap.lowerBound...gap.upperBound - 1,
        "events of the replica are not here, while later ones are", advice: Self.healing)
    }
    return gaps
      + branch.hiddenGaps.map { lines, seq in
        Finding(
          .gap, replica: replica, seqs: seq...seq,
          "\(lines.count) lines before seq \(seq) are not here, and its header skips no seq for them",
          advice: "the replica's owner removed them, or never wrote them; " + Self.healing)
      }
  }

  static let healing = "copy the replica's folder from any machine that has more of it"
}
