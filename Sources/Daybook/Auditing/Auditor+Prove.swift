import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

extension Auditor {
  /// Proves the requested events against the latest signed heads: those in the ledger's files, and those in this
  /// machine's journals for events that are not published yet. O(size of the ledger); a proof has O(log n) hashes for
  /// each event.
  ///
  /// - Throws: ``LedgerError``: `not-found` if the requested events are not here; `damaged`, with the reason, if they
  ///   are here but cannot be proved; `bad-data` for kept heads that do not fit.
  public func prove(_ request: ProofRequest) throws -> Proof {
    let kept = try keptHeads(request)
    var survey = ProofSurvey(request.subject, kept)
    var options = ReadOptions()
    options.comparesSeen = false
    // The format does not show whether there are erasures: it was read earlier, and a tool may copy only segments.
    options.erasures = try erasures()
    let journals = machine.waitingJournals(descriptor.ledger)
    let report = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .read(Inventory.scan(folder), replicas: survey.replicas) { survey.note($0) }
    try report.requireWhole()
    // A proof of an entity is a proof of all its events.
    try report.requireReadable()
    survey.note(waiting: journals, report, options.erasures)
    let parts = try survey.parts(report, descriptor.ledger, isHashOnly: request.isHashOnly)
    guard !parts.isEmpty else { throw nothing(of: request.subject) }
    return Proof(ledger: descriptor.ledger, parts: parts)
  }

  private func keptHeads(_ request: ProofRequest) throws(LedgerError) -> [ReplicaID: [HeadNote]] {
    var kept: [ReplicaID: [HeadNote]] = [:]
    for file in request.from {
      for note in try anchor(file).notes { kept[note.replica, default: []].append(note) }
    }
    return kept
  }

  private func nothing(of subject: ProofRequest.Subject?) -> LedgerError {
    switch subject {
    case .entity(let kind, let id):
      LedgerError(.notFound, "the files here contain no event of \(kind) '\(id)'")
    case .event(let stamp): LedgerError(.notFound, "the files here contain no event \(stamp)")
    case nil: LedgerError(.usage, "nothing to prove", advice: "name an entity, an event, or a kept head")
    }
  }
}

/// Collects from a reading the data that proofs consist of.
private struct ProofSurvey {
  private let matcher: SubjectMatcher?
  private let kept: [ReplicaID: [HeadNote]]
  private var branches: [BranchID: Branch] = [:]
  /// From journals that continue the files.
  private var journals: [ReplicaID: JournalSummary] = [:]

  struct Branch {
    var paths: MerklePaths
    var lines: [UInt64: [UInt8]] = [:]
    /// The leaves of lines with erased values: only their hash is proved.
    var erased: [UInt64: Hash256] = [:]
    /// The first leaf that did not follow the ones before; no leaf from there on can be proved.
    var brokenAt: UInt64?
  }

  init(_ subject: ProofRequest.Subject?, _ kept: [ReplicaID: [HeadNote]]) {
    (matcher, self.kept) = (subject.map(SubjectMatcher.init), kept)
  }

  /// Nil for all.
  var replicas: Set<ReplicaID>? {
    switch matcher?.subject {
    case nil: Set(kept.keys)
    case .event(let stamp): [stamp.replica]
    case .entity: nil
    }
  }

  mutating func note(_ frame: borrowing AttestedFrame) {
    note(frame.content, frame.commits, of: frame.branch, firstLeaf: frame.firstLeaf)
  }

  /// Notes the commits that waited in this machine's journals.
  mutating func note(waiting journals: [WaitingJournal], _ report: ReadReport, _ erasures: Erasures) {
    for journal in journals where replicas?.contains(journal.replica) ?? true {
      let home = BranchID(replica: journal.replica, ordinal: 0)
      let held = report.size(of: home)
      guard report.isContinued(by: journal.summary), journal.summary.head.tree.size > held else { continue }
      self.journals[journal.replica] = journal.summary
      for (firstLeaf, written) in journal.commits.contents where firstLeaf >= held {
        var content = written
        content.redact(erasures)
        note(content, content.commits.indices, of: home, firstLeaf: firstLeaf)
      }
    }
  }

