import ArgumentParser
import Daybook

/// The entities that something is about: taken by commands that answer one person's request.
struct SubjectOptions: ParsableArguments {
  @Option(
    name: .customLong("entity"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "Only what is held on this entity: its kind and its id. May be given several times.",
      valueName: "kind> <id"))
  var words: [String] = []

  init() {}

  func validate() throws {
    guard words.count.isMultiple(of: 2) else {
      throw ValidationError("--entity takes a kind and an id, such as --entity sam.person ann")
    }
  }

  /// The one where there is one.
  var only: AuditReport.EntityName? { names.count == 1 ? names.first : nil }

  var names: [AuditReport.EntityName] {
    stride(from: 0, to: words.count, by: 2).map { .init(kind: words[$0], id: words[$0 + 1]) }
  }
}
