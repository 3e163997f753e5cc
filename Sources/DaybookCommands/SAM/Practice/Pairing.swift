import ArgumentParser
import Daybook
import SAM

/// Finds the entity between two others, such as a coverage, by the names of both.
enum Pairing {
  /// The only entity between the two; nil if there is none.
  static func one<Item: Listed>(
    of items: [Item], _ what: String, advice: String? = nil
  ) throws(LedgerError) -> Item? {
    guard items.count > 1 else { return items.first }
    throw LedgerError(
      .usage, "\(what) in \(items.count) ways: \(items.prefix(5).map(\.rawID).joined(separator: ", "))",
      advice: advice ?? "change one of them with 'daybook upsert \(Item.entityKind) ID'")
  }
}

/// The options of commands that end the entity between two others.
struct EndOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When it ended; by default now.", valueName: "time"))
  var on: String?

  @OptionGroup var write: WriteOptions

  /// Writes the end; where there is nothing to end, `otherwise` and the list that shows what ended before say so.
  func end<E: Entity>(
    in ledger: Ledger, otherwise what: String, list: String, _ present: Ref<E>?
  ) async throws {
    guard let present else {
      throw LedgerError(.notFound, what, advice: "see 'daybook sam \(list) --ended'")
    }
    try await write.upsert(present, ["endDate": .string(write.moment(on).description)], in: ledger)
  }
}

extension WriteOptions {
  /// Writes these fields of an entity, which is made if it is not there.
  func upsert<E: Entity>(_ id: Ref<E>, _ set: JSONObject, in ledger: Ledger) async throws {
    let mutation = Mutation(.upsert, kind: E.kind, id: id.rawValue, set: set)
    try await commit(
      set.isEmpty ? [] : [mutation], about: [EntityName(kind: E.kind, id: id.rawValue)], in: ledger)
  }

  /// The time that somebody typed, or now.
  func moment(_ text: String?) throws -> Instant {
    try text.map { try selection.instant($0, .start) } ?? SystemClock.now()
  }
}

extension Optional {
  /// The result of an asynchronous transformation of the value.
  func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
    guard let self else { return nil }
    return try await transform(self)
  }
}