  private mutating func note(
    _ content: FrameContent, _ commits: Range<Int>, of id: BranchID, firstLeaf: UInt64
  ) {
    var branch =
      branches.removeValue(forKey: id)
      ?? Branch(paths: MerklePaths(consistencyFrom: (kept[id.replica] ?? []).map(\.size)))
    for entry in content.commits[commits] {
      let first = firstLeaf + UInt64(entry.leaves.lowerBound)
      if first != branch.paths.size, branch.brokenAt == nil { branch.brokenAt = branch.paths.size }
      let wanted = matcher?.leaves(content, entry.events) ?? []
      for index in entry.leaves {
        let leaf = content.leaves[index]
        let isWanted = wanted.contains(index)
        if isWanted {
          branch.lines[firstLeaf + UInt64(index)] = Array(
            content.bytes[leaf.range.start..<leaf.range.end])
          if content.isStub(leaf: index, of: entry) { branch.erased[firstLeaf + UInt64(index)] = leaf.hash }
        }
        if branch.brokenAt == nil { branch.paths.append(leaf.hash, isWanted: isWanted) }
      }
    }
    branches[id] = branch
  }

  func parts(_ report: ReadReport, _ ledger: String, isHashOnly: Bool) throws(LedgerError) -> [Proof.Part] {
    var parts: [Proof.Part] = []
    for (id, branch) in branches.sorted(by: { $0.key < $1.key }) {
      let summary = report.branches(of: id.replica).first { $0.id == id }
      let journal = journals[id.replica]
      guard let publicKey = summary?.publicKey ?? journal?.base.publicKey else { continue }
      let notes = id.ordinal == 0 ? kept[id.replica] ?? [] : []
      if branch.lines.isEmpty, notes.isEmpty || matcher != nil { continue }
      let isFork = id.ordinal > 0 || summary?.origin != nil
      let signed = journal?.signedHead ?? summary?.head
      let head = try head(of: id.replica, signed, publicKey, isFork: isFork, branch, ledger)
      var part = Proof.Part(publicKey: publicKey, note: head)
      for (index, line) in branch.lines.sorted(by: { $0.key < $1.key }) {
        guard let path = branch.paths.inclusion(of: index) else { continue }
        let erased = branch.erased[index].map { Proof.Content.leaf($0) }
        let content = erased ?? (isHashOnly ? .leaf(Leaf.hash(line.span)) : .line(line))
        part.events.append(Proof.Leaf(index: index, content: content, path: path))
      }
      for note in notes { part.earlier.append(try earlier(note, branch, part)) }
      parts.append(part)
    }
    if matcher == nil { try requireAll(parts) }
    return parts
  }

  private func head(
    of replica: ReplicaID, _ signed: SignedHead?, _ publicKey: [UInt8], isFork: Bool, _ branch: Branch,
    _ ledger: String
  ) throws(LedgerError) -> HeadNote {
    func failure(_ what: String) -> LedgerError {
      LedgerError(
        .damaged, what, advice: "see '\(Remedy.verify)' for what is wrong, and repair the replica first")
    }
    if isFork {
      throw failure(
        "replica \(replica) has forked, and the event is in a later history: only the first one can be proved here"
      )
    }
    if let broken = branch.brokenAt {
      throw failure(
        "no proof can be made of replica \(replica): lines are missing from line \(broken) on, and a path to the head needs every line's hash"
      )
    }
    guard let head = signed, head.size == branch.paths.size, head.root == branch.paths.root else {
      throw failure("no signed head of replica \(replica) covers all of its lines that are here")
    }
    return HeadNote(ledger: ledger, replica: replica, head: head, publicKey: publicKey)
  }

