package import DaybookModel

/// Mutations as the lines they were read from, unread. What makes no difference is not looked at until they are
/// planned.
package struct MutationLines: Sendable {
  /// All lines, without their ends.
  package private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  package init() {}

  package var count: Int { ends.count }
  package var isEmpty: Bool { ends.isEmpty }

  package mutating func append(_ line: Span<UInt8>) {
    line.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  package mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count * 256)
    ends.reserveCapacity(count)
  }

  func range(_ index: Int) -> Range<Int> { (index > 0 ? ends[index - 1] : 0)..<ends[index] }

  /// - Throws: ``LedgerError``, `bad-data`, saying what is wrong with the line.
  package func mutation(_ index: Int) throws(LedgerError) -> Mutation {
    try Mutation(line: bytes.span.extracting(range(index)))
  }

  /// All of them.
  ///
  /// - Throws: ``LedgerError``, `bad-data`; its `line` is the mutation's place, from 1.
  package func mutations() throws(LedgerError) -> [Mutation] {
    var mutations: [Mutation] = []
    mutations.reserveCapacity(count)
    for index in 0..<count {
      do throws(LedgerError) {
        mutations.append(try mutation(index))
      } catch {
        var error = error
        error.line = index + 1
        throw error
      }
    }
    return mutations
  }
}

/// What mutations without an author or a reason of their own get.
package struct MutationDefaults: Sendable {
  package var by: String?
  package var why: String?
  /// As JSON.
  let byText: [UInt8]
  let whyText: [UInt8]

  package init(by: String?, why: String?) {
    (self.by, self.why) = (by, why)
    byText = by.map { JSONValue.string($0).canonicalBytes } ?? []
    whyText = why.map { JSONValue.string($0).canonicalBytes } ?? []
  }

  package func applied(to mutation: Mutation) -> Mutation {
    var mutation = mutation
    mutation.by = mutation.by ?? by
    mutation.why = mutation.why ?? why
    return mutation
  }
}
