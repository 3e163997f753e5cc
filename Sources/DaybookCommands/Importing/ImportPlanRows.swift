import Daybook
import DaybookModel

/// What an import would write, a row each, as it is worked out: which entity, and which of its fields. The values are
/// not shown: anyone who may see them can look into the source.
final class ImportPlanRows: Sendable {
  private struct State {
    var rows: RowWriter
    /// An error of writing the rows, such as a reader that went away.
    var failure: (any Error)?
  }

  private let state: Shared<State>

  init(_ output: Output) {
    state = Shared(State(rows: output.rows(columns: ["would", "_kind", "_id", "what"])))
  }

  func show(_ mutations: [Mutation]) {
    state.withLock { state in
      guard state.failure == nil else { return }
      do { for mutation in mutations { try state.rows.write(Self.row(mutation)) } } catch {
        state.failure = error
      }
    }
  }

  func finish() throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      try state.rows.finish()
    }
  }

  private static func row(_ mutation: Mutation) -> OutputRow {
    OutputRow([
      ("would", .string(verb(mutation))), ("_kind", .string(mutation.kind)), ("_id", .string(mutation.id)),
      (
        "what",
        .string(
          mutation.rel.map { "\($0) \(mutation.to ?? "")" }
            ?? (mutation.set?.keys ?? []).joined(separator: ", "))
      ),
    ])
  }

  private static func verb(_ mutation: Mutation) -> String {
    switch (mutation.op, mutation.present) {
    case (.link, _): "link"
    case (.unlink, _): "unlink"
    case (_, true): "make"
    case (_, false): "remove"
    default: "change"
    }
  }
}
