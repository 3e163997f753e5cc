import DaybookLog
import DaybookModel

/// Reads one file of a replica: its frames, in runs. A run begins with a header, and ends at the end of the file, at
/// damage, or at a header that does not continue it. Commits that signatures cover are added to the branches.
struct SegmentReading {
  let file: Inventory.SegmentFile
  let replica: ReplicaID
  let ledger: String
  let options: ReadOptions
  /// No file to come begins before this; nil when none comes.
  let nextFirst: UInt64?
  /// Hashes of leaves are kept behind this one, whatever files come.
  var keptFrom: UInt64?
  /// Which runs are added to the branches.
  var placing = Placing.all
  /// The runs that are not added yet.
  private(set) var asides: [RunAside] = []
  private var aside: RunAside?
  private var run: SegmentRun?
  private var cursor: ReplicaBranches.Cursor?
  var findings: [Finding] = []
  /// The greatest leaf index that a run has reached: a header that leads back before it is not followed.
  private var reached: UInt64 = 0
  /// The seq after the last line that was read, for naming what damage cost.
  var nextSeq: UInt64
  private var hasUnvouchedStubs = false
  /// The variants of lines that count.
  private(set) var variants = LineVariants()
  /// Whether seqs are lacking between its runs.
  private(set) var hasGap = false
  /// Whether all of it was read, but its name gives another end.
  private(set) var isMisnamed = false
  /// The greatest stamp of the run.
  var lastStamp: Stamp?
  /// The number of the run's last commit.
  var lastCommit: UInt64?
  /// Each is reported once.
  var (hasEqualStamps, hasSkippedNumber) = (false, false)
  /// A finding whose seqs the next header will show.
  var openFinding: Int?
  /// Where the bytes that are read begin in the file.
  private var base = 0
  private var runOffset = 0
  /// Of the part that was met last.
  private var partOffset = 0
  /// Whether this reads a run that was set aside; then the file's findings are known already.
  var isAgain = false
  var isHanding = false
  /// No run to come begins before this leaf, when one is read that was set aside; nil when none comes.
  private var nextLeaf: UInt64?
  /// The leaves up to this one went to the branches.
  private(set) var handedEnd: UInt64 = 0
  /// Set when the rest of the file is not to be read.
  private(set) var isRefused = false
  /// The pool for contents that were passed on.
  private var pool: FramePool?

  init(
    _ file: Inventory.SegmentFile, replica: ReplicaID, ledger: String, options: ReadOptions,
    nextFirst: UInt64?
  ) {
    (self.file, self.replica, self.ledger) = (file, replica, ledger)
    (self.options, self.nextFirst, nextSeq) = (options, nextFirst, file.first)
  }

  /// Reads one run that was set aside: only its bytes.
  mutating func resume(_ aside: RunAside, nextLeaf: UInt64?) {
    (isAgain, base, self.nextLeaf) = (true, aside.bytes.lowerBound, nextLeaf)
  }

  /// What becomes of attested commits that are new.
  typealias Sink = (SegmentRun.PendingFrame, Branch, Range<Int>) throws -> Void

  /// - Parameter ahead: the files that this one is read among, and its number there.
  mutating func read(
    _ bytes: [UInt8], ahead: (files: ReadAhead, file: Int)? = nil, into branches: inout ReplicaBranches,
    _ sink: Sink
  ) throws {
    if bytes.isEmpty {
      if file.isSealed {
        add(.tornTail, 0, "an empty file: a placeholder, or a copy that has not begun", Self.copyAdvice)
      }
      return
    }
    if options.checksNames, !isAgain, !file.name.matches(bytes.span) {
      add(.corruption, nil, "its bytes do not match the hash in its name", Self.coveredAdvice)
    }
    var reader =
      if let ahead {
        SegmentParts(bytes: bytes, isSealed: file.isSealed, file: ahead.file, of: ahead.files)
      } else {
        SegmentParts(
          bytes: bytes, isSealed: file.isSealed, inlineSizeBytesMax: options.inlineSizeBytesMax)
      }
    pool = reader.pool
    while !isRefused {
      guard let part = reader.next() else { break }
      try take(part, bytes, &branches, sink)
    }
    partOffset = base + bytes.count
    try endRun(bytes, &branches, sink)
    close(openSeqsAt: file.last.map { $0 + 1 })
    // The name's digest is of the bytes alone.
    guard let last = file.last, !isAgain, findings.isEmpty, nextSeq != last &+ 1 else { return }
    isMisnamed = true
    add(
      .corruption, nil, "its name says that it ends with seq \(last), and it ends with seq \(nextSeq &- 1)",
      Self.coveredAdvice)
  }

