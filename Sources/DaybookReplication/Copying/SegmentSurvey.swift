import DaybookLog
import DaybookModel

extension SegmentReading {
  /// Reads one file by itself, without the replica's other files: passes every attested frame to `body`, in order, with
  /// the commits that a signature covers and the key that signed them. Returns the findings.
  static func alone(
    _ file: Inventory.SegmentFile, _ bytes: [UInt8], replica: ReplicaID, ledger: String,
    options: ReadOptions = ReadOptions(), ahead: (files: ReadAhead, file: Int)? = nil,
    _ body: (SegmentRun.PendingFrame, Range<Int>, [UInt8]) throws -> Void
  ) throws -> [Finding] {
    var branches = ReplicaBranches(replica: replica, options)
    var reading = SegmentReading(file, replica: replica, ledger: ledger, options: options, nextFirst: nil)
    try reading.read(bytes, ahead: ahead, into: &branches) { frame, branch, commits in
      try body(frame, commits, branch.publicKey)
    }
    return reading.findings + branches.findings
  }
}

/// The content of one segment file, found by reading its bytes once: its attested commits, how much of it may be
/// copied, and its findings.
struct SegmentSurvey {
  /// Consecutive leaves, signed with one key.
  struct Run {
    let key: [UInt8]
    let first: UInt64
    var hashes: [Hash256]
    /// The stubs in place of texts, by leaf, from 0.
    var stubs: [Int: Stub] = [:]
    /// For a locked ledger, the epoch that the file is encrypted for: of two files, the one with the later epoch stays.
    var epoch: UInt64 = 0

    struct Stub: Equatable {
      var hash: Hash256
      /// Whether somebody vouches for it, and something of its line is erased.
      var isWanted: Bool
      /// The fields of the line that it lacks.
      var fields: Set<String>

      /// Whether it can replace another stub of the line, which has more left.
      func covers(_ other: Stub) -> Bool { isWanted && other.fields.isStrictSubset(of: fields) }
    }

    var end: UInt64 { first + UInt64(hashes.count) }
    var lines: Lines { Lines(hashes: hashes[...], stubs: stubs) }

    /// Whether it has these lines. A stub that is wanted can replace a text, or a stub that has more left.
    func holds(_ lines: Lines, at leaf: UInt64, key: [UInt8]) -> Bool {
      guard let start = place(of: lines, at: leaf, key: key) else { return false }
      if stubs.isEmpty { return lines.stubs.isEmpty }
      return lines.hashes.indices.allSatisfy { index in
        let place = index - lines.hashes.startIndex
        guard let own = stubs[start + place] else { return lines.stubs[index] == nil }
        return lines.stubs[index].map { $0.hash == own.hash || own.covers($0) } ?? own.isWanted
      }
    }

    /// Whether it has these very lines: a text as a text.
    func holdsAlike(_ lines: Lines, at leaf: UInt64, key: [UInt8]) -> Bool {
      guard let start = place(of: lines, at: leaf, key: key) else { return false }
      if stubs.isEmpty, lines.stubs.isEmpty { return true }
      return lines.hashes.indices.allSatisfy { index in
        stubs[start + index - lines.hashes.startIndex]?.hash == lines.stubs[index]?.hash
      }
    }

    private func place(of lines: Lines, at leaf: UInt64, key: [UInt8]) -> Int? {
      guard key == self.key, leaf >= first, leaf + UInt64(lines.count) <= end else { return nil }
      let start = Int(leaf - first)
      return hashes[start..<start + lines.count] == lines.hashes ? start : nil
    }
  }

  /// Some of a run's lines.
  struct Lines {
    /// Of their leaves, as a slice of the run's.
    var hashes: ArraySlice<Hash256>
    /// The run's.
    var stubs: [Int: Run.Stub]

    var count: Int { hashes.count }
  }

  struct Commit {
    /// Its leaves: where in `runs`.
    var run: Int
    var leaves: Range<Int>
    var events: Int
  }

  private(set) var runs: [Run] = []
  private(set) var commits: [Commit] = []
  /// Of the attested commits.
  private(set) var seqs: ClosedRange<UInt64>?
  private(set) var findings: [Finding] = []
  /// From the beginning of the file, whole frames that a signature covers; and the commits in them.
  private(set) var prefixSizeBytes = 0
  private(set) var prefixCommits = 0
  /// Whether no frame can follow that prefix, so that nothing more can be recovered.
  private(set) var isFramelessBehindPrefix = false

