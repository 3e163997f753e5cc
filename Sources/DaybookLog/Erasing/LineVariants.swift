package import DaybookModel

/// The different lines that files have for one leaf, if some file has a stub of it. A leaf counts once, and always with
/// the same line, whatever the order of the files.
package struct LineVariants: Sendable {
  private var stubs: [Hash256: Set<[UInt8]>] = [:]
  private var texts: [Hash256: [UInt8]] = [:]

  package init() {}

  package var isEmpty: Bool { stubs.isEmpty && texts.isEmpty }
  package var hasStubs: Bool { !stubs.isEmpty }

  /// - Parameter leaves: the leaves whose texts are needed.
  package mutating func note(_ content: FrameContent, commits: Range<Int>, textsOf leaves: Set<Hash256>) {
    if content.stubs.isEmpty && leaves.isEmpty || commits.isEmpty { return }
    let entries = content.commits
    let events =
      entries[commits.lowerBound].events.lowerBound..<entries[commits.upperBound - 1].events.upperBound
    for stub in content.stubs where events.contains(stub.event) {
      let leaf = content.leaves[content.events[stub.event].leaf]
      stubs[leaf.hash, default: []].insert(Array(content.bytes[leaf.range.start..<leaf.range.end]))
    }
    if leaves.isEmpty { return }
    for event in content.events[events] where !event.line.isStub {
      let leaf = content.leaves[event.leaf]
      guard leaves.contains(leaf.hash) else { continue }
      texts[leaf.hash] = Array(content.bytes[leaf.range.start..<leaf.range.end])
    }
  }

  package mutating func merge(_ other: LineVariants) {
    stubs.merge(other.stubs) { $0.union($1) }
    texts.merge(other.texts) { first, _ in first }
  }

  /// Sets in the erasures which lines count.
  package func choose(for erasures: inout Erasures) {
    erasures.stubLeaves = Set(stubs.keys)
    for (leaf, lines) in stubs where texts[leaf] != nil || lines.count > 1 {
      erasures.chosen[leaf] = texts[leaf] ?? Self.best(lines, leaf, erasures)
    }
  }

  /// The stub with the most remaining fields, among those that somebody vouches for.
  private static func best(_ lines: Set<[UInt8]>, _ leaf: Hash256, _ erasures: Erasures) -> [UInt8]? {
    lines.compactMap { line -> (fields: Int, hash: Hash256, line: [UInt8])? in
      guard let event = try? EventLine.parse(line.span), let mark = StubMark(of: line.span),
        erasures.vouches(for: line.span, event, leaf: leaf)
      else { return nil }
      return (mark.fields.count, Hash256.of(line.span), line)
    }.min { ($0.fields, $0.hash) < ($1.fields, $1.hash) }?.line
  }
}