  private mutating func take(
    _ part: SegmentPart, _ bytes: [UInt8], _ branches: inout ReplicaBranches, _ sink: Sink
  ) throws {
    switch part {
    case .skippable: return
    case .damage(let damage):
      partOffset = base + damage.offset
      try endRun(bytes, &branches, sink)
      let isForged = note(damage) == .forged
      // An open segment has only one header: nothing after it identifies the replica.
      if isForged, !file.isSealed { isRefused = true }
    case .frame(let content, let offset, _):
      partOffset = base + offset
      try take(content, base + offset, bytes, &branches, sink)
    }
  }

  private mutating func take(
    _ content: FrameContent, _ offset: Int, _ bytes: [UInt8], _ branches: inout ReplicaBranches, _ sink: Sink
  ) throws {
    if let header = content.header, run?.isContinued(by: header) != true {
      try endRun(bytes, &branches, sink)
      guard begin(header, offset) else { return }
    }
    guard run != nil else {
      if let first = content.events.first, let last = content.events.last {
        add(
          .unattestedTail, offset, "commits that follow damage, without a header to vouch for their place",
          "they are not applied; copy the file again from the machine that wrote it",
          seqs: first.line.seq...max(first.line.seq, last.line.seq))
        isRefused = true
      }
      return
    }
    if content.hasUnvouchedStub(options.erasures), !hasUnvouchedStubs {
      hasUnvouchedStubs = true
      add(
        .unvouched, offset,
        "an event was replaced by something else, and no erase event here vouches for that",
        "copy the file again from a machine that has the event, or copy the replica that erased it")
    }
    if let objection = run?.add(content, offset: offset) {
      try endRun(bytes, &branches, sink)
      add(.quarantined, offset, objection, "the frame is left out; its writer is faulty")
      return
    }
    if let size = run?.pendingSizeBytes, size >= options.pendingSizeBytesMax {
      try attest(bytes, &branches, sink)
      if let size = run?.pendingSizeBytes, size >= options.pendingSizeBytesMax { run?.shed() }
    }
  }

  // MARK: Headers

  /// Begins a run, unless the header is not this replica's or leads back.
  private mutating func begin(_ header: SegmentHeader, _ offset: Int) -> Bool {
    if let objection = objection(to: header, at: offset, reached: reached) {
      add(.quarantined, offset, objection, Self.leftAdvice)
    } else if let run = SegmentRun(header) {
      close(openSeqsAt: header.firstSeq)
      hasGap = hasGap || header.firstSeq > nextSeq
      self.run = run
      (cursor, lastStamp, lastCommit, runOffset) = (nil, nil, nil, offset)
      return true
    } else {
      add(.quarantined, offset, "a header whose peaks make no tree", Self.leftAdvice)
    }
    isRefused = true
    return false
  }

  private mutating func endRun(_ bytes: [UInt8], _ branches: inout ReplicaBranches, _ sink: Sink) throws {
    guard run != nil else { return }
    try attest(bytes, &branches, sink)
    guard let ended = run else { return }
    run = nil
    if var aside {
      aside.bytes = runOffset..<partOffset
      asides.append(aside)
      self.aside = nil
    }
    (reached, nextSeq) = (max(reached, ended.tree.size), max(nextSeq, ended.nextSeq))
    guard let rest = ended.unattested else { return }
    if ended.hasBadHead {
      add(
        .forged, rest.offset, "signatures that are not the replica's, or not of these lines",
        "nothing that only they cover is applied; copy the file again from the machine that wrote it",
        seqs: rest.seqs)
    } else {
      add(
        .unattestedTail, rest.offset, "commits that no signature covers",
        "they are not applied; copy the file again from the machine that wrote it", seqs: rest.seqs)
    }
  }