  /// - Parameters:
  ///   - epoch: that the file is encrypted to.
  ///   - ahead: the files that this one is read among, and its number there.
  init(
    _ file: Inventory.SegmentFile, _ bytes: [UInt8], replica: ReplicaID, ledger: String, _ erasures: Erasures,
    epoch: UInt64 = 0, ahead: (files: ReadAhead, file: Int)? = nil
  ) throws {
    var options = ReadOptions()
    options.checksNames = true
    var (runs, commits): ([Run], [Commit]) = ([], [])
    var seqs: ClosedRange<UInt64>?
    // The header is alone in the first frame, or shares it with a commit.
    var prefix = Prefix(bytes: bytes)
    findings = try SegmentReading.alone(
      file, bytes, replica: replica, ledger: ledger, options: options, ahead: ahead
    ) { frame, range, key in
      for index in range {
        let leaves = frame.leaves(of: index)
        if runs.last?.end != leaves.lowerBound || runs.last?.key != key {
          runs.append(Run(key: key, first: leaves.lowerBound, hashes: [], epoch: epoch))
        }
        let (run, entry) = (runs.count - 1, frame.content.commits[index])
        let start = runs[run].hashes.count
        for leaf in frame.content.leaves[entry.leaves] { runs[run].hashes.append(leaf.hash) }
        for stub in frame.content.stubs(of: entry, erasures) {
          runs[run].stubs[start + stub.leaf] = Run.Stub(
            hash: stub.hash, isWanted: stub.isWanted, fields: stub.fields)
        }
        commits.append(
          Commit(run: run, leaves: start..<runs[run].hashes.count, events: entry.events.count))
        for event in entry.events {
          let seq = frame.content.events[event].line.seq
          seqs = min(seqs?.lowerBound ?? seq, seq)...max(seqs?.upperBound ?? seq, seq)
        }
      }
      prefix.add(frame, range, commits: commits.count)
    }
    (self.runs, self.commits, self.seqs) = (runs, commits, seqs)
    (prefixSizeBytes, prefixCommits) = (prefix.sizeBytes, prefix.commits)
    if isRotten { isFramelessBehindPrefix = !ZstdFrame.mayLie(in: bytes, from: prefixSizeBytes) }
    checkName(of: file)
  }

  /// A sealed file's digest does not cover the seqs beside it in the name.
  private mutating func checkName(of file: Inventory.SegmentFile) {
    guard let last = file.last, findings.isEmpty, seqs != file.first...last else { return }
    findings.append(
      Finding(
        .quarantined, replica: nil, file: file.path, "its name does not match the events in it",
        advice: "the file is left where it is; copy it again from the machine that wrote it"))
  }

  /// A sealed file that may be copied as it is.
  var isSound: Bool { findings.isEmpty && !commits.isEmpty }

  /// Whether some of its bytes differ from what was written.
  var isRotten: Bool { findings.contains { $0.kind == .corruption } }

  /// Whether it has problems, all of which a disk or a copy could cause.
  var isDamaged: Bool {
    !findings.isEmpty
      && findings.allSatisfy { [.corruption, .tornTail, .unattestedTail].contains($0.kind) }
  }

  /// What the file's sound beginning holds.
  var prefix: SegmentSurvey {
    var prefix = self
    (prefix.findings, prefix.isFramelessBehindPrefix) = ([], false)
    prefix.commits = Array(commits.prefix(prefixCommits))
    prefix.runs = runs.indices.compactMap { index in
      guard let end = prefix.commits.last(where: { $0.run == index })?.leaves.upperBound else { return nil }
      var run = runs[index]
      run.hashes.removeSubrange(end...)
      run.stubs = run.stubs.filter { $0.key < end }
      return run
    }
    return prefix
  }

  private func lines(of commit: Commit) -> Lines {
    Lines(hashes: runs[commit.run].hashes[commit.leaves], stubs: runs[commit.run].stubs)
  }

  private func firstLeaf(of commit: Commit) -> UInt64 {
    runs[commit.run].first + UInt64(commit.leaves.lowerBound)
  }

  /// The commits that a side's files lack, or its sealed ones: those but the one at `path`, and `besides` as if it
  /// were one of them.
  func lacking(
    in files: SideFiles, isSealed: Bool = false, without path: String? = nil, besides: SegmentSurvey? = nil
  ) -> CopyTraffic {
    var traffic = CopyTraffic()
    for commit in commits {
      let (lines, leaf, key) = (lines(of: commit), firstLeaf(of: commit), runs[commit.run].key)
      if besides?.runs.contains(where: { $0.holds(lines, at: leaf, key: key) }) ?? false { continue }
      if files.holds(lines, at: leaf, key: key, isSealed: isSealed, without: path) { continue }
      traffic.commits += 1
      traffic.events += UInt64(commit.events)
    }
    return traffic
  }
}

/// How far an open file consists of whole frames all of whose commits count.
private struct Prefix {
  let bytes: [UInt8]
  private(set) var sizeBytes = 0
  private(set) var commits = 0
  private var isBroken = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func add(_ frame: SegmentRun.PendingFrame, _ range: Range<Int>, commits count: Int) {
    if isBroken { return }
    if sizeBytes < frame.offset, commits == 0, sizeBytes == 0 { skip() }
    while sizeBytes < frame.offset, ZstdFrame.isSkippable(bytes.span, at: sizeBytes) { skip() }
    guard sizeBytes == frame.offset else {
      isBroken = true
      return
    }
    // A frame of several commits may come in pieces: it counts when its last commit does.
    guard range.upperBound == frame.content.commits.count else { return }
    skip()
    commits = count
  }

  private mutating func skip() {
    guard let size = try? ZstdFrame.sizeBytes(bytes.span, at: sizeBytes), size > 0 else {
      isBroken = true
      return
    }
    sizeBytes += size
  }
}
