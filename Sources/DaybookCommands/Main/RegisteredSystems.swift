package import Daybook
import FreeThoughts
import Messaging
import Planner
import PurusHealth
import SAM

/// The systems that this command knows.
package enum RegisteredSystems {
  package static var all: [System] { [.sam, .freethoughts, .purus, .planner, .messaging] + others }

  /// Those that the executable puts in.
  @TaskLocal package static var others: [System] = []

  package static func registry() throws(LedgerError) -> SchemaRegistry {
    try SchemaRegistry([.daybook] + all)
  }

  /// `did you mean` for a kind that looks like a registered one.
  static func advice(forKind kind: String, otherwise: String) -> String {
    let kinds = ((try? registry())?.kinds ?? []).map(\.kind)
    guard !kinds.contains(kind) else { return otherwise }
    return Suggestion.advice(for: kind, among: kinds) ?? otherwise
  }
}
