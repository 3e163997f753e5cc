package import DaybookModel

/// Which lines are read as erased, by their leaves: what a reader must know besides the files. A pure function of the
/// set of erase events.
package struct Erasures: Sendable, Equatable {
  /// One line, as events name it.
  package struct Line: Sendable, Equatable {
    package var kind: String
    package var id: String
    package var replica: ReplicaID
    /// What the events of erasures that are not withdrawn erase; nil for nothing.
    package var fields: ErasedFields?
    /// The stubs that an event vouches for, even an event of a withdrawn erasure.
    package var stubs: Set<Hash256> = []
    /// Of these, those that the line's own replica vouches for.
    package var ownStubs: Set<Hash256> = []
    /// The vouchers of the line's own replica in another replica's events.
    fileprivate var vouchers: [Hash256: Set<Voucher>] = [:]

    /// Names are equal where their bytes are.
    func isOf(_ kind: String, _ id: String, _ replica: ReplicaID) -> Bool {
      replica == self.replica && kind.utf8.elementsEqual(self.kind.utf8)
        && id.utf8.elementsEqual(self.id.utf8)
    }

    func names(_ event: EventLine, _ line: Span<UInt8>) -> Bool {
      isOf(event.kind.text(line), event.id.text(line), event.stamp.replica)
    }

    /// Whether the line's own replica vouches that this is what is left of it.
    fileprivate func isOwn(_ stub: Hash256, leaf: Hash256) -> Bool {
      ownStubs.contains(stub)
        || vouchers[stub]?.contains { $0.isSound(of: replica, leaf: leaf, stub: stub) } ?? false
    }
  }

  /// By leaf; several only if events attribute one line to different entities.
  package private(set) var lines: [Hash256: [Line]] = [:]
  /// Whether a stub that nobody vouches for is left out; false until the events are known.
  package var isKnown: Bool
  /// The leaves for which some file has a stub.
  package var stubLeaves: Set<Hash256> = []
  /// For leaves with different lines in the files, the line that counts: the text, wherever it is.
  package var chosen: [Hash256: [UInt8]] = [:]

  /// While the erase events are not known: every stub is read.
  package static let unknown = Erasures(isKnown: false)
  package static let none = Erasures(isKnown: true)

  private init(isKnown: Bool) { self.isKnown = isKnown }

  package init(_ events: some Sequence<EraseEvent>) {
    isKnown = true
    let withdrawals = Withdrawals(events)
    for event in events {
      guard case .line(let line) = event.act else { continue }
      add(line, of: event, counts: !withdrawals.end(line, event))
    }
  }

  package var isEmpty: Bool { lines.isEmpty }

  /// The erasures that put stubs in place of some lines: for these, stubs without the given fields; for other lines,
  /// what is due.
  package func restoring(
    _ stubs: [Hash256: Set<String>], or due: Erasures, of leaves: some Sequence<Hash256>
  ) -> Erasures {
    var restoring = Erasures.none
    for (leaf, fields) in stubs {
      restoring.lines[leaf] = lines[leaf]?.map { line in
        var line = line
        line.fields = .named(fields)
        return line
      }
    }
    if due.isEmpty { return restoring }
    for leaf in leaves where restoring.lines[leaf] == nil { restoring.lines[leaf] = due.lines[leaf] }
    return restoring
  }

  private mutating func add(_ named: EraseEvent.Line, of event: EraseEvent, counts: Bool) {
    var line = Line(kind: event.kind, id: event.id, replica: named.replica)
    var known = lines[named.leaf] ?? []
    let place = known.firstIndex { $0.isOf(line.kind, line.id, line.replica) }
    if let place { line = known[place] }
    if counts { line.fields = line.fields?.union(named.fields) ?? named.fields }
    line.stubs.insert(named.stub)
    if event.author == named.replica { line.ownStubs.insert(named.stub) }
    if let voucher = named.voucher { line.vouchers[named.stub, default: []].insert(voucher) }
    if let place { known[place] = line } else { known.append(line) }
    lines[named.leaf] = known
  }

  /// What is erased from a line.
  func line(_ leaf: Hash256, _ event: EventLine, _ text: Span<UInt8>) -> Line? {
    guard let known = lines[leaf], StubRules.allows(event.op, kind: event.kind.text(text)) else { return nil }
    for line in known where line.names(event, text) { return line }
    return nil
  }

  /// Whether somebody vouches for a stub, and what it lacks is erased.
  func wants(_ stub: Span<UInt8>, _ event: EventLine, _ mark: StubMark) -> Bool {
    guard vouches(for: stub, event, leaf: mark.leaf), let fields = line(mark.leaf, event, stub)?.fields else {
      return false
    }
    return mark.fields.allSatisfy { fields.contains($0) }
  }

  /// Whether somebody vouches for a stub: for a stub with values, the line's own replica must.
  func vouches(for stub: Span<UInt8>, _ event: EventLine, leaf: Hash256) -> Bool {
    guard let line = line(leaf, event, stub) else { return false }
    let hash = Hash256.of(stub)
    return event.set == nil ? line.stubs.contains(hash) : line.isOwn(hash, leaf: leaf)
  }
}

/// Which erasures are withdrawn, and for which lines the withdrawal came too late.
package struct Withdrawals {
  private var withdrawn: Set<ErasureID> = []
  /// The replicas whose texts are being removed, or are gone.
  private var begun: [ErasureID: Set<ReplicaID>] = [:]

  package init(_ events: some Sequence<EraseEvent>) {
    for event in events {
      if event.act == .withdrawn { withdrawn.insert(event.erasure) }
      if event.act == .begun { begun[event.erasure, default: []].insert(event.author) }
    }
  }

  /// Whether the replica has recorded that it removes the texts of its lines.
  package func hasBegun(_ replica: ReplicaID, _ erasure: ErasureID) -> Bool {
    begun[erasure]?.contains(replica) ?? false
  }

  /// Whether an event has no effect on the line that it names. Another erasure may name the same line.
  package func end(_ line: EraseEvent.Line, _ event: EraseEvent) -> Bool {
    withdrawn.contains(event.erasure) && !hasBegun(line.replica, event.erasure)
  }
}
