package import DaybookModel

/// Mutations to write, as bytes: those from a line, a value or an importer are put here once, and the planner reads
/// them in place. Kinds, ids and names are plain text; values, authors and reasons are canonical JSON.
package struct MutationBuffer: Sendable {
  /// A field that a mutation writes.
  package struct Member: Sendable {
    package var name: ByteRange
    package var value: ByteRange

    package init(name: ByteRange, value: ByteRange) { (self.name, self.value) = (name, value) }
  }

  /// One mutation. Its ranges refer to ``bytes``.
  package struct Entry: Sendable {
    package var op = EventLine.Op.other
    /// The name of an operation that this version does not know.
    package var opName = ByteRange(0, 0)
    package var kind = ByteRange(0, 0)
    package var id = ByteRange(0, 0)
    package var v: Int64?
    package var server: ServerTime?
    package var present: Bool?
    /// An object of stamps and nulls.
    package var was: ByteRange?
    package var acks: Stamp?
    /// Within ``members``, ascending by their names' bytes; nil without a `set`.
    package var set: Range<Int>?
    package var rel: ByteRange?
    package var to: ByteRange?
    package var by: ByteRange?
    package var why: ByteRange?
    /// The keys that this version does not know: an object.
    package var other: ByteRange?

    package init() {}
  }

  package var bytes: [UInt8] = []
  package private(set) var members: [Member] = []
  package private(set) var entries: [Entry] = []
  /// Whether a value may be data that goes to a separate file.
  package private(set) var hasLargeValue = false
  private var scanner = MutationScanner()

  /// The size, in bytes, above which a value may go to a separate file.
  package static let largeValueSizeBytes = 16 << 10
  /// Ranges have 32 bits.
  private static let sizeBytesMax = 1 << 31

  package init() {}

  package init(_ mutations: some Sequence<Mutation>) throws(LedgerError) {
    for mutation in mutations { try append(mutation) }
  }

  package var count: Int { entries.count }
  package var isEmpty: Bool { entries.isEmpty }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    hasLargeValue = false
  }

  /// Adds the mutation in a line of NDJSON: an event's keys without stamp and seq.
  ///
  /// - Throws: ``LedgerError``, `bad-data`, with what is wrong with the line; then nothing is added.
  package mutating func append(line: Span<UInt8>) throws(LedgerError) {
    guard bytes.count + line.count < Self.sizeBytesMax else { throw Self.tooLarge }
    guard scanner.scan(line) else { return try append(try Mutation(line: line)) }
    let start = bytes.count
    line.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    var entry = scanner.entry.moved(by: start)
    if entry.set != nil {
      let first = members.count
      for member in scanner.members {
        let value = moved(member.value, by: start)
        append(Member(name: moved(member.name, by: start), value: canonical(value)))
      }
      entry.set = first..<members.count
    }
    entries.append(entry)
  }

  private mutating func append(_ member: Member) {
    if member.value.count > Self.largeValueSizeBytes { hasLargeValue = true }
    members.append(member)
  }

  private static var tooLarge: LedgerError {
    LedgerError(
      .badData, "the mutations of one commit are more than 2 GiB", advice: "split it into smaller commits")
  }

  private func moved(_ range: ByteRange, by distance: Int) -> ByteRange {
    ByteRange(range.start + distance, range.end + distance)
  }

  /// The value as it is written: where it is, or written anew.
  private mutating func canonical(_ range: ByteRange) -> ByteRange {
    if CanonicalText.isValue(range, bytes.span) { return range }
    return append(value: JSONParser.parse(accepted: bytes.span.extracting(range.start..<range.end)))
  }

  /// - Throws: ``LedgerError``, `bad-data`, if all of them together are too large; then nothing is added.
  package mutating func append(_ mutation: Mutation) throws(LedgerError) {
    let (start, firstMember) = (bytes.count, members.count)
    var entry = Entry()
    entry.op = EventLine.Op(mutation.op)
    if entry.op == .other { entry.opName = append(text: mutation.op.rawValue) }
    (entry.kind, entry.id) = (append(text: mutation.kind), append(text: mutation.id))
    (entry.v, entry.server, entry.present) = (mutation.v, mutation.server, mutation.present)
    entry.was = mutation.was.map { append(value: .object($0)) }
    entry.acks = mutation.acks
    if let set = mutation.set {
      let first = members.count
      for member in set {
        let name = append(text: member.key)
        append(Member(name: name, value: append(value: member.value)))
      }
      entry.set = first..<members.count
    }
    entry.rel = mutation.rel.map { append(text: $0) }
    entry.to = mutation.to.map { append(text: $0) }
    entry.by = mutation.by.map { append(value: .string($0)) }
    entry.why = mutation.why.map { append(value: .string($0)) }
    if !mutation.other.isEmpty { entry.other = append(value: .object(mutation.other)) }
    guard bytes.count < Self.sizeBytesMax else {
      bytes.removeSubrange(start...)
      members.removeSubrange(firstMember...)
      throw Self.tooLarge
    }
    entries.append(entry)
  }

  package mutating func append(text: String) -> ByteRange {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    return ByteRange(start, bytes.count)
  }

  package mutating func append(value: JSONValue) -> ByteRange {
    let start = bytes.count
    var writer = JSONWriter()
    swap(&writer.bytes, &bytes)
    writer.write(value)
    swap(&writer.bytes, &bytes)
    return ByteRange(start, bytes.count)
  }
}

