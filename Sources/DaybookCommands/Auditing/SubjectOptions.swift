import ArgumentParser
import Daybook

/// The entities that a command is about: options of commands that answer one person's request.
struct SubjectOptions: ParsableArguments {
  @Option(
    name: .customLong("entity"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "Only the data about this entity: its kind and its id or name. May be given several times.",
      valueName: "kind> <id"))
  var words: [String] = []

  init() {}

  func validate() throws {
    guard words.count.isMultiple(of: 2) else {
      throw ValidationError("--entity takes a kind and an id, such as --entity sam.person ann")
    }
  }

  /// The entity, if there is exactly one.
  var only: EntityName? { names.count == 1 ? names.first : nil }

  /// The entities that the texts mean, including deleted ones. A text that is close to a name or an id is refused as
  /// mistyped. Any other text that matches none stays as typed: "no data is held about this person" is an answer too.
  func find(in ledger: Ledger, as viewer: Viewer?) async throws -> [EntityName] {
    var found: [EntityName] = []
    for name in names {
      do {
        let entity = try await ledger.entity(name.id, of: name.kind, as: viewer, .written)
        found.append(.init(kind: entity.kind, id: entity.id))
      } catch let error as LedgerError where error.code == .notFound {
        if error.advice?.hasPrefix("did you mean") ?? false { throw error }
        found.append(name)
      }
    }
    return found
  }

  var names: [EntityName] {
    stride(from: 0, to: words.count, by: 2).map { .init(kind: words[$0], id: words[$0 + 1]) }
  }
}
