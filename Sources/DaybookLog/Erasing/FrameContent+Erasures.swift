package import DaybookModel

extension FrameContent {
  /// Whether it has a stub that nobody vouches for.
  package func hasUnvouchedStub(_ erasures: Erasures) -> Bool {
    erasures.isKnown && stubs.contains { !isVouched($0.event, erasures) }
  }

  private func isWanted(_ stub: StubEntry, _ erasures: Erasures) -> Bool {
    let range = leaves[events[stub.event].leaf].range
    return erasures.wants(
      bytes.span.extracting(range.start..<range.end), events[stub.event].line, stub.mark)
  }

  private func isVouched(_ index: Int, _ erasures: Erasures) -> Bool {
    let leaf = leaves[events[index].leaf]
    let text = bytes.span.extracting(leaf.range.start..<leaf.range.end)
    return erasures.vouches(for: text, events[index].line, leaf: leaf.hash)
  }

  /// Replaces each line with erased values by its stub. A stub that nobody vouches for has no effect.
  package mutating func redact(_ erasures: Erasures) {
    if !erasures.chosen.isEmpty { choose(erasures.chosen) }
    if erasures.isKnown, !stubs.isEmpty {
      for stub in stubs where !isVouched(stub.event, erasures) { events[stub.event].line.isVoid = true }
    }
    guard !erasures.isEmpty else { return }
    for index in events.indices where !events[index].line.isVoid {
      if let stub = stub(of: index, erasures) { put(stub, inPlaceOf: index) }
    }
  }

  /// The same permanently: a line stays if nobody vouches for its stub.
  ///
  /// - Parameters:
  ///   - due: the erase events whose texts are removed.
  ///   - all: the erasures that vouch for stubs.
  /// - Returns: how many lines stay.
  mutating func erase(_ due: Erasures, vouching all: Erasures) -> Int {
    var staying = 0
    for index in events.indices {
      guard let stub = stub(of: index, due) else { continue }
      let leaf = leaves[events[index].leaf]
      let isSame = stub.elementsEqual(bytes[leaf.range.start..<leaf.range.end])
      if isSame { continue }
      guard let line = try? EventLine.parse(stub.span),
        all.vouches(for: stub.span, line, leaf: leaf.hash)
      else {
        staying += 1
        continue
      }
      put(stub, inPlaceOf: index)
    }
    return staying
  }

  /// Replaces stubs by the lines that count.
  private mutating func choose(_ chosen: [Hash256: [UInt8]]) {
    for stub in stubs {
      guard let line = chosen[leaves[events[stub.event].leaf].hash] else { continue }
      var cursor = JSONCursor()
      put(line, inPlaceOf: stub.event, isStub: LineType.of(line.span, &cursor) == .stub)
    }
    stubs.removeAll { !events[$0.event].line.isStub }
  }

  private mutating func put(_ stub: [UInt8], inPlaceOf index: Int, isStub: Bool = true) {
    // Sound: a stub is canonical JSON with the keys that every event has, and a line that counts was read before.
    guard var line = try? EventLine.parse(stub.span) else { return }
    line.isStub = isStub
    events[index].line = line
    leaves[events[index].leaf].range = ByteRange(bytes.count, bytes.count + stub.count)
    bytes += stub
    bytes.append(UInt8(ascii: "\n"))
  }

  /// What the line's own replica must vouch for before its stub replaces the line; nil if nobody must, since nothing of
  /// the line is erased, or somebody already vouches.
  ///
  /// - Parameters:
  ///   - due: the erase events whose texts are removed.
  ///   - all: the erasures that vouch for stubs.
  package func stubToVouch(
    of index: Int, _ due: Erasures, vouching all: Erasures
  ) -> (line: EraseEvent.Line, kind: String, id: String)? {
    let (event, leaf) = (events[index].line, leaves[events[index].leaf])
    guard due.lines[leaf.hash] != nil else { return nil }
    let text = bytes.span.extracting(leaf.range.start..<leaf.range.end)
    guard let fields = due.line(leaf.hash, event, text)?.fields,
      let stub = stub(of: index, due), let parsed = try? EventLine.parse(stub.span),
      !all.vouches(for: stub.span, parsed, leaf: leaf.hash)
    else { return nil }
    let line = EraseEvent.Line(
      replica: event.stamp.replica, leaf: leaf.hash, fields: fields, stub: Hash256.of(stub.span))
    return (line, event.kind.text(text), event.id.text(text))
  }

  /// The stubs among a commit's lines: their places, their hashes, whether they may replace the texts, and what they
  /// lack.
  package func stubs(
    of commit: CommitEntry, _ erasures: Erasures
  ) -> [(leaf: Int, hash: Hash256, isWanted: Bool, fields: Set<String>)] {
    if stubs.isEmpty { return [] }
    return stubs.filter { commit.events.contains($0.event) }.map { stub in
      let leaf = events[stub.event].leaf
      let text = bytes.span.extracting(leaves[leaf].range.start..<leaves[leaf].range.end)
      return (
        leaf - commit.leaves.lowerBound, Hash256.of(text), isWanted(stub, erasures), Set(stub.mark.fields)
      )
    }
  }

  /// Whether the line of a leaf is a stub.
  package func isStub(leaf: Int, of commit: CommitEntry) -> Bool {
    commit.events.contains { events[$0].leaf == leaf && events[$0].line.isStub }
  }

  /// The leaves of a commit whose lines are stubs.
  func stubLeaves(of commit: CommitEntry) -> Set<Int> {
    Set(commit.events.lazy.filter { events[$0].line.isStub }.map { events[$0].leaf })
  }

  /// For each leaf, what distinguishes its line from others with the same leaf: its hash, or, for a stub, the stub's.
  var variants: [Hash256] {
    var variants = leaves.map(\.hash)
    for event in events where event.line.isStub {
      let range = leaves[event.leaf].range
      variants[event.leaf] = Hash256.of(bytes.span.extracting(range.start..<range.end))
    }
    return variants
  }

  /// What is left of an event's line if values of it are erased.
  package func stub(of index: Int, _ erasures: Erasures) -> [UInt8]? {
    let (event, leaf) = (events[index].line, leaves[events[index].leaf])
    guard erasures.lines[leaf.hash] != nil else { return nil }
    let text = bytes.span.extracting(leaf.range.start..<leaf.range.end)
    guard let fields = erasures.line(leaf.hash, event, text)?.fields else { return nil }
    return Stub.make(of: text, event, leaf: leaf.hash, erasing: fields)
  }
}
