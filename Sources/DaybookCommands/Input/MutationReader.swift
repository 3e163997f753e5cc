import DaybookModel

/// Mutations from NDJSON: an event's keys without stamp and seq, one object a line.
struct MutationReader: ~Copyable {
  private var lines: LineSource

  init(_ path: String) throws(LedgerError) { lines = try LineSource(path) }

  var name: String { lines.name }
  /// The line of the last mutation, from 1.
  var line: Int { lines.number }

  /// Whether `next` would return without waiting.
  func isReady() -> Bool { lines.isReady() }

  /// The next mutation; nil at the end. Empty lines are passed over.
  mutating func next() throws(LedgerError) -> Mutation? {
    while let bytes = try lines.next() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      return try mutation(bytes)
    }
    return nil
  }

  private func mutation(_ bytes: [UInt8]) throws(LedgerError) -> Mutation {
    do {
      guard let object = try JSONParser.parse(bytes).object else {
        throw bad("this line is no JSON object", advice: "write one mutation a line")
      }
      return try Mutation(object)
    } catch let error as JSONError {
      throw bad(error.reason.rawValue, offset: error.offset, advice: "write strict JSON, one object a line")
    } catch let error as EventFormError {
      throw bad(error.description, advice: "write an event's keys without stamp and seq")
    } catch let error as LedgerError {
      throw error
    } catch {
      throw bad("\(error)", advice: "write one mutation a line")
    }
  }

  private func bad(_ what: String, offset: Int? = nil, advice: String) -> LedgerError {
    LedgerError(.badData, what, file: name, line: line, offset: offset, advice: advice)
  }
}