// MARK: Reading

extension MutationBuffer {
  /// O(mutation)
  package func mutation(_ index: Int) -> Mutation {
    let entry = entries[index]
    return mutation(entry, entry.set.map { members[$0] })
  }

  /// An entry with fields other than its own.
  package func mutation(_ entry: Entry, _ set: ArraySlice<Member>?) -> Mutation {
    let op = entry.op == .other ? EventOperation(rawValue: text(entry.opName)) : entry.op.operation
    var mutation = Mutation(op, kind: text(entry.kind), id: text(entry.id))
    (mutation.v, mutation.server, mutation.present) = (entry.v, entry.server, entry.present)
    mutation.was = entry.was.flatMap { value($0).object }
    mutation.acks = entry.acks
    mutation.set = set.map { members in
      JSONObject(
        sortedMembers: members.map { JSONObject.Member(key: text($0.name), value: value($0.value)) })
    }
    (mutation.rel, mutation.to) = (entry.rel.map(text), entry.to.map(text))
    (mutation.by, mutation.why) = (
      entry.by.flatMap { value($0).string }, entry.why.flatMap { value($0).string }
    )
    mutation.other = entry.other.flatMap { value($0).object } ?? [:]
    return mutation
  }

  package func mutations() -> [Mutation] { entries.indices.map(mutation) }

  package func text(_ range: ByteRange) -> String {
    bytes.span.extracting(range.start..<range.end).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self)
    }
  }

  package func value(_ range: ByteRange) -> JSONValue {
    JSONParser.parse(accepted: bytes.span.extracting(range.start..<range.end))
  }

  /// Lends the text at a range.
  @inline(__always)
  package func withText<Result>(_ range: ByteRange, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
  {
    // Sound: the bytes are lent for the duration of the closure.
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range.start..<range.end])) }
  }
}

extension MutationBuffer.Entry {
  /// The same for text that begins elsewhere.
  fileprivate func moved(by distance: Int) -> Self {
    func moved(_ range: ByteRange) -> ByteRange {
      ByteRange(range.start + distance, range.end + distance)
    }
    var entry = self
    (entry.kind, entry.id) = (moved(kind), moved(id))
    (entry.rel, entry.to) = (rel.map(moved), to.map(moved))
    (entry.by, entry.why) = (by.map(moved), why.map(moved))
    return entry
  }
}
