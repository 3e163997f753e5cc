import Daybook

/// The standard output of an export.
///
/// A terminal gets no hidden values without `--reveal`: others may see a screen, scroll back in it or record it, and
/// an export with masks would look as if it could be imported. A pipe or a file gets everything, since it is made to
/// be read elsewhere, and a notice says so.
final class ExportStream: Sendable {
  private struct State {
    var isTold = false
    /// Output held back from a terminal until it is certain that it contains nothing hidden.
    var held: [UInt8] = []
    var document = TerminalDocument()
  }

  private let state = Shared(State())
  private let output: Output
  private let messages: Messages
  private let reveals: Bool

  init(_ output: Output, _ messages: Messages, reveals: Bool) {
    (self.output, self.messages, self.reveals) = (output, messages, reveals)
  }

  /// More than this is not useful on a screen.
  private static let heldSizeBytesMax = 64 << 20

  private var holdsBack: Bool { output.isTerminal && !reveals }

  /// Called before the first hidden value is written.
  func willReveal() throws {
    if reveals { return }
    guard !output.isTerminal else {
      throw LedgerError(
        .refused, "the export contains hidden values",
        advice: "write it to a file with -o, or add --reveal to see it here")
    }
    let isFirst = state.withLock { state in
      defer { state.isTold = true }
      return !state.isTold
    }
    if isFirst { WrittenFile.tell("the export on the standard output", messages, as: "ledger") }
  }

  func write(_ bytes: [UInt8]) throws {
    guard output.isTerminal else { return try output.write(bytes) }
    guard holdsBack else {
      return try output.write(state.withLock { $0.document.visible(bytes) })
    }
    try state.withLock { state in
      guard state.held.count + bytes.count <= Self.heldSizeBytesMax else {
        throw LedgerError(
          .usage, "the export is larger than \(Self.heldSizeBytesMax >> 20) MiB, too much for a terminal",
          advice: "write it to a file with -o")
      }
      state.held += bytes
    }
  }

  /// - Parameter revealed: whether hidden values were written.
  func finish(revealed: Bool) throws {
    if revealed { try willReveal() }
    guard output.isTerminal else { return }
    try output.write(
      state.withLock { state in
        defer { state.held = [] }
        return state.document.visible(state.held) + state.document.finish()
      })
  }
}