  // MARK: Signatures

  private mutating func attest(_ bytes: [UInt8], _ branches: inout ReplicaBranches, _ sink: Sink) throws {
    guard var frames = run?.attest(), let size = frames.first?.before.size else { return }
    if let shed = run?.takeShed() { try reread(bytes, shed, to: size, &branches, sink) }
    for index in frames.indices {
      try hand(frames[index], &branches, sink)
      var content = FrameContent(bytes: [])
      swap(&content, &frames[index].content)
      pool?.give(content)
    }
  }

  /// Passes on frames that were dropped before a signature that covers them was found.
  private mutating func reread(
    _ bytes: [UInt8], _ shed: SegmentRun.Shed, to end: UInt64, _ branches: inout ReplicaBranches, _ sink: Sink
  ) throws {
    var reader = SegmentReader(
      bytes: bytes, isSealed: file.isSealed, from: shed.offset - base, header: run?.header)
    var (tree, commit) = (shed.before, shed.commit)
    while !isRefused, tree.size < end, case .frame(let content, let offset, _)? = reader.next() {
      let before = tree
      for entry in content.commits[commit...] { tree.append(content.leaves[entry.leaves]) }
      let commits = commit..<content.commits.count
      try hand(
        .init(content: content, offset: base + offset, commits: commits, before: before, after: tree),
        &branches, sink)
      commit = 0
    }
  }

  /// Finds the place of attested commits and hands on those that are new.
  private mutating func hand(
    _ frame: SegmentRun.PendingFrame, _ branches: inout ReplicaBranches, _ sink: Sink
  ) throws {
    guard !isRefused, let run, let lastSeq = frame.lastSeq else { return }
    if cursor == nil, setAside(frame, run.header, branches) { return }
    variants.note(frame.content, commits: frame.commits, textsOf: options.erasures.stubLeaves)
    isHanding = true
    defer { isHanding = false }
    if options.checksEveryHead { check(frame, run.header) }
    if cursor == nil {
      let seq = frame.firstSeq ?? lastSeq
      cursor = branches.place(frame.before, seq: seq, key: run.header.publicKey, file: file.path)
    }
    guard var place = cursor else {
      isRefused = true
      return
    }
    if options.checksEveryHead {
      checkOrder(of: frame, after: branches.last(before: frame.before.size, at: place))
      checkClaims(of: frame)
    }
    let piece = ReplicaBranches.Piece(
      content: frame.content, commits: frame.commits, firstLeaf: frame.before.size, after: frame.after,
      isKept: isKept(upTo: frame.after.size, seq: lastSeq), file: file.path)
    guard let news = branches.take(piece, at: &place) else {
      isRefused = true
      return
    }
    (cursor, handedEnd) = (place, frame.after.size)
    if options.checksEveryHead, let lastStamp { branches.note(lastStamp, at: place) }
    for new in news { try sink(frame, branches.branches[new.branch], new.commits) }
  }

  /// Whether later runs may have the leaves before this place again.
  private func isKept(upTo end: UInt64, seq: UInt64) -> Bool {
    if let nextLeaf = isAgain ? nextLeaf : keptFrom, nextLeaf < end { return true }
    return isAgain ? false : nextFirst.map { $0 <= seq } ?? false
  }

  /// Whether the frame's run is to be placed later, when all files are read.
  private mutating func setAside(
    _ frame: SegmentRun.PendingFrame, _ header: SegmentHeader, _ branches: borrowing ReplicaBranches
  ) -> Bool {
    if aside != nil {
      aside?.end = frame.after.size
      return true
    }
    switch placing {
    case .all: return false
    case .known:
      cursor = branches.place(knowing: frame.before, key: header.publicKey)
      if cursor != nil || frame.before.size == 0 { return false }
    case .none: break
    }
    placing = .none
    aside = RunAside(size: frame.before.size, root: frame.before.root, end: frame.after.size)
    return true
  }
}
