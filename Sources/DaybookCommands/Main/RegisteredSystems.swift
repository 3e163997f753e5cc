import Daybook
import FreeThoughts
import SAM

/// The systems that this command knows.
enum RegisteredSystems {
  static let all: [System] = [.sam, .freethoughts]

  static func registry() throws(LedgerError) -> SchemaRegistry { try SchemaRegistry([.daybook] + all) }

  /// `did you mean` for a kind that looks like a registered one.
  static func advice(forKind kind: String, otherwise: String) -> String {
    let kinds = ((try? registry())?.kinds ?? []).map(\.kind)
    guard !kinds.contains(kind) else { return otherwise }
    return Suggestion.advice(for: kind, among: kinds) ?? otherwise
  }
}
