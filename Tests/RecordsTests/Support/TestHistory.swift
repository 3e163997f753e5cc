// Small histories of several replicas, as values: what they come to is asked of `Records` and of the
// reference model alike.

import DaybookLog
import DaybookModel
import DaybookRecords
import Testing

/// A commit at its place in a branch.
struct TestCommit {
  var branch: Int
  var events: [Event]
  var seen = Seen()
  /// What became of some of the events' lines, by their place in the commit.
  var fates: [Int: Fate] = [:]

  enum Fate {
    case erased(ErasedFields)
    /// A stub that nobody vouches for.
    case void
  }
}

struct TestBranch {
  var replica: ReplicaID
  /// The branch whose first `leaf` leaves this one shares.
  var parent: (branch: Int, leaf: UInt64)?
}

/// Branches and their commits, numbered and hashed as the log does it.
struct TestHistory {
  /// One commit as it lies in its branch's frame.
  struct Placed {
    var branch: Int
    /// Within the branch's content.
    var index: Int
    var events: [Event]
    var seen: Seen
    var fates: [Int: TestCommit.Fate]
    var firstLeaf: UInt64
    var hashes: [Hash256]
  }

  private(set) var branches: [TestBranch] = []
  private(set) var contents: [FrameContent] = []
  private(set) var commits: [Placed] = []

  /// Commits of one branch follow one another in the order given.
  init(branches: [TestBranch], commits: [TestCommit]) throws {
    self.branches = branches
    for branch in branches.indices {
      var bytes: [UInt8] = []
      let own = commits.filter { $0.branch == branch }
      for (index, commit) in own.enumerated() {
        for event in commit.events { bytes += EventLineWriter.line(event) + [0x0a] }
        let line = Commit(
          number: UInt64(index + 1), events: UInt64(commit.events.count), seen: commit.seen)
        bytes += CommitLine.write(line) + [0x0a]
      }
      var content = try Self.content(bytes)
      for (entry, commit) in zip(content.commits, own) {
        for (event, fate) in commit.fates { content.put(fate, entry.events.lowerBound + event) }
      }
      contents.append(content)
    }
    var next = [Int](repeating: 0, count: branches.count)
    for commit in commits {
      let content = contents[commit.branch]
      let entry = content.commits[next[commit.branch]]
      self.commits.append(
        Placed(
          branch: commit.branch, index: next[commit.branch], events: commit.events, seen: commit.seen,
          fates: commit.fates,
          firstLeaf: start(of: commit.branch) + UInt64(entry.leaves.lowerBound),
          hashes: content.leaves[entry.leaves].map(\.hash)))
      next[commit.branch] += 1
    }
  }

  static func content(_ bytes: [UInt8]) throws -> FrameContent {
    if bytes.isEmpty { return FrameContent(bytes: []) }
    switch FrameContent.parse(bytes) {
    case .content(let content): return content
    case .quarantined(let quarantine): throw quarantine
    }
  }

  func start(of branch: Int) -> UInt64 { branches[branch].parent?.leaf ?? 0 }

  /// Records that know the branches and hold nothing.
  func emptyRecords() -> Records {
    var records = Records()
    for branch in branches {
      _ = records.declareBranch(
        replica: branch.replica,
        parent: branch.parent.map { (BranchIndex(rawValue: UInt32($0.branch)), $0.leaf) })
    }
    setResolver(of: &records)
    return records
  }

  /// A snapshot does not keep it.
  func setResolver(of records: inout Records) {
    let count = branches.count
    records.setBranchResolver { _, _, root in
      root.words.0 < UInt64(count) ? BranchIndex(rawValue: UInt32(root.words.0)) : nil
    }
  }

  /// The records after some commits (all, unless told), in that order.
  func records(_ order: [Int]? = nil) -> Records {
    var records = emptyRecords()
    for number in order ?? Array(commits.indices) { apply(number, to: &records) }
    return records
  }

  func apply(_ number: Int, to records: inout Records) {
    let commit = commits[number]
    records.apply(
      contents[commit.branch], commits: commit.index..<commit.index + 1,
      branch: BranchIndex(rawValue: UInt32(commit.branch)), firstLeaf: start(of: commit.branch))
  }
}

extension FrameContent {
  /// As a reading has the event that knows of everything that is erased.
  fileprivate mutating func put(_ fate: TestCommit.Fate, _ event: Int) {
    let (line, leaf) = (events[event].line, leaves[events[event].leaf])
    switch fate {
    case .void:
      stubs.append(StubEntry(event: event, mark: StubMark(leaf: leaf.hash)))
      events[event].line.isVoid = true
    case .erased(let fields):
      let text = Array(bytes[leaf.range.start..<leaf.range.end])
      let named = EraseEvent.Line(
        replica: line.stamp.replica, leaf: leaf.hash, fields: fields, stub: leaf.hash)
      let erasing = EraseEvent(
        author: replicaC, kind: line.kind.text(text.span), id: line.id.text(text.span),
        erasure: ErasureID(author: replicaC, id: "x"), act: .line(named))
      redact(Erasures([erasing]))
    }
  }
}

/// A root that ``TestHistory/emptyRecords()``'s resolver knows as a branch's; none for -1.
func testRoot(_ branch: Int) -> Hash256 {
  Hash256(words: (branch < 0 ? .max : UInt64(branch), 0, 0, 0))
}

/// What a test cannot go on without. (`#require` cannot take a call on what cannot be copied.)
struct Missing: Error {
  var what: String
}

extension Records {
  borrowing func required(_ kind: String, _ id: String) throws -> EntityIndex {
    guard let entity = entity(kind, id) else { throw Missing(what: "\(kind) \(id)") }
    return entity
  }

  borrowing func requiredField(_ name: String) throws -> FieldID {
    guard let field = field(name) else { throw Missing(what: name) }
    return field
  }

  borrowing func requiredValue(_ entity: EntityIndex, _ name: String) throws -> StoredValue {
    guard let value = value(entity, try requiredField(name)) else { throw Missing(what: name) }
    return value
  }

  borrowing func requiredConflict() throws -> Conflict {
    guard let conflict = conflicts().first else { throw Missing(what: "a conflict") }
    return conflict
  }

  borrowing func text() -> String {
    String(decoding: canonicalText(), as: UTF8.self)
  }
}

let replicaA = ReplicaID(rawValue: 0xaaaa)
let replicaB = ReplicaID(rawValue: 0xbbbb)
let replicaC = ReplicaID(rawValue: 0xcccc)

/// A stamp by its number.
func stamp(_ time: UInt64, _ replica: ReplicaID = replicaA) -> Stamp {
  Stamp(time: time << 16, replica: replica)
}