  private func earlier(
    _ note: HeadNote, _ branch: Branch, _ part: Proof.Part
  ) throws(LedgerError) -> Proof.Earlier {
    guard note.isSigned(by: part.publicKey) else {
      throw LedgerError(.badData, "the kept head of \(note.replica) is not signed by its key")
    }
    guard note.size <= branch.paths.size else {
      throw LedgerError(
        .damaged,
        "the kept head of \(note.replica) has \(note.size) lines, and \(branch.paths.size) are here",
        advice: "part of the replica was removed, or is not copied yet: see '\(Remedy.verifyAnchored)'")
    }
    guard let path = branch.paths.consistency(from: note.size),
      MerkleProof.verifyConsistency(
        oldSize: note.size, oldRoot: note.root, newSize: part.note.size, newRoot: part.note.root, proof: path)
    else {
      throw LedgerError(
        .damaged, "the lines of \(note.replica) here do not continue its kept head: they were rewritten",
        advice: "see '\(Remedy.verifyAnchored)'")
    }
    return Proof.Earlier(note: note, path: path)
  }

  private func requireAll(_ parts: [Proof.Part]) throws(LedgerError) {
    for replica in kept.keys.sorted() where !parts.contains(where: { $0.note.replica == replica }) {
      throw LedgerError(
        .damaged, "a head of replica \(replica) was kept, but no line of the replica is here",
        advice: "the replica was removed, or is not copied yet: see '\(Remedy.verifyAnchored)'")
    }
  }
}

/// Which events a proof is about, decided from their bytes.
private struct SubjectMatcher {
  let subject: ProofRequest.Subject
  private let kind: [UInt8]
  private let id: [UInt8]

  init(_ subject: ProofRequest.Subject) {
    self.subject = subject
    if case .entity(let kind, let id) = subject {
      (self.kind, self.id) = (Array(kind.utf8), Array(id.utf8))
    } else {
      (kind, id) = ([], [])
    }
  }

  /// The leaves, within the frame, of those among a commit's events.
  func leaves(_ content: FrameContent, _ events: Range<Int>) -> Set<Int> {
    var leaves: Set<Int> = []
    for event in content.events[events] {
      switch subject {
      case .event(let stamp): if event.line.stamp == stamp { leaves.insert(event.leaf) }
      case .entity:
        let range = content.leaves[event.leaf].range
        let line = content.bytes.span.extracting(range.start..<range.end)
        if event.line.id.equals(id, line), event.line.kind.equals(kind, line) { leaves.insert(event.leaf) }
      }
    }
    return leaves
  }
}

extension JSONString {
  fileprivate func equals(_ text: [UInt8], _ line: Span<UInt8>) -> Bool {
    if isEscaped { return unescaped(line) == text }
    guard range.end - range.start == text.count else { return false }
    for index in text.indices where line[range.start + index] != text[index] { return false }
    return true
  }
}

extension Ledger {
  /// See ``LedgerAudit/prove(_:as:)``.
  func prove(_ request: ProofRequest, as viewer: Viewer?) throws -> Proof {
    guard let viewer else { return try auditor.prove(request) }
    try requireFresh()
    if case .entity(let kind, let id) = request.subject {
      try requireOpen(kind, to: viewer)
      guard allows(kind, id, to: viewer) else { throw LedgerError.noAccess(viewer, to: kind, id) }
    }
    var whole = request
    whole.isHashOnly = false
    let proof: Proof
    do {
      proof = try auditor.prove(whole)
    } catch let error as LedgerError {
      // The error does not reveal whether such an event exists.
      if case .event(let stamp) = request.subject, error.code == .notFound {
        throw Self.noAccess(viewer, to: stamp)
      }
      throw error
    }
    for case .line(let line) in proof.parts.flatMap({ $0.events.map(\.content) }) {
      guard let event = (try? EventLine.parse(line.span))?.event(line.span) else { continue }
      guard allows(event.mutation.kind, event.mutation.id, to: viewer) else {
        throw Self.noAccess(viewer, to: event.stamp)
      }
    }
    return request.isHashOnly ? proof.withoutLines : proof
  }

  private static func noAccess(_ viewer: Viewer, to stamp: Stamp) -> LedgerError {
    LedgerError(.refused, "\(viewer.id) may not read the event \(stamp), or it does not exist")
  }
}
